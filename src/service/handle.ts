import { isUtf8 } from 'node:buffer'
import {
  gatingMistakes,
  validateBody,
  type StartRequest,
  type StopRequest,
  type UpdateRequest,
} from '../body/index.ts'
import { OPERATIONS, ROUTES, type BodyKind, type JsonObject, type Operation } from '../model.ts'
import { issue } from '../token/index.ts'
import { authorize, type ErrorCode } from './authorization.ts'
import { settle, withChannel } from './channels.ts'
import {
  channelKey,
  type App,
  type Channel,
  type Handled,
  type ServiceRequest,
  type ServiceState,
} from './model.ts'
import { start, stop, update, type Changed } from './streams.ts'

/** Which kind of body each operation takes. */
const BODY: Readonly<Record<Operation, BodyKind>> = {
  'auth.token': 'auth-token',
  'streaming.start': 'streaming-start',
  'streaming.update': 'streaming-update',
  'streaming.stop': 'streaming-stop',
}

/** Largest body that is looked at, in bytes. */
export const LARGEST_BODY = 1024 * 1024

/**
 * One request: (state, request, now) → (state, response). Never throws for a request.
 * @param now Unix seconds
 */
export function handle(before: ServiceState, request: ServiceRequest, now: number): Handled {
  const state = settle(before, now)
  const operation = OPERATIONS.find((name) => ROUTES[name].path === request.path)
  if (!operation) return { state, response: { status: 404 } }
  if (ROUTES[operation].method !== request.method) return { state, response: { status: 405 } }
  const app = authorize(state, request, now)
  if (operation === 'auth.token')
    return { state, response: 'code' in app ? errorResponse(app) : tokenResponse(app, request, now) }
  // Section 5 item 3: streaming endpoints report every authentication error as 401.
  if ('code' in app) return { state, response: { status: 401 } }
  const value = readBody(BODY[operation], request)
  return value ? streaming(state, app, operation, value, now) : { state, response: { status: 400 } }
}

/** The shape of error bodies is not shown (ERROR-BODY-SHAPE); this service sends `{"code": …}`. */
const errorResponse = ({ status, code }: ErrorCode): Handled['response'] => ({ status, body: { code } })

function tokenResponse(app: App, request: ServiceRequest, now: number): Handled['response'] {
  const joinParams = readBody('auth-token', request)
  if (!joinParams) return errorResponse({ status: 403, code: 'Invalid.Parameter.Value' })
  // TOKEN-VALIDITY-START-ISSUED: validity starts when the service generates the token.
  return { status: 200, body: { token: issue(joinParams, { ...app, timestamp: now }) } }
}

/** The body, if every rule of the interface and every recommended one holds. */
function readBody(kind: BodyKind, { body }: ServiceRequest): JsonObject | undefined {
  if (body.length > LARGEST_BODY || !isUtf8(body)) return undefined
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
  return gatingMistakes(validateBody(kind, text), 'recommended').length > 0
    ? undefined
    : (JSON.parse(text) as JsonObject)
}

const APPLY: Readonly<
  Record<Exclude<Operation, 'auth.token'>, (channel: Channel, body: JsonObject, now: number) => Changed>
> = {
  'streaming.start': (channel, body) => start(channel, body as unknown as StartRequest),
  'streaming.update': (channel, body) => update(channel, body as unknown as UpdateRequest),
  'streaming.stop': (channel, body, now) => stop(channel, body as unknown as StopRequest, now),
}

function streaming(
  state: ServiceState,
  app: App,
  operation: Exclude<Operation, 'auth.token'>,
  body: JsonObject,
  now: number,
): Handled {
  const channel = state.channels.get(channelKey(app.appId, body['channelId'] as string))
  // START-CHANNEL-MISSING, UPDATE-CHANNEL-MISSING, STOP-CHANNEL-MISSING
  if (!channel) return { state, response: { status: 404 } }
  const changed = APPLY[operation](channel, body, now)
  if (changed === 400) return { state, response: { status: 400 } }
  return { state: withChannel(state, app.appId, changed), response: { status: 200 } }
}
