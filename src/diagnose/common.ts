import type { Method, Question, Answer, CommonTrait, Expectation, VectorId } from '../model/index.ts'
import { type Held, heldBy } from '../limits.ts'
import { groupedBy, isOneOf } from '../tables.ts'
import { TOKEN_FORMAT } from '../interface/tokenFormat.ts'
import { NAMED_NUMBERS, NAMED_TEXTS } from '../interface/values.ts'
import { encodeParams, messageOf } from '../token/index.ts'
import { objectOrNothing } from '../members.ts'

/** What was asked before a question: only an SDK with a memory can tell it apart. */

const SECRET_CHANGED = 'an appId that was asked before with another secret'
const SECRET_KEPT = 'an appId that was asked first with another secret'
const ASKED_BEFORE = 'a question that was asked before'

/** By what an SDK may take a question for one that it has answered; with most parts first, which say most. */
const KEYS: readonly (readonly string[])[] = [
  ['appId', 'channelId', 'userId'],
  ['channelId', 'userId'],
  ['appId', 'timestamp'],
  ['appId', 'appSecret'],
  ['token'],
  ['params'],
  ['userId'],
  ['channelId'],
  ['appSecret'],
  ['timestamp'],
]

const sameAs = (key: readonly string[]): string =>
  `the same ${key.join(' and ')} as another question that was asked before`

/** Everything that may be said; of several things the first. */
const HISTORIES: readonly string[] = [SECRET_CHANGED, ASKED_BEFORE, SECRET_KEPT, ...KEYS.map(sameAs)]

type Parts = Readonly<Record<string, unknown>>

/** Says of each question what was asked before it. @param question its params as text */
type Memory = (question: string, parts: Parts) => readonly string[]

function askedBefore(): Memory {
  const all = new Set<string>()
  return (question) => {
    const isKnown = all.has(question)
    all.add(question)
    return isKnown ? [ASKED_BEFORE] : []
  }
}

function secretsOfApp(): Memory {
  const all = new Map<unknown, Set<unknown>>()
  return (_, { appId, appSecret }) => {
    if (appId === undefined || appSecret === undefined) return []
    const before = all.get(appId) ?? new Set()
    const [first = appSecret] = before
    const isChanged = [...before].some((secret) => secret !== appSecret)
    all.set(appId, before.add(appSecret))
    return [...(isChanged ? [SECRET_CHANGED] : []), ...(first === appSecret ? [] : [SECRET_KEPT])]
  }
}

const askedAlike = (key: readonly string[]) => (): Memory => {
  const all = new Map<string, string>()
  return (question, parts) => {
    const values = key.map((name) => parts[name])
    if (values.includes(undefined)) return []
    const first = all.get(JSON.stringify(values)) ?? question
    all.set(JSON.stringify(values), first)
    return first === question ? [] : [sameAs(key)]
  }
}

/** Takes questions in the order in which they were asked. A method may have a memory of its own; secrets are those of all. */
export function history(): (question: Question, held: readonly Held[]) => ReadonlySet<string> {
  const ofAll = secretsOfApp()
  const ofMethods = new Map<Method, readonly Memory[]>()
  return ({ method, params }, held) => {
    const own = ofMethods.get(method) ?? [askedBefore, ...KEYS.map(askedAlike)].map((make) => make())
    ofMethods.set(method, own)
    const parts: Parts = { ...params, ...Object.fromEntries(held) }
    return new Set([ofAll, ...own].flatMap((seen) => seen(JSON.stringify(params), parts)))
  }
}

/** Properties of questions that failures may have and right answers lack: numbers, texts and members. */

/** With fewer right answers too little is ruled out. */
const RIGHT = 20

/** A question, and the texts and numbers that it holds. */
export interface Described {
  readonly question: Question
  readonly held: readonly Held[]
}

interface Trait {
  readonly text: string
  readonly has: (one: Described) => boolean
}

const only = <T>(failed: readonly T[], right: readonly T[], has: (one: T) => boolean): boolean =>
  failed.every(has) && !right.some(has)

type Measure = readonly [text: string, of: (one: Described) => number | undefined]

const bytesOf = (text: string): number => Buffer.byteLength(text)
const largest =
  (names: readonly string[], sizeOf: (value: string | number) => number | never[]) =>
  ({ held }: Described): number | undefined => {
    const sizes = held.flatMap(([name, value]) => (names.includes(name) ? sizeOf(value) : []))
    return sizes.length === 0 ? undefined : Math.max(...sizes)
  }
const longest = (...names: readonly string[]): Measure[1] =>
  largest(names, (value) => (typeof value === 'string' ? bytesOf(value) : []))

/** The texts of the join parameters. */
const IDS = Object.keys(NAMED_TEXTS).filter((name) => !name.startsWith('app'))
const NUMBERS = Object.keys(NAMED_NUMBERS)
const SIZES: readonly Measure[] = [
  ['an appSecret in bytes', longest('appSecret')],
  ['an appId in bytes', longest('appId')],
  [`a ${IDS.join(' or ')} in bytes`, longest(...IDS)],
  ...NUMBERS.map((name): Measure => [
    `the value of ${name}`,
    largest([name], (value) => (typeof value === 'number' ? value : [])),
  ]),
  ['the JSON in bytes', jsonLength],
]

const MESSAGES: readonly (readonly [...Measure, modulus: number])[] = [
  ['the length of the JSON', jsonLength, 3],
  ['the length of the signed message', messageLength, TOKEN_FORMAT.blockBytes],
]

const measured = (all: readonly Described[], of: Measure[1]): number[] => all.flatMap((one) => of(one) ?? [])

/** A bound that divides failures from right answers, or a remainder that all failures have. */
export function sharedNumber(failed: readonly Described[], right: readonly Described[]): string | undefined {
  for (const [text, of] of SIZES) {
    const [wrong, good] = [measured(failed, of), measured(right, of)]
    if (wrong.length < failed.length || good.length < RIGHT) continue
    const [low, most] = [Math.min(...wrong), Math.max(...good)]
    if (low > most) return `${text}: ${low} or more; up to ${most} is right`
    const [high, least] = [Math.max(...wrong), Math.min(...good)]
    if (high < least) return `${text}: ${high} or less; from ${least} on is right`
  }
  for (const [text, of, modulus] of MESSAGES) {
    const remainders = new Set(failed.map((one) => (of(one) ?? NaN) % modulus))
    const [remainder] = remainders
    if (remainders.size === 1 && only(failed, right, (one) => (of(one) ?? NaN) % modulus === remainder))
      return `${text} modulo ${modulus} is ${remainder}`
  }
  return undefined
}

function jsonLength({ question: { method, params } }: Described): number | undefined {
  if (method === 'token.params') return bytesOf(params.joinParamsJson)
  return method === 'token.issue' ? bytesOf(JSON.stringify(params.joinParams)) : undefined
}

function messageLength({ question: { method, params } }: Described): number | undefined {
  if (method === 'token.signature') return bytesOf(messageOf(params))
  if (method !== 'token.issue' || params.timestamp === undefined) return undefined
  const { appId, timestamp, joinParams } = params
  const sent = encodeParams(JSON.stringify(joinParams))
  return bytesOf(messageOf({ version: TOKEN_FORMAT.version, appId, timestamp, params: sent }))
}

/** The widest first: where no answer of a kind is right, the kind itself is what they share. */
const TEXTS: readonly (readonly [text: string, pattern: RegExp])[] = [
  ['a character other than ASCII letters, digits and _', /[^A-Za-z0-9_]/],
  ['a character other than ASCII letters, digits, - and _', /[^A-Za-z0-9_-]/],
  ['a character outside ASCII', /[\u0080-\u{10ffff}]/u],
  ['a character beyond U+00FF', /[\u0100-\u{10ffff}]/u],
  ['a character beyond U+07FF', /[\u0800-\u{10ffff}]/u],
  ['a character beyond U+FFFF', /[\u{10000}-\u{10ffff}]/u],
  ['a control character', /\p{Cc}/u],
  ['white space', /\s/u],
  ['a quote or a backslash', /["\\]/u],
  ['a slash', /\//u],
  ['<, > or &', /[<>&]/u],
  ['a plus sign', /\+/u],
  ['a percent sign', /%/u],
  ['an upper-case letter', /\p{Lu}/u],
  ['a combining character', /\p{M}/u],
  ['nothing but digits', /^[0-9]+$/u],
  ['a digit in front', /^[0-9]/u],
  ['a hyphen', /-/u],
]
const NAMES = [['appSecret'], ['appId'], IDS, ...IDS.map((name) => [name])]

const TEXT_TRAITS: readonly Trait[] = NAMES.flatMap((names) =>
  TEXTS.map(([text, pattern]): Trait => ({
    text: `${text} in ${names.join(' or ')}`,
    has: ({ held }) =>
      held.some(([name, value]) => isOneOf(names, name) && typeof value === 'string' && pattern.test(value)),
  })),
)

export const sharedText = (failed: readonly Described[], right: readonly Described[]): string | undefined =>
  TEXT_TRAITS.find(({ has }) => only(failed, right, has))?.text

const holding =
  (name: string) =>
  ({ held }: Described): boolean =>
    held.some(([other]) => other === name)

function memberOf(failed: readonly Described[], right: readonly Described[]): string | undefined {
  const names = [...new Set(failed.flatMap(({ held }) => held.map(([name]) => name)))]
  const there = names.find((name) => only(failed, right, holding(name)))
  if (there !== undefined) return `the member ${there}`
  const absent = NUMBERS.find((name) => only(failed, right, (one) => !holding(name)(one)))
  return absent === undefined ? undefined : `no member ${absent}`
}

/** So many properties together are still a description, each of so many failures, or this part of few, that it is none by chance. */
const TOGETHER = 3
const OF_EACH = { failures: 10, part: 0.1 } as const

/** Several properties of which each failure has one and no right answer any, such as "too long, or with a hyphen". */
function severalOf(failed: readonly Described[], right: readonly Described[]): string | undefined {
  if (failed.length < FAILURES || right.length < RIGHT) return undefined
  const pure = traitsOf(right).filter(({ has }) => !right.some(has))
  const fewest = Math.max(2, Math.min(OF_EACH.failures, OF_EACH.part * failed.length))
  const chosen: string[] = []
  let left = failed
  while (left.length > 0 && chosen.length < TOGETHER) {
    const sizes = pure.map(({ has }) => left.filter(has).length)
    const most = Math.max(0, ...sizes)
    if (most < fewest) return undefined
    const { text, has } = pure[sizes.indexOf(most)]!
    chosen.push(text)
    left = left.filter((one) => !has(one))
  }
  return left.length === 0 ? chosen.join(', or ') : undefined
}

const zeroAs = (text: string, names: readonly string[]): Trait => ({
  text: `0 as ${text}`,
  has: ({ held }) => held.some(([name, value]) => value === 0 && names.includes(name)),
})

const NUMBER_TRAITS: readonly Trait[] = [
  zeroAs('a member', NUMBERS),
  ...NUMBERS.map((name) => zeroAs(name, [name])),
  ...NUMBERS.flatMap((name): Trait[] => [
    { text: `the member ${name}`, has: holding(name) },
    { text: `no member ${name}`, has: (one) => !holding(name)(one) },
  ]),
]

function traitsOf(right: readonly Described[]): Trait[] {
  const sizes = SIZES.flatMap(([text, of]): Trait[] => {
    const sizesOf = measured(right, of)
    const most = Math.max(...sizesOf)
    return sizesOf.length < RIGHT
      ? []
      : [{ text: `${text}: more than ${most}`, has: (one) => (of(one) ?? -Infinity) > most }]
  })
  return [...sizes, ...TEXT_TRAITS, ...NUMBER_TRAITS]
}

/** What failing questions have in common, where the catalogue has no name for their fault. */

/** A question that was asked, and whether it was answered rightly; in the order of asking. */
export interface Shown {
  readonly id: VectorId
  readonly question: Question
  readonly isRight: boolean
  /** What should be answered, and what was; absent for a small change of a failure. */
  readonly should?: Expectation['verdict']
  readonly was?: Answer['kind']
}

/** With fewer failures a common property is chance. */
const FAILURES = 3

/** A smaller form of a failure, as shrinking asked it. */
export interface Variation extends Shown {
  readonly from: VectorId
}

/**
 * Writes one line for each method: of several common properties the first below.
 * @param variations small changes of failures: few failures have too much in common by chance
 */
export function commonTo(
  asked: readonly Shown[],
  unexplained: ReadonlySet<VectorId>,
  variations: readonly Variation[] = [],
): CommonTrait[] {
  // Shrinking asks some questions twice.
  const askedIds = new Set(asked.map(({ id }) => id))
  const near = new Map(
    variations
      .filter(({ from, id }) => unexplained.has(from) && !askedIds.has(id))
      .map((one) => [one.id, one] as const),
  )
  const described = withHistory([...asked, ...near.values()])
  const methods = groupedBy(described, ({ question }) => question.method)
  return [...methods].flatMap(([method, own]): CommonTrait[] => {
    const failed = own.filter(({ id, isRight }) => !isRight && (unexplained.has(id) || near.has(id)))
    const right = own.filter(({ isRight }) => isRight)
    return sharedBy(failed, right).map(({ of, ...shared }) => ({
      method,
      ...shared,
      vectors: of.map(({ id }) => id).filter((id) => unexplained.has(id)),
    }))
  })
}

interface Shared extends Pick<CommonTrait, 'has' | 'among'> {
  readonly of: readonly Remembered[]
}

function sharedBy(failed: readonly Remembered[], right: readonly Remembered[]): readonly Shared[] {
  const one = oneOf(failed, right)
  if (one !== undefined) return [{ has: one, of: failed }]
  const byKind = byAnswer(failed, right)
  const several = byKind.length === 0 ? severalOf(failed, right) : undefined
  return several === undefined ? byKind : [{ has: several, of: failed }]
}

const oneOf = (failed: readonly Remembered[], right: readonly Remembered[]): string | undefined =>
  failed.length < FAILURES || right.length < RIGHT
    ? undefined
    : (HISTORIES.find((text) => only(failed, right, ({ after }) => after.has(text))) ??
      sharedNumber(failed, right) ??
      sharedText(failed, right) ??
      memberOf(failed, right))

/** Two mistakes may share nothing where one of them refuses and the other makes a wrong value. */
const byAnswer = (failed: readonly Remembered[], right: readonly Remembered[]): readonly Shared[] =>
  (['refused', 'accepted'] as const).flatMap((among) => {
    const of = failed.filter((one) => one.should !== 'refuse' && one.was === among)
    // A question may be refused, and rightly, for what it shares with a failure.
    const others = right.filter((one) => one.should !== 'refuse' && one.was === 'accepted')
    const has = oneOf(of, others) ?? severalOf(of, others)
    return has === undefined ? [] : [{ has, among, of }]
  })

interface Remembered extends Shown, Described {
  readonly after: ReadonlySet<string>
}

/** The members of JSON that is handed in are held too. */
function heldIn(question: Question): Described['held'] {
  if (question.method !== 'token.params') return heldBy(question)
  const members = Object.entries(objectOrNothing(question.params.joinParamsJson) ?? {})
  return members.flatMap(([name, value]): Held[] =>
    typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
  )
}

function withHistory(shown: readonly Shown[]): Remembered[] {
  const seenBefore = history()
  return shown.map((one) => {
    const held = heldIn(one.question)
    return { ...one, held, after: seenBefore(one.question, held) }
  })
}
