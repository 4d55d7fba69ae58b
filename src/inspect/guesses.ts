import { isListed, joinParam, JOIN_PARAMS } from '../interface/joinParams.ts'
import { isObject, own } from '../json.ts'
import { without } from '../members.ts'
import type { Json, JsonObject } from '../model/index.ts'
import { joinParamsViolations } from '../token/index.ts'
import { secondsMeant } from './clocks.ts'
import { KINDS, type Subject } from './subject.ts'

/** What code may have been asked for when it made a token. */
export interface Guess {
  readonly appId: string
  readonly joinParams: JsonObject
  /** Unix seconds. */
  readonly timestamp: number
}

type Entry = readonly [name: string, value: Json]

const mapped =
  (change: (entry: Entry) => readonly Entry[]) =>
  (joinParams: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(joinParams).flatMap(change))

const folded = (name: string): string => name.replace(/[_-]/g, '').toLowerCase()
/** Names that other services have, by their folded form. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(JOIN_PARAMS.map(({ name }) => [folded(name), name])),
  channel: 'channelId',
  channelname: 'channelId',
  uid: 'userId',
  user: 'userId',
}

/** The join parameter that a name in another form stands for. */
export const listedName = (name: string): string | undefined =>
  isListed(name) ? name : own(OTHER_NAMES, folded(name))

function rightTyped([name, value]: Entry): Json {
  const type = joinParam(name)?.type
  if (type === 'string' && typeof value === 'number') return String(value)
  return type === 'integer' && typeof value === 'string' && /^-?[0-9]+$/.test(value) ? Number(value) : value
}

/** Ways to read join parameters as they were meant, one after the other. */
const REPAIRS: readonly ((joinParams: JsonObject) => JsonObject)[] = [
  // An envelope.
  (joinParams) => {
    const [[, inner] = [], ...others] = Object.entries(joinParams)
    return isObject(inner) && others.length === 0 ? inner : joinParams
  },
  mapped(([name, value]) => [[listedName(name) ?? name, value]]),
  mapped(([name, value]) => (value === null ? [] : [[name, value]])),
  mapped((entry) => [[entry[0], rightTyped(entry)]]),
]

/** Milliseconds; minutes for seconds; the end of validity for its length. */
const LENGTHS: readonly ((duration: number, made: number) => number)[] = [
  (duration) => duration / 1000,
  (duration) => duration / 60,
  (duration, made) => duration - made,
]

const MAXIMUM = joinParam('duration')?.maximum ?? Infinity

function shortened(joinParams: JsonObject, made: number): JsonObject[] {
  const { duration } = joinParams
  if (typeof duration !== 'number' || duration <= MAXIMUM) return []
  return LENGTHS.map((length) => length(duration, made))
    .filter((seconds) => Number.isInteger(seconds) && seconds > 0 && seconds <= MAXIMUM)
    .map((seconds) => ({ ...joinParams, duration: seconds }))
}

/** The join parameters that may have been asked for, those that break no rule first. */
export function joinParamsMeant({ joinParams, known }: Subject, made: number): JsonObject[] {
  const { channelId, userId } = known
  const wanted = { ...(channelId !== undefined && { channelId }), ...(userId !== undefined && { userId }) }
  const repaired = REPAIRS.reduce((sofar, repair) => repair(sofar), joinParams)
  const listed = without(repaired, ...Object.keys(repaired).filter((name) => !isListed(name)))
  const all = [...shortened(repaired, made), repaired, listed, joinParams]
  const guesses = oneOfEach(all.flatMap((one) => [{ ...one, ...wanted }, one]))
  const isRight = (one: JsonObject): boolean => joinParamsViolations(one).length === 0
  return [...guesses.filter(isRight), ...guesses.filter((one) => !isRight(one))]
}

/** An appId may look like anything, but out of its place not like another part. */
const OTHER_KINDS = ['version', 'timestamp', 'params', 'signature'] as const

/** The appIds that may have been asked for: the given one alone, else what stands where an appId may. */
function appIdsMeant({ parts, pieces, known: { appId, appSecret, now } }: Subject): string[] {
  if (appId !== undefined) return [appId]
  const inPlace = parts?.appId ?? ''
  const isHeld = appSecret !== undefined && inPlace.length > appSecret.length && inPlace.endsWith(appSecret)
  const all = [
    ...(isHeld ? [inPlace.slice(0, -appSecret.length)] : []),
    inPlace,
    ...inPlace.split('.').slice(-1),
    ...pieces.slice(0, 3).filter((piece) => !OTHER_KINDS.some((kind) => KINDS[kind](piece, now))),
  ]
  return [...new Set(all)].filter((text) => text !== '')
}

function timestampsMeant({ parts, pieces, known: { now } }: Subject): number[] {
  const own = parts ? secondsMeant(parts.timestamp, now) : []
  if (own.length > 0) return [...new Set(own)]
  const others = pieces.flatMap((piece) => secondsMeant(piece, now))
  const asItStands = Number(parts?.timestamp)
  const isSecond = Number.isSafeInteger(asItStands) && asItStands >= 0
  return [...new Set([...others, now, ...(isSecond ? [asItStands] : [])])]
}

/** More are not looked at: each takes a tenth of a second where nothing fits. */
const MOST = 16

/** What may have been asked for, the likeliest first. */
export const guessesFor = (subject: Subject): Guess[] =>
  appIdsMeant(subject)
    .flatMap((appId) =>
      timestampsMeant(subject).flatMap((timestamp) =>
        joinParamsMeant(subject, timestamp).map((joinParams) => ({ appId, joinParams, timestamp })),
      ),
    )
    .slice(0, MOST)

const oneOfEach = (values: readonly JsonObject[]): JsonObject[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
]
