/** Pushes and updates of them, and how they stand in a body. */
import { array, boolean, constantFrom, integer, record, type Arbitrary } from 'fast-check'
import type { EndpointRequest, JsonObject } from '../../model/index.ts'
import { CHANNEL, CHANNEL_USER, turned } from './exchange.ts'
import { writing, writtenBody, type Writing } from './tokens.ts'

/** Each exchange has ids for so many (see `EndpointRequest`). */
const NUMBERS = [1, 2, 3, 4, 5, 6, 7] as const
export type StreamNumber = (typeof NUMBERS)[number]
export const streamOf = (number: StreamNumber): string => `{{stream${number}}}`
const urlOf = (number: StreamNumber): string => `{{pushUrl${number}}}`

/** A drawn push; the user of the channel stands in for any user. */
export interface Push {
  readonly isSingle: boolean
  readonly flag: number
  readonly more: JsonObject
  readonly turn: number
}

/** Of all users, with audio and video. */
export const PLAIN_PUSH: Push = { isSingle: false, flag: 3, more: {}, turn: 0 }

/**
 * No layout, whose fields are not shown, and no delayClose but 0: a push that waits to close outlives clean-up.
 * The flag of a single user's push is audio, video or both (2.3: "one user's audio/video is pushed").
 */
export const pushOf = (hasUser: boolean): Arbitrary<Push> =>
  pushWith(hasUser, { isSingle: hasUser ? boolean() : constantFrom(false), flag: ANY_FLAG })

/** Of all users, and with more than audio and video. */
export const wideOf = (hasUser: boolean): Arbitrary<Push> =>
  pushWith(hasUser, { isSingle: constantFrom(false), flag: integer({ min: 4, max: 15 }) })

/** Of one user, where one is in the channel, with audio or video alone. */
export const narrowOf = (hasUser: boolean): Arbitrary<Push> =>
  pushWith(hasUser, { isSingle: constantFrom(hasUser), flag: constantFrom(1, 2) })

/** Of all users, with every member. */
export const wholeOf = (hasUser: boolean): Arbitrary<Push> =>
  pushWith(hasUser, { isSingle: constantFrom(false), flag: ANY_FLAG }, {})

const ANY_FLAG = integer({ min: 1, max: 15 })

const pushWith = (
  hasUser: boolean,
  kind: { readonly isSingle: Arbitrary<boolean>; readonly flag: Arbitrary<number> },
  which: { readonly requiredKeys?: [] } = { requiredKeys: [] },
): Arbitrary<Push> =>
  record({
    ...kind,
    more: record(
      {
        fps: constantFrom(15, 30),
        watermarks: constantFrom([]),
        delayClose: constantFrom(0),
        ...(hasUser && { userId: constantFrom(CHANNEL_USER) }),
      },
      { ...which, noNullPrototype: true },
    ),
    turn: integer({ min: 0, max: 6 }),
  })

/** Of fewer pushes than streams some stand for several. */
export const pushFor = (pushes: readonly Push[], number: StreamNumber): Push =>
  pushes[(number - 1) % pushes.length]!

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

export type Verb = 'start' | 'update' | 'stop'

/** A request for pushes of the channel, written so. */
export const streaming = (name: Verb, members: JsonObject, how: Writing): EndpointRequest => ({
  operation: `streaming.${name}`,
  body: writtenBody({ channelId: CHANNEL, ...members }, how),
})
export const started = (entries: readonly JsonObject[], how: Writing): EndpointRequest =>
  streaming('start', { streamList: entries }, how)

/** The pushes as entries, numbered from the first. */
export const entries = (pushes: readonly Push[], from = 0): JsonObject[] =>
  pushes.map((push, at) => entryOf(push, NUMBERS[from + at]!))
interface PushChange {
  readonly names: readonly string[]
  readonly fps: number
}
const anyChange: Arbitrary<PushChange> = record({
  names: array(constantFrom('fps', 'url', 'watermarks', 'userId'), { minLength: 2, maxLength: 5 }),
  fps: constantFrom(15, 30),
})

/** A presenter can be changed only in mixed mode (4.3), and only to a user of the channel. */
function changedEntry({ names, fps }: PushChange, push: Push, number: 1 | 2, hasUser: boolean): JsonObject {
  const user = hasUser && !push.isSingle ? { userId: CHANNEL_USER } : {}
  const members: JsonObject = { fps, url: urlOf(number === 1 ? 3 : 4), watermarks: [], ...user }
  const chosen = [...new Set(names)].filter((name) => name in members)
  const all = chosen.length > 0 ? chosen : ['fps']
  const changed = Object.fromEntries(all.map((name) => [name, members[name]!]))
  return turned({ streamId: streamOf(number), ...changed }, push.turn)
}

export interface Updated {
  readonly pushes: readonly Push[]
  readonly changes: readonly PushChange[]
  readonly writing: Writing
}
/** @param fewest how many of the pushes are changed at least */
export const updated = (hasUser: boolean, fewest: 1 | 2 = 1): Arbitrary<Updated> =>
  record({
    pushes: array(pushOf(hasUser), { minLength: 2, maxLength: 2 }),
    changes: array(anyChange, { minLength: fewest, maxLength: 2 }),
    writing,
  })
export const pushChanges = ({ pushes, changes }: Updated, hasUser: boolean): JsonObject[] =>
  changes.map((change, at) => changedEntry(change, pushes[at]!, at === 0 ? 1 : 2, hasUser))
