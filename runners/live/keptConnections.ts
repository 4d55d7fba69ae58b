import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** Where a request went out, and how many bytes had come over that connection before. */
interface Way {
  readonly socket: Socket
  readonly before: number
}

const ways = new WeakMap<object, Way>()

// By its body: undici hands on the very same bytes.
subscribe('undici:client:sendHeaders', (message) => {
  const { request, socket } = message as { request: { body: object | null }; socket: Socket }
  if (request.body) ways.set(request.body, { socket, before: socket.bytesRead })
})

/**
 * Did this request go out over a connection that had answered before and then closed without a byte of an answer?
 * An endpoint may close a kept connection at any time, also while a request is on its way (RFC 9112 section
 * 9.5), so that alone is not wrong.
 */
export function wasClosedUnanswered(body: Buffer): boolean {
  const way = ways.get(body)
  return way !== undefined && way.before > 0 && way.socket.bytesRead === way.before
}
