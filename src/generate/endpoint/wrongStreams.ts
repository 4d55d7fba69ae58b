/** Generated streaming requests that are wrong in exactly one place: 400. */
import { constantFrom, integer, oneof, record, type Arbitrary } from 'fast-check'
import type { Json, JsonObject, Operation, Vector } from '../../model/index.ts'
import { above, leftOut, noInteger, noText, valued, type Damage } from './damage.ts'
import { exchangeVectors, status, type RequestParts } from './exchange.ts'
import {
  bodyOf,
  changesOf,
  entries,
  entryOf,
  narrowOf,
  pushOf,
  started,
  streamOf,
  updated,
  type Push,
} from './pushes.ts'
import { writing, type Writing } from './tokens.ts'

const noList = constantFrom<Json>(true, 1, 'a', { text: 'a' })
const noObject = constantFrom<Json>(true, 1, 'a', [])
const noAddress = constantFrom(
  'http://push.example/live/a.flv',
  'https://push.example/live/a.m3u8',
  'rtsp://push.example/live/a',
  'srt://push.example:9000',
  'push.example/live/a',
  '',
)
/** Another protocol, whatever stands behind it. */
const rtmpWithin = constantFrom(
  'http://push.example/live?to=rtmp://push.example/live/a',
  'https://push.example/rtmp://push.example/live/a',
)
const otherRate = integer({ min: 0, max: 120 }).filter((fps) => fps !== 15 && fps !== 30)

/** Damage to an entry of a start, but not to streamId: an endpoint that ignores it may start an unstoppable push. */
const IN_START: readonly Arbitrary<Damage>[] = [
  valued('STREAM-FLAG-MAXIMUM', 'flag', oneof(above(15), integer({ min: -100, max: 0 }))),
  valued('STREAM-FLAG-INTEGER', 'flag', noInteger),
  leftOut('STREAM-FLAG-REQUIRED', 'flag'),
  valued('STREAM-TYPE-VALUES', 'type', oneof(above(2, 99), integer({ min: -99, max: 0 }))),
  leftOut('STREAM-TYPE-REQUIRED', 'type'),
  valued('STREAM-URL-RTMP', 'url', noAddress),
  valued('STREAM-URL-RTMP', 'url', rtmpWithin),
  leftOut('STREAM-URL-REQUIRED', 'url'),
  valued('STREAM-URL-STRING', 'url', noText),
  valued('STREAM-FPS-VALUES', 'fps', otherRate),
  valued('STREAM-FPS-INTEGER', 'fps', constantFrom<Json>('15', '30', true, [], {}, 15.5)),
  valued('STREAM-WATERMARKS-ARRAY', 'watermarks', noList),
  valued('STREAM-LAYOUT-OBJECT', 'layout', noObject),
  valued('STREAM-USERID-STRING', 'userId', noText),
  valued('STREAM-DELAYCLOSE-MINIMUM', 'delayClose', integer({ min: -1000, max: -1 })),
  valued('STREAM-DELAYCLOSE-INTEGER', 'delayClose', constantFrom<Json>(true, [], {}, 'a')),
]
const IN_UPDATE: readonly Arbitrary<Damage>[] = [
  valued('STREAM-URL-RTMP', 'url', noAddress),
  valued('UPDATE-FIELD-TYPES', 'url', noText),
  valued('STREAM-FPS-VALUES', 'fps', otherRate),
  valued('UPDATE-FIELD-TYPES', 'fps', constantFrom<Json>('15', '30', true, [], {})),
  valued('UPDATE-FIELD-TYPES', 'watermarks', noList),
  valued('UPDATE-FIELD-TYPES', 'layout', noObject),
  valued('UPDATE-FIELD-TYPES', 'userId', noText),
]
/** If a wrong service accepts a delay above the maximum, the push outlives its stop. */
const DELAY: Arbitrary<Damage> = valued('STREAM-DELAYCLOSE-MAXIMUM', 'delayClose', above(600, 700))

const damaged = (entry: JsonObject, { name, value }: Damage): JsonObject => {
  const { [name]: _, ...rest } = entry
  return value === undefined ? rest : { ...rest, [name]: value }
}

const refused = (
  operation: Operation,
  { rule, name }: Damage,
  body: string,
  rest: Partial<Pick<RequestParts, 'before' | 'needs' | 'answers'>> = {},
): readonly Vector[] =>
  exchangeVectors(
    'streaming-refusal',
    `Refuses a generated ${operation} for its ${name}`,
    ['ERROR-STREAMING-MALFORMED', rule],
    { operation, body, channel: 'open', answers: status(400), ...rest },
  )

/** One or two entries; the last is wrong. */
const startWith = (
  hasUser: boolean,
  damage: Arbitrary<Damage>,
  rest: Pick<RequestParts, 'needs'> = {},
): Arbitrary<readonly Vector[]> =>
  record({
    first: pushOf(hasUser),
    last: pushOf(hasUser),
    isAlone: constantFrom(true, false),
    damage,
    writing,
  }).map(({ first, last, isAlone, damage: what, writing: how }) => {
    const pushes: readonly Push[] = isAlone ? [last] : [first, last]
    const list = entries(pushes)
    const streamList = [...list.slice(0, -1), damaged(list.at(-1)!, what)]
    return refused('streaming.start', what, bodyOf({ streamList }, how), rest)
  })

/** Each damage once in every run. */
export const wrongStarts = (hasUser: boolean): Arbitrary<readonly Vector[]>[] =>
  IN_START.map((damage) => startWith(hasUser, damage))
export const wrongDelay = (hasUser: boolean): Arbitrary<readonly Vector[]> =>
  startWith(hasUser, DELAY, { needs: ['exclusive-channel'] })

/**
 * An entry is checked whatever ran under its streamId before. Whether the id can be used again is not shown
 * (STREAM-STREAMID-AFTER-STOP), so neither is which refusal comes first.
 */
const restarted = (first: Push, what: Damage, how: Writing): readonly Vector[] => {
  const entry = entryOf(first, 1)
  const stop = { operation: 'streaming.stop', body: bodyOf({ streamId: streamOf(1) }, how) } as const
  return refused('streaming.start', what, bodyOf({ streamList: [damaged(entry, what)] }, how), {
    before: [started([entry], how), stop],
    answers: status('4xx'),
  })
}
export const wrongAgain = (hasUser: boolean): Arbitrary<readonly Vector[]> =>
  record({ first: pushOf(hasUser), damage: oneof(...IN_START), writing }).map(
    ({ first, damage, writing: how }) => restarted(first, damage, how),
  )
export const singleAgain: Arbitrary<readonly Vector[]> = record({ first: narrowOf(true), writing }).map(
  ({ first, writing: how }) =>
    restarted(first, { rule: 'STREAM-USERID-SINGLE-REQUIRED', name: 'userId', value: undefined }, how),
)

/** One or two entries of pushes that run; the last is wrong. Each damage once in every run. */
export const wrongUpdates = (hasUser: boolean): Arbitrary<readonly Vector[]>[] =>
  IN_UPDATE.map((damages) =>
    record({ drawn: updated(hasUser), damage: damages }).map(({ drawn, damage }) => {
      const list = changesOf(drawn, hasUser)
      const streamList = [...list.slice(0, -1), damaged(list.at(-1)!, damage)]
      return refused('streaming.update', damage, bodyOf({ streamList }, drawn.writing), {
        before: [started(entries(drawn.pushes), drawn.writing)],
      })
    }),
  )
