import { appendFileSync, existsSync, mkdirSync, statSync, writeFileSync, constants, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { ChannelproofError, messageOf, codeOf } from '../../src/errors.ts'
import { leaving, type Format } from '../terminal/console.ts'
import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { interrupted } from '../terminal/signals.ts'

/** Named pipes that are written to, from the first text to the end of the reports. */
const pipes = new Map<string, Pipe>()

const pipeOf = (file: string): Pipe | undefined => {
  const open = pipes.get(file)
  if (open || !statSync(file, { throwIfNoEntry: false })?.isFIFO()) return open
  const pipe = new Pipe(file)
  pipes.set(file, pipe)
  return pipe
}

/** Writes a value without secrets, in its format. @throws ChannelproofError `report-not-written` (exit code 2) */
export function writeFile<T>(file: string, value: T, format?: Format<T>): void {
  const text = leaving(value, format)
  written(file, () => {
    const pipe = pipeOf(file)
    if (pipe) return pipe.write(text)
    makeFolderOf(file)
    writeFileSync(file, text)
  })
}

/** @throws ChannelproofError `report-not-written` (exit code 2) */
export function appendFile<T>(file: string, value: T, format?: Format<T>): void {
  const text = leaving(value, format)
  written(file, () => {
    const pipe = pipeOf(file)
    if (pipe) pipe.write(text)
    else appendFileSync(file, text)
  })
}

/** Closes the pipes once their readers have taken everything. @throws ChannelproofError `report-not-written` (exit code 2) */
export async function closePipes(): Promise<void> {
  for (const [file, pipe] of pipes) {
    pipes.delete(file)
    const problem = await pipe.close().then(
      () => undefined,
      (error: Error) => error,
    )
    if (problem)
      written(file, () => {
        throw problem
      })
  }
}

/** Reports what goes wrong with a file. @throws ChannelproofError `report-not-written` (exit code 2) */
export function written(file: string, write: () => void): void {
  try {
    write()
  } catch (error) {
    const advice = 'Name a file that can be written.'
    throw new ChannelproofError('report-not-written', `${file}: ${messageOf(error)}`, advice)
  }
}

export const makeFolderOf = (file: string): void => makeFolder(dirname(file))

/** One level at a time: mkdir's own recursion never ends where a file system allows no folders (/proc). */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder)
}

/** How often a pipe without a reader is tried, and how long a reader has after a signal, in milliseconds. */
const RETRY = 50
const PATIENCE = 1000

/**
 * A named pipe as the file of a report. Opening it, or writing more than it holds, would block the whole program,
 * signals too, where nothing reads. It stays open: its reader takes the first close for the end.
 */
class Pipe {
  readonly #file: string
  #waiting = ''
  #socket: Socket | undefined
  #error: Error | undefined

  constructor(file: string) {
    this.#file = file
  }

  write(text: string): void {
    this.#waiting += text
    this.#flush()
  }

  /** Resolves once a reader has taken everything; after a signal it waits no longer than a second. */
  async close(): Promise<void> {
    let left = PATIENCE
    const isLate = (): boolean => interrupted.aborted && (left -= RETRY) < 0
    while (!this.#flush()) {
      if (isLate()) throw new Error('no program reads this pipe')
      await delay(RETRY)
    }
    const socket = this.#socket!
    socket.end()
    while (!socket.closed) {
      if (isLate()) socket.destroy(new Error('the reader of this pipe takes no more'))
      await delay(RETRY)
    }
    if (this.#error) throw this.#error
  }

  /** @returns whether there is a reader */
  #flush(): boolean {
    this.#socket ??= this.#open()
    if (!this.#socket) return false
    if (this.#waiting !== '' && !this.#error) this.#socket.write(this.#waiting)
    this.#waiting = ''
    return true
  }

  #open(): Socket | undefined {
    try {
      const fd = openSync(this.#file, constants.O_WRONLY | constants.O_NONBLOCK)
      const socket = new Socket({ fd, readable: false, writable: true })
      return socket.on('error', (error: NodeJS.ErrnoException) => {
        // A reader that closes early is no error, as on stdout.
        if (error.code !== 'EPIPE') this.#error = error
      })
    } catch (error) {
      // The pipe has no reader yet.
      if (codeOf(error) === 'ENXIO') return undefined
      throw error
    }
  }
}
