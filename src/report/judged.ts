import { asAsked, cannotBeAsked } from '../ask.ts'
import {
  isGenerated,
  isAdapterMethod,
  type AdapterMethod,
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

/** The facts of a run in addition to its verdicts: see `RunFacts`. */
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

/** One verdict with its vector as this subject was asked it. */
interface Judged {
  readonly vector: Vector
  readonly verdict: Verdict
}

/** Reasons of a failure with which a question was not accepted. */
const NOT_ACCEPTED = new Set([
  'refused-good-input',
  'failed-without-reason',
  'twin-not-accepted',
  'wrong-reason',
])

const isAnswered = ({ outcome }: Verdict): boolean => outcome === 'passed' || outcome === 'failed'

type Due = 'accept' | 'refuse'

/** Of an endpoint every answer is accepted or refused by its status. */
const dueTo = ({ question, expect }: Vector): string =>
  question.method !== 'endpoint.exchange' || expect.verdict !== 'accept'
    ? expect.verdict
    : (expect as ExpectedExchange).output.answers.some(({ status }) => String(status).startsWith('2'))
      ? 'accept'
      : 'refuse'

type ExpectedExchange = Extract<Expectation<'endpoint.exchange'>, { verdict: 'accept' }>

/** A failure that the baseline excuses proves nothing about the method. */
const isAccepted = ({ verdict }: Pick<Judged, 'verdict'>): boolean =>
  isAnswered(verdict) && !verdict.excused && !NOT_ACCEPTED.has(verdict.reason ?? '')
const isRefused = ({ verdict }: Judged): boolean =>
  isAnswered(verdict) && !verdict.excused && verdict.reason !== 'accepted-bad-input'

/** The least number of answers of one method, and how many there are. */
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
function rowsByPart(
  { find, description, subject }: RunOnSubject,
  verdicts: readonly Verdict[],
): Map<string, readonly Judged[]> {
  const rows = verdicts.flatMap((verdict): Judged[] => {
    const vector = find(verdict.vector)
    if (!vector || cannotBeAsked(vector, description) !== undefined) return []
    return [{ vector: asAsked(vector, description), verdict }]
  })
  return groupedBy(rows, ({ vector: { id, question } }) =>
    subject.kind === 'endpoint' ? familyOf(id) : question.method,
  )
}

/**
 * Methods for which a run can vouch: one of their vectors passed, or one that gates failed. Failures that do not gate
 * count only where the answer was accepted: code that refuses everything has no others.
 */
export function judgedMethods(facts: RunOnSubject, verdicts: readonly Verdict[]): Set<string> {
  const { find, level } = facts
  const telling = verdicts.filter(
    (verdict) =>
      isAnswered(verdict) &&
      (verdict.outcome === 'passed' || gates(verdict, level) || isAccepted({ verdict })) &&
      // Vectors that the lock does not know do not gate, so they do not vouch either: an empty lock makes no run green.
      !verdict.lock,
  )
  const judged = new Set<string>(telling.flatMap(({ vector }) => find(vector)?.question.method ?? []))
  return new Set([...judged].filter((method) => !tooFew(facts, verdicts).has(method)))
}

/** What a program sends by itself, a part, and a filtered run need no minimum; a profile is whole in itself. */
const hasFloors = ({ subject, shard, filtered, profile, partial }: RunOnSubject): boolean =>
  subject.kind !== 'capture' && !shard && (!filtered || profile !== undefined) && !partial

const shortIn = (floors: readonly Floor[]): Floor | undefined =>
  floors.find(({ least, found }) => found < least)

/** Methods, or families of an endpoint, with too few answers, each with a sentence. */
export function tooFew(facts: RunOnSubject, verdicts: readonly Verdict[]): Map<string, string> {
  if (!hasFloors(facts)) return new Map()
  const found = new Map<string, string>()
  for (const [method, rows] of rowsByPart(facts, verdicts)) {
    if (facts.subject.kind === 'endpoint') {
      const short = shortIn(familyFloors(rows))
      if (short) found.set(method, `${method}: ${shortFamily(short)}`)
    }
    if (!isAdapterMethod(method)) continue
    const short = shortIn(floorsOf(method, rows))
    // Limits never excuse the minimum: questions are drawn from inside them.
    const put = rows.filter(({ verdict }) => verdict.reason !== 'outside-limits').length
    const inexpressible = rows.filter(({ verdict }) => verdict.reason === 'unsupported').length
    if (short)
      found.set(
        method,
        `${method}: of the questions that must be ${short.what}, ${short.found} were; at least ${short.least} are needed`,
      )
    else if (inexpressible * 2 > put)
      found.set(
        method,
        `${method}: ${inexpressible} of ${put} questions were answered with code 2; leave a method that the SDK does not have out of "methods", or name ${namedIn(method)}`,
      )
  }
  return found
}

/** Where describe names what questions are left. */
const namedIn = (method: AdapterMethod): string =>
  method === 'client.call' ? 'the members that it can set in "members"' : 'what it takes in "limits"'

const shortFamily = ({ what, least, found }: Floor): string =>
  `of the requests that must be ${what}, ${found} got a verdict; at least ${least} are needed: raise --max-requests or --max-time`

/** What keeps a run without failures from being green (exit code 4). */
export function shortcomings(facts: RunOnSubject, verdicts: readonly Verdict[]): string[] {
  const judged = judgedMethods(facts, verdicts)
  // Another part may have what this one lacks: the merge decides.
  if (facts.shard) return judged.size > 0 ? [] : ['no vector was judged']
  const few = [...tooFew(facts, verdicts).values()]
  return [
    ...(judged.size === 0 ? ['no vector was judged'] : []),
    ...few,
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

function requiredMethods(
  { require, requireOneOf, filtered }: RunOnSubject,
  judged: ReadonlySet<string>,
): string[] {
  const missing = require.filter((method) => !judged.has(method))
  if (filtered || require.length > 0 || requireOneOf.some((method) => judged.has(method)))
    return missing.map((method) => `${method} is required and was not judged`)
  return [`neither ${requireOneOf.join(' nor ')} was judged; --require <method> names what must be`]
}
