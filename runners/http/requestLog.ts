import type { IncomingMessage } from 'node:http'
import { ROUTES } from '../../src/model/index.ts'

/** One answered request, without secrets. Method and path are empty where no request could be read. */
export interface LogEntry {
  readonly time: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly trackingId: string | undefined
  readonly millis: number
}

export const entryOf = (
  { method = '', url = '', headers }: IncomingMessage,
  status: number,
  millis: number,
): LogEntry => ({
  time: new Date().toISOString(),
  method,
  path: plainPath(url),
  status,
  trackingId: trackingIdOf(headers['tracking-id']),
  millis: Math.round(millis * 10) / 10,
})

/** Bytes that could not be read as a request. */
export const unreadEntry = (status: number): LogEntry => ({
  time: new Date().toISOString(),
  method: '',
  path: '',
  status,
  trackingId: undefined,
  millis: 0,
})

/** The words of the four paths. */
const WORDS = new Set(Object.values(ROUTES).flatMap(({ path }) => path.split('/')))

/** A path or a query may hold a token or a secret by mistake, so only words of the interface are shown. */
function plainPath(url: string): string {
  const [path = '', ...query] = url.split('?')
  const words = path.slice(0, 200).split('/')
  const plain = words.map((word) => (WORDS.has(word) ? word : '…'))
  return plain.join('/') + (query.length > 0 ? '?…' : '')
}

/** Section 4: 32 hexadecimal digits. Anything else is not shown. */
function trackingIdOf(value: string | string[] | undefined): string | undefined {
  if (typeof value !== 'string') return undefined
  return /^[0-9a-f]{32}$/i.test(value) ? value : '…'
}
