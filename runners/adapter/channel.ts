export interface ChannelEvents {
  line(line: AdapterLine): void
  /** The adapter is gone: it ended, or nothing more can come from it; `rest` is half a line. */
  gone(how: string, rest: AdapterLine | undefined, end?: ProcessEnd): void
}

/** How a process ended by itself: an exit code, or a signal that the suite did not send. */
export type ProcessEnd = { readonly code: number } | { readonly signal: NodeJS.Signals }

/** Lines to and from one start of an adapter: the pipes of a process, or a connection. */
export interface AdapterChannel {
  /** The end of its stderr, where that can be read. */
  readonly stderrTail: string
  /** Passes on every event, beginning with the missed ones; undefined keeps them for the next listener. */
  listen(events: ChannelEvents | undefined): void
  /** One line or several, each with its line feed. */
  write(text: string): void
  kill(): void
  /** Ends the questions: it may finish, but must not take long. */
  finish(): Promise<void>
}

/** How channels to one adapter are made: by starting a program, by calling a device, or by waiting for its call. */
export interface Way {
  /** The command or the address, for people. */
  readonly name: string
  /** What to try by hand where no start succeeds. */
  readonly advice: string
  /** Why a line that is no answer is wrong, and what to do. */
  readonly answersOnly: string
  /** The next channel, or why there is none, also where the signal ends the attempt. Never rejects. */
  open(signal: AbortSignal): Promise<AdapterChannel | NoChannel>
}

export type NoChannel = { readonly problem: string }

/** What a channel tells of, kept while there is no listener. */
export class Mailbox {
  #events: ChannelEvents | undefined
  #missed: ((events: ChannelEvents) => void)[] = []

  listen(events: ChannelEvents | undefined): void {
    this.#events = events
    if (events) for (const missed of this.#missed.splice(0)) missed(events)
  }

  tell(what: (events: ChannelEvents) => void): void {
    if (this.#events) what(this.#events)
    else this.#missed.push(what)
  }
}

/** Has it happened within so many milliseconds? */
export async function isWithin(millis: number, happened: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), millis)
  })
  const first = await Promise.race([happened.then(() => true), late])
  clearTimeout(timer)
  return first
}

/** A line without its line feed, or the news that one was too long to be kept. */
export type AdapterLine = { readonly bytes: Buffer } | { readonly tooLong: true; readonly bytes: Buffer }

/** How much of a line that is too long is kept, to quote it. */
const KEPT = 200

/**
 * Cuts a stream of bytes at line feeds (0A only: U+2028 is text). Drops a line beyond `limit` bytes as it arrives, so
 * that memory stays flat, and reports it once, when it ends.
 */
export class LineSplitter {
  #parts: Buffer[] = []
  #length = 0
  readonly #limit: number
  readonly #onLine: (line: AdapterLine) => void

  constructor(limit: number, onLine: (line: AdapterLine) => void) {
    this.#limit = limit
    this.#onLine = onLine
  }

  push(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      this.#keep(chunk.subarray(start, end))
      this.#emit()
      start = end + 1
    }
    this.#keep(chunk.subarray(start))
  }

  /** What stands after the last line feed, if anything: half a line. */
  get rest(): AdapterLine | undefined {
    return this.#length > 0 ? { bytes: this.#parts[0]!.subarray(0, KEPT) } : undefined
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return
    this.#length += part.length
    if (this.#length <= this.#limit || this.#parts.length === 0) this.#parts.push(part)
  }

  #emit(): void {
    const bytes = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts)
    const tooLong = this.#length > this.#limit
    this.#parts = []
    this.#length = 0
    this.#onLine(tooLong ? { tooLong, bytes: bytes.subarray(0, KEPT) } : { bytes })
  }
}
