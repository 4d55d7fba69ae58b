import { isUtf8 } from 'node:buffer'
import { constants, createReadStream } from 'node:fs'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { addAbortSignal } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { ChannelproofError, codeOf, pathErrorInWords } from '../../src/errors.ts'
import { visible } from '../../src/report/visible.ts'
import { interrupted } from './errors.ts'

export interface Limit {
  readonly bytes: number
  readonly advice: string
  /** The reader has words of its own for an empty input. */
  readonly mayBeEmpty?: true
}

/** Request bodies are small; a larger input is none of them. */
export const BODIES: Limit = {
  bytes: 1024 * 1024,
  advice: 'Request bodies are far smaller; check that this is the right file.',
}

/** The name of an input in messages. */
export const inputName = (file: string): string => (file === '-' ? '<stdin>' : visible(file))

/**
 * The text of a file, or of standard input for `-`. Refuses a file that is too large without reading it.
 * @throws ChannelproofError `input-unreadable`, `input-too-large`, `input-not-utf8` or `input-empty` (exit code 2)
 * @throws Ended where a signal ends the run while nothing comes
 */
export async function readInput(file: string, limit: Limit = BODIES): Promise<string> {
  const bytes = await readBytes(file, limit).catch((error: unknown) => {
    interrupted.throwIfAborted()
    throw unreadable(file, error, 'Give the path of a file that can be read, or - for standard input.')
  })
  if (!isUtf8(bytes))
    throw inputError(file, { code: 'input-not-utf8', what: 'it is not UTF-8', advice: 'Save it as UTF-8.' })
  const text = bytes.toString('utf8')
  if (text.trim() !== '' || limit.mayBeEmpty) return text
  throw inputError(file, { code: 'input-empty', what: 'it is empty', advice: 'Check how it was written.' })
}

/** An error in an input, which it names. */
export const inputError = (
  file: string,
  { code, what, advice }: Record<'code' | 'what' | 'advice', string>,
): ChannelproofError => new ChannelproofError(code, what, advice, { file: inputName(file) })

async function readBytes(file: string, limit: Limit): Promise<Buffer> {
  if (file === '-') return readAll(addAbortSignal(interrupted, process.stdin), file, limit)
  const stats = await stat(file)
  if (stats.size > limit.bytes) throw tooLarge(file, limit)
  // A device or a pipe has no size: one byte beyond the limit shows it.
  const chunks = stats.isFile() ? createReadStream(file, { end: limit.bytes }) : arriving(file)
  return readAll(chunks, file, limit)
}

/** How often a pipe or a device is asked for more, in milliseconds. */
const RETRY = 20

/** The pipes that the shell has made: whoever writes to them is there already. */
const UNNAMED = /^\/(?:dev\/(?:stdin$|fd\/)|proc\/)/

/** What a pipe or a device gives. Opening a pipe that nothing writes to would block a thread, and hear no signal. */
async function* arriving(file: string): AsyncGenerator<Buffer> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    // Until a first writer has come, reading finds an end.
    let hasWriter = UNNAMED.test(file) || !(await handle.stat()).isFIFO()
    for (;;) {
      const chunk = await next(handle)
      if (chunk?.length === 0 && hasWriter) return
      hasWriter ||= chunk?.length !== 0
      if (chunk?.length) yield chunk
      else await delay(RETRY, undefined, { signal: interrupted })
    }
  } finally {
    await handle.close()
  }
}

/** The next bytes, none at the end; undefined where none have come yet. */
async function next(handle: FileHandle): Promise<Buffer | undefined> {
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(64 * 1024) })
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') return undefined
    throw error
  }
}

async function readAll(stream: AsyncIterable<Buffer | string>, file: string, limit: Limit): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    chunks.push(Buffer.from(chunk))
    size += chunk.length
    if (size > limit.bytes) throw tooLarge(file, limit)
  }
  return Buffer.concat(chunks)
}

const tooLarge = (file: string, { bytes, advice }: Limit): ChannelproofError =>
  inputError(file, { code: 'input-too-large', what: `it is larger than ${bytes} bytes`, advice })

/** The error for people where the system did not let a file be read; any other stays. */
export function unreadable(file: string, error: unknown, advice: string): unknown {
  const code = codeOf(error)
  if (error instanceof ChannelproofError || code === undefined) return error
  const words = pathErrorInWords(code)
  const what = words === code ? `it cannot be read (${code})` : words
  return inputError(file, { code: 'input-unreadable', what, advice })
}
