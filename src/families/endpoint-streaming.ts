import type { Family, JsonObject, Operation } from '../model.ts'
import { bodyStreamingStart } from './body-streaming-start.ts'
import { bodyStreamingStop } from './body-streaming-stop.ts'
import { bodyStreamingUpdate } from './body-streaming-update.ts'
import { OPEN_ROWS } from './endpoint-streaming-open.ts'
import {
  bodyOf,
  endpointFamily,
  ok,
  push,
  refusedBodies,
  RIGHT_BODY,
  started,
  startBody,
  status,
  stream,
  type EndpointRow,
} from './endpoint-row.ts'

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

/** Starts that must be answered 200, by name. */
const STARTS: readonly (readonly [
  name: string,
  title: string,
  requirement: string,
  streams: readonly JsonObject[],
])[] = [
  ['mixed', 'Starts a mixed push', 'START-STREAMLIST-ENTRY-EACH', [push(1)]],
  [
    'single',
    'Starts a push of one user',
    'STREAM-TYPE-SINGLE',
    [push(1, { type: 2, userId: 'channelproof' })],
  ],
  [
    'several',
    'Starts several pushes with streamIds that the caller chose',
    'START-STREAMS-SEVERAL',
    [push(1), push(2, { fps: 15 }), push(3)],
  ],
  [
    'every-member',
    'Starts a push with every optional member',
    'STREAM-STREAMID-CALLER-CHOSEN',
    [push(1, { userId: 'channelproof', fps: 15, layout: {}, watermarks: [], delayClose: 0 })],
  ],
]

const starts: readonly EndpointRow[] = STARTS.map(([name, title, requirement, streams]) => ({
  name: `start-${name}`,
  title,
  requirements: [SUCCESS, requirement],
  operation: 'streaming.start',
  body: startBody(...streams),
  channel: 'open',
  answers: ok,
}))

const UPDATES: readonly (readonly [name: string, requirement: string, change: JsonObject])[] = [
  ['url', 'UPDATE-URL', { url: '{{pushUrl}}' }],
  ['presenter', 'UPDATE-PRESENTER', { userId: 'channelproof' }],
  ['layout', 'UPDATE-LAYOUT', { layout: {} }],
  ['fps', 'UPDATE-FPS', { fps: 15 }],
  ['watermarks', 'UPDATE-WATERMARKS', { watermarks: [] }],
]

const changeBody = (change: JsonObject): string =>
  bodyOf({ streamList: [{ streamId: stream(1), ...change }] })

const updates: readonly EndpointRow[] = UPDATES.map(([name, requirement, change]) => ({
  name: `update-${name}`,
  title: `Updates the ${name} of a running push`,
  requirements: [SUCCESS, requirement],
  operation: 'streaming.update',
  before: [started(push(1))],
  body: changeBody(change),
  channel: 'open',
  answers: ok,
}))

const stops: readonly EndpointRow[] = [
  {
    name: 'stop-one',
    title: 'Stops one push by its streamId',
    requirements: [SUCCESS, 'STOP-ONE'],
    operation: 'streaming.stop',
    before: [started(push(1), push(2))],
    body: bodyOf({ streamId: stream(1) }),
    channel: 'open',
    answers: ok,
  },
  {
    name: 'stop-all',
    title: 'Stops all pushes of the channel where no streamId is given',
    requirements: [SUCCESS, 'STOP-ALL'],
    operation: 'streaming.stop',
    before: [started(push(1), push(2))],
    body: bodyOf({}),
    channel: 'open',
    needs: ['exclusive-channel'],
    answers: ok,
  },
  {
    name: 'start-again-after-stop',
    title: 'Takes the streamId of a stopped push again',
    requirements: [SUCCESS, 'STREAM-STREAMID-CALLER-CHOSEN'],
    operation: 'streaming.start',
    before: [started(push(1)), { operation: 'streaming.stop', body: bodyOf({ streamId: stream(1) }) }],
    body: startBody(push(1)),
    channel: 'open',
    answers: ok,
  },
]

const BODIES = [
  ['streaming.start', bodyStreamingStart],
  ['streaming.update', bodyStreamingUpdate],
  ['streaming.stop', bodyStreamingStop],
] as const

/** Refused bodies need an open channel: which error comes first is not shown. */
const refused: readonly EndpointRow[] = BODIES.flatMap(([operation, family]) =>
  refusedBodies(operation, family())
    // That type and flag cannot be updated: 400, or 200 without effect (see below).
    .filter(({ requirement }) => !/^UPDATE-(?:TYPE|FLAG)-FIXED$/.test(requirement))
    .map(({ name, requirement, title, body }) => ({
      name: `${slug(operation)}-refuses-${name}`,
      title: `${title}, with 400`,
      requirements: ['ERROR-STREAMING-MALFORMED', requirement] as const,
      operation,
      body,
      channel: 'open' as const,
      ...(operation === 'streaming.update' && { before: [started(push(1))] }),
      answers: status(400),
    })),
)

/** The CDN streaming operations (sections 4.2 to 4.4 and 7.2). */
export const endpointStreaming = (): Family =>
  endpointFamily(
    'endpoint/streaming',
    'Pushes that an endpoint starts, updates and stops (sections 4.2 to 4.4 and 7.2)',
    [...missing, ...starts, ...updates, ...stops, ...refused, ...OPEN_ROWS],
  )
