import { CHANNEL_MISSING } from '../../interface/errors.ts'
import { STREAMING, type StreamingOperation } from '../../interface/operations.ts'
import type { EndpointRequest, Family, Operation } from '../../model/index.ts'
import { bodyStreamingStart } from '../body/streaming-start.ts'
import { bodyStreamingStop } from '../body/streaming-stop.ts'
import { bodyStreamingUpdate } from '../body/streaming-update.ts'
import { openRow } from '../rows/row.ts'
import {
  CHANNEL_USER,
  endpointFamily,
  NO_JSON,
  refusedBodies,
  onOpenChannel,
  push,
  pushUrl,
  RIGHT_BODY,
  startOf,
  status,
  stopOf,
  stream,
  updateOf,
  updatesOf,
  type EndpointRow,
  type RefusedBody,
} from '../rows/endpoint.ts'

/**
 * Without a channelId of type string the body names no channel: the text does not show which error comes first
 * (ERROR-PRECEDENCE).
 */
const MALFORMED_OR_MISSING = status(400, 404)

const slug = (operation: Operation): string => operation.replace('streaming.', '')

const missing: readonly EndpointRow[] = STREAMING.map((operation) => ({
  name: `${slug(operation)}-without-channel`,
  title: `Answers ${operation} for a channel that does not exist with 404`,
  requirements: [CHANNEL_MISSING[operation]],
  operation,
  body: RIGHT_BODY[operation],
  answers: status(404),
}))

/** Where it matters how many pushes run. */
const LIMIT = { needs: ['exclusive-channel', 'default-stream-limit'] } as const
const OK = 'ERROR-STREAMING-SUCCESS'

type More = Partial<EndpointRow>
type Named = readonly [title: string, rules: EndpointRow['requirements'], asked: EndpointRequest, More?]

/** Rows on the open channel by their names. */
const named = (table: Readonly<Record<string, Named>>): EndpointRow[] =>
  Object.entries(table).map(([name, [title, requirements, asked, more]]) =>
    onOpenChannel({ name, title, requirements, ...asked, ...more }),
  )

const [FIRST, SECOND, THIRD] = [push(1), push(2), push(3)]
const SINGLE = push(1, { type: 2, userId: CHANNEL_USER })
const STOP_FIRST = stopOf({ streamId: stream(1) })
const ON_ONE = { before: [startOf(FIRST)] }
const ON_TWO = { before: [startOf(FIRST, SECOND)] }
const ON_THREE = { before: [startOf(FIRST, SECOND, THIRD)] }

/** Two streams leave room for other users of the channel. */
const starts = named({
  'start-mixed': ['Starts a mixed push', ['START-STREAMLIST-ENTRY-EACH', OK], startOf(FIRST)],
  'start-single': ['Starts a push of one user', ['STREAM-TYPE-SINGLE', OK], startOf(SINGLE)],
  'start-two': [
    'Starts several pushes with streamIds that the caller chose',
    ['STREAM-STREAMID-CALLER-CHOSEN', OK],
    startOf(FIRST, push(2, { fps: 15 })),
  ],
  // Fields of layout are not shown.
  'start-every-member-but-layout': [
    'Starts a push with every optional member whose values are shown',
    ['START-STREAMLIST-ENTRY-EACH', OK],
    startOf(push(1, { userId: CHANNEL_USER, fps: 15, watermarks: [], delayClose: 0 })),
  ],
  'start-another': [
    'Starts a push while another one runs',
    ['START-STREAMS-SEVERAL', OK],
    startOf(push(2, { fps: 30 })),
    ON_ONE,
  ],
  'start-three': [
    'Starts three pushes in one channel, the default maximum',
    ['START-STREAMS-SEVERAL', 'START-STREAMS-MAXIMUM', OK],
    startOf(FIRST, push(2, { fps: 15 }), THIRD),
    LIMIT,
  ],
  // 200 says that the request was handled, so four pushes run. It is not shown which error says that they do not
  // (START-STREAMS-MAXIMUM-ANSWER): a refusal, or the 500 of 7.2, which 4.2 refers to.
  'start-refuses-a-fourth-stream': [
    'Does not start a fourth push while three are running',
    ['START-STREAMS-MAXIMUM'],
    startOf(push(4, { fps: 15 })),
    { ...ON_THREE, ...LIMIT, answers: status('4xx', 500) },
  ],
  'start-refuses-four-at-once': [
    'Does not start four pushes in one request: it refuses it, or starts as many as there is room for',
    ['START-STREAMS-MAXIMUM', 'START-STREAMS-MAXIMUM-ANSWER'],
    startOf(FIRST, SECOND, THIRD, push(4)),
    // 200 does not say how many of them run.
    { ...LIMIT, answers: [...status('4xx', 500), { status: 200, open: true }] },
  ],
})

/** A layout, whose fields are not shown, is only observed: see `opened`. */
const updates: readonly EndpointRow[] = (
  [
    ['url', 'UPDATE-URL', { url: pushUrl(2) }],
    ['presenter', 'UPDATE-PRESENTER', { userId: CHANNEL_USER }],
    ['fps', 'UPDATE-FPS', { fps: 15 }],
    ['watermarks', 'UPDATE-WATERMARKS', { watermarks: [] }],
  ] as const
).map(([name, requirement, change]) =>
  onOpenChannel({
    name: `update-${name}`,
    title: `Updates the ${name} of a running push`,
    requirements: [requirement, OK],
    ...updateOf(change),
    ...ON_ONE,
  }),
)

/** Stops, and the part of their effect that the operations alone can show (section 4.4). */
const stops = named({
  'stop-one': ['Stops one push by its streamId', ['STOP-ONE', OK], STOP_FIRST, ON_TWO],
  'stop-the-only-one': [
    'Stops the only push of the channel by its streamId',
    ['STOP-ONE', OK],
    STOP_FIRST,
    ON_ONE,
  ],
  'stop-one-leaves-others': [
    'Leaves the other pushes running when one is stopped: they can still be updated',
    ['STOP-ONE', 'UPDATE-FPS'],
    updateOf({ fps: 15 }, 2),
    { before: [...ON_TWO.before, STOP_FIRST] },
  ],
  // A stop without effect, or one that keeps its place, leaves no room for a fourth push.
  'start-another-after-stop-one': [
    'Starts another push in the place of one that was stopped',
    ['STOP-ONE', OK],
    startOf(push(4, { flag: 2 })),
    { before: [...ON_THREE.before, STOP_FIRST], ...LIMIT },
  ],
  'stop-all': [
    'Stops all pushes of the channel when the body has no streamId',
    ['STOP-ALL', OK],
    stopOf({}),
    { ...ON_TWO, needs: ['exclusive-channel'] },
  ],
  // A stop without effect leaves no room for a fourth push.
  'start-another-after-stop-all': [
    'Starts another push once all three are stopped',
    ['STOP-ALL', OK],
    startOf(push(4, { flag: 1 })),
    { before: [...ON_THREE.before, stopOf({})], ...LIMIT },
  ],
  'start-again-after-stop-all': [
    'Open: whether the streamIds can be used again once all pushes are stopped (the text does not say)',
    ['STREAM-STREAMID-AFTER-STOP'],
    startOf(FIRST, SECOND),
    { before: [...ON_TWO.before, stopOf({})], needs: ['exclusive-channel'] },
  ],
  'start-again-after-stop': [
    'Open: whether the streamId of a stopped push can be used again (the text does not say)',
    ['STREAM-STREAMID-AFTER-STOP'],
    startOf(FIRST),
    { before: [...ON_ONE.before, STOP_FIRST] },
  ],
})

/**
 * The bodies of each operation, and those only for a channel of this run: an endpoint that ignores a wrong streamId
 * stops or changes all pushes, or starts one that no request can stop by its id; and 86400 s after a stop are too long.
 */
const BODIES: Readonly<Record<StreamingOperation, readonly [family: () => Family, dangerous: RegExp]>> = {
  'streaming.start': [bodyStreamingStart, /^(?:stream-id-(?!is-(?:text|fraction|array))|delay-close-86400$)/],
  'streaming.update': [bodyStreamingUpdate, /^stream-id-(?!is-(?:text|fraction|array))/],
  'streaming.stop': [bodyStreamingStop, /^stream-id-/],
}

/** Pushes that a refused update names do run, because the answer to an unknown streamId is not shown. */
const startedBefore = ({ body }: RefusedBody): Pick<EndpointRow, 'before'> => {
  if (body.includes(stream(2))) return ON_TWO
  return /\{\{stream/.test(body) ? ON_ONE : {}
}

/** Refused bodies need an open channel, because the text does not show which error comes first. */
const refused = STREAMING.flatMap((operation) => {
  const [family, dangerous] = BODIES[operation]
  return [...refusedBodies(operation, family()), NO_JSON].map((refusal): EndpointRow => ({
    name: `${slug(operation)}-refuses-${refusal.name}`,
    title: `${refusal.title}, with 400`,
    requirements: ['ERROR-STREAMING-MALFORMED', refusal.requirement],
    operation,
    body: refusal.body,
    channel: 'open',
    ...(dangerous.test(refusal.name) && { needs: ['exclusive-channel'] }),
    ...(operation === 'streaming.update' && startedBefore(refusal)),
    answers: refusal.name.startsWith('channel-id-') ? MALFORMED_OR_MISSING : status(400),
  }))
})

const open = (name: string, rule: string, asked: EndpointRequest, more: More = {}): EndpointRow =>
  onOpenChannel({ ...openRow(name, rule), ...asked, ...more })

/** What the text leaves open about the streaming operations: observed, never failed. */
const opened: readonly EndpointRow[] = [
  open('update-with-type', 'UPDATE-TYPE-FLAG-ANSWER', updateOf({ type: 2, userId: 'u' }), ON_ONE),
  open('update-with-flag', 'UPDATE-TYPE-FLAG-ANSWER', updateOf({ flag: 15 }), ON_ONE),
  open('update-of-a-single-user', 'UPDATE-SINGLE-USERID-ANSWER', updateOf({ userId: 'another' }), {
    before: [startOf(SINGLE)],
  }),
  open('update-of-an-unknown-stream', 'UPDATE-STREAMID-UNKNOWN', updateOf({ fps: 15 })),
  open(
    'update-of-a-stream-twice',
    'UPDATE-STREAMLIST-DUPLICATE-STREAMID',
    updatesOf({ streamId: stream(1), fps: 15 }, { streamId: stream(1), fps: 30 }),
    ON_ONE,
  ),
  open('update-layout', 'STREAM-LAYOUT-FIELDS', updateOf({ layout: {} }), {
    ...ON_ONE,
    requirements: ['STREAM-LAYOUT-FIELDS', 'UPDATE-LAYOUT'],
  }),
  open('start-with-layout', 'STREAM-LAYOUT-FIELDS', startOf(push(1, { layout: {} }))),
  open('update-body', 'UPDATE-RESPONSE-BODY', updateOf({ fps: 15 }), ON_ONE),
  open('start-of-a-stream-twice', 'START-STREAMLIST-DUPLICATE-STREAMID', startOf(FIRST, FIRST)),
  open('start-of-a-running-stream', 'START-STREAMID-RUNNING', startOf(FIRST), ON_ONE),
  open('start-of-good-and-bad', 'START-STREAMLIST-PARTIAL', startOf(FIRST, push(2, { type: 3 }))),
  open(
    'start-of-an-absent-user',
    'STREAM-USERID-NOT-IN-CHANNEL',
    startOf(push(1, { type: 2, userId: 'nobody-of-that-name' })),
  ),
  open('start-of-a-fourth-stream', 'START-STREAMS-MAXIMUM-ANSWER', startOf(push(4)), {
    ...ON_THREE,
    ...LIMIT,
  }),
  open('start-of-two-with-one-address', 'STREAM-URL-SHARED', startOf(FIRST, push(2, { url: pushUrl(1) }))),
  open('start-body', 'START-RESPONSE-BODY', startOf(FIRST)),
  open('stop-of-an-unknown-stream', 'STOP-STREAMID-UNKNOWN', STOP_FIRST),
  open('stop-of-nothing', 'STOP-NOTHING-RUNNING', stopOf({ streamId: stream(2) })),
  open('stop-body', 'STOP-RESPONSE-BODY', STOP_FIRST, ON_ONE),
  open('error-codes', 'ERROR-STREAMING-CODES', startOf(FIRST), { channel: 'unopened', answers: status(404) }),
]

/** The CDN streaming operations (sections 4.2 to 4.4 and 7.2). */
export const endpointStreaming = (): Family =>
  endpointFamily(
    'endpoint/streaming',
    'Pushes that an endpoint starts, updates and stops (sections 4.2 to 4.4 and 7.2)',
    [...missing, ...starts, ...updates, ...stops, ...refused, ...opened],
  )
