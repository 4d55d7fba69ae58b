import { asAsked, cannotBeAsked, type JudgedVector } from '../ask.ts'
import {
  isGenerated,
  isAdapterMethod,
  type Description,
  type Expectation,
  type Level,
  type Vector,
  type Verdict,
} from '../model/index.ts'
import { gates } from '../run.ts'
import { groupedBy } from '../tables.ts'
import { familyOf } from './coverage.ts'

/**
 * Answers that a method must have given rightly before a run vouches for it:
 * questions that must be accepted and were, of `token.verify` also tokens that must be refused and were.
 */
const LEAST = { accepted: 10, verified: 5 } as const

/** The same of each family of an endpoint: answers that are successes, and answers that are errors. */
const LEAST_OF_FAMILY = 10

interface RunOnSubject {
  readonly subject: { readonly kind: string }
  readonly description: Description
  readonly level: Exclude<Level, 'unspecified'>
  readonly partial: boolean
  readonly filtered?: true | undefined
  readonly profile?: string | undefined
  readonly shard?: object | undefined
  readonly require: readonly string[]
  readonly requireOneOf: readonly string[]
  readonly minCases: number
  readonly lacking?: readonly string[] | undefined
  readonly find: (id: string) => Vector | undefined
}

type Judged = Pick<JudgedVector, 'vector' | 'verdict'>

const UNACCEPTED = new Set([
  'refused-good-input',
  'failed-without-reason',
  'twin-not-accepted',
  'wrong-reason',
])

const isAnswered = ({ outcome }: Verdict): boolean => outcome === 'passed' || outcome === 'failed'

type Due = 'accept' | 'refuse'

/** Of an endpoint every answer is accepted or refused by its status. */
function dueTo({ question, expect }: Vector): string {
  if (question.method !== 'endpoint.exchange' || expect.verdict !== 'accept') return expect.verdict
  const { answers } = (expect as ExpectedExchange).output
  return answers.some(({ status }) => String(status).startsWith('2')) ? 'accept' : 'refuse'
}

type ExpectedExchange = Extract<Expectation<'endpoint.exchange'>, { verdict: 'accept' }>

/** A failure that the baseline excuses proves nothing about the method. */
const isAccepted = ({ verdict }: Pick<Judged, 'verdict'>): boolean =>
  isAnswered(verdict) && !verdict.excused && !UNACCEPTED.has(verdict.reason ?? '')
const isRefused = ({ verdict }: Judged): boolean =>
  isAnswered(verdict) && !verdict.excused && verdict.reason !== 'accepted-bad-input'

interface Floor {
  readonly what: string
  readonly least: number
  readonly found: number
}

function floor(rows: readonly Judged[], due: Due, most: number, fits: (row: Judged) => boolean): Floor {
  const owed = rows.filter(({ vector }) => vector.level !== 'unspecified' && dueTo(vector) === due)
  const what = due === 'accept' ? 'accepted' : 'refused'
  return { what, least: Math.min(most, owed.length), found: owed.filter(fits).length }
}

const floorsOf = (method: string, rows: readonly Judged[]): Floor[] =>
  method === 'token.verify'
    ? [floor(rows, 'accept', LEAST.verified, isAccepted), floor(rows, 'refuse', LEAST.verified, isRefused)]
    : [floor(rows, 'accept', LEAST.accepted, isAccepted)]

/**
 * What the budget of an endpoint took away. What the operator has not permitted, and what the endpoint was in no state
 * for, was never offered; how many questions are generated is a flag.
 */
function familyFloors(rows: readonly Judged[]): Floor[] {
  const fits = ({ verdict }: Judged): boolean => isAnswered(verdict)
  const offered = rows.filter(
    (row) => !isGenerated(row.vector.id) && (fits(row) || row.verdict.reason === 'beyond-budget'),
  )
  return (['accept', 'refuse'] as const).map((due) => floor(offered, due, LEAST_OF_FAMILY, fits))
}

/** Verdicts by method, of an endpoint by family, without questions that the subject could not be asked. */
function rowsByPart(facts: RunOnSubject, verdicts: readonly Verdict[]): Map<string, readonly Judged[]> {
  const { find, description, subject } = facts
  const rows = verdicts.flatMap((verdict): Judged[] => {
    const vector = find(verdict.vector)
    if (!vector || cannotBeAsked(vector, description) !== undefined) return []
    return [{ vector: asAsked(vector, description), verdict }]
  })
  const partOf = ({ vector: { id, question } }: Judged): string =>
    subject.kind === 'endpoint' ? familyOf(id) : question.method
  return groupedBy(rows, partOf)
}

/**
 * Methods for which a run can vouch: one of their vectors passed, or one that gates failed. Failures that do not gate
 * count only where the answer was accepted: code that refuses everything has no others.
 */
export function judgedMethods(facts: RunOnSubject, verdicts: readonly Verdict[]): Set<string> {
  const { find, level } = facts
  // Vectors that the lock does not know do not gate, so they do not vouch either: an empty lock makes no run green.
  const answered = verdicts.filter((verdict) => isAnswered(verdict) && !verdict.lock)
  const telling = answered.filter(
    (verdict) => verdict.outcome === 'passed' || gates(verdict, level) || isAccepted({ verdict }),
  )
  const judged: string[] = telling.flatMap(({ vector }) => find(vector)?.question.method ?? [])
  const few = tooFew(facts, verdicts)
  return new Set(judged.filter((method) => !few.has(method)))
}

/** What a program sends by itself, a part, and a filtered run need no minimum; a profile is whole in itself. */
const hasFloors = ({ subject, shard, filtered, profile, partial }: RunOnSubject): boolean =>
  subject.kind !== 'capture' && !shard && (!filtered || profile !== undefined) && !partial

const shortIn = (floors: readonly Floor[]): Floor | undefined =>
  floors.find(({ least, found }) => found < least)

/** Methods, or families of an endpoint, with too few answers, each with a sentence. */
export function tooFew(facts: RunOnSubject, verdicts: readonly Verdict[]): Map<string, string> {
  if (!hasFloors(facts)) return new Map()
  const lackOf = facts.subject.kind === 'endpoint' ? lackOfFamily : lackOfMethod
  const all = [...rowsByPart(facts, verdicts)].map(([part, rows]) => [part, lackOf(rows, part)] as const)
  return new Map(all.flatMap(([part, lack]) => (lack === undefined ? [] : [[part, `${part}: ${lack}`]])))
}

function lackOfMethod(rows: readonly Judged[], method: string): string | undefined {
  if (!isAdapterMethod(method)) return undefined
  const short = shortIn(floorsOf(method, rows))
  if (short) return `of the questions that must be ${short.what}, ${short.found} were; ${neededText(short)}`
  // Limits never excuse the minimum: questions are drawn from inside them.
  const put = rows.filter(({ verdict }) => verdict.reason !== 'outside-limits').length
  const inexpressible = rows.filter(({ verdict }) => verdict.reason === 'unsupported').length
  if (inexpressible * 2 <= put) return undefined
  const named =
    method === 'client.call' ? 'the members that it can set in "members"' : 'what it takes in "limits"'
  return `${inexpressible} of ${put} questions were answered with code 2; ${LEFT_OUT}, or name ${named}`
}

const LEFT_OUT = 'leave a method that the SDK does not have out of "methods"'

function lackOfFamily(rows: readonly Judged[]): string | undefined {
  const short = shortIn(familyFloors(rows))
  if (!short) return undefined
  const got = `of the requests that must be ${short.what}, ${short.found} got a verdict`
  return `${got}; ${neededText(short)}: raise --max-requests or --max-time`
}

const neededText = ({ least }: Floor): string => `at least ${least} are needed`

/** What keeps a run without failures from being green (exit code 4). */
export function shortcomings(facts: RunOnSubject, verdicts: readonly Verdict[]): string[] {
  const judged = judgedMethods(facts, verdicts)
  // Another part may have what this one lacks: the merge decides.
  if (facts.shard) return judged.size > 0 ? [] : ['no vector was judged']
  return [
    ...(judged.size === 0 ? ['no vector was judged'] : []),
    ...tooFew(facts, verdicts).values(),
    ...minimum(facts, verdicts),
    ...(facts.lacking ?? []),
    ...requiredMethods(facts, judged),
  ]
}

function minimum({ minCases }: RunOnSubject, verdicts: readonly Verdict[]): string[] {
  // How many questions are generated is a flag of the run.
  const count = verdicts.filter((verdict) => isAnswered(verdict) && !isGenerated(verdict.vector)).length
  return count < minCases ? [`${count} vectors were judged, --min-cases asks for ${minCases}`] : []
}

function requiredMethods(facts: RunOnSubject, judged: ReadonlySet<string>): string[] {
  const { require, requireOneOf, filtered } = facts
  const missing = require.filter((method) => !judged.has(method))
  if (filtered || require.length > 0 || requireOneOf.some((method) => judged.has(method)))
    return missing.map((method) => `${method} is required and was not judged`)
  return [`neither ${requireOneOf.join(' nor ')} was judged; --require <method> names what must be`]
}
