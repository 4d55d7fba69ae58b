import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { codeOf } from '../../src/errors.ts'
import type { AdapterChannel, AdapterLine, NoChannel } from '../adapter/channel.ts'
import { LONGEST_LINE } from '../adapter/protocol.ts'
import { closeServer, listen } from '../http/server.ts'
import { wrongOption } from '../terminal/options.ts'
import { addressText, socketWay, type Address, type SocketWay, TcpChannel, SocketChannel } from './tcp.ts'
import type { WebSocket } from 'ws'

/** How many connections may be without their code at a time; one more ends the oldest. */
const STRANGERS = 16
/** How long a connection may take to send its code, in milliseconds. */
const PATIENCE = 10_000
/** How many devices may wait for their turn: one is asked, and another one gets what is asked again. */
const GUESTS = 4
/** How many wrong codes the run reports; a machine that guesses must not fill the log. */
const TOLD = 5

type Taker = (channel: AdapterChannel | NoChannel) => void

/** The devices that have called in: the first line of each must be the code of the run, or the connection ends. */
export class Reception {
  readonly #code: Buffer
  readonly #tell: (text: string) => void
  /** Connections without their code so far, the oldest first. */
  readonly #strangers = new Map<AdapterChannel, NodeJS.Timeout>()
  readonly #guests = new Set<AdapterChannel>()
  readonly #takers = new Set<Taker>()
  #wrongCodes = 0

  constructor(code: string, tell: (text: string) => void) {
    this.#code = Buffer.from(code)
    this.#tell = tell
  }

  arrived(channel: AdapterChannel): void {
    const [oldest] = this.#strangers.keys()
    if (oldest && this.#strangers.size >= STRANGERS) this.#sendAway(oldest)
    const timer = setTimeout(() => this.#sendAway(channel), PATIENCE)
    this.#strangers.set(channel, timer)
    channel.listen({ line: (line) => this.#admit(channel, line), gone: () => this.#sendAway(channel) })
  }

  #admit(channel: AdapterChannel, line: AdapterLine): void {
    if (!this.#isCode(line)) {
      this.#sendAway(channel)
      if (++this.#wrongCodes <= TOLD) this.#tell('a connection began with a wrong code, and was closed')
      return
    }
    this.#forget(channel)
    const [taker] = this.#takers
    if (taker) return this.#handOver(channel, taker)
    if (this.#guests.size >= GUESTS) return this.#sendAway(channel)
    this.#guests.add(channel)
    // It has nothing to say before it is asked.
    channel.listen({ line: () => this.#sendAway(channel), gone: () => this.#sendAway(channel) })
  }

  #isCode({ bytes }: AdapterLine): boolean {
    const given = bytes.subarray(0, bytes.at(-1) === 13 ? -1 : undefined)
    return given.length === this.#code.length && timingSafeEqual(given, this.#code)
  }

  #handOver(channel: AdapterChannel, taker: Taker): void {
    channel.listen(undefined)
    taker(channel)
  }

  #sendAway(channel: AdapterChannel): void {
    this.#forget(channel)
    channel.listen({ line: () => undefined, gone: () => undefined })
    channel.kill()
  }

  #forget(channel: AdapterChannel): void {
    clearTimeout(this.#strangers.get(channel))
    this.#strangers.delete(channel)
    this.#guests.delete(channel)
  }

  /** The next device; undefined where the signal comes first. @param waits is called if there is none yet */
  take(signal: AbortSignal, waits: () => void): Promise<AdapterChannel | NoChannel> {
    return new Promise((resolve) => {
      const taker: Taker = (channel) => {
        this.#takers.delete(taker)
        signal.removeEventListener('abort', end)
        resolve(channel)
      }
      const end = (): void => taker({ problem: 'no device called in with the code in time' })
      if (signal.aborted) return end()
      const [guest] = this.#guests
      this.#guests.delete(guest!)
      if (guest) return this.#handOver(guest, taker)
      this.#takers.add(taker)
      signal.addEventListener('abort', end)
      waits()
    })
  }

  close(): void {
    for (const channel of [...this.#strangers.keys(), ...this.#guests]) this.#sendAway(channel)
    for (const taker of this.#takers) taker({ problem: 'the run is over' })
  }
}

interface Receiving {
  readonly server: Server
  readonly close: () => void
}

/** The devices call in: `tcp://` one message a line, `ws://` one message a frame. */
export async function listenWay(address: Address, warn: (text: string) => void): Promise<SocketWay> {
  // 48 bits: too many to guess while a run lasts.
  const code = randomBytes(6).toString('hex')
  const reception = new Reception(code, warn)
  const { server, close } = await (address.scheme === 'ws' ? webSocketServer : tcpServer)(reception)
  const { port } = await listen(server, address).catch((error: unknown) => {
    const advice = 'Give a host of this machine and a port that is free, or port 0 for any.'
    throw wrongOption(`--listen ${addressText(address)} cannot be had (${codeOf(error)})`, advice)
  })
  const name = addressText({ ...address, port })
  const line = address.scheme === 'ws' ? 'frame' : 'line'
  const waits = (): void => warn(`waiting at ${name} for the device; its first ${line} is ${code}`)
  return socketWay(name, `call in at ${name}, send the code as its first ${line},`, {
    open: (signal) => reception.take(signal, waits),
    close: () => {
      reception.close()
      close()
    },
  })
}

function tcpServer(reception: Reception): Receiving {
  const server = createServer((socket) => reception.arrived(new TcpChannel(socket)))
  return { server, close: () => void server.close() }
}

async function webSocketServer(reception: Reception): Promise<Receiving> {
  const [{ WebSocketServer }, http] = await Promise.all([import('ws'), import('node:http')])
  const server = http.createServer((_, response) => void response.writeHead(426).end())
  const sockets = new WebSocketServer({ server, maxPayload: LONGEST_LINE, perMessageDeflate: false })
  sockets.on('connection', (socket) => reception.arrived(new WebSocketChannel(socket)))
  // ws repeats the errors of the server, which ends a program that does not listen to them: `listen` tells them.
  sockets.on('error', () => undefined)
  const close = (): void => {
    sockets.close()
    void closeServer(server)
  }
  return { server, close }
}

/** A WebSocket to a page or an app (RFC 6455): one message a frame. */
class WebSocketChannel extends SocketChannel {
  readonly #socket: WebSocket

  constructor(socket: WebSocket) {
    super(socket)
    this.#socket = socket
    // One message is one Buffer, since no other binaryType is set.
    socket.on('message', (data: Buffer) => this.came({ bytes: data }))
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
