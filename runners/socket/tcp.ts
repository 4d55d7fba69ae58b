import type { Socket } from 'node:net'
import { codeOf } from '../../src/errors.ts'
import { isWithin, Mailbox, type Channel, type ChannelEvents } from '../adapter/channel.ts'
import { LineSplitter } from '../adapter/lines.ts'
import { LONGEST_LINE } from '../adapter/protocol.ts'

/** How long a device may take to close the connection after the last question, in milliseconds. */
export const GRACE = 2000

/** How a connection ended, in words. */
export const howItEnded = (error: unknown): string =>
  error === undefined
    ? 'it closed the connection'
    : `the connection broke (${codeOf(error) ?? 'no reason is known'})`

/** A TCP connection to a device: one message a line. */
export class TcpChannel implements Channel {
  readonly stderrTail = ''
  readonly #socket: Socket
  readonly #mailbox = new Mailbox()
  readonly #closed: Promise<void>
  readonly #splitter = new LineSplitter(LONGEST_LINE, (line) =>
    this.#mailbox.tell((events) => events.line(line)),
  )

  constructor(socket: Socket) {
    this.#socket = socket.setNoDelay(true)
    let error: unknown
    socket.on('error', (what) => (error = what))
    socket.on('data', (chunk: Buffer) => this.#splitter.push(chunk))
    this.#closed = new Promise((resolve) => {
      socket.on('close', () => {
        resolve()
        this.#mailbox.tell((events) => events.gone(howItEnded(error), this.#splitter.rest))
      })
    })
  }

  listen(events: ChannelEvents | undefined): void {
    this.#mailbox.listen(events)
  }

  write(text: string): void {
    if (this.#socket.writable) this.#socket.write(text)
  }

  /** A reset, not only the end of the questions, after which a device may still speak. */
  kill(): void {
    this.#socket.resetAndDestroy()
  }

  async finish(): Promise<void> {
    this.#socket.end()
    if (!(await isWithin(GRACE, this.#closed))) this.kill()
  }
}
