import {
  type Excuse,
  isGenerated,
  type Verdict,
  type VectorId,
  type FaultId,
  type Vector,
} from '../model/index.ts'
import { fitsGlob, isGlob } from './glob.ts'
import { andMore } from '../text.ts'

/** How long `--update-baseline` excuses a new failure. */
const EXCUSED_DAYS = 90

/** The placeholder where an entry names no issue yet: `--update-baseline` knows none. */
export const UNFILED = 'TODO'

const DAY = 24 * 60 * 60 * 1000

/** A date so many days later. */
export const laterBy = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)

const unfiled = (seen: string, today: string): Excuse => ({
  reason: `not looked at yet: ${seen}`,
  issue: UNFILED,
  expires: laterBy(today, EXCUSED_DAYS),
})

const prolonged = ({ expires }: Excuse, today: string): string[] => [
  `-    expires: "${expires}"`,
  `+    expires: "${laterBy(today, EXCUSED_DAYS)}"`,
]

const excuseIn = ({ reason, issue, expires }: Excuse): Excuse => ({ reason, issue, expires })

/** The lines of an entry in a file. JSON's strings are YAML's. */
export const linesOf = (key: 'vector' | 'cause', value: string, excuse: Excuse): string[] => [
  `  - ${key}: ${JSON.stringify(value)}`,
  ...(['reason', 'issue', 'expires'] as const).map((name) => `    ${name}: ${JSON.stringify(excuse[name])}`),
]

/** A known failure: schemas/baseline.schema.json. */
export interface BaselineEntry extends Excuse {
  /** Id of a vector, or a glob over ids. */
  readonly vector: string
  /** Line of the entry in its file, counted from 1. */
  readonly line?: number
}

/** A glob over more vectors than these would excuse failures that have not been looked at. */
export const WIDEST = 20

export type BaselineCode =
  'baseline-passes' | 'baseline-matches-nothing' | 'baseline-too-wide' | 'baseline-expired'

/** What is wrong with an entry, and the lines to take out (`-`) and to put in (`+`). */
export interface BaselineProblem {
  readonly code: BaselineCode
  readonly entry: string
  readonly line?: number
  readonly message: string
  readonly edit: readonly string[]
}

export interface BaselineNews {
  readonly file: string
  readonly entries: number
  readonly problems: readonly BaselineProblem[]
  /** How many entries name no issue yet. */
  readonly unfiled: number
}

export const fits = ({ vector }: BaselineEntry, id: VectorId): boolean =>
  isGlob(vector) ? fitsGlob(vector, id) : vector === id

/** The excuse of a listed failure, expired or not: an expired entry is a problem of the baseline. */
export function excuseOf(
  entries: readonly BaselineEntry[],
  { outcome, vector, unsteady }: Pick<Verdict, 'outcome' | 'vector' | 'unsteady'>,
): Excuse | undefined {
  // An errored vector is never excused, because a crash may hide anything; neither is an unsteady failure. A generated
  // failure is excused only by its causes.
  const mayBe = outcome === 'failed' && !unsteady && !isGenerated(vector)
  const entry = mayBe ? entries.find((one) => fits(one, vector)) : undefined
  return entry && excuseIn(entry)
}

interface Listed {
  readonly entry: BaselineEntry
  /** All vectors that it matches, judged in this run or not. */
  readonly ids: readonly VectorId[]
  readonly passing: readonly VectorId[]
  /** Failed, or not judged in this run. */
  readonly open: readonly VectorId[]
}

/** @param known every vector that a run of this kind can judge, filtered out or not */
export function listed(
  entries: readonly BaselineEntry[],
  verdicts: readonly Verdict[],
  known: readonly VectorId[],
): Listed[] {
  const outcomes = new Map(verdicts.map(({ vector, outcome }) => [vector, outcome]))
  const passes = (id: VectorId): boolean => ['passed', 'observed'].includes(outcomes.get(id) ?? '')
  return entries.map((entry) => {
    const ids = known.filter((id) => fits(entry, id))
    return { entry, ids, passing: ids.filter(passes), open: ids.filter((id) => !passes(id)) }
  })
}

/** A known cause of failures, shipped vectors and generated questions alike: schemas/baseline.schema.json. */
export interface CauseEntry extends Excuse {
  readonly cause: FaultId
  /** Line of the entry in its file, counted from 1. */
  readonly line?: number
}

type Failure = Pick<Verdict, 'outcome' | 'vector' | 'unsteady' | 'reason' | 'rule' | 'findings'>

/**
 * Do its causes say all about a failure? They reproduce an answer about tokens as a whole. A call of a client may have
 * findings that no cause explains; a shipped vector then needs an entry of its own. A generated question has no id that
 * stays, so its causes are all there is.
 */
export function isExplained(
  { outcome, vector, unsteady, findings = [], ...worst }: Failure,
  causes: readonly FaultId[],
  isCall: boolean,
): boolean {
  if (outcome !== 'failed' || unsteady) return false
  const kinds = new Set([worst, ...findings].map(({ reason, rule }) => `${reason} ${rule}`))
  return causes.length >= (isCall && !isGenerated(vector) ? kinds.size : 1)
}

/** The excuse of an explained failure: the entry of its first cause, if every cause is listed. */
export function excuseByCause(
  entries: readonly CauseEntry[],
  causes: readonly FaultId[],
): Excuse | undefined {
  const found = causes.map((cause) => entries.find((entry) => entry.cause === cause))
  const [first] = found
  return first && !found.includes(undefined) ? excuseIn(first) : undefined
}

/**
 * Which causes a whole run no longer has. A failure that nothing explains or excuses may hide the name of others, so
 * beside one no cause is known to be gone; nor is one where nothing was judged that would show it.
 * @param verdicts with their excuses
 * @param judgeable the vectors, which name the faults that they catch
 */
export function goneCauses(
  verdicts: readonly Verdict[],
  causesOf: (verdict: Verdict) => readonly FaultId[],
  judgeable: readonly Vector[],
): (cause: FaultId) => boolean {
  const failed = verdicts.filter(({ outcome, unsteady }) => outcome === 'failed' && !unsteady)
  const hides = failed.some((verdict) => !verdict.excused && causesOf(verdict).length === 0)
  const found = new Set(failed.flatMap(causesOf))
  const isShown = shownIn(verdicts, judgeable)
  return (cause) => !hides && !found.has(cause) && isShown(cause)
}

/** Was something judged that a fault would have shown in? What makes parts of a token shows in whole tokens too. */
function shownIn(verdicts: readonly Verdict[], judgeable: readonly Vector[]): (cause: FaultId) => boolean {
  const right = new Set(verdicts.filter(({ outcome }) => outcome === 'passed').map(({ vector }) => vector))
  const methods = new Set<string>(judgeable.filter(({ id }) => right.has(id)).map(methodOf))
  return (cause) => {
    const catching = judgeable.filter(({ catches = [] }) => catches.includes(cause))
    const isOfParts = catching.some((vector) => PARTS.has(methodOf(vector)))
    const isCaught = catching.length === 0 || catching.some(({ id }) => right.has(id))
    return isCaught || (isOfParts && methods.has('token.issue'))
  }
}

const PARTS: ReadonlySet<string> = new Set(['token.params', 'token.signature'])
const methodOf = ({ question }: Vector): string => question.method

/** Lists what is wrong with the causes of a baseline after a whole run. */
export const causeProblems = (
  entries: readonly CauseEntry[],
  isGone: (cause: FaultId) => boolean,
  today: string,
): BaselineProblem[] =>
  entries.flatMap((entry): BaselineProblem[] => {
    const { cause, expires } = entry
    const place = placeOf(cause, entry)
    const gone = `no failure has the cause "${cause}" any more`
    if (isGone(cause))
      return [{ ...place, code: 'baseline-passes', message: gone, edit: minus(causeLines(entry)) }]
    if (expires >= today) return []
    const message = `the cause ${expiredText(cause, entry)}`
    return [{ ...place, code: 'baseline-expired', message, edit: prolonged(entry, today) }]
  })

type Place = Pick<BaselineProblem, 'entry' | 'line'>

const placeOf = (entry: string, { line }: Pick<Place, 'line'>): Place =>
  line === undefined ? { entry } : { entry, line }

const minus = (lines: readonly string[]): string[] => lines.map((line) => `-${line}`)

const expiredText = (named: string, { expires }: Excuse): string =>
  `"${named}" was excused until ${expires}; repair it, or give it more time`

/** The lines of an entry in a file. */
export const causeLines = (entry: CauseEntry): string[] => linesOf('cause', entry.cause, entry)

/** The entries that fit this run: causes that are gone are removed, causes of new failures are added. */
export function renewedCauses(
  entries: readonly CauseEntry[],
  isGone: (cause: FaultId) => boolean,
  failing: readonly Verdict[],
  today: string,
): CauseEntry[] {
  const kept = entries.filter(({ cause }) => !isGone(cause))
  const fresh = new Map<FaultId, string[]>()
  for (const { vector, diagnosis = [] } of failing)
    for (const cause of diagnosis) fresh.set(cause, [...(fresh.get(cause) ?? []), vector])
  for (const { cause } of kept) fresh.delete(cause)
  return [...kept, ...[...fresh].map(([cause, ids]) => ({ cause, ...unfiled(andMore(ids, 1), today) }))]
}

const entryLines = (entry: BaselineEntry): string[] => linesOf('vector', entry.vector, entry)

/** The text of a baseline file. */
export const baselineText = (entries: readonly BaselineEntry[], causes: readonly CauseEntry[] = []): string =>
  [
    '# Known failures, which do not gate until they expire; renewed by "--update-baseline", which keeps reasons.',
    entries.length + causes.length === 0 ? 'failures: []' : 'failures:',
    ...entries.flatMap(entryLines),
    ...causes.flatMap(causeLines),
    '',
  ].join('\n')

/**
 * The baseline that fits this run: entries keep their reasons, issues and dates, what passes now is removed, new
 * failures are added. Vectors that were not judged keep their entries, and so do those of other commands.
 * @param failing verdicts that make the run fail and may be excused
 */
export function renewed(
  entries: readonly BaselineEntry[],
  verdicts: readonly Verdict[],
  known: readonly VectorId[],
  failing: readonly Verdict[],
  today: string,
): BaselineEntry[] {
  const kept = listed(entries, verdicts, known).flatMap(({ entry, ids, passing, open }) => {
    if (passing.length === 0 && ids.length <= WIDEST) return ids.length === 0 ? [] : [entry]
    return open.map((vector) => ({ ...entry, vector }))
  })
  const fresh = failing
    .filter((verdict) => !kept.some((entry) => fits(entry, verdict.vector)))
    .map((verdict) => ({ vector: verdict.vector, ...unfiled(reasonOf(verdict), today) }))
  return [...kept, ...fresh]
}

const reasonOf = ({ diagnosis, message = '' }: Verdict): string =>
  diagnosis ? diagnosis.join(', ') : message.slice(0, 120)

/** Lists what is wrong with a baseline (exit code 5). @param today YYYY-MM-DD, UTC */
export function baselineProblems(
  entries: readonly BaselineEntry[],
  verdicts: readonly Verdict[],
  known: readonly VectorId[],
  today: string,
): BaselineProblem[] {
  return listed(entries, verdicts, known).flatMap((one) => {
    const problem = problemOf(one, today)
    if (!problem) return []
    const { code, ...said } = problem
    return [{ code, ...placeOf(one.entry.vector, one.entry), ...said }]
  })
}

/** Only the first problem that applies: repairing it may repair the others. */
function problemOf(one: Listed, today: string): Omit<BaselineProblem, 'entry' | 'line'> | undefined {
  const { entry, ids, passing } = one
  const named = `"${entry.vector}"`
  const none = `no vector fits ${named}`
  if (ids.length === 0)
    return { code: 'baseline-matches-nothing', message: none, edit: minus(entryLines(entry)) }
  const wide = `${named} fits ${ids.length} vectors, and at most ${WIDEST} are allowed`
  if (ids.length > WIDEST) return { code: 'baseline-too-wide', message: wide, edit: replaced(one) }
  const right = isGlob(entry.vector)
    ? `${named} lists what does not fail any more: ${andMore(passing, 3)}`
    : `${named} does not fail any more`
  if (passing.length > 0) return { code: 'baseline-passes', message: right, edit: replaced(one) }
  if (entry.expires >= today) return undefined
  const message = expiredText(entry.vector, entry)
  return { code: 'baseline-expired', message, edit: prolonged(entry, today) }
}

function replaced({ entry, open }: Listed): string[] {
  const left = isGlob(entry.vector) ? open.slice(0, WIDEST) : []
  const added = left.flatMap((vector) => entryLines({ ...entry, vector }))
  return [...minus(entryLines(entry)), ...added.map((line) => `+${line}`)]
}
