import type { Way } from '../adapter/channel.ts'
import { wrongValue } from '../terminal/options.ts'

/** The way to a device that no command starts. */
export interface SocketWay extends Way {
  /** Ends what waits, at the end of the run. */
  close(): void
}

export const ANSWERS_ONLY = 'The connection is for answers only: log elsewhere'
export const DESCRIBES = 'answer "describe"'

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
  if (!schemes.includes(scheme) || port > 65535)
    throw wrongValue(
      option,
      text,
      `give ${schemes.map((each) => `${each}://host:port`).join(' or ')}, such as ${schemes[0]}://127.0.0.1:4711`,
    )
  return { scheme, host: host.replace(/^\[|\]$/g, ''), port }
}

export const shown = ({ scheme, host, port }: Address): string =>
  `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`
