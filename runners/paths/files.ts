import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { ChannelproofError, messageOf, codeOf } from '../../src/errors.ts'
import { leaving, print, type Format } from '../terminal/console.ts'
import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { interrupted } from '../terminal/errors.ts'

/** Named pipes that are written to, from the first text to the end of the reports. */
const pipes = new Map<string, Pipe>()

const pipeOf = (file: string): Pipe | undefined => {
  const open = pipes.get(file)
  if (open || !fs.statSync(file, { throwIfNoEntry: false })?.isFIFO()) return open
  const pipe = new Pipe(file)
  pipes.set(file, pipe)
  return pipe
}

interface Writing {
  /** Permissions of a file that is not there yet. */
  readonly mode?: number
  /** Wait for the disk: a file that must outlive the machine's fall, not only the end of this process. */
  readonly flush?: boolean
}

/** Writes a value without secrets, in its format. @throws ChannelproofError `report-not-written` (exit code 2) */
export function writeFile<T>(file: string, value: T, format?: Format<T>, writing: Writing = {}): void {
  const text = leaving(value, format)
  withFileErrors(file, () => {
    const pipe = pipeOf(file)
    if (pipe) return pipe.write(text)
    makeFolderOf(file)
    replaceFile(file, text, writing)
  })
}

/** A disk that is full, or an end in the middle, leaves the file as it was: its new text is written beside it first. */
function replaceFile(file: string, text: string, { mode = 0o666, flush = true }: Writing): void {
  const stats = fs.statSync(file, { throwIfNoEntry: false })
  if (stats && !stats.isFile()) return fs.writeFileSync(file, text)
  // A link stays one.
  const place = stats ? fs.realpathSync(file) : file
  const beside = join(dirname(place), `.channelproof-${process.pid}`)
  try {
    fs.writeFileSync(beside, text, { flush, mode: stats?.mode ?? mode })
    fs.renameSync(beside, place)
  } catch (error) {
    fs.rmSync(beside, { force: true })
    // Where the folder takes no new file, the old one may still be written.
    if (stats && NO_NEW_FILE.has(codeOf(error) ?? '')) return fs.writeFileSync(file, text)
    throw error
  }
}

const NO_NEW_FILE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS'])

/** Could it be written? Leaves no file where there was none. @throws ChannelproofError `report-not-written` (exit code 2) */
export function checkWritable(file: string): void {
  withFileErrors(file, () => {
    const isThere = fs.existsSync(file)
    if (!isThere) makeFolderOf(file)
    // Opening a pipe would wait for its reader.
    if (isThere && !fs.statSync(file).isFile() && !fs.statSync(file).isDirectory()) return
    fs.closeSync(fs.openSync(file, 'a'))
    if (!isThere) fs.rmSync(file)
  })
}

/** @throws ChannelproofError `report-not-written` (exit code 2) */
export function appendFile<T>(file: string, value: T, format?: Format<T>): void {
  const text = leaving(value, format)
  withFileErrors(file, () => {
    const pipe = pipeOf(file)
    if (pipe) pipe.write(text)
    else fs.appendFileSync(file, text)
  })
}

/** Closes the pipes once their readers have taken everything. @throws ChannelproofError `report-not-written` (exit code 2) */
export async function closePipes(): Promise<void> {
  for (const [file, pipe] of pipes) {
    pipes.delete(file)
    await pipe.close().catch((error: unknown) => {
      throw notWritten(file, error)
    })
  }
}

/** Writes a value to the files of its targets, and to stdout in the formats without a file, else as text. */
export async function writeTargets<T>(
  value: T,
  targets: readonly { readonly format: string; readonly file?: string }[],
  formats: Readonly<Record<string, Format<T>>>,
): Promise<void> {
  for (const { format, file } of targets) if (file !== undefined) writeFile(file, value, formats[format])
  const onStdout = targets.filter(({ file }) => file === undefined)
  for (const { format } of onStdout.length > 0 ? onStdout : [{ format: 'text' }])
    await print(value, formats[format])
  await closePipes()
}

/** Reports what goes wrong with a file. @throws ChannelproofError `report-not-written` (exit code 2) */
export function withFileErrors(file: string, write: () => void): void {
  try {
    write()
  } catch (error) {
    throw notWritten(file, error)
  }
}

function notWritten(file: string, error: unknown): ChannelproofError {
  const advice = 'Name a file that can be written.'
  return new ChannelproofError('report-not-written', `${file}: ${messageOf(error)}`, advice)
}

export const makeFolderOf = (file: string): void => makeFolder(dirname(file))

/** One level at a time: mkdir's own recursion never ends where a file system allows no folders (/proc). */
function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return
  makeFolder(dirname(folder))
  fs.mkdirSync(folder)
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
      const fd = fs.openSync(this.#file, fs.constants.O_WRONLY | fs.constants.O_NONBLOCK)
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
