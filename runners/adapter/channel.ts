import type { Line } from './lines.ts'

export interface ChannelEvents {
  line(line: Line): void
  /** The adapter is gone: it ended, or nothing more can come from it; `rest` is half a line. */
  gone(how: string, rest: Line | undefined): void
}

/** Lines to and from one start of an adapter: the pipes of a process, or a connection. */
export interface Channel {
  /** The end of its stderr, where that can be read. */
  readonly stderrTail: string
  /** Passes on every event, beginning with the missed ones; undefined keeps them for the next listener. */
  listen(events: ChannelEvents | undefined): void
  /** One line or several, each with its line feed. */
  write(text: string): void
  /** Ends it at once. */
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
  open(signal: AbortSignal): Promise<Channel | NoChannel>
}

export interface NoChannel {
  readonly problem: string
}

/** The events of a channel, kept while there is no listener. */
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
