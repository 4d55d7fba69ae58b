/**
 * What a row of requests leaves running in a channel of our own. No operation reads it (4.2 to 4.4), so it is seen by what
 * follows: pushes that run can be updated, there is room for exactly so many more, and not for one beyond (4.2 rule 1).
 */
import { constantFrom, record, shuffledSubarray, type Arbitrary } from 'fast-check'
import type { EarlierRequest, EndpointRequest, JsonObject, Need, RequirementId } from '../../model/index.ts'
import { MOST_STREAMS } from '../../interface/operations.ts'
import { inOpenChannel, ok, status } from './exchange.ts'
import {
  entryOf,
  narrowOf,
  pushFor,
  pushOf,
  started,
  streaming,
  streamOf,
  wideOf,
  type Push,
  type StreamNumber,
} from './pushes.ts'
import { writing, type Writing } from './tokens.ts'
import type { Questions, Vectors } from '../generated.ts'

/** Three pushes run first: a row calls them so, whatever the order of their starts. */
type Place = 'a' | 'b' | 'c'

interface Drawn {
  /** The numbers of the three streams, in the order of their starts. */
  readonly order: readonly StreamNumber[]
  /** The streams that a row calls a, b and c. */
  readonly places: readonly StreamNumber[]
  /** How many of them each request starts. */
  readonly cut: readonly number[]
  readonly pushes: readonly Push[]
  readonly fps: number
  readonly writing: Writing
}

type Requests = (drawn: Drawn) => readonly EarlierRequest[]

/** After the requests, which come after the three pushes, those of `running` run. */
type Effect = readonly [
  rule: RequirementId,
  requests: readonly Requests[],
  running: readonly Place[],
  needs?: readonly Need[],
]

const NEEDS: readonly Need[] = ['exclusive-channel', 'default-stream-limit']
const OWN = { needs: NEEDS }
const FULL = status('4xx', 500)
/** Streams that no row starts, and one that is never started. */
const FRESH = [4, 5, 6] as const
const UNKNOWN = 7
const OTHER_CHANNEL = '{{channel}}-none'
const WRONG_RATE = 20

const numberOf = ({ places }: Drawn, place: Place): StreamNumber => places['abc'.indexOf(place)]!
const pushIn = ({ pushes }: Drawn, number: StreamNumber): Push => pushFor(pushes, number)
const entryIn = (drawn: Drawn, number: StreamNumber): JsonObject => entryOf(pushIn(drawn, number), number)

const startOf = (drawn: Drawn, numbers: readonly StreamNumber[], more: JsonObject = {}): EndpointRequest =>
  started(
    numbers.map((number) => ({ ...entryIn(drawn, number), ...more })),
    drawn.writing,
  )
const stopOf = (drawn: Drawn, members: JsonObject) => streaming('stop', members, drawn.writing)
const updateOf = (
  drawn: Drawn,
  numbers: readonly StreamNumber[],
  more: JsonObject = { fps: drawn.fps },
): EndpointRequest => {
  const streamList = numbers.map((number) => ({ streamId: streamOf(number), ...more }))
  return streaming('update', { streamList }, drawn.writing)
}

const stop =
  (...places: readonly Place[]): Requests =>
  (drawn) =>
    places.map((place) => stopOf(drawn, { streamId: streamOf(numberOf(drawn, place)) }))
const stopWith = (members: JsonObject) => (drawn: Drawn) => [stopOf(drawn, members)]
const stopAll = stopWith({})
const update = (place: Place) => (drawn: Drawn) => [updateOf(drawn, [numberOf(drawn, place)])]
const start = (number: StreamNumber, more?: JsonObject) => (drawn: Drawn) => [startOf(drawn, [number], more)]
const again = (place: Place) => (drawn: Drawn) => [startOf(drawn, [numberOf(drawn, place)])]

const withMore = (more: Partial<EarlierRequest>) => (requests: Requests) => (drawn: Drawn) =>
  requests(drawn).map((request) => ({ ...request, ...more }))
const open = withMore({ open: true })
/** Whoever signs wrongly changes nothing (section 5 item 3). */
const unsigned = withMore({ open: true, authorization: 'wrong-signature' })
const atOnce = (requests: readonly EarlierRequest[]): EarlierRequest[] =>
  requests.map((request, at) => (at === 0 ? request : { ...request, together: true }))
const sentAtOnce = (requests: Requests) => (drawn: Drawn) => atOnce(requests(drawn))
const elsewhere = (place: Place) => (drawn: Drawn) => [
  stopOf(drawn, { streamId: streamOf(numberOf(drawn, place)), channelId: OTHER_CHANNEL }),
]
const startElsewhere: Requests = (drawn) => {
  const streamList = [entryIn(drawn, UNKNOWN)]
  return [streaming('start', { streamList, channelId: OTHER_CHANNEL }, drawn.writing)]
}
const otherType = (drawn: Drawn) => ({ type: pushIn(drawn, numberOf(drawn, 'a')).isSingle ? 1 : 2 })

const SIGNED: readonly Need[] = ['known-secret']
const ALL = ['a', 'b', 'c'] as const

const EFFECTS: readonly Effect[] = [
  ['START-STREAMS-SEVERAL', [], ALL],
  ['STOP-ONE', [stop('a')], ['b', 'c']],
  ['STOP-ONE', [stop('a', 'b')], ['c']],
  ['STOP-ONE', [update('a'), stop('a')], ['b', 'c']],
  ['STOP-ALL', [stopAll], []],
  ['STOP-ALL', [update('a'), stopAll], []],
  ['STOP-ALL', [stop('a'), stopAll], []],
  ['STOP-ALL', [stopAll, open(stopAll)], []],
  // STOP-STREAMID-UNKNOWN: any answer, and no effect on the others.
  ['STOP-ONE', [open(stopWith({ streamId: streamOf(UNKNOWN) }))], ALL],
  ['STOP-ONE', [open(stopWith({ streamId: 0 }))], ALL],
  ['STOP-ONE', [open(stopWith({ streamId: true }))], ALL],
  ['STOP-ONE', [stop('a'), open(stop('a'))], ['b', 'c']],
  ['STREAM-STREAMID-WITHIN-CHANNEL', [open(elsewhere('a'))], ALL],
  ['STOP-ONE', [sentAtOnce(stop('a', 'b'))], ['c']],
  ['STOP-ONE', [sentAtOnce(stop('a', 'b', 'c'))], []],
  ['ERROR-STREAMING-AUTHENTICATION', [unsigned(stop('a'))], ALL, SIGNED],
  ['ERROR-STREAMING-AUTHENTICATION', [unsigned(stopAll)], ALL, SIGNED],
  ['ERROR-STREAMING-AUTHENTICATION', [stop('a'), unsigned(start(UNKNOWN))], ['b', 'c'], SIGNED],
  // A refused start begins nothing and keeps no place.
  ['ERROR-STREAMING-MALFORMED', [stop('a'), open(start(UNKNOWN, { fps: WRONG_RATE }))], ['b', 'c']],
  ['START-STREAMS-MAXIMUM', [open(start(UNKNOWN)), stop('a')], ['b', 'c']],
  ['START-CHANNEL-MISSING', [stop('a'), open(startElsewhere)], ['b', 'c']],
  // UPDATE-STREAMID-UNKNOWN, UPDATE-TYPE-FLAG-ANSWER: any answer.
  ['UPDATE-FPS', [open((drawn) => [updateOf(drawn, [UNKNOWN])])], ALL],
  ['UPDATE-TYPE-FIXED', [open((drawn) => [updateOf(drawn, [numberOf(drawn, 'a')], otherType(drawn))])], ALL],
  // STREAM-STREAMID-AFTER-STOP: where the id may be used again, it is one push like any other.
  ['STOP-ONE', [stop('a'), again('a')], ALL],
  ['STOP-ONE', [stop('a'), again('a'), stop('a')], ['b', 'c']],
]

/**
 * Starts at the same time, after others that leave room for so many of them. Of one push each: of several a service may
 * start as many as there is room for (START-STREAMS-MAXIMUM-ANSWER).
 */
const AT_ONCE: readonly (Starts & { readonly room: number })[] = [
  { first: [], more: [1, 2, 3, 4, 5, 6], room: 3 },
  { first: [1, 2], more: [3, 4, 5], room: 1 },
  { first: [1], more: [2, 3, 4, 5, 6], room: 2 },
]

/** Starts of several while others run: more than three in all, though neither the ones nor the others are. */
const BEYOND: readonly Starts[] = [
  { first: [1], more: [2, 3, 4] },
  { first: [1, 2], more: [3, 4] },
  { first: [1, 2], more: [3, 4, 5] },
]

type Starts = Readonly<Record<'first' | 'more', readonly StreamNumber[]>>

const CUTS = [[3], [1, 2], [2, 1], [1, 1, 1]]

const drawnOf = (hasUser: boolean): Arbitrary<Drawn> =>
  record({
    order: shuffledSubarray<StreamNumber>([1, 2, 3], { minLength: 3 }),
    places: shuffledSubarray<StreamNumber>([1, 2, 3], { minLength: 3 }),
    cut: constantFrom(...CUTS),
    // One of all users, one of a single user, and any.
    pushes: record({ wide: wideOf(hasUser), narrow: narrowOf(hasUser), any: pushOf(hasUser) }).map(
      ({ wide, narrow, any }) => [wide, narrow, any],
    ),
    fps: constantFrom(15, 30),
    writing,
  })

const begun = (drawn: Drawn): EarlierRequest[] =>
  drawn.cut.map((count, at) => {
    const from = drawn.cut.slice(0, at).reduce((sum, one) => sum + one, 0)
    return startOf(drawn, drawn.order.slice(from, from + count))
  })

const begins = (drawn: Drawn): Vectors =>
  inOpenChannel('Has room for three generated pushes', ['START-STREAMS-SEVERAL'], begun(drawn), OWN)

/** Two requests that come at the same time both find room, where the count is old by the time it is written. */
const raced = ({ first, more, room }: (typeof AT_ONCE)[number], drawn: Drawn): Vectors => {
  const earlier = first.length > 0 ? [startOf(drawn, first)] : []
  const requests = [...earlier, ...atOnce(more.map((number) => startOf(drawn, [number])))]
  const title = 'Starts no generated push beyond three of those that come at the same time'
  return inOpenChannel(title, ['START-STREAMS-MAXIMUM'], requests, { ...OWN, room, answers: FULL })
}

/** Whether such a start is refused or filled in part (START-STREAMS-MAXIMUM-ANSWER): a stop makes room then. */
const overfilled = ({ first, more }: Starts, drawn: Drawn): Vectors => {
  const title = 'Has room again after a stop, when a start beyond three came before it'
  const stopFirst = stopOf(drawn, { streamId: streamOf(first[0]!) })
  const beyond: EarlierRequest = { ...startOf(drawn, more), open: true }
  const requests = [startOf(drawn, first), beyond, stopFirst, startOf(drawn, [6])]
  return inOpenChannel(title, ['START-STREAMS-MAXIMUM'], requests, OWN)
}

function seen([rule, requests, running, needs = []]: Effect, drawn: Drawn): Vectors {
  const before = [...begun(drawn), ...requests.flatMap((each) => each(drawn))]
  const free = MOST_STREAMS - running.length
  const filling = free > 0 ? [startOf(drawn, FRESH.slice(0, free))] : []
  const ask = (title: string, more: readonly EndpointRequest[], answers = ok): Vectors =>
    inOpenChannel(title, [rule], [...before, ...more], { needs: [...NEEDS, ...needs], answers })
  const all = running.map((place) => numberOf(drawn, place))
  const updating = all.length > 0 ? [updateOf(drawn, all)] : []
  const beyond = startOf(drawn, [FRESH[free] ?? 1])
  return [
    ...updating.flatMap((request) => ask('Updates all generated pushes that must still run', [request])),
    ...filling.flatMap((request) => ask('Has room for as many generated pushes as have stopped', [request])),
    ...ask('Has room for no generated push beyond three', [...filling, beyond], FULL),
  ]
}

/** Some questions that are asked together, once in every run. */
export interface Rows {
  readonly count: number
  readonly needs: readonly Need[]
  readonly drawn: Questions
}

/** Every row once in every run. */
export function effects(hasUser: boolean): Rows[] {
  const drawn = drawnOf(hasUser)
  return [
    ...EFFECTS.map((effect) => {
      const [, , running, needs = []] = effect
      const count = Number(running.length > 0) + Number(running.length < MOST_STREAMS) + 1
      return { count, needs: [...NEEDS, ...needs], drawn: drawn.map((one) => seen(effect, one)) }
    }),
    ...[
      ...CUTS.map((cut) => drawn.map((one) => begins({ ...one, cut }))),
      ...AT_ONCE.map((row) => drawn.map((one) => raced(row, one))),
      ...BEYOND.map((row) => drawn.map((one) => overfilled(row, one))),
    ].map((each) => ({ count: 1, needs: NEEDS, drawn: each })),
  ]
}
