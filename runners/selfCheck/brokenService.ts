import { createServer, type Socket } from 'node:net'
import { listen } from '../http/server.ts'

/** What a listening program may do instead of HTTP; none of it is an answer. */
export const BROKEN_SERVICES: Readonly<Record<string, (socket: Socket) => void>> = {
  'service-hang': () => undefined,
  'service-crash': (socket) => socket.destroy(),
  'service-garbage': (socket) => socket.end(Buffer.from([0x00, 0xff, 0xfe, 0x0a])),
  'service-silent-end': (socket) => socket.end(),
  'service-empty-200': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
}

/** Listens on a loopback port, and does this with every connection that sends something. */
export async function serveBroken(
  behave: (socket: Socket) => void,
): Promise<{ url: string; close: () => void }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => behave(socket))
  })
  const { url } = await listen(server)
  const close = (): void => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { url, close }
}
