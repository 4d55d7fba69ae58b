/** Generated pushes of the open channel: what runs is stopped after each exchange. */
import { array, boolean, constantFrom, integer, record, type Arbitrary } from 'fast-check'
import type { EndpointRequest, JsonObject, Need, Operation, Vector } from '../../model/index.ts'
import { CHANNEL, CHANNEL_USER, exchangeVector, ok, status, turned } from './exchange.ts'
import { writing, writtenBody, type Writing } from './tokens.ts'

export type StreamNumber = 1 | 2 | 3 | 4
export const streamOf = (number: StreamNumber): string => `{{stream${number}}}`
const urlOf = (number: StreamNumber): string => `{{pushUrl${number}}}`

/** What is drawn of a push; the user of the channel stands in for any user. */
export interface Push {
  readonly isSingle: boolean
  readonly flag: number
  readonly more: JsonObject
  readonly turn: number
}

/**
 * No layout, whose fields are not shown, and no delayClose but 0: a push that waits to close outlives clean-up.
 * Of a single user's push the flag is one of audio and video (2.3: "one user's audio/video is pushed").
 */
export const pushOf = (hasUser: boolean): Arbitrary<Push> =>
  record({
    isSingle: hasUser ? boolean() : constantFrom(false),
    flag: integer({ min: 1, max: 15 }),
    more: record(
      {
        fps: constantFrom(15, 30),
        watermarks: constantFrom([]),
        delayClose: constantFrom(0),
        ...(hasUser && { userId: constantFrom(CHANNEL_USER) }),
      },
      { requiredKeys: [], noNullPrototype: true },
    ),
    turn: integer({ min: 0, max: 6 }),
  })

export const entryOf = ({ isSingle, flag, more, turn }: Push, number: StreamNumber): JsonObject =>
  turned(
    {
      streamId: streamOf(number),
      url: urlOf(number),
      flag: isSingle ? ((flag - 1) % 3) + 1 : flag,
      type: isSingle ? 2 : 1,
      ...more,
      ...(isSingle && { userId: CHANNEL_USER }),
    },
    turn,
  )

export const bodyOf = (members: JsonObject, how: Writing): string =>
  writtenBody({ channelId: CHANNEL, ...members }, how)
export const started = (entries: readonly JsonObject[], how: Writing): EndpointRequest => ({
  operation: 'streaming.start',
  body: bodyOf({ streamList: entries }, how),
})

const open = (
  title: string,
  requirements: Vector['requirements'],
  request: EndpointRequest,
  rest: Pick<Parameters<typeof exchangeVector>[3], 'before' | 'answers' | 'needs'>,
): readonly Vector[] => [
  exchangeVector('streaming', title, requirements, { ...request, channel: 'open', ...rest }),
]

const NUMBERS = [1, 2, 3, 4] as const
/** The pushes as entries, numbered from the first. */
export const entries = (pushes: readonly Push[], from = 0): JsonObject[] =>
  pushes.map((push, at) => entryOf(push, NUMBERS[from + at]!))
const SUCCESS = 'ERROR-STREAMING-SUCCESS'

/** Two streams leave room for one of somebody else. */
export const rightStart = (hasUser: boolean): Arbitrary<readonly Vector[]> =>
  record({ pushes: array(pushOf(hasUser), { minLength: 1, maxLength: 2 }), writing }).map(
    ({ pushes, writing: how }) =>
      open(
        'Starts generated pushes',
        [SUCCESS, 'START-STREAMLIST-ENTRY-EACH'],
        started(entries(pushes), how),
        {
          answers: ok,
        },
      ),
  )

export interface Change {
  readonly names: readonly string[]
  readonly fps: number
}
export const changeOf: Arbitrary<Change> = record({
  names: array(constantFrom('fps', 'url', 'watermarks', 'userId'), { minLength: 2, maxLength: 5 }),
  fps: constantFrom(15, 30),
})

/** A presenter can be changed only in mixed mode (4.3), and only to a user of the channel. */
export function changedEntry(
  { names, fps }: Change,
  push: Push,
  number: 1 | 2,
  hasUser: boolean,
): JsonObject {
  const mayName = hasUser && !push.isSingle
  const members: JsonObject = {
    fps,
    url: urlOf(number === 1 ? 3 : 4),
    watermarks: [],
    ...(mayName && { userId: CHANNEL_USER }),
  }
  const chosen = [...new Set(names)].filter((name) => name in members)
  const all = chosen.length > 0 ? chosen : ['fps']
  return turned(
    { streamId: streamOf(number), ...Object.fromEntries(all.map((name) => [name, members[name]!])) },
    push.turn,
  )
}

export interface Updated {
  readonly pushes: readonly Push[]
  readonly changes: readonly Change[]
  readonly writing: Writing
}
export const updated = (hasUser: boolean): Arbitrary<Updated> =>
  record({
    pushes: array(pushOf(hasUser), { minLength: 2, maxLength: 2 }),
    changes: array(changeOf, { minLength: 1, maxLength: 2 }),
    writing,
  })
export const changesOf = ({ pushes, changes }: Updated, hasUser: boolean): JsonObject[] =>
  changes.map((change, at) => changedEntry(change, pushes[at]!, at === 0 ? 1 : 2, hasUser))

/** Any changes of one or two pushes that run. */
export const rightUpdate = (hasUser: boolean): Arbitrary<readonly Vector[]> =>
  updated(hasUser).map((drawn) =>
    open(
      'Updates generated pushes that run',
      [SUCCESS, 'UPDATE-FPS', 'UPDATE-URL'],
      {
        operation: 'streaming.update',
        body: bodyOf({ streamList: changesOf(drawn, hasUser) }, drawn.writing),
      },
      { before: [started(entries(drawn.pushes), drawn.writing)], answers: ok },
    ),
  )

/** A stop of one of two pushes, after an update of them or not. */
export const rightStop = (hasUser: boolean): Arbitrary<readonly Vector[]> =>
  record({ drawn: updated(hasUser), isUpdated: boolean(), which: constantFrom(1 as const, 2 as const) }).map(
    ({ drawn, isUpdated, which }) =>
      open(
        'Stops one of generated pushes',
        [SUCCESS, 'STOP-ONE'],
        { operation: 'streaming.stop', body: bodyOf({ streamId: streamOf(which) }, drawn.writing) },
        {
          before: [
            started(entries(drawn.pushes), drawn.writing),
            ...(isUpdated
              ? [
                  {
                    operation: 'streaming.update' as const,
                    body: bodyOf({ streamList: changesOf(drawn, hasUser) }, drawn.writing),
                  },
                ]
              : []),
          ],
          answers: ok,
        },
      ),
  )

const EXCLUSIVE: readonly Need[] = ['exclusive-channel', 'default-stream-limit']

/** Three pushes, begun in one request or several, and then a fourth: before a stop there is no room for it, after it there is. */
export const fourth = (hasUser: boolean): Arbitrary<readonly Vector[]> =>
  record({
    pushes: array(pushOf(hasUser), { minLength: 4, maxLength: 4 }),
    cut: integer({ min: 1, max: 3 }),
    stop: constantFrom<StreamNumber | 'all' | undefined>(1, 2, 3, 'all', undefined),
    writing,
  }).map(({ pushes, cut, stop, writing: how }) => {
    const all = entries(pushes)
    const stopped = {
      operation: 'streaming.stop',
      body: bodyOf(stop === 'all' || !stop ? {} : { streamId: streamOf(stop) }, how),
    } as const
    const begun = [all.slice(0, cut), all.slice(cut, 3)].filter((list) => list.length > 0)
    const rule = stop ? (stop === 'all' ? 'STOP-ALL' : 'STOP-ONE') : 'START-STREAMS-MAXIMUM'
    return open(
      stop ? 'Has room for another generated push after a stop' : 'Does not start a fourth generated push',
      [rule],
      started(all.slice(3), how),
      {
        before: [...begun.map((list) => started(list, how)), ...(stop ? [stopped] : [])],
        needs: EXCLUSIVE,
        // Which status says that there is no room is not shown (START-STREAMS-MAXIMUM-ANSWER).
        answers: stop ? ok : status('4xx', 500),
      },
    )
  })

const MISSING: Readonly<Record<string, string>> = {
  'streaming.update': 'UPDATE-CHANNEL-MISSING',
  'streaming.stop': 'STOP-CHANNEL-MISSING',
}

/** A channel that nobody has opened: nothing is started in it, so that nothing can be created by a wrong service. */
export const noChannel: Arbitrary<readonly Vector[]> = record({
  operation: constantFrom<Operation>('streaming.update', 'streaming.stop'),
  fps: constantFrom(15, 30),
  isOne: boolean(),
  writing,
}).map(({ operation, fps, isOne, writing: how }) => {
  const streamId = streamOf(1)
  const members = operation === 'streaming.stop' ? isOne && { streamId } : { streamList: [{ streamId, fps }] }
  return [
    exchangeVector(
      'streaming',
      'Answers a generated request for no channel with 404',
      [MISSING[operation]!],
      {
        operation,
        body: bodyOf({ ...members }, how),
        answers: status(404),
      },
    ),
  ]
})
