import type { WebSocket } from 'ws'
import { isWithin, Mailbox, type AdapterChannel, type ChannelEvents } from '../adapter/channel.ts'
import { GRACE, howItEnded } from './tcp.ts'

/** A WebSocket to a page or an app (RFC 6455): one message a frame. */
export class WebSocketChannel implements AdapterChannel {
  readonly stderrTail = ''
  readonly #socket: WebSocket
  readonly #mailbox = new Mailbox()
  readonly #closed: Promise<void>

  constructor(socket: WebSocket) {
    this.#socket = socket
    let error: unknown
    socket.on('error', (what) => (error = what))
    // One message is one Buffer, since no other binaryType is set.
    socket.on('message', (data: Buffer) => this.#mailbox.tell((events) => events.line({ bytes: data })))
    this.#closed = new Promise((resolve) => {
      socket.on('close', () => {
        resolve()
        this.#mailbox.tell((events) => events.gone(howItEnded(error), undefined))
      })
    })
  }

  listen(events: ChannelEvents | undefined): void {
    this.#mailbox.listen(events)
  }

  write(text: string): void {
    for (const line of text.split('\n').filter((part) => part !== '')) this.#socket.send(line)
  }

  kill(): void {
    this.#socket.terminate()
  }

  async finish(): Promise<void> {
    this.#socket.close()
    if (!(await isWithin(GRACE, this.#closed))) this.kill()
  }
}
