import type { Family, JsonObject, Operation } from '../../model/index.ts'
import { bodyStreamingStart } from '../body/streaming-start.ts'
import { bodyStreamingStop } from '../body/streaming-stop.ts'
import { bodyStreamingUpdate } from '../body/streaming-update.ts'
import { OPEN_ROWS } from './streaming/open.ts'
import { STOP_ROWS } from './streaming/stop.ts'
import { NO_JSON, refusedBodies, type RefusedBody } from '../rows/refusedBodies.ts'
import {
  changeBody,
  CHANNEL_USER,
  endpointFamily,
  onOpenChannel,
  push,
  pushUrl,
  RIGHT_BODY,
  started,
  startBody,
  status,
  stream,
  type EndpointRow,
} from '../rows/endpoint.ts'

/**
 * Without a channelId of type string the body names no channel: the text does not show which error comes first
 * (ERROR-PRECEDENCE).
 */
const MALFORMED_OR_MISSING = status(400, 404)

const CHANNEL_MISSING: readonly (readonly [Exclude<Operation, 'auth.token'>, string])[] = [
  ['streaming.start', 'START-CHANNEL-MISSING'],
  ['streaming.update', 'UPDATE-CHANNEL-MISSING'],
  ['streaming.stop', 'STOP-CHANNEL-MISSING'],
]

const slug = (operation: Operation): string => operation.replace('streaming.', '')

const missing: readonly EndpointRow[] = CHANNEL_MISSING.map(([operation, requirement]) => ({
  name: `${slug(operation)}-without-channel`,
  title: `Answers ${operation} for a channel that does not exist with 404`,
  requirements: [requirement],
  operation,
  body: RIGHT_BODY[operation],
  answers: status(404),
}))

const SUCCESS = 'ERROR-STREAMING-SUCCESS'

/** Starts that must be answered 200, by name. Two streams leave room for other users of the channel. */
const STARTS: readonly (readonly [
  name: string,
  title: string,
  requirement: string,
  streams: readonly JsonObject[],
])[] = [
  ['mixed', 'Starts a mixed push', 'START-STREAMLIST-ENTRY-EACH', [push(1)]],
  ['single', 'Starts a push of one user', 'STREAM-TYPE-SINGLE', [push(1, { type: 2, userId: CHANNEL_USER })]],
  [
    'two',
    'Starts several pushes with streamIds that the caller chose',
    'STREAM-STREAMID-CALLER-CHOSEN',
    [push(1), push(2, { fps: 15 })],
  ],
  // Fields of layout are not shown.
  [
    'every-member-but-layout',
    'Starts a push with every optional member whose values are shown',
    'START-STREAMLIST-ENTRY-EACH',
    [push(1, { userId: CHANNEL_USER, fps: 15, watermarks: [], delayClose: 0 })],
  ],
]

const starts: readonly EndpointRow[] = [
  ...STARTS.map(([name, title, requirement, streams]) =>
    onOpenChannel({
      name: `start-${name}`,
      title,
      requirements: [requirement, SUCCESS],
      operation: 'streaming.start',
      body: startBody(...streams),
    }),
  ),
  onOpenChannel({
    name: 'start-another',
    title: 'Starts a push while another one runs',
    requirements: ['START-STREAMS-SEVERAL', SUCCESS],
    operation: 'streaming.start',
    before: [started(push(1))],
    body: startBody(push(2, { fps: 30 })),
  }),
  onOpenChannel({
    name: 'start-three',
    title: 'Starts three pushes in one channel, the default maximum',
    requirements: ['START-STREAMS-SEVERAL', 'START-STREAMS-MAXIMUM', SUCCESS],
    operation: 'streaming.start',
    body: startBody(push(1), push(2, { fps: 15 }), push(3)),
    needs: ['exclusive-channel', 'default-stream-limit'],
  }),
  onOpenChannel({
    // 200 says that the request was handled, so four pushes run. It is not shown which error says that they do not
    // (START-STREAMS-MAXIMUM-ANSWER): a refusal, or the 500 of 7.2, which 4.2 refers to.
    name: 'start-refuses-a-fourth-stream',
    title: 'Does not start a fourth push while three are running',
    requirements: ['START-STREAMS-MAXIMUM'],
    operation: 'streaming.start',
    before: [started(push(1), push(2), push(3))],
    body: startBody(push(4, { fps: 15 })),
    needs: ['exclusive-channel', 'default-stream-limit'],
    answers: status('4xx', 500),
  }),
  onOpenChannel({
    name: 'start-refuses-four-at-once',
    title: 'Does not start four pushes in one request: it refuses it, or starts as many as there is room for',
    requirements: ['START-STREAMS-MAXIMUM', 'START-STREAMS-MAXIMUM-ANSWER'],
    operation: 'streaming.start',
    body: startBody(push(1), push(2), push(3), push(4)),
    needs: ['exclusive-channel', 'default-stream-limit'],
    // 200 does not say how many of them run.
    answers: [...status('4xx', 500), { status: 200, open: true }],
  }),
]

/** A layout, whose fields are not shown, is only observed: see endpoint/streaming/open.ts. */
const UPDATES: readonly (readonly [name: string, requirement: string, change: JsonObject])[] = [
  ['url', 'UPDATE-URL', { url: pushUrl(2) }],
  ['presenter', 'UPDATE-PRESENTER', { userId: CHANNEL_USER }],
  ['fps', 'UPDATE-FPS', { fps: 15 }],
  ['watermarks', 'UPDATE-WATERMARKS', { watermarks: [] }],
]

const updates: readonly EndpointRow[] = UPDATES.map(([name, requirement, change]) =>
  onOpenChannel({
    name: `update-${name}`,
    title: `Updates the ${name} of a running push`,
    requirements: [requirement, SUCCESS],
    operation: 'streaming.update',
    before: [started(push(1))],
    body: changeBody(change),
  }),
)

const BODIES = [
  ['streaming.start', bodyStreamingStart],
  ['streaming.update', bodyStreamingUpdate],
  ['streaming.stop', bodyStreamingStop],
] as const

/**
 * Only on a channel for this run: an endpoint that ignores a wrong streamId stops or changes all pushes, or starts
 * one that no request can stop by its id; and 86400 s after a stop are too long.
 */
const DANGEROUS: Readonly<Record<(typeof BODIES)[number][0], RegExp>> = {
  'streaming.start': /^(?:stream-id-(?!is-(?:text|fraction|array))|delay-close-86400$)/,
  'streaming.update': /^stream-id-(?!is-(?:text|fraction|array))/,
  'streaming.stop': /^stream-id-/,
}

/** Pushes that a refused update names do run, because the answer to an unknown streamId is not shown. */
const startedBefore = ({ body }: RefusedBody): Pick<EndpointRow, 'before'> => {
  if (body.includes(stream(2))) return { before: [started(push(1), push(2))] }
  return /\{\{stream/.test(body) ? { before: [started(push(1))] } : {}
}

/** Refused bodies need an open channel, because the text does not show which error comes first. */
const refused: readonly EndpointRow[] = BODIES.flatMap(([operation, family]) =>
  [...refusedBodies(operation, family()), NO_JSON].map((row) => ({
    name: `${slug(operation)}-refuses-${row.name}`,
    title: `${row.title}, with 400`,
    requirements: ['ERROR-STREAMING-MALFORMED', row.requirement] as const,
    operation,
    body: row.body,
    channel: 'open' as const,
    ...(DANGEROUS[operation].test(row.name) && { needs: ['exclusive-channel'] as const }),
    ...(operation === 'streaming.update' && startedBefore(row)),
    answers: row.name.startsWith('channel-id-') ? MALFORMED_OR_MISSING : status(400),
  })),
)

/** The CDN streaming operations (sections 4.2 to 4.4 and 7.2). */
export const endpointStreaming = (): Family =>
  endpointFamily(
    'endpoint/streaming',
    'Pushes that an endpoint starts, updates and stops (sections 4.2 to 4.4 and 7.2)',
    [...missing, ...starts, ...updates, ...STOP_ROWS, ...refused, ...OPEN_ROWS],
  )
