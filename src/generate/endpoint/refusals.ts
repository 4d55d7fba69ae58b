/** Generated requests that are wrong in exactly one place. */
import { constant, constantFrom, integer, oneof, record, type Arbitrary } from 'fast-check'
import { JOIN_PARAMS } from '../../interface/joinParams.ts'
import { without } from '../../members.ts'
import type { AllowedAnswer, Json, JsonObject, Operation, RequirementId, Vector } from '../../model/index.ts'
import type { Questions } from '../generated.ts'
import { plainId } from '../texts.ts'
import { CHANNEL, exchangeVectors, INVALID, status, type RequestParts } from './exchange.ts'
import {
  bodyOf,
  pushChanges,
  entries,
  entryOf,
  narrowOf,
  pushOf,
  started,
  streaming,
  streamOf,
  updated,
  type Push,
} from './pushes.ts'
import { allMembers, someMembers, writing, writtenBody, type Writing } from './tokens.ts'

/** One rule of a member is broken, and no other: another value, or none. */
interface Damage {
  readonly rule: RequirementId
  readonly name: string
  /** Undefined: the member is left out. */
  readonly value: Json | undefined
}

const valued = (rule: RequirementId, name: string, values: Arbitrary<Json>): Arbitrary<Damage> =>
  values.map((value) => ({ rule, name, value }))

const leftOut = (rule: RequirementId, name: string): Arbitrary<Damage> =>
  constant({ rule, name, value: undefined })

/**
 * Values of other types than integer; null is not here, because it is wrong only where the member is required
 * (API-NULL-MEMBER).
 */
const noInteger: Arbitrary<Json> = oneof(
  integer({ min: 1, max: 99999 }).map(String),
  constantFrom<Json>(true, false, [], {}, [1], { value: 1 }),
  integer({ min: 0, max: 9999 }).map((whole) => whole + 0.5),
)

/** Values of other types than text; numbers are not here, because one could name a channel. */
const noText: Arbitrary<Json> = constantFrom<Json>(true, false, [], {}, ['a'], { id: 'a' })

/** Just beyond a bound, and far beyond it. */
const above = (maximum: number, most = 2 ** 31): Arbitrary<number> =>
  oneof(integer({ min: maximum + 1, max: maximum + 100 }), integer({ min: maximum + 1, max: most }))

const damaged = (members: JsonObject, { name, value }: Damage): JsonObject => ({
  ...without(members, name),
  ...(value !== undefined && { [name]: value }),
})

/** The rule of a join parameter: `PARAM-DURATION-MAXIMUM`. */
const ruleOf = (name: string, word: string): string => `PARAM-${name.toUpperCase()}-${word}`

const MAXIMA: readonly Arbitrary<Damage>[] = JOIN_PARAMS.flatMap(({ name, maximum }) =>
  maximum === undefined ? [] : [valued(ruleOf(name, 'MAXIMUM'), name, above(maximum))],
)
const TYPES: readonly Arbitrary<Damage>[] = JOIN_PARAMS.filter(({ required }) => !required).map(
  ({ name, type }) => valued(ruleOf(name, type.toUpperCase()), name, type === 'integer' ? noInteger : noText),
)
const IDS: readonly Arbitrary<Damage>[] = [
  leftOut('PARAM-CHANNELID-REQUIRED', 'channelId'),
  leftOut('PARAM-USERID-REQUIRED', 'userId'),
  valued('PARAM-CHANNELID-STRING', 'channelId', noText),
  valued('PARAM-USERID-STRING', 'userId', oneof(noText, integer({ min: 0, max: 2 ** 31 }))),
]

/** What stands beside the damage, and what was asked before it for the same channel and user. */
interface Company {
  readonly members: Arbitrary<JsonObject>
  readonly isAfterRight: boolean
}
const ALONE: Company = { members: constant({}), isAfterRight: false }
const WITH_SOME: Company = { members: someMembers, isAfterRight: false }
/** All the others, where the same request was right a moment ago. */
const WITH_ALL: Company = { members: allMembers, isAfterRight: true }

const wrong = (damages: Arbitrary<Damage>, { members: others, isAfterRight }: Company): Questions =>
  record({ userId: plainId, members: others, damage: damages, writing }).map(
    ({ userId, members, damage, writing: how }) => {
      const whole: JsonObject = { channelId: CHANNEL, userId, ...members }
      const request = (content: JsonObject) =>
        ({ operation: 'auth.token', body: writtenBody(content, how) }) as const
      return exchangeVectors(
        'token-refusal',
        `Refuses generated join parameters: ${damage.name}`,
        ['ERROR-PARAMETER-VALUE', damage.rule],
        {
          ...request(damaged(whole, damage)),
          ...(isAfterRight && { before: [request(whole)] }),
          answers: INVALID,
        },
      )
    },
  )

/** Each damage in each company once in every run. */
export const wrongTokens: readonly Questions[] = [
  ...[ALONE, WITH_SOME, WITH_ALL].flatMap((company) => MAXIMA.map((damage) => wrong(damage, company))),
  ...[ALONE, WITH_ALL].flatMap((company) => TYPES.map((damage) => wrong(damage, company))),
  ...IDS.map((damage) => wrong(damage, WITH_SOME)),
]

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

const lastDamaged = (list: readonly JsonObject[], what: Damage): JsonObject => ({
  streamList: [...list.slice(0, -1), damaged(list.at(-1)!, what)],
})

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
): Questions =>
  record({
    first: pushOf(hasUser),
    last: pushOf(hasUser),
    isAlone: constantFrom(true, false),
    damage,
    writing,
  }).map(({ first, last, isAlone, damage: what, writing: how }) => {
    const list = lastDamaged(entries(isAlone ? [last] : [first, last]), what)
    return refused('streaming.start', what, bodyOf(list, how), rest)
  })

/** Each damage once in every run. */
export const wrongStarts = (hasUser: boolean): Questions[] =>
  IN_START.map((damage) => startWith(hasUser, damage))
export const wrongDelay = (hasUser: boolean): Questions =>
  startWith(hasUser, DELAY, { needs: ['exclusive-channel'] })

/**
 * An entry is checked whatever ran under its streamId before. Whether the id can be used again is not shown
 * (STREAM-STREAMID-AFTER-STOP), so neither is which refusal comes first.
 */
const restarted = (first: Push, what: Damage, how: Writing): readonly Vector[] => {
  const entry = entryOf(first, 1)
  const stop = streaming('stop', { streamId: streamOf(1) }, how)
  return refused('streaming.start', what, bodyOf({ streamList: [damaged(entry, what)] }, how), {
    before: [started([entry], how), stop],
    answers: status('4xx'),
  })
}
export const wrongAgain = (hasUser: boolean): Questions =>
  record({ first: pushOf(hasUser), damage: oneof(...IN_START), writing }).map(
    ({ first, damage, writing: how }) => restarted(first, damage, how),
  )
export const singleAgain: Questions = record({ first: narrowOf(true), writing }).map(
  ({ first, writing: how }) =>
    restarted(first, { rule: 'STREAM-USERID-SINGLE-REQUIRED', name: 'userId', value: undefined }, how),
)

/** One or two entries of pushes that run; the last is wrong. Each damage once in every run. */
export const wrongUpdates = (hasUser: boolean): Questions[] =>
  IN_UPDATE.map((damages) =>
    record({ drawn: updated(hasUser), damage: damages }).map(({ drawn, damage }) =>
      refused(
        'streaming.update',
        damage,
        bodyOf(lastDamaged(pushChanges(drawn, hasUser), damage), drawn.writing),
        {
          before: [started(entries(drawn.pushes), drawn.writing)],
        },
      ),
    ),
  )

/**
 * A required member under its name in other letter case. Names in JSON are compared letter by letter (RFC 8259 section
 * 8.3), so the member is missing. At recommended: the text names the members, and not how they are compared.
 */
type NameRow = readonly [name: string, rule: RequirementId, answers: readonly AllowedAnswer[]]

const NAMES_IN_TOKEN: readonly NameRow[] = [
  ['channelId', 'PARAM-CHANNELID-REQUIRED', INVALID],
  ['userId', 'PARAM-USERID-REQUIRED', INVALID],
]
const NAMES_IN_START: readonly NameRow[] = [
  // A missing channelId may be one that does not exist.
  ['channelId', 'START-CHANNELID-REQUIRED', status(400, 404)],
  ['streamList', 'START-STREAMLIST-REQUIRED', status(400)],
]
/** Not streamId: an endpoint that ignores it may start an unstoppable push. */
const NAMES_IN_ENTRY: readonly NameRow[] = [
  ['url', 'STREAM-URL-REQUIRED', status(400)],
  ['flag', 'STREAM-FLAG-REQUIRED', status(400)],
  ['type', 'STREAM-TYPE-REQUIRED', status(400)],
]

/** As the fields of Go and C# are named, and all in capitals. */
const CASES: readonly ((name: string) => string)[] = [
  (name) => name.charAt(0).toUpperCase() + name.slice(1),
  (name) => name.toUpperCase(),
]

const renamed = (value: JsonObject, name: string, to: string): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([key, member]) => [key === name ? to : key, member]))

const misnamed = (operation: Operation, [name, rule, answers]: NameRow, body: string): readonly Vector[] => {
  const isToken = operation === 'auth.token'
  const title = `Refuses a generated ${operation} whose ${name} has other letter case`
  return exchangeVectors(isToken ? 'token-refusal' : 'streaming-refusal', title, [rule], {
    operation,
    body,
    ...(!isToken && { channel: 'open' }),
    answers,
    level: 'recommended',
  })
}

export const otherNameInToken: Questions = record({
  row: constantFrom(...NAMES_IN_TOKEN),
  caseOf: constantFrom(...CASES),
  userId: plainId,
  writing,
}).map(({ row, caseOf, userId, writing: how }) => {
  const body = renamed({ channelId: CHANNEL, userId }, row[0], caseOf(row[0]))
  return misnamed('auth.token', row, writtenBody(body, how))
})

export const otherNameInStart = (hasUser: boolean): Questions =>
  record({
    row: constantFrom(...NAMES_IN_START, ...NAMES_IN_ENTRY),
    caseOf: constantFrom(...CASES),
    push: pushOf(hasUser),
    writing,
  }).map(({ row, caseOf, push, writing: how }) => {
    const [name] = row
    const streamList = [renamed(entryOf(push, 1), name, caseOf(name))]
    const body = renamed({ channelId: CHANNEL, streamList }, name, caseOf(name))
    return misnamed('streaming.start', row, writtenBody(body, how))
  })
