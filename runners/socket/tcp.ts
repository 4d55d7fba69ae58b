import {
  type Way,
  isWithin,
  Mailbox,
  type AdapterChannel,
  type AdapterLine,
  LineSplitter,
} from '../adapter/channel.ts'
import type { EventEmitter } from 'node:events'
import { wrongValue } from '../terminal/options.ts'
import type { Socket } from 'node:net'
import { codeOf } from '../../src/errors.ts'
import { LONGEST_LINE } from '../adapter/protocol.ts'

/** The way to a device that no command starts. */
export interface SocketWay extends Way {
  /** Ends what waits, at the end of the run. */
  close(): void
}

/** A way of this name. @param before what the device does before its first answer */
export const socketWay = (name: string, before: string, own: Pick<SocketWay, 'open' | 'close'>) => ({
  name,
  advice: `Let the device ${before} and answer "describe"; --start-timeout gives it more time.`,
  answersOnly: 'The connection is for answers only: log elsewhere',
  ...own,
})

/** Where a device is, or where it calls in. */
export interface Address {
  readonly scheme: string
  /** Without brackets. */
  readonly host: string
  readonly port: number
}

const FORM = /^([a-z]+):\/\/(\[[0-9a-f:.]+\]|[\w.-]+):([0-9]{1,5})\/?$/i

/** @throws ChannelproofError `wrong-option` */
export function addressOf(option: string, text: string, schemes: readonly string[]): Address {
  const [, scheme = '', host = '', digits = ''] = FORM.exec(text) ?? []
  const port = Number(digits)
  const forms = schemes.map((each) => `${each}://host:port`).join(' or ')
  if (!schemes.includes(scheme) || port > 65535)
    throw wrongValue(option, text, `give ${forms}, such as ${schemes[0]}://127.0.0.1:4711`)
  return { scheme, host: host.replace(/^\[|\]$/g, ''), port }
}

export const addressText = ({ scheme, host, port }: Address): string =>
  `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`

/** How long a device may take to close the connection after the last question, in milliseconds. */
const GRACE = 2000

const howItEnded = (error: unknown): string =>
  error === undefined
    ? 'it closed the connection'
    : `the connection broke (${codeOf(error) ?? 'no reason is known'})`

/** A connection to a device that sends messages, each as a line. */
export abstract class SocketChannel extends Mailbox implements AdapterChannel {
  readonly stderrTail = ''
  readonly #closed: Promise<void>

  /** @param half what came of a line that was not ended */
  constructor(socket: EventEmitter, half: () => AdapterLine | undefined = () => undefined) {
    super()
    let error: unknown
    socket.on('error', (what) => (error = what))
    this.#closed = new Promise((resolve) => {
      socket.on('close', () => {
        resolve()
        this.tell((events) => events.gone(howItEnded(error), half()))
      })
    })
  }

  protected came(line: AdapterLine): void {
    this.tell((events) => events.line(line))
  }

  abstract write(text: string): void
  abstract kill(): void
  /** Ends our side: the device may still answer. */
  protected abstract end(): void

  async finish(): Promise<void> {
    this.end()
    if (!(await isWithin(GRACE, this.#closed))) this.kill()
  }
}

/** TCP: one message a line. */
export class TcpChannel extends SocketChannel {
  readonly #socket: Socket

  constructor(socket: Socket) {
    const splitter = new LineSplitter(LONGEST_LINE, (line) => this.came(line))
    super(socket, () => splitter.rest)
    this.#socket = socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => splitter.push(chunk))
  }

  write(text: string): void {
    if (this.#socket.writable) this.#socket.write(text)
  }

  /** A reset, not only the end of the questions, after which a device may still speak. */
  kill(): void {
    this.#socket.resetAndDestroy()
  }

  protected end(): void {
    this.#socket.end()
  }
}
