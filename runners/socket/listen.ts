import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { codeOf } from '../../src/errors.ts'
import { LONGEST_LINE } from '../adapter/protocol.ts'
import { listen } from '../http/server.ts'
import { wrongOption } from '../terminal/options.ts'
import { ANSWERS_ONLY, DESCRIBES, shown, type Address, type SocketWay, TcpChannel } from './tcp.ts'
import { Reception } from './reception.ts'

/** A server of one scheme that hands over its connections. */
interface Bound {
  readonly port: number
  close(): void
}

/** The devices call in: `tcp://` one message a line, `ws://` one message a frame. */
export async function listenWay(address: Address, warn: (text: string) => void): Promise<SocketWay> {
  // 48 bits: too many to guess while a run lasts.
  const code = randomBytes(6).toString('hex')
  const reception = new Reception(code, warn)
  const bind = address.scheme === 'ws' ? bindWebSocket : bindTcp
  const server = await bind(address, reception).catch((error: unknown) => {
    const advice = 'Give a host of this machine and a port that is free, or port 0 for any.'
    throw wrongOption(`--listen ${shown(address)} cannot be had (${codeOf(error)})`, advice)
  })
  const name = shown({ ...address, port: server.port })
  const line = address.scheme === 'ws' ? 'frame' : 'line'
  return {
    name,
    advice: `Let the device call in at ${name}, send the code as its first ${line}, and ${DESCRIBES}; --start-timeout gives it more time.`,
    answersOnly: ANSWERS_ONLY,
    open: (signal) =>
      reception.take(signal, () => warn(`waiting at ${name} for the device; its first ${line} is ${code}`)),
    close: () => {
      reception.close()
      server.close()
    },
  }
}

async function bindTcp({ host, port }: Address, reception: Reception): Promise<Bound> {
  const server = createServer((socket) => reception.arrived(new TcpChannel(socket)))
  const bound = await listen(server, { host, port })
  return { port: bound.port, close: () => void server.close() }
}

async function bindWebSocket({ host, port }: Address, reception: Reception): Promise<Bound> {
  const [{ WebSocketServer }, { WebSocketChannel }, { createServer: createHttp }] = await Promise.all([
    import('ws'),
    import('./webSocket.ts'),
    import('node:http'),
  ])
  const server = createHttp((_, response) => void response.writeHead(426).end())
  const sockets = new WebSocketServer({ server, maxPayload: LONGEST_LINE, perMessageDeflate: false })
  sockets.on('connection', (socket) => reception.arrived(new WebSocketChannel(socket)))
  const bound = await listen(server, { host, port })
  const close = (): void => {
    sockets.close()
    server.close()
    server.closeAllConnections()
  }
  return { port: bound.port, close }
}
