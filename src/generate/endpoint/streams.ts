/** Generated pushes of the open channel: clean-up stops what runs after each exchange. */
import { array, boolean, constantFrom, record, tuple, type Arbitrary } from 'fast-check'
import type { EndpointRequest, JsonObject, Vector } from '../../model/index.ts'
import { exchangeVectors, ok, status } from './exchange.ts'
import {
  bodyOf,
  changesOf,
  entries,
  narrowOf,
  pushOf,
  started,
  streamOf,
  updated,
  type Push,
  type Updated,
  wideOf,
} from './pushes.ts'
import { writing, type Writing } from './tokens.ts'

const open = (
  title: string,
  requirements: Vector['requirements'],
  request: EndpointRequest,
  rest: Pick<Parameters<typeof exchangeVectors>[3], 'before' | 'answers' | 'needs'>,
): readonly Vector[] =>
  exchangeVectors('streaming', title, requirements, { ...request, channel: 'open', ...rest })

const SUCCESS = 'ERROR-STREAMING-SUCCESS'

/** Two streams leave room for one of another user of the channel. */
const startOf = (drawn: Arbitrary<readonly Push[]>): Arbitrary<readonly Vector[]> =>
  record({ pushes: drawn, writing }).map(({ pushes, writing: how }) =>
    open('Starts generated pushes', [SUCCESS, 'START-STREAMLIST-ENTRY-EACH'], started(entries(pushes), how), {
      answers: ok,
    }),
  )

export const rightStart = (hasUser: boolean): Arbitrary<readonly Vector[]> =>
  startOf(array(pushOf(hasUser), { minLength: 1, maxLength: 2 }))

// In every run: a push that only comes before a question proves nothing where it is refused.
export const startOfAll = (hasUser: boolean): Arbitrary<readonly Vector[]> => startOf(tuple(wideOf(hasUser)))
export const startOfOne = (hasUser: boolean): Arbitrary<readonly Vector[]> =>
  startOf(tuple(narrowOf(hasUser)))

const updateOf = (drawn: Updated, hasUser: boolean): EndpointRequest => ({
  operation: 'streaming.update',
  body: bodyOf({ streamList: changesOf(drawn, hasUser) }, drawn.writing),
})

/** Any changes of one or two pushes that run. */
export const rightUpdate = (hasUser: boolean): Arbitrary<readonly Vector[]> =>
  updated(hasUser).map((drawn) =>
    open(
      'Updates generated pushes that run',
      [SUCCESS, 'UPDATE-FPS', 'UPDATE-URL'],
      updateOf(drawn, hasUser),
      { before: [started(entries(drawn.pushes), drawn.writing)], answers: ok },
    ),
  )

const stopOf = (members: JsonObject, how: Writing): EndpointRequest => ({
  operation: 'streaming.stop',
  body: bodyOf(members, how),
})

/** A stop of one of two pushes, after an update of them or without. */
export const rightStop = (hasUser: boolean): Arbitrary<readonly Vector[]> =>
  record({ drawn: updated(hasUser), isUpdated: boolean(), which: constantFrom(1 as const, 2 as const) }).map(
    ({ drawn, isUpdated, which }) => {
      const start = started(entries(drawn.pushes), drawn.writing)
      return open(
        'Stops one of generated pushes',
        [SUCCESS, 'STOP-ONE'],
        stopOf({ streamId: streamOf(which) }, drawn.writing),
        { before: isUpdated ? [start, updateOf(drawn, hasUser)] : [start], answers: ok },
      )
    },
  )

const MISSING = [
  ['streaming.update', 'UPDATE-CHANNEL-MISSING', { streamList: [{ streamId: streamOf(1), fps: 15 }] }],
  ['streaming.update', 'UPDATE-CHANNEL-MISSING', { streamList: [{ streamId: streamOf(2), watermarks: [] }] }],
  ['streaming.stop', 'STOP-CHANNEL-MISSING', { streamId: streamOf(1) }],
] as const

/**
 * A channel that has not been opened. Nothing is started in it, and every stop has a streamId: an endpoint that ignores
 * the channel must neither create anything nor stop all pushes.
 */
export const noChannel: Arbitrary<readonly Vector[]> = record({
  request: constantFrom(...MISSING),
  writing,
}).map(({ request: [operation, rule, members], writing: how }) =>
  exchangeVectors('streaming', 'Answers a generated request for no channel with 404', [rule], {
    operation,
    body: bodyOf(members, how),
    answers: status(404),
  }),
)
