import { createHash, randomInt } from 'node:crypto'
import { wrongValue } from '../terminal/options.ts'
import { VERSION } from '../suite/files.ts'

/** Which questions are generated, as it stands on the command line. */
export interface GeneratedFlags {
  /** How many; 0: none. Absent: as many as the lock says, or the command's default. */
  readonly count: number | undefined
  /** A number, or `random`; without it, see `seedFrom`. */
  readonly seed: string | undefined
}

/** What decides the seed where the command line does not. */
interface SeedOf {
  readonly locked?: number | undefined
  readonly suiteDigest: string
  /** In CI, and where several processes share the questions, the seed changes with the suite alone. */
  readonly isSteady: boolean
}

export const LARGEST_SEED = 2 ** 31 - 1

/**
 * The seed of a run: the one on the command line, that of the lock, the suite's own, or a new one.
 * @throws ChannelproofError `wrong-option` (exit code 2)
 */
export function seedFrom(given: string | undefined, { locked, suiteDigest, isSteady }: SeedOf): number {
  if (given === 'random') return randomInt(LARGEST_SEED)
  if (given !== undefined) return seedIn(given)
  if (locked !== undefined) return locked
  return isSteady
    ? Number.parseInt(sha256(`${VERSION} ${suiteDigest}`).slice(0, 7), 16)
    : randomInt(LARGEST_SEED)
}

/** A seed as it stands on the command line. @throws ChannelproofError `wrong-option` */
export function checkSeed(text: string | undefined): void {
  if (text !== undefined && text !== 'random') seedIn(text)
}

function seedIn(text: string): number {
  if (/^[0-9]{1,10}$/.test(text) && Number(text) <= LARGEST_SEED) return Number(text)
  throw wrongValue('--seed', text, `give a whole number from 0 to ${LARGEST_SEED}, or "random"`)
}

/** In hex. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
