/** Generated pushes of the open channel, whose clean-up stops what runs after each exchange, and of a missing one. */
import { array, boolean, constantFrom, integer, record, tuple, type Arbitrary } from 'fast-check'
import type { AllowedAnswer, EndpointRequest, JsonObject, RequirementId } from '../../model/index.ts'
import { exchangeVectors, inOpenChannel, status } from './exchange.ts'
import { MOVE_RULES } from './moves.ts'
import {
  pushChanges,
  entries,
  entryOf,
  narrowOf,
  PLAIN_PUSH,
  pushOf,
  started,
  streaming,
  streamOf,
  updated,
  type Push,
  type Updated,
  wideOf,
} from './pushes.ts'
import { writing } from './tokens.ts'
import type { Questions } from '../generated.ts'

/** Two streams leave room for one of another user of the channel. */
const startOf = (drawn: Arbitrary<readonly Push[]>): Questions =>
  record({ pushes: drawn, writing }).map(({ pushes, writing: how }) =>
    inOpenChannel('Starts generated pushes', MOVE_RULES.start, [started(entries(pushes), how)]),
  )

export const rightStart = (hasUser: boolean): Questions =>
  startOf(array(pushOf(hasUser), { minLength: 1, maxLength: 2 }))

// In every run: a push that only comes before a question proves nothing where it is refused.
export const startOfAll = (hasUser: boolean): Questions => startOf(tuple(wideOf(hasUser)))
export const startOfOne = (hasUser: boolean): Questions => startOf(tuple(narrowOf(hasUser)))

const updateOf = (drawn: Updated, hasUser: boolean): EndpointRequest =>
  streaming('update', { streamList: pushChanges(drawn, hasUser) }, drawn.writing)

/** Any changes of one or two pushes that run. */
export const rightUpdate = (hasUser: boolean): Questions =>
  updated(hasUser).map((drawn) =>
    inOpenChannel('Updates generated pushes that run', MOVE_RULES.update, [
      started(entries(drawn.pushes), drawn.writing),
      updateOf(drawn, hasUser),
    ]),
  )

/** A stop of one of two pushes, after an update of them or without. */
export const rightStop = (hasUser: boolean): Questions =>
  record({ drawn: updated(hasUser), isUpdated: boolean(), which: constantFrom(1 as const, 2 as const) }).map(
    ({ drawn, isUpdated, which }) => {
      const start = started(entries(drawn.pushes), drawn.writing)
      const update = isUpdated ? [updateOf(drawn, hasUser)] : []
      const stop = streaming('stop', { streamId: streamOf(which) }, drawn.writing)
      return inOpenChannel('Stops one of generated pushes', MOVE_RULES.stop, [start, ...update, stop])
    },
  )

const MISSING = [
  ['update', 'UPDATE-CHANNEL-MISSING', { streamList: [{ streamId: streamOf(1), fps: 15 }] }],
  ['update', 'UPDATE-CHANNEL-MISSING', { streamList: [{ streamId: streamOf(2), watermarks: [] }] }],
  ['stop', 'STOP-CHANNEL-MISSING', { streamId: streamOf(1) }],
] as const

/**
 * A channel that has not been opened. Nothing is started in it, and every stop has a streamId: an endpoint that ignores
 * the channel must neither create anything nor stop all pushes.
 */
export const noChannel: Questions = record({
  request: constantFrom(...MISSING),
  writing,
}).map(({ request: [name, rule, members], writing: how }) =>
  exchangeVectors('streaming', 'Answers a generated request for no channel with 404', [rule], {
    ...streaming(name, members, how),
    answers: status(404),
  }),
)

const upTo = (most: number): number[] => Array.from({ length: most }, (_, at) => at + 1)

/**
 * Starts that are right at every bound of section 2.3, in a channel that does not exist: 404, and no push (4.2 rule 4). An
 * endpoint that refuses one of the values before it looks for the channel answers 400. One to a request: a channel may
 * have room for fewer than three (START-STREAMS-MAXIMUM).
 */
const VALUES: readonly (readonly [rule: RequirementId, values: readonly JsonObject[]])[] = [
  ['STREAM-FLAG-SUM', upTo(15).map((flag) => ({ flag }))],
  ['STREAM-DELAYCLOSE-MAXIMUM', [0, 1, 30, 599, 600].map((delayClose) => ({ delayClose }))],
  ['STREAM-FPS-VALUES', [{ fps: 15 }, { fps: 30 }]],
]

/** What the text leaves open: an endpoint may refuse it, and has an answer to it all the same. */
const OPEN_VALUES: typeof VALUES = [
  [
    'STREAM-URL-FORM',
    [
      'rtmp://push.example',
      'rtmp://push.example:1935/live/a',
      'rtmp://user:word@push.example/live/a',
      'rtmp://[2001:db8::1]/live/a',
      'rtmp://192.0.2.1/live/a?key=b&to=c#d',
      'rtmp://push.example/live/%C3%BC%20b',
      `rtmp://push.example/live/${'a'.repeat(2000)}`,
    ].map((url) => ({ url })),
  ],
  ['STREAM-URL-RTMPS', [{ url: 'rtmps://push.example/live/a' }]],
  ['STREAM-USERID-NOT-IN-CHANNEL', [{ type: 2, userId: 'u'.repeat(257) }]],
]

const inNoChannel = (all: typeof VALUES, title: string, answers: readonly AllowedAnswer[]): Questions[] =>
  all.flatMap(([rule, values]) =>
    values.map((value) =>
      record({ turn: integer({ min: 0, max: 6 }), writing }).map(({ turn, writing: how }) =>
        exchangeVectors('streaming', title, ['START-CHANNEL-MISSING', rule], {
          ...started([{ ...entryOf({ ...PLAIN_PUSH, turn }, 1), ...value }], how),
          answers,
        }),
      ),
    ),
  )

export const bounds: readonly Questions[] = [
  ...inNoChannel(VALUES, 'Answers a generated start that is right, for no channel, with 404', status(404)),
  ...inNoChannel(
    OPEN_VALUES,
    'Answers a start of an address or a user in an unusual form, for no channel, with 404 or another refusal',
    [...status(404), { status: '4xx', open: true }],
  ),
]

/** A list without entries asks for nothing, and its channel is missing all the same. */
export const nothingInNoChannel = (['start', 'update'] as const).map((name): Questions =>
  writing.map((how) =>
    exchangeVectors(
      'streaming',
      'Refuses a request without entries for no channel',
      [`${name.toUpperCase()}-CHANNEL-MISSING`],
      {
        ...streaming(name, { streamList: [] }, how),
        // Whether an empty list is malformed is not shown (UPDATE-STREAMLIST-EMPTY).
        answers: [...status(404), { status: '4xx', open: true }],
      },
    ),
  ),
)

/** No start opens a channel: it is missing for the next one too. */
export const noChannelAgain: Questions = writing.map((how) => {
  const start = started([entryOf(PLAIN_PUSH, 1)], how)
  const rest = { before: [{ ...start, open: true }], answers: status(404) } as const
  const title = 'Answers a second start for no channel with 404'
  return exchangeVectors('streaming', title, ['START-CHANNEL-MISSING'], { ...start, ...rest })
})
