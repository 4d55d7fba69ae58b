import type { Family, JsonObject, Operation } from '../../model/index.ts'
import { bodyStreamingStart } from '../body/streaming-start.ts'
import { bodyStreamingStop } from '../body/streaming-stop.ts'
import { bodyStreamingUpdate } from '../body/streaming-update.ts'
import { openRow } from '../rows/row.ts'
import {
  bodyOf,
  changeBody,
  CHANNEL_USER,
  endpointFamily,
  NO_JSON,
  refusedBodies,
  onOpenChannel,
  push,
  pushUrl,
  RIGHT_BODY,
  startOf,
  startBody,
  status,
  stopOf,
  stream,
  updateOf,
  type EndpointRow,
  type RefusedBody,
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

/** Where it matters how many pushes run. */
const LIMIT = ['exclusive-channel', 'default-stream-limit'] as const
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
      ...startOf(...streams),
    }),
  ),
  onOpenChannel({
    name: 'start-another',
    title: 'Starts a push while another one runs',
    requirements: ['START-STREAMS-SEVERAL', SUCCESS],
    before: [startOf(push(1))],
    ...startOf(push(2, { fps: 30 })),
  }),
  onOpenChannel({
    name: 'start-three',
    title: 'Starts three pushes in one channel, the default maximum',
    requirements: ['START-STREAMS-SEVERAL', 'START-STREAMS-MAXIMUM', SUCCESS],
    ...startOf(push(1), push(2, { fps: 15 }), push(3)),
    needs: LIMIT,
  }),
  onOpenChannel({
    // 200 says that the request was handled, so four pushes run. It is not shown which error says that they do not
    // (START-STREAMS-MAXIMUM-ANSWER): a refusal, or the 500 of 7.2, which 4.2 refers to.
    name: 'start-refuses-a-fourth-stream',
    title: 'Does not start a fourth push while three are running',
    requirements: ['START-STREAMS-MAXIMUM'],
    before: [startOf(push(1), push(2), push(3))],
    ...startOf(push(4, { fps: 15 })),
    needs: LIMIT,
    answers: status('4xx', 500),
  }),
  onOpenChannel({
    name: 'start-refuses-four-at-once',
    title: 'Does not start four pushes in one request: it refuses it, or starts as many as there is room for',
    requirements: ['START-STREAMS-MAXIMUM', 'START-STREAMS-MAXIMUM-ANSWER'],
    ...startOf(push(1), push(2), push(3), push(4)),
    needs: LIMIT,
    // 200 does not say how many of them run.
    answers: [...status('4xx', 500), { status: 200, open: true }],
  }),
]

/** A layout, whose fields are not shown, is only observed: see `opened`. */
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
    before: [startOf(push(1))],
    ...updateOf(change),
  }),
)

/** Stops, and the part of their effect that the operations alone can show (section 4.4). */
const stops: readonly EndpointRow[] = [
  onOpenChannel({
    name: 'stop-one',
    title: 'Stops one push by its streamId',
    requirements: ['STOP-ONE', SUCCESS],
    before: [startOf(push(1), push(2))],
    ...stopOf({ streamId: stream(1) }),
  }),
  onOpenChannel({
    name: 'stop-the-only-one',
    title: 'Stops the only push of the channel by its streamId',
    requirements: ['STOP-ONE', SUCCESS],
    before: [startOf(push(1))],
    ...stopOf({ streamId: stream(1) }),
  }),
  onOpenChannel({
    name: 'stop-one-leaves-others',
    title: 'Leaves the other pushes running when one is stopped: they can still be updated',
    requirements: ['STOP-ONE', 'UPDATE-FPS'],
    before: [startOf(push(1), push(2)), stopOf({ streamId: stream(1) })],
    ...updateOf({ fps: 15 }, 2),
  }),
  onOpenChannel({
    // A stop without effect, or one that keeps its place, leaves no room for a fourth push.
    name: 'start-another-after-stop-one',
    title: 'Starts another push in the place of one that was stopped',
    requirements: ['STOP-ONE', SUCCESS],
    before: [startOf(push(1), push(2), push(3)), stopOf({ streamId: stream(1) })],
    ...startOf(push(4, { flag: 2 })),
    needs: LIMIT,
  }),
  onOpenChannel({
    name: 'stop-all',
    title: 'Stops all pushes of the channel when the body has no streamId',
    requirements: ['STOP-ALL', SUCCESS],
    before: [startOf(push(1), push(2))],
    ...stopOf({}),
    needs: ['exclusive-channel'],
  }),
  onOpenChannel({
    // A stop without effect leaves no room for a fourth push.
    name: 'start-another-after-stop-all',
    title: 'Starts another push once all three are stopped',
    requirements: ['STOP-ALL', SUCCESS],
    before: [startOf(push(1), push(2), push(3)), stopOf({})],
    ...startOf(push(4, { flag: 1 })),
    needs: LIMIT,
  }),
  onOpenChannel({
    name: 'start-again-after-stop-all',
    title:
      'Open: whether the streamIds can be used again once all pushes are stopped (the text does not say)',
    requirements: ['STREAM-STREAMID-AFTER-STOP'],
    before: [startOf(push(1), push(2)), stopOf({})],
    ...startOf(push(1), push(2)),
    needs: ['exclusive-channel'],
  }),
  onOpenChannel({
    name: 'start-again-after-stop',
    title: 'Open: whether the streamId of a stopped push can be used again (the text does not say)',
    requirements: ['STREAM-STREAMID-AFTER-STOP'],
    before: [startOf(push(1)), stopOf({ streamId: stream(1) })],
    ...startOf(push(1)),
  }),
]

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
  if (body.includes(stream(2))) return { before: [startOf(push(1), push(2))] }
  return /\{\{stream/.test(body) ? { before: [startOf(push(1))] } : {}
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

const opens =
  (operation: Operation) =>
  (name: string, requirement: string, body: string, more: Partial<EndpointRow> = {}): EndpointRow =>
    onOpenChannel({
      ...openRow(name, requirement),
      operation,
      body,
      ...more,
    })
const start = opens('streaming.start')
const update = opens('streaming.update')
const stop = opens('streaming.stop')

const ON_PUSH = { before: [startOf(push(1))] }
const ONE = startBody(push(1))
const STOP_ONE = bodyOf({ streamId: stream(1) })
const TWICE = bodyOf({
  streamList: [
    { streamId: stream(1), fps: 15 },
    { streamId: stream(1), fps: 30 },
  ],
})

/** What the text leaves open about the streaming operations: observed, never failed. */
const opened: readonly EndpointRow[] = [
  update('update-with-type', 'UPDATE-TYPE-FLAG-ANSWER', changeBody({ type: 2, userId: 'u' }), ON_PUSH),
  update('update-with-flag', 'UPDATE-TYPE-FLAG-ANSWER', changeBody({ flag: 15 }), ON_PUSH),
  update('update-of-a-single-user', 'UPDATE-SINGLE-USERID-ANSWER', changeBody({ userId: 'another' }), {
    before: [startOf(push(1, { type: 2, userId: CHANNEL_USER }))],
  }),
  update('update-of-an-unknown-stream', 'UPDATE-STREAMID-UNKNOWN', changeBody({ fps: 15 })),
  update('update-of-a-stream-twice', 'UPDATE-STREAMLIST-DUPLICATE-STREAMID', TWICE, ON_PUSH),
  update('update-layout', 'STREAM-LAYOUT-FIELDS', changeBody({ layout: {} }), {
    ...ON_PUSH,
    requirements: ['STREAM-LAYOUT-FIELDS', 'UPDATE-LAYOUT'],
  }),
  start('start-with-layout', 'STREAM-LAYOUT-FIELDS', startBody(push(1, { layout: {} }))),
  update('update-body', 'UPDATE-RESPONSE-BODY', changeBody({ fps: 15 }), ON_PUSH),
  start('start-of-a-stream-twice', 'START-STREAMLIST-DUPLICATE-STREAMID', startBody(push(1), push(1))),
  start('start-of-a-running-stream', 'START-STREAMID-RUNNING', ONE, ON_PUSH),
  start('start-of-good-and-bad', 'START-STREAMLIST-PARTIAL', startBody(push(1), push(2, { type: 3 }))),
  start(
    'start-of-an-absent-user',
    'STREAM-USERID-NOT-IN-CHANNEL',
    startBody(push(1, { type: 2, userId: 'nobody-of-that-name' })),
  ),
  start('start-of-a-fourth-stream', 'START-STREAMS-MAXIMUM-ANSWER', startBody(push(4)), {
    before: [startOf(push(1), push(2), push(3))],
    needs: LIMIT,
  }),
  start(
    'start-of-two-with-one-address',
    'STREAM-URL-SHARED',
    startBody(push(1), push(2, { url: pushUrl(1) })),
  ),
  start('start-body', 'START-RESPONSE-BODY', ONE),
  stop('stop-of-an-unknown-stream', 'STOP-STREAMID-UNKNOWN', STOP_ONE),
  stop('stop-of-nothing', 'STOP-NOTHING-RUNNING', bodyOf({ streamId: stream(2) })),
  stop('stop-body', 'STOP-RESPONSE-BODY', STOP_ONE, ON_PUSH),
  start('error-codes', 'ERROR-STREAMING-CODES', ONE, { channel: 'unopened', answers: status(404) }),
]

/** The CDN streaming operations (sections 4.2 to 4.4 and 7.2). */
export const endpointStreaming = (): Family =>
  endpointFamily(
    'endpoint/streaming',
    'Pushes that an endpoint starts, updates and stops (sections 4.2 to 4.4 and 7.2)',
    [...missing, ...starts, ...updates, ...stops, ...refused, ...opened],
  )
