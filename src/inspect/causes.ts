import { isListed, joinParam, JOIN_PARAMS } from '../interface/joinParams.ts'
import { isObject, own } from '../json.ts'
import { without } from '../members.ts'
import type { Json, JsonObject, FaultId } from '../model/index.ts'
import { joinParamsViolations, expiryOf, issueText } from '../token/index.ts'
import { secondsMeant } from './clocks.ts'
import { KINDS, type Inspected, type Known } from './subject.ts'
import { isDeepStrictEqual } from 'node:util'
import { diagnoseIn, TRIED_FOR_ONE } from '../diagnose/index.ts'
import { faultById } from '../faults/catalogue.ts'
import type { FaultText } from '../faults/fault.ts'
import { HEX_DIGEST, standard } from './partChecks.ts'

/** What code may have been asked for when it made a token. */
interface Guess {
  readonly appId: string
  readonly joinParams: JsonObject
  /** Unix seconds. */
  readonly timestamp: number
}

type Entry = readonly [name: string, value: Json]

const mapped = (change: (entry: Entry) => readonly Entry[]) => (joinParams: JsonObject) =>
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

const idsGiven = ({ channelId, userId }: Known): JsonObject => ({
  ...(channelId !== undefined && { channelId }),
  ...(userId !== undefined && { userId }),
})

/** The join parameters that may have been asked for, those that break no rule first. */
function joinParamsMeant({ joinParams, known }: Inspected, made: number): JsonObject[] {
  const repaired = REPAIRS.reduce((sofar, repair) => repair(sofar), joinParams)
  const listed = without(repaired, ...Object.keys(repaired).filter((name) => !isListed(name)))
  const all = [...shortened(repaired, made), repaired, listed, joinParams]
  const guesses = oneOfEach(all.flatMap((one) => [{ ...one, ...idsGiven(known) }, one]))
  const isRight = (one: JsonObject): boolean => joinParamsViolations(one).length === 0
  return [...guesses.filter(isRight), ...guesses.filter((one) => !isRight(one))]
}

/** An appId may look like anything, but out of its place not like another part. */
const OTHER_KINDS = ['version', 'timestamp', 'params', 'signature'] as const

/** The appIds that may have been asked for: the given one alone, else what stands where an appId may. */
function appIdsMeant({ parts, pieces, known: { appId, appSecret, now } }: Inspected): string[] {
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

function timestampsMeant({ parts, pieces, known: { now } }: Inspected): number[] {
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
const guessesFor = (subject: Inspected): Guess[] =>
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

/** Sets of faults each of which makes this very token out of what was asked for, and that. */
export interface TokenCauses {
  readonly candidates: readonly (readonly FaultText[])[]
  readonly guess: Guess
}

/**
 * What right code, or code with some faults, would have been asked for to give this text as its token.
 * @param written faults in the way in which the token is written, each seen by itself
 */
export function causesOfToken(
  subject: Inspected,
  appSecret: string,
  written: readonly FaultId[],
): TokenCauses | undefined {
  const whole = explained(subject, subject.handed, appSecret)
  const token = inStandard(subject)
  if (whole || token === undefined || written.length === 0) return whole
  // Without what is seen of the writing one more fault can be found.
  const rest = explained(subject, token, appSecret)
  const seen = [...new Set(written)].flatMap((id) => faultById(id) ?? [])
  if (!rest) return undefined
  const others = rest.candidates.length > 0 ? rest.candidates : [[]]
  return { ...rest, candidates: others.map((set) => [...seen, ...set]) }
}

/** Pairs take a tenth of a second and more for each guess: only the likeliest ones are worth it. */
const WITH_PAIRS = 3

/** One fault by any guess before two by the likeliest. */
function explained(subject: Inspected, token: string, appSecret: string): TokenCauses | undefined {
  const guesses = guessesFor(subject)
  const by = (tries: number) => (guess: Guess) => {
    const question = { method: 'token.issue', params: { ...guess, appSecret } } as const
    const { right, candidates } = diagnoseIn(tries, question, { kind: 'accepted', output: { token } })
    return right || candidates.length > 0 ? { candidates, guess } : undefined
  }
  return firstOf(guesses, by(0)) ?? firstOf(guesses.slice(0, WITH_PAIRS), by(TRIED_FOR_ONE))
}

function firstOf<T, R>(items: readonly T[], make: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = make(item)
    if (found !== undefined) return found
  }
  return undefined
}

/** The token with its parts in standard base64, whatever they stand in; undefined where it has no five parts. */
function inStandard({ parts }: Inspected): string | undefined {
  if (!parts) return undefined
  const { version, appId, timestamp, params, signature } = parts
  const digest = HEX_DIGEST.test(signature)
    ? Buffer.from(signature.replaceAll('-', ''), 'hex').toString('base64')
    : standard(signature)
  return [version, appId, timestamp, standard(params), digest].join('.')
}

/** The right token in the place of a wrong one; or why there is none. */
export type Fixed = ({ readonly token: string } & Guess) | { readonly why: string }

/**
 * What right code makes of what was meant: for the ids that were given, and made now where the old one has expired.
 * @param meant what explains the wrong token, if something does
 */
export function fixed(subject: Inspected, appSecret: string, meant?: Guess): Fixed {
  const { appId, now } = subject.known
  const guess = meant ?? guessesFor(subject)[0]
  if (!guess) return { why: 'no appId can be read: give it with --app-id' }
  const joinParams = { ...guess.joinParams, ...idsGiven(subject.known) }
  const violation = joinParamsViolations(joinParams)[0]
  if (violation)
    return { why: `${violation.message}; give --channel and --user, or repair what is asked for` }
  const isOver = now > expiryOf({ timestamp: String(guess.timestamp) }, joinParams)
  const right = { appId: appId ?? guess.appId, joinParams, timestamp: isOver ? now : guess.timestamp }
  return { token: issued(subject, right, appSecret), ...right }
}

/** With the JSON as it stands where it says the same: its order and its spaces are free. */
function issued({ json, content }: Inspected, { joinParams, ...rest }: Guess, appSecret: string): string {
  const isSame = isDeepStrictEqual(content?.value, joinParams) && content?.inexact.length === 0
  return issueText(isSame && json !== undefined ? json : JSON.stringify(joinParams), { ...rest, appSecret })
}
