import { isObject, own } from './json.ts'
import { latest } from './text.ts'
import { jsonOrNothing } from './members.ts'
import type { Bounds, Expectation, Json, Limits, Question, RequirementId, Vector } from './model/index.ts'
import { isPlainNumber, NAMED_NUMBERS, NAMED_TEXTS, openRuleOf, STREAM_NUMBERS } from './interface/values.ts'
import { JOIN_DEFAULTS } from './interface/joinParams.ts'

/** Does the whole text match the expression? */
export type Matches = (expression: string, text: string) => boolean

/** Where the subject does not say it. */
export const matchesWhole: Matches = (expression, text) => new RegExp(`^(?:${expression})$`, 'u').test(text)

/** A named value that a question holds. */
export type Held = readonly [name: string, value: string | number]

const HELD = new Set([...Object.keys(NAMED_TEXTS), ...Object.keys(NAMED_NUMBERS)])

/**
 * Adds every value that limits can name, at any depth. A search without end calls this for each question, so there is
 * one list and no copies.
 */
function addHeld(value: unknown, held: Held[]): void {
  if (typeof value !== 'object' || value === null) return
  const members = value as Readonly<Record<string, unknown>>
  for (const name of Object.keys(members)) {
    const member = members[name]
    if ((typeof member === 'string' || typeof member === 'number') && HELD.has(name))
      held.push([name, member])
    else addHeld(member, held)
  }
}

/** The named values of a question; for a token to verify, also those inside the token. */
export function heldBy({ method, params }: Question): Held[] {
  const held: Held[] = []
  addHeld(params, held)
  if (method !== 'token.verify') return held
  const [, , timestamp = '', content = ''] = params.token.split('.')
  if (/^[0-9]+$/.test(timestamp)) held.push(['timestamp', Number(timestamp)])
  addHeld(contentOf(content), held)
  return held
}

/** The params of a right token and of the altered ones are mostly the same. */
const contentOf = latest(
  (params): unknown => jsonOrNothing(Buffer.from(params, 'base64').toString('utf8')) ?? null,
)

const isWithin = (limits: Limits, [name, value]: Held, matches: Matches): boolean => {
  const limit = own<string | Bounds>(limits, name)
  if (typeof limit === 'string') return typeof value !== 'string' || matches(limit, value)
  if (limit === undefined || typeof value !== 'number') return true
  return value >= (limit.min ?? -Infinity) && value <= (limit.max ?? Infinity)
}

/** Why a question lies outside the limits; nothing if it lies inside. */
export function outside(question: Question, limits: Limits, matches: Matches): string | undefined {
  const found = heldBy(question).find((held) => !isWithin(limits, held, matches))
  return found && `its ${found[0]} is outside the limits that the adapter names`
}

type Numbers = typeof NAMED_NUMBERS

/** The numbers of a question: in the body of a streaming call delayClose is that of a stream. */
const numbersOf = ({ method, params }: Question): Numbers =>
  method === 'client.call' && params.operation !== 'auth.token' ? STREAM_NUMBERS : NAMED_NUMBERS

function isPlain([name, value]: Held, numbers: Numbers): boolean {
  if (typeof value === 'string') return own(NAMED_TEXTS, name)?.isPlain(value) ?? true
  const row = own(numbers, name)
  return row === undefined || isPlainNumber(row, value)
}

/** Names of the values in a question that are not plain: a subject may refuse each of them. */
export const oddNames = (question: Question): string[] =>
  heldBy(question)
    .filter((held) => !isPlain(held, numbersOf(question)))
    .map(([name]) => name)

/** The rule that leaves it open whether a subject takes what is odd in a question; undefined where nothing is. */
export const openRuleIn = (question: Question): RequirementId | undefined =>
  oddNames(question).flatMap((name) => openRuleOf(name, numbersOf(question)) ?? [])[0]

/** Inside the limits a refusal is a failure: where limits cover everything that is not plain, nothing is left open. */
export function expectedWithin({ expect, level, question }: Vector, limits: Limits): Expectation {
  if (expect.verdict !== 'either' || level === 'unspecified') return expect
  const odd = oddNames(question)
  if (odd.length === 0 || !odd.every((name) => own<unknown>(limits, name) !== undefined)) return expect
  const { output, intermediates } = expect
  return { verdict: 'accept', output, ...(intermediates && { intermediates }) }
}

/** Join parameters with those that the SDK cannot leave out, at their defaults; `privileges` has none and is 0. */
export function withAlways(joinParams: Json, always: readonly string[]): Json {
  if (!isObject(joinParams)) return joinParams
  const missing = always.filter((name) => !Object.hasOwn(joinParams, name))
  return { ...joinParams, ...Object.fromEntries(missing.map((name) => [name, JOIN_DEFAULTS[name] ?? 0])) }
}

/** The limits as text for readers: `channelId ^[a-z]+$, size at most 50`. */
export const limitsText = (limits: Limits): string =>
  Object.entries<string | Bounds>(limits)
    .map(([name, limit]) => {
      if (typeof limit === 'string') return `${name} ${limit}`
      const { min, max } = limit
      const bounds = [min !== undefined && `at least ${min}`, max !== undefined && `at most ${max}`]
      return `${name} ${bounds.filter(Boolean).join(' and ')}`
    })
    .join(', ')
