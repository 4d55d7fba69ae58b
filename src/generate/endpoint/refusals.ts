/** Generated requests that are wrong in exactly one place. */
import { constant, constantFrom, integer, oneof, record, type Arbitrary } from 'fast-check'
import { INTEGER_JOIN_PARAMS, JOIN_PARAMS } from '../../interface/joinParams.ts'
import { without } from '../../members.ts'
import type { AllowedAnswer, EndpointRequest, Json, JsonObject, RequirementId } from '../../model/index.ts'
import type { Questions, Vectors } from '../generated.ts'
import { plainId } from '../texts.ts'
import { CHANNEL, exchangeVectors, INVALID, status, type RequestParts } from './exchange.ts'
import {
  pushChanges,
  entries,
  entryOf,
  narrowOf,
  pushOf,
  started,
  streaming,
  streamOf,
  updated,
  wholeOf,
  type Push,
} from './pushes.ts'
import { allMembers, someMembers, tokenRequest, writing, writtenBody } from './tokens.ts'

/** One rule of a member is broken, and no other: another value, or none. */
interface Damage {
  readonly rule: RequirementId
  readonly name: string
  /** Undefined: the member is left out. */
  readonly value: Json | undefined
}

interface Breach extends Pick<Damage, 'rule' | 'name'> {
  /** One value of each stands in every run. */
  readonly classes: readonly Arbitrary<Json | undefined>[]
  /** Only an entry of type 2 breaks the rule so. */
  readonly isOfSingle?: true
}

const valued = (rule: RequirementId, name: string, ...classes: Breach['classes']) => ({ rule, name, classes })

const leftOut = (rule: RequirementId, name: string): Breach => valued(rule, name, constant(undefined))

const damageOf = ({ rule, name, classes }: Breach, at: number): Arbitrary<Damage> =>
  classes[at % classes.length]!.map((value) => ({ rule, name, value }))

/**
 * Each class of each breach in every run. Its surroundings follow from its turn, so that each breach stands in all of
 * them: a check may be left out in one.
 */
const inTurns = <Surrounding>(
  breaches: readonly Breach[],
  surroundings: readonly Surrounding[],
  asked: (damage: Arbitrary<Damage>, surrounding: Surrounding, turn: number, breach: Breach) => Questions,
): readonly Questions[] =>
  breaches.flatMap((breach, first) =>
    Array.from({ length: Math.max(surroundings.length, breach.classes.length) }, (_, at) => {
      const turn = first + at
      return asked(damageOf(breach, at), surroundings[turn % surroundings.length]!, turn, breach)
    }),
  )

const CONTAINERS = constantFrom<Json>([], {}, [1], { value: 1 })

/**
 * Values of other types than integer, and fractions close to right ones, which code may round or cut. Null is not here,
 * because it is wrong only where the member is required (API-NULL-MEMBER).
 * @param right the ends of its range, or its list
 */
const noInteger = (...right: readonly number[]): readonly Arbitrary<Json>[] => [
  constantFrom(...right.map(String)),
  constantFrom(true, false),
  CONTAINERS,
  constantFrom(...right.map((value) => value + 0.5)),
  constantFrom(...right.flatMap((value) => [value - 0.03, value + 0.03])),
]

/** Values of other types than text; numbers are not here, because one could name a channel. */
const NO_TEXT = [constantFrom<Json>(true, false), constantFrom<Json>([], {}, ['a'], { id: 'a' })]

const above = (maximum: number, most = 2 ** 31): Arbitrary<number> =>
  oneof(integer({ min: maximum + 1, max: maximum + 100 }), integer({ min: maximum + 1, max: most }))

const damaged = (members: JsonObject, { name, value }: Damage): JsonObject => ({
  ...without(members, name),
  ...(value !== undefined && { [name]: value }),
})

/** The rule of a join parameter: `PARAM-DURATION-MAXIMUM`. */
const ruleOf = (name: string, word: string): string => `PARAM-${name.toUpperCase()}-${word}`

const MAXIMA: readonly Breach[] = JOIN_PARAMS.flatMap(({ name, maximum }) =>
  maximum === undefined ? [] : [valued(ruleOf(name, 'MAXIMUM'), name, above(maximum))],
)
const TYPES = JOIN_PARAMS.filter(({ required }) => !required).map(({ name, type, maximum }) => {
  const classes = type === 'integer' ? noInteger(1, maximum ?? 60) : NO_TEXT
  return valued(ruleOf(name, type.toUpperCase()), name, ...classes)
})
const IDS: readonly Breach[] = [
  leftOut('PARAM-CHANNELID-REQUIRED', 'channelId'),
  leftOut('PARAM-USERID-REQUIRED', 'userId'),
  valued('PARAM-CHANNELID-STRING', 'channelId', ...NO_TEXT),
  valued('PARAM-USERID-STRING', 'userId', ...NO_TEXT, integer({ min: 0, max: 2 ** 31 })),
]

/** Each integer at its maximum, or beyond what anybody asks for. */
const LARGEST = Object.fromEntries(INTEGER_JOIN_PARAMS.map(({ name, maximum = 10 ** 9 }) => [name, maximum]))

/** What stands beside the damage, and whether the same request was right a moment ago. */
type Company = readonly [members: Arbitrary<JsonObject>, isAfterRight?: true]
const COMPANIES: readonly Company[] = [
  [constant({})],
  [someMembers],
  [allMembers, true],
  // Whether such values are taken is open, and a bound holds beside them all the same.
  [constant(LARGEST)],
]

const wrong = (damages: Arbitrary<Damage>, [others, isAfterRight]: Company): Questions =>
  record({ userId: plainId, members: others, damage: damages, writing }).map(
    ({ userId, members, damage, writing: how }) => {
      const whole: JsonObject = { channelId: CHANNEL, userId, ...members }
      const title = `Refuses generated join parameters: ${damage.name}`
      return exchangeVectors('token-refusal', title, ['ERROR-PARAMETER-VALUE', damage.rule], {
        ...tokenRequest(damaged(whole, damage), how),
        ...(isAfterRight && { before: [tokenRequest(whole, how)] }),
        answers: INVALID,
      })
    },
  )

export const wrongTokens = inTurns([...MAXIMA, ...TYPES, ...IDS], COMPANIES, wrong)

const NO_LIST: readonly Arbitrary<Json>[] = [constantFrom(true, 1), constant('a'), constant({ text: 'a' })]
const NO_OBJECT: readonly Arbitrary<Json>[] = [constantFrom(true, 1), constant('a'), constant([])]
const NO_ADDRESS: readonly Arbitrary<Json>[] = [
  constantFrom('http://push.example/live/a.flv', 'https://push.example/live/a.m3u8'),
  constantFrom('rtsp://push.example/live/a', 'srt://push.example:9000'),
  constantFrom('push.example/live/a', ''),
  // Whatever stands behind another protocol.
  constantFrom(
    'http://push.example/live?to=rtmp://push.example/live/a',
    'https://push.example/rtmp://push.example/live/a',
  ),
]
const NO_USER = leftOut('STREAM-USERID-SINGLE-REQUIRED', 'userId')
const otherRate = integer({ min: 0, max: 120 }).filter((fps) => fps !== 15 && fps !== 30)

/** Breaches in an entry of a start, but not of streamId: an endpoint that ignores it may start an unstoppable push. */
const IN_START: readonly Breach[] = [
  valued('STREAM-FLAG-MAXIMUM', 'flag', above(15), integer({ min: -100, max: 0 })),
  valued('STREAM-FLAG-INTEGER', 'flag', ...noInteger(1, 15)),
  leftOut('STREAM-FLAG-REQUIRED', 'flag'),
  valued('STREAM-TYPE-VALUES', 'type', above(2, 99), integer({ min: -99, max: 0 })),
  valued('STREAM-TYPE-INTEGER', 'type', ...noInteger(1, 2)),
  leftOut('STREAM-TYPE-REQUIRED', 'type'),
  valued('STREAM-URL-RTMP', 'url', ...NO_ADDRESS),
  leftOut('STREAM-URL-REQUIRED', 'url'),
  valued('STREAM-URL-STRING', 'url', ...NO_TEXT),
  valued('STREAM-FPS-VALUES', 'fps', otherRate),
  valued('STREAM-FPS-INTEGER', 'fps', ...noInteger(15, 30)),
  valued('STREAM-WATERMARKS-ARRAY', 'watermarks', ...NO_LIST),
  valued('STREAM-LAYOUT-OBJECT', 'layout', ...NO_OBJECT),
  valued('STREAM-USERID-STRING', 'userId', ...NO_TEXT),
  { ...NO_USER, isOfSingle: true },
  valued('STREAM-DELAYCLOSE-MINIMUM', 'delayClose', integer({ min: -1000, max: -1 })),
  // Of few seconds: if a wrong service accepts it, the push outlives its stop.
  valued('STREAM-DELAYCLOSE-INTEGER', 'delayClose', ...noInteger(0, 1)),
]
const IN_UPDATE: readonly Breach[] = [
  valued('STREAM-URL-RTMP', 'url', ...NO_ADDRESS),
  valued('UPDATE-FIELD-TYPES', 'url', ...NO_TEXT),
  valued('STREAM-FPS-VALUES', 'fps', otherRate),
  valued('UPDATE-FIELD-TYPES', 'fps', ...noInteger(15, 30)),
  valued('UPDATE-FIELD-TYPES', 'watermarks', ...NO_LIST),
  valued('UPDATE-FIELD-TYPES', 'layout', ...NO_OBJECT),
  valued('UPDATE-FIELD-TYPES', 'userId', ...NO_TEXT),
]
/** Such a push may outlive its stop. */
const TOO_LATE: readonly Breach[] = [valued('STREAM-DELAYCLOSE-MAXIMUM', 'delayClose', above(600, 700))]

const PLACES: readonly ((wrong: JsonObject, right: JsonObject) => readonly JsonObject[])[] = [
  (wrong) => [wrong],
  (wrong, right) => [right, wrong],
  (wrong, right) => [wrong, right],
]

const refused = (
  { rule, name }: Damage,
  request: EndpointRequest,
  rest: Partial<Pick<RequestParts, 'before' | 'needs' | 'answers'>>,
): Vectors => {
  const title = `Refuses a generated ${request.operation} for its ${name}`
  const rules = ['ERROR-STREAMING-MALFORMED', rule] as const
  const parts = { ...request, channel: 'open', answers: status(400), ...rest } as const
  return exchangeVectors('streaming-refusal', title, rules, parts)
}

/**
 * The wrong entry by turns of type 1 and 2, alone or beside one that has every member. Where no user is known, one of type
 * 2 names any: the endpoint may refuse it for that, too (STREAM-USERID-NOT-IN-CHANNEL).
 */
const startsWith =
  (breaches: readonly Breach[], needs: RequestParts['needs'] = []) =>
  (hasUser: boolean): readonly Questions[] =>
    inTurns(breaches, PLACES, (damages, place, turn, { isOfSingle }) => {
      const isSingle = isOfSingle ?? turn % 2 === 1
      const hasStranger = isSingle && !hasUser
      const answers = status(hasStranger ? '4xx' : 400)
      return record({ drawn: pushOf(hasUser), right: wholeOf(hasUser), damage: damages, writing }).map(
        ({ drawn, right, damage, writing: how }) => {
          const entry = { ...entryOf({ ...drawn, isSingle }, 1), ...(hasStranger && { userId: 'user1' }) }
          const list = place(damaged(entry, damage), entryOf(right, 2))
          return refused(damage, started(list, how), { needs, answers })
        },
      )
    })

export const wrongStarts = startsWith(IN_START)
export const wrongDelay = startsWith(TOO_LATE, ['exclusive-channel'])

/**
 * An entry is checked whatever ran under its streamId before. Whether the id can be used again is not shown
 * (STREAM-STREAMID-AFTER-STOP), so neither is which refusal comes first.
 */
const restarted = (first: Arbitrary<Push>, damages: Arbitrary<Damage>): Questions =>
  record({ first, damage: damages, writing }).map(({ first: push, damage, writing: how }) => {
    const entry = entryOf(push, 1)
    const stop = streaming('stop', { streamId: streamOf(1) }, how)
    const before = [started([entry], how), stop]
    return refused(damage, started([damaged(entry, damage)], how), { before, answers: status('4xx') })
  })
const ANYWHERE = IN_START.filter(({ isOfSingle }) => !isOfSingle).flatMap((breach) =>
  breach.classes.map((_class, at) => damageOf(breach, at)),
)
export const wrongAgain = (hasUser: boolean): Questions => restarted(pushOf(hasUser), oneof(...ANYWHERE))
export const singleAgain = restarted(narrowOf(true), damageOf(NO_USER, 0))

/** Of two pushes that run. */
export const wrongUpdates = (hasUser: boolean): readonly Questions[] =>
  inTurns(IN_UPDATE, PLACES, (damages, place) =>
    record({ drawn: updated(hasUser, 2), damage: damages }).map(({ drawn, damage }) => {
      const [first, second] = pushChanges(drawn, hasUser)
      const streamList = place(damaged(first!, damage), second!)
      const before = [started(entries(drawn.pushes), drawn.writing)]
      return refused(damage, streaming('update', { streamList }, drawn.writing), { before })
    }),
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
  // Of an entry, but not streamId: an endpoint that ignores it may start an unstoppable push.
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

const misnamed = ([name, rule, answers]: NameRow, request: EndpointRequest): Vectors => {
  const isToken = request.operation === 'auth.token'
  const title = `Refuses a generated ${request.operation} whose ${name} has other letter case`
  return exchangeVectors(isToken ? 'token-refusal' : 'streaming-refusal', title, [rule], {
    ...request,
    channel: isToken ? 'unopened' : 'open',
    answers,
    level: 'recommended',
  })
}

export const otherNameInToken: Questions = record({
  row: constantFrom(...NAMES_IN_TOKEN),
  caseOf: constantFrom(...CASES),
  userId: plainId,
  writing,
}).map(({ row, caseOf, userId, writing: how }) =>
  misnamed(row, tokenRequest(renamed({ channelId: CHANNEL, userId }, row[0], caseOf(row[0])), how)),
)

export const otherNameInStart = (hasUser: boolean): Questions =>
  record({
    row: constantFrom(...NAMES_IN_START),
    caseOf: constantFrom(...CASES),
    push: pushOf(hasUser),
    writing,
  }).map(({ row, caseOf, push, writing: how }) => {
    const [name] = row
    const streamList = [renamed(entryOf(push, 1), name, caseOf(name))]
    const value = renamed({ channelId: CHANNEL, streamList }, name, caseOf(name))
    return misnamed(row, { operation: 'streaming.start', body: writtenBody(value, how) })
  })
