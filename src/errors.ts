/** Where something is wrong in an input. */
export interface Place {
  readonly file?: string
  /** Counted from 1. */
  readonly line?: number
  readonly column?: number
  /** A vector, requirement or option. */
  readonly id?: string
}

/**
 * An error for people: a stable code, what is wrong, where, and what to do.
 * Everything that a user can cause is one of these; anything else is a bug of channelproof (exit code 70).
 */
export class ChannelproofError extends Error {
  override readonly name = 'ChannelproofError'
  readonly code: string
  readonly advice: string
  readonly place: Place

  constructor(code: string, message: string, advice: string, place: Place = {}) {
    super(message)
    this.code = code
    this.advice = advice
    this.place = place
  }

  /** `file:line: what is wrong [code]. What to do.` */
  describe(): string {
    const { file, line, column, id } = this.place
    const where = [file, line, column].filter((part) => part !== undefined).join(':') || id
    return `${where === undefined ? '' : `${where}: `}${this.message} [${this.code}]\n  ${this.advice}`
  }
}

/** The code of an error of Node, such as ENOENT; undefined where it has none. Those of node:vm are no Error of ours. */
export const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined

const PATH_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission is denied',
  ENAMETOOLONG: 'its name is too long',
  ERR_MODULE_NOT_FOUND: 'there is no such file, or a module that it imports',
}

/** Why Node could not use a path, by the code of its error; a rare code stands for itself. */
export const pathErrorInWords = (code: string): string => PATH_ERRORS[code] ?? code

/** The message of an error; JavaScript lets code throw anything. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
