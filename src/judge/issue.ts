import { isObject, own } from '../json.ts'
import { jsonOrNothing } from '../members.ts'
import type { ExpectedOutputs, Json, JsonObject, QuestionParams } from '../model/index.ts'
import { secretForms } from '../secretForms.ts'
import { JOIN_DEFAULTS } from '../interface/joinParams.ts'
import { TOKEN_FORMAT } from '../interface/tokenFormat.ts'
import { encodeParams, messageOf, sign } from '../token/index.ts'
import { signatureFindings } from './exact.ts'
import { differenceOf, listOf, type Found } from './finding.ts'
import { sentParamsFindings } from './sentParams.ts'

/** When the question was asked and answered, in Unix seconds. */
export interface Times {
  readonly askedAt: number
  readonly answeredAt: number
  /** When the same token was given first, for equal arguments: an SDK may keep it while it is valid (section 2.1). */
  readonly givenAt?: number
}

type Sent = Readonly<Record<'version' | 'appId' | 'timestamp' | 'params' | 'signature', string>>

type Question = QuestionParams['token.issue']

/**
 * Judges a token by its meaning. The JSON is the SDK's own, so params are decoded and compared by value, and the
 * signature is checked over the params as sent (section 4.5).
 * @param right the values that the params must hold
 */
export function issueFindings(question: Question, right: JsonObject, token: string, times: Times): Found[] {
  const parts = token.split('.')
  const sent = sentIn(parts)
  const count = parts.length === 5 ? [] : [partCount(parts.length, token)]
  if (!sent) return count
  const head = [...count, ...headFindings(question, sent, times)]
  const signature = sentSignature(question, sent)
  // Byte for byte the token of the reference: nothing is wrong with it, and a search without end need not read it.
  if (head.length + signature.length === 0 && sent.params === encodeParams(JSON.stringify(right))) return []
  const order = isReordered(question, parts) && { rule: 'TOKEN-PART-ORDER' }
  return [
    ...head.map((found) => ({ ...found, ...order })),
    ...listOf(secretFinding(question.appSecret, token, sent.params)),
    ...sentParamsFindings({ ...nullsIn(question.joinParams), ...right }, sent.params),
    ...signature.map((found) => ({ ...found, ...order })),
  ]
}

/** Members that were asked for as null: what becomes of them is open. */
const nullsIn = (joinParams: Json): JsonObject =>
  isObject(joinParams)
    ? Object.fromEntries(Object.entries(joinParams).filter(([, value]) => value === null))
    : {}

/** What stands between the appId and the params is the timestamp: with a fraction it takes two parts. */
function sentIn(parts: readonly string[]): Sent | undefined {
  if (parts.length < 5) return undefined
  const [version = '', appId = ''] = parts
  const [params = '', signature = ''] = parts.slice(-2)
  return { version, appId, timestamp: parts.slice(2, -2).join('.'), params, signature }
}

const FORM = '02.<appId>.<timestamp>.<params>.<signature>'

function partCount(count: number, token: string): Found {
  return {
    reason: 'not-five-parts',
    message: `a token has five parts joined by dots, this one has ${count}. A fraction in the timestamp adds one.`,
    // Without any dot something else joins the parts.
    ...(count === 1 && { rule: 'TOKEN-SEPARATOR' }),
    difference: differenceOf(FORM, token),
  }
}

/** The first three parts stand at other places: each of them would be wrong where it stands. */
function isReordered({ appId, timestamp }: Question, parts: readonly string[]): boolean {
  const known = [TOKEN_FORMAT.version, appId, ...(timestamp === undefined ? [] : [String(timestamp)])]
  return (
    parts.length === 5 &&
    known.every((part) => parts.includes(part)) &&
    known.some((part, at) => parts[at] !== part)
  )
}

/** Of a token that an SDK or an endpoint made. */
export const versionFindings = (version: string): Found[] =>
  unequal(TOKEN_FORMAT.version, version, {
    reason: 'wrong-version',
    message: `the version must be ${TOKEN_FORMAT.version}.`,
  })

const unequal = (expected: string, got: string, found: Found): Found[] =>
  got === expected ? [] : [{ ...found, difference: differenceOf(expected, got) }]

const WRONG_APP_ID: Found = { reason: 'wrong-app-id', message: 'the appId was changed on the way.' }

const headFindings = (question: Question, { version, appId, timestamp }: Sent, times: Times): Found[] => [
  ...versionFindings(version),
  ...unequal(question.appId, appId, WRONG_APP_ID),
  ...listOf(timestampFinding(question, timestamp, times)),
  ...(/^0[0-9]/.test(timestamp) ? [LEADING_ZEROS] : []),
]

function timestampFinding(question: Question, timestamp: string, times: Times): Found | undefined {
  const { timestamp: wanted } = question
  // TOKEN-TIMESTAMP-DECIMAL; the SDK's own clock may be a second off at either end.
  const [from, to] =
    wanted === undefined ? [sinceOf(question, timestamp, times) - 1, times.answeredAt + 1] : [wanted, wanted]
  const expected = wanted === undefined ? `${Math.ceil(from)} to ${Math.floor(to)}` : String(wanted)
  const difference = differenceOf(expected, timestamp)
  if (!/^[0-9]+$/.test(timestamp)) return { ...NOT_DECIMAL, difference }
  const seconds = Number(timestamp)
  if (seconds >= from && seconds <= to) return undefined
  const message = `the timestamp must be Unix time in whole seconds, UTC: ${offBy(seconds, to)}.`
  const inMillis = isMillis(seconds, to) && { rule: 'TOKEN-TIMESTAMP-SECONDS' }
  return { reason: 'wrong-timestamp', ...inMillis, message, difference }
}

const NOT_DECIMAL: Found = {
  reason: 'timestamp-not-decimal',
  message: 'the timestamp must be whole seconds in plain decimal digits.',
}

/** Since when a token of an own clock may be: since it was asked for first, as long as it is valid. */
function sinceOf({ joinParams }: Question, timestamp: string, times: Times): number {
  const { askedAt, answeredAt, givenAt } = times
  const asked = isObject(joinParams) ? joinParams['duration'] : undefined
  const duration = typeof asked === 'number' ? asked : JOIN_DEFAULTS['duration']!
  return givenAt !== undefined && Number(timestamp) + duration > answeredAt ? givenAt : askedAt
}

const isMillis = (got: number, wanted: number): boolean => Math.abs(got / 1000 - wanted) < 2

function offBy(seconds: number, wanted: number): string {
  if (isMillis(seconds, wanted)) return 'this one counts milliseconds'
  const quarters = Math.round((seconds - wanted) / 900)
  // Within three seconds of a quarter of an hour: no time zone differs by less.
  if (quarters !== 0 && Math.abs(quarters) <= 60 && Math.abs(seconds - wanted - quarters * 900) < 3)
    return `this one is off by ${quarters / 4} hours, so it is local time`
  return `this one is off by ${Math.round(seconds - wanted)} seconds`
}

const LEADING_ZEROS: Found = {
  reason: 'timestamp-with-leading-zeros',
  rule: 'TOKEN-TIMESTAMP-LEADING-ZEROS',
  message: 'writes the timestamp with zeros in front',
  observed: 'member',
}

/** TOKEN-SECRET-NOT-IN-TOKEN (section 4.5 note 3): plain or encoded; a short secret could stand there by chance. */
function secretFinding(appSecret: string, token: string, params: string): Found | undefined {
  if (Buffer.byteLength(appSecret, 'utf8') < 16) return undefined
  const searched = `${token}\n${Buffer.from(params, 'base64').toString('utf8')}`
  if (![appSecret, ...secretForms(appSecret)].some((form) => searched.includes(form))) return undefined
  return {
    reason: 'secret-in-token',
    message: 'the token contains the app secret. Never put it there: tokens go to clients.',
  }
}

function sentSignature({ appSecret }: Question, { signature, ...signed }: Sent): Found[] {
  const expected = sign(signed, appSecret)
  if (signature === expected) return []
  const keyHex = Buffer.from(appSecret, 'utf8').toString('hex')
  return signatureFindings(expected, signature, () => ({ message: messageOf(signed), keyHex }))
}

/**
 * A member of an earlier question in the token of one that did not ask for it. An SDK may write `privileges` of its
 * own, whose meaning is not shown (section 2.1); those of another call would let its user do what was not granted.
 */
export function carriedFindings(
  { joinParams, earlier = {} }: ExpectedOutputs['token.issue'],
  token: string,
): Found[] {
  const names = Object.keys(earlier).filter((name) => !Object.hasOwn(joinParams, name))
  if (names.length === 0) return []
  const sent = jsonOrNothing(Buffer.from(token.split('.')[3] ?? '', 'base64').toString('utf8'))
  return names
    .filter((name) => own((sent ?? {}) as JsonObject, name) === earlier[name])
    .map((name) => ({
      reason: 'member-of-earlier-question',
      message: `${name} ${String(earlier[name])} was asked for in an earlier question and not in this one; keep nothing from one token to the next.`,
      difference: { expected: '(absent)', got: String(earlier[name]) },
    }))
}
