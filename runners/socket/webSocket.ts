import type { WebSocket } from 'ws'
import { SocketChannel } from './tcp.ts'

/** A WebSocket to a page or an app (RFC 6455): one message a frame. */
export class WebSocketChannel extends SocketChannel {
  readonly #socket: WebSocket

  constructor(socket: WebSocket) {
    super(socket)
    this.#socket = socket
    // One message is one Buffer, since no other binaryType is set.
    socket.on('message', (data: Buffer) => this.tell({ bytes: data }))
  }

  write(text: string): void {
    for (const line of text.split('\n').filter((part) => part !== '')) this.#socket.send(line)
  }

  kill(): void {
    this.#socket.terminate()
  }

  protected end(): void {
    this.#socket.close()
  }
}
