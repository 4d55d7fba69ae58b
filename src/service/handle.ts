import {
  type StartRequest,
  type StopRequest,
  type StreamChange,
  type UpdateRequest,
  rightBody,
  type BodyOf,
  type JoinParams,
} from '../body/index.ts'
import { MOST_STREAMS, BODY_OF, ROUTES, type StreamingOperation } from '../interface/operations.ts'
import {
  type Channel,
  type Stream,
  channelKey,
  type App,
  type Handled,
  type ServiceRequest,
  type ServiceState,
} from './state.ts'
import { errorOf, type TokenError } from '../interface/errors.ts'
import { isUtf8 } from 'node:buffer'
import { OPERATIONS, type BodyKind } from '../model/index.ts'
import { issueText } from '../token/index.ts'
import { authorize } from './authorization.ts'
import { settle, withChannel } from './channels.ts'

/** The channel after the operation, or the status of a refusal. */
export type Changed = Channel | 400

/**
 * START-STREAMS-SEVERAL, START-STREAMS-MAXIMUM. Starts all entries or none. The text does not show the answer to a
 * fourth stream, to a streamId twice and to one that runs already: this service says 400.
 */
export function start(channel: Channel, { streamList }: StartRequest): Changed {
  const streams = [...channel.streams, ...streamList.map((entry) => started(entry, channel))]
  const ids = new Set(streams.map(({ streamId }) => streamId))
  return ids.size < streams.length || streams.length > MOST_STREAMS ? 400 : { ...channel, streams }
}

/** STREAM-FPS-DEFAULT, STREAM-DELAYCLOSE-DEFAULT, STREAM-USERID-PRESENTER-DEFAULT */
const started = (entry: StartRequest['streamList'][number], { firstUser }: Channel): Stream => ({
  fps: 30,
  delayClose: 0,
  userId: firstUser,
  ...entry,
})

/** An unknown streamId, and another user of a single-stream push: the answer is not shown; this service says 400. */
export function update(channel: Channel, { streamList }: UpdateRequest): Changed {
  let { streams } = channel
  for (const change of streamList) {
    const before = streams.find(({ streamId }) => streamId === change.streamId)
    if (!before || !isAllowed(before, change)) return 400
    streams = streams.map((stream) => (stream === before ? changed(stream, change) : stream))
  }
  return { ...channel, streams }
}

/** UPDATE-SINGLE-USERID-FIXED (4.3 rule 2) */
const isAllowed = ({ type, userId }: Stream, change: StreamChange): boolean =>
  type !== 2 || change.userId === undefined || change.userId === userId

/** UPDATE-WATERMARKS-EMPTY: an empty array removes them (4.3 rule 3). Absent members stay as they are. */
function changed(stream: Stream, change: StreamChange): Stream {
  const { watermarks, ...rest } = { ...stream, ...change }
  return watermarks === undefined || watermarks.length === 0 ? rest : { ...rest, watermarks }
}

/** STOP-ALL, STOP-ONE, STREAM-DELAYCLOSE-EFFECT. An unknown streamId stops nothing; the text does not say more. */
export function stop(channel: Channel, { streamId }: StopRequest, now: number): Channel {
  const isMeant = (stream: Stream): boolean => streamId === undefined || stream.streamId === streamId
  const streams = channel.streams.flatMap((stream) => {
    if (!isMeant(stream) || stream.closesAt !== undefined) return [stream]
    return stream.delayClose > 0 ? [{ ...stream, closesAt: now + stream.delayClose }] : []
  })
  return { ...channel, streams }
}

/** Largest body that the service reads, in bytes. */
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
  return streaming(state, app, operation, request, now)
}

/** The shape of error bodies is not shown (ERROR-BODY-SHAPE); this service sends `{"code": …}`. */
const errorResponse = ({ status, code }: TokenError): Handled['response'] => ({ status, body: { code } })

function tokenResponse(app: App, request: ServiceRequest, now: number): Handled['response'] {
  const joinParams = accepted('auth-token', request)
  if (!joinParams || !isExact(joinParams)) return errorResponse(errorOf('Invalid.Parameter.Value'))
  const { appId, appSecret } = app
  // TOKEN-VALIDITY-START-ISSUED: validity starts when the service generates the token.
  const token = issueText(JSON.stringify(joinParams), { appId, appSecret, timestamp: now })
  return { status: 200, body: { token } }
}

/** An integer beyond 2^53 - 1 would stand in the token as a different one. */
const isExact = (joinParams: JoinParams): boolean =>
  Object.values(joinParams).every((value) => typeof value !== 'number' || Number.isSafeInteger(value))

/** The body, if it keeps every rule of the interface and every recommended one. */
function accepted<K extends BodyKind>(kind: K, { body }: ServiceRequest): BodyOf<K> | undefined {
  if (body.length > LARGEST_BODY || !isUtf8(body)) return undefined
  return rightBody(kind, Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'))
}

type BodyFor<O extends StreamingOperation> = BodyOf<(typeof BODY_OF)[O]>

const APPLY: {
  readonly [O in StreamingOperation]: (channel: Channel, body: BodyFor<O>, now: number) => Changed
} = {
  'streaming.start': start,
  'streaming.update': update,
  'streaming.stop': stop,
}

function streaming<O extends StreamingOperation>(
  state: ServiceState,
  app: App,
  operation: O,
  request: ServiceRequest,
  now: number,
): Handled {
  const body: BodyFor<O> | undefined = accepted(BODY_OF[operation], request)
  if (!body) return { state, response: { status: 400 } }
  const channel = state.channels.get(channelKey(app.appId, body.channelId))
  // START-CHANNEL-MISSING, UPDATE-CHANNEL-MISSING, STOP-CHANNEL-MISSING
  if (!channel) return { state, response: { status: 404 } }
  const changed = APPLY[operation](channel, body, now)
  if (changed === 400) return { state, response: { status: 400 } }
  return { state: withChannel(state, app.appId, changed), response: { status: 200 } }
}
