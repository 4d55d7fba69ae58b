import { gates } from '../run.ts'
import {
  type BodyMembers,
  type Cause,
  type Description,
  type Findings,
  type Kept,
  type Limits,
  type Requirement,
  type RequirementId,
  type CommonTrait,
  type LikelyCause,
  type StagesOfAnswer,
  type Stopped,
  type UnsteadyMethod,
  type Vector,
  type VectorId,
  type Verdict,
} from '../model/index.ts'
import type { BaselineNews } from '../gate/baseline.ts'
import type { GeneratedQuestions, LockNews } from '../gate/lock.ts'
import type { Shard } from '../gate/shard.ts'
import { groupedBy } from '../tables.ts'
import {
  familyOf,
  count,
  coverageOf,
  type Counts,
  type Coverage,
  freedomsOf,
  type OpenLine,
} from './coverage.ts'
import { BUG, exitCodeOf } from './exit.ts'
import { judgedMethods, shortcomings } from './judged.ts'
import { withLabels, type Labels } from './labels.ts'
import { troubleIn, type Trouble } from './trouble.ts'

export { count, type Counts } from './coverage.ts'

export interface ReportSubject {
  readonly kind: 'adapter' | 'endpoint' | 'capture'
  readonly name: string
  readonly version?: string
  readonly language?: string
  readonly baseUrl?: string
  /** The suite's own reference or service, asked because nothing was named: no SDK and no endpoint was judged. */
  readonly bundled?: true
}

/** Questions that did not exist before the run: seed and count reproduce them. */
export interface GeneratedReport extends GeneratedQuestions {
  readonly asked: number
  /** The second of the run, where the subject reads its own clock. */
  readonly now?: number
  /** Fewer than by default, since an answer took so many milliseconds. */
  readonly slow?: { readonly instead: number; readonly millis: number }
  /** Failures in their smallest form: `from` is the question that failed first. */
  readonly smallest?: readonly SmallestFailure[]
}

export interface SentRequests {
  readonly sent: number
  /** `--max-requests`. */
  readonly most?: number
}

/** What `--soak` asked after the run. */
export interface SoakReport {
  readonly seconds: number
  readonly calls: number
  readonly starts: number
  /** Of one process at most. */
  readonly longest: { readonly calls: number; readonly seconds: number }
}

/** What `--explore` asked after the run. */
export interface ExploreReport {
  readonly seconds: number
  readonly questions: number
  /** Clean-up included. */
  readonly requests: number
}

export interface SmallestFailure {
  readonly from: VectorId
  readonly vector: VectorId
  /** The vector, as `--keep` writes it. */
  readonly yaml: string
  /** Of an endpoint: lines of a shell that repeat it, where it was asked in this form. */
  readonly repeat?: string
}

/** Result of one run: schemas/report.schema.json. All formats are made from this one. */
export interface Report {
  readonly schema: 1
  /** Not all vectors were judged: the run ended early, or is `filtered`. */
  readonly partial: boolean
  /** `--filter` or `--profile` chose the vectors: the verdict is only about them. */
  readonly filtered?: true
  /** The list that `--profile` names chose them. */
  readonly profile?: string
  readonly suite: { name: 'channelproof'; version: string; vectors: { digest: string; count: number } }
  readonly subject: ReportSubject
  /** `judged`: at least one vector passed or failed; a run vouches for these alone. */
  readonly methods: Readonly<Record<'offered' | 'missing' | 'judged', readonly string[]>>
  /** What the user of the run says of it. */
  readonly labels?: Labels
  readonly startedAt: string
  readonly seconds: number
  readonly level: 'required' | 'recommended'
  readonly verdicts: readonly Verdict[]
  /** `excused`: how many of the failed the baseline lists. */
  readonly totals: Counts & { excused: number }
  readonly coverage: Readonly<Record<RequirementId, Coverage>>
  readonly shard?: Shard
  /** Of a shard: answers about tokens, for the search for causes over all shards. */
  readonly answers?: readonly Kept[]
  /** Vectors of this suite that the lock does not know, or knows with other contents. */
  readonly lock?: LockNews
  readonly baseline?: BaselineNews
  readonly stopped?: Stopped
  /** How the subject ended, though it is no failure: one sentence each. */
  readonly warnings?: readonly string[]
  readonly generated?: GeneratedReport
  /** Of an endpoint: how many requests were sent, clean-up included, and the most that may be. */
  readonly requests?: SentRequests
  /** `--clock`: what the clock of the adapter showed when the run began. */
  readonly clock?: string
  readonly soak?: SoakReport
  readonly explore?: ExploreReport
  /** What the run did not ask for, and the flag that does: one line each. */
  readonly notAsked?: readonly string[]
  /** What the subject says that it accepts, where the text gives no bound. */
  readonly limits?: Limits
  /** The members of bodies that a client says it can set: questions with others were not asked. */
  readonly members?: BodyMembers
  /** What the interface leaves open and the subject does. */
  readonly open?: readonly OpenLine[]
  /** Why the run is not green although nothing failed; one sentence each. */
  readonly tooLittle?: readonly string[]
  /** Of an adapter: what it did instead of answering. The search for causes leaves it out. */
  readonly trouble?: readonly Trouble[]
  /** What explains the failures, in the order of importance. */
  readonly diagnosis?: readonly Cause[]
  /** Failures that nothing in the catalogue explains, and the values on the way for a few of them. */
  readonly unexplained?: {
    readonly vectors: readonly VectorId[]
    readonly stages: readonly StagesOfAnswer[]
    /** What the failures of a method share, and no right answer has. */
    readonly common?: readonly CommonTrait[]
    /** What is near to them, and does not explain them. */
    readonly likely?: readonly LikelyCause[]
  }
  /** So many questions more were answered, to tell causes apart: no verdict is about them. */
  readonly askedToDecide?: number
  /** When failures that come and go come; of methods of an adapter for which that was found. */
  readonly unsteady?: readonly UnsteadyMethod[]
  readonly conforms: boolean
  readonly exitCode: number
}

/** Which vectors the verdict is about: reports with the same text can be compared. */
export const judgedBy = ({ suite, lock }: Pick<Report, 'suite' | 'lock'>): string =>
  lock?.suiteVersion === undefined ? suite.vectors.digest.slice(0, 12) : `version ${lock.suiteVersion}`

/** What a run was to do, and what it ran on. */
export interface RunFacts extends Pick<
  Report,
  'suite' | 'subject' | 'startedAt' | 'seconds' | 'level' | 'partial' | 'filtered' | 'profile'
> {
  readonly description: Description
  /** Every method that a subject of this kind can offer. */
  readonly methods: readonly string[]
  /** Methods that must have been judged; empty: one of `requireOneOf`. */
  readonly require: readonly string[]
  readonly requireOneOf: readonly string[]
  readonly minCases: number
  readonly stopped?: Stopped
  readonly warnings?: readonly string[]
  /** What else is missing, one sentence each. */
  readonly lacking?: readonly string[]
  /** 128 + n where signal n ended the run. */
  readonly signal?: number | undefined
  readonly find: (id: string) => Vector | undefined
  readonly requirement: (id: RequirementId) => Requirement | undefined
  readonly findings?: Findings | undefined
  readonly shard?: Shard | undefined
  readonly answers?: readonly Kept[] | undefined
  readonly lock?: LockNews | undefined
  readonly baseline?: BaselineNews | undefined
  readonly generated?: Report['generated'] | undefined
  readonly requests?: SentRequests | undefined
  readonly clock?: string | undefined
  readonly soak?: SoakReport | undefined
  readonly explore?: ExploreReport | undefined
  readonly notAsked?: readonly string[] | undefined
  readonly unsteady?: readonly UnsteadyMethod[] | undefined
  readonly labels?: Labels | undefined
}

/** These members of an object, but for those that are undefined. */
const present = <T extends object, K extends keyof T>(from: T, names: readonly K[]): Present<T, K> =>
  Object.fromEntries(
    names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])),
  ) as Present<T, K>

type Present<T, K extends keyof T> = { readonly [N in K]?: NonNullable<T[N]> }

/** Makes the report from the verdicts of a run. Pure: no clock, no files. */
export function makeReport(facts: RunFacts, verdicts: readonly Verdict[]): Report {
  const { suite, subject, startedAt, seconds, level, partial, filtered, stopped, shard } = facts
  const { baseline, description, profile } = facts
  const tooLittle = shortcomings(facts, verdicts)
  const trouble = subject.kind === 'adapter' ? troubleIn(verdicts) : []
  const open = freedomsOf(verdicts, (id) => facts.requirement(id)?.section ?? '')
  const exitCode = exitCodeOf({
    bug: stopped?.code === BUG.code,
    remains: (stopped?.remaining ?? []).length > 0,
    signal: facts.signal,
    stopped: stopped !== undefined,
    gated: verdicts.some((verdict) => gates(verdict, level)),
    tooLittle: tooLittle.length > 0 || partial,
    baselineWrong: (baseline?.problems ?? []).length > 0,
  })
  return {
    schema: 1,
    partial: partial || filtered === true,
    ...(filtered && { filtered }),
    ...(profile !== undefined && { profile }),
    suite,
    subject,
    methods: methodsOf(facts, judgedMethods(facts, verdicts)),
    ...withLabels(facts.labels),
    startedAt,
    seconds,
    level,
    verdicts: verdicts.map((verdict) => diagnosed(verdict, facts.findings)),
    totals: { ...count(verdicts), excused: verdicts.filter(({ excused }) => excused).length },
    coverage: coverageOf(verdicts),
    ...present(facts, ['shard', 'answers', 'lock', 'baseline', 'generated']),
    ...present(facts, ['requests', 'clock', 'soak', 'explore', 'notAsked']),
    ...present(description, ['limits', 'members']),
    ...(open.length > 0 && { open }),
    ...(stopped && { stopped }),
    ...present(facts, ['warnings']),
    ...(tooLittle.length > 0 && { tooLittle }),
    ...(trouble.length > 0 && { trouble }),
    ...diagnosisOf(facts.findings),
    ...(facts.unsteady && facts.unsteady.length > 0 && { unsteady: facts.unsteady }),
    // A part vouches for nothing: only the merge of all parts does.
    conforms: exitCode === 0 && !shard && !filtered,
    exitCode,
  }
}

function diagnosed(verdict: Verdict, findings: Findings | undefined): Verdict {
  const faults = findings?.faultsOf(verdict.vector) ?? []
  return faults.length === 0 ? verdict : { ...verdict, diagnosis: faults }
}

type Explained = Pick<Report, 'diagnosis' | 'unexplained' | 'askedToDecide'>

function diagnosisOf(findings: Findings | undefined): Explained {
  if (!findings) return {}
  const { causes, unexplained: vectors, stages, common = [], likely = [], asked = 0 } = findings
  const near = { ...(common.length > 0 && { common }), ...(likely.length > 0 && { likely }) }
  return {
    diagnosis: causes.map((cause) => ({ certainty: 'proved', ...cause })),
    ...(vectors.length > 0 && { unexplained: { vectors, stages, ...near } }),
    ...(asked > 0 && { askedToDecide: asked }),
  }
}

/** Verdicts by family, in the order in which the families came. */
export const byFamily = (verdicts: readonly Verdict[]): Map<string, Verdict[]> =>
  groupedBy(verdicts, ({ vector }) => familyOf(vector))

function methodsOf({ description, methods }: RunFacts, judged: Set<string>): Report['methods'] {
  return {
    offered: methods.filter((method) => description.methods.includes(method)),
    missing: methods.filter((method) => !description.methods.includes(method)),
    judged: methods.filter((method) => judged.has(method)),
  }
}
