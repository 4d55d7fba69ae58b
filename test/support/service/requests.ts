import { createHmac } from 'node:crypto'
import { handle, join, type App, type ServiceState } from '../../../src/service/index.ts'
import { issue } from '../../../src/token/index.ts'

export const NOW = 1700000000
export const SECRET = 'DO-NOT-USE-handle'

const app = (appId: string, status: App['status'], appSecret = SECRET): App => ({ appId, appSecret, status })
const APPS = [
  app('app', 'active'),
  app('disabled', 'disabled'),
  app('unpaid', 'unpaid'),
  app('secretless', 'active', ''),
  app('other', 'active'),
]

/** The service with the channel `open` of the app `app`, and `u1` in it. */
export function opened(scheme = 'SvcSign'): ServiceState {
  const token = issue(
    { channelId: 'open', userId: 'u1' },
    { appId: 'app', appSecret: SECRET, timestamp: NOW },
  )
  return join({ apps: APPS, channels: new Map(), scheme }, token, NOW).state
}

/** The stand-in as docs/endpoints.md describes it, made without our own code. */
export const signed = (appId = 'app', { at = NOW, secret = SECRET, scheme = 'SvcSign' } = {}): string =>
  `${scheme} ${appId}.${at}.${createHmac('sha256', secret).update(`${appId}${at}`).digest('base64')}`

export interface Sent {
  readonly state?: ServiceState
  readonly method?: string
  readonly path?: string
  /** null: no header. */
  readonly authorization?: string | null
  readonly headers?: readonly (readonly [string, string])[]
  readonly body?: string | Uint8Array
}

export interface Got {
  readonly state: ServiceState
  readonly status: number
  readonly code: string | undefined
  readonly token: string | undefined
}

/** Sends one request to the model; by default a rightly signed `POST /auth/token`. */
export function send({
  state = opened(),
  method = 'POST',
  path = '/auth/token',
  authorization = signed(),
  headers = [],
  body = '{"channelId":"c1","userId":"u1"}',
}: Sent): Got {
  const all = [...headers, ...(authorization === null ? [] : [['Authorization', authorization] as const])]
  const done = handle(state, { method, path, headers: all, body: Buffer.from(body) }, NOW)
  const { status, body: answer = {} } = done.response
  return { state: done.state, status, code: answer['code'], token: answer['token'] }
}

const push = (streamId: number, more: object = {}): object => ({
  streamId,
  url: 'rtmp://cdn.invalid/live',
  flag: 3,
  type: 1,
  ...more,
})

const streaming =
  (method: string, path: string) =>
  (body: object | string | Uint8Array, more: Sent = {}): Sent => ({
    method,
    path,
    body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    ...more,
  })

const start = streaming('POST', '/streaming/start')
const update = streaming('PUT', '/streaming/update')
const stop = streaming('POST', '/streaming/stop')

/** The open channel with the single-stream push 1 of u1 and the mixed push 2. */
const withStream = (): ServiceState =>
  send(start({ channelId: 'open', streamList: [push(1, { type: 2, userId: 'u1' }), push(2)] })).state

/** Streaming calls on the open channel; the state before is the open channel, or the one with two pushes. */
export const starting = (...streamList: object[]): Sent => start({ channelId: 'open', streamList })
export const startingMore = (...streamList: object[]): Sent => ({
  ...starting(...streamList),
  state: withStream(),
})
export const updating = (...streamList: object[]): Sent =>
  update({ channelId: 'open', streamList }, { state: withStream() })
export const stopping = (body: object): Sent => stop({ channelId: 'open', ...body }, { state: withStream() })
export { push, start, stop, update }
