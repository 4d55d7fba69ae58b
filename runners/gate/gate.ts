import { isDeepStrictEqual } from 'node:util'
import {
  excuseOf,
  type BaselineNews,
  baselineText,
  renewed,
  baselineProblems,
  causeProblems,
  excuseByCause,
  goneCauses,
  isExplained,
  renewedCauses,
  UNFILED,
} from '../../src/gate/baseline.ts'
import {
  type GeneratedQuestions,
  digestsOf,
  lockNews,
  type Digests,
  type LockNews,
} from '../../src/gate/lock.ts'
import { LEAKS } from '../../src/judge/rules.ts'
import { isGenerated, type FaultId, type Vector, type VectorId, type Verdict } from '../../src/model/index.ts'
import { EXIT } from '../../src/report/exit.ts'
import { makeReport, type Report, type RunFacts } from '../../src/report/report.ts'
import { gates } from '../../src/run.ts'
import { andMore } from '../../src/text.ts'
import { writeFile } from '../paths/files.ts'
import { tell } from '../terminal/console.ts'
import { errorFrom } from '../terminal/errors.ts'
import type { Baseline, LockedQuestions, Lock } from './files.ts'
import type { GateFlags } from './flags.ts'
import { GROUPS } from '../../src/vectors/names.ts'

type Files = Omit<GateFlags, 'shard'>

/** What decides before a run what gates: baseline and lock. */
export class Gate {
  readonly #flags: Files
  readonly #vectors: readonly Vector[]
  readonly #judgeable: readonly VectorId[]
  readonly #calls: ReadonlySet<VectorId>
  readonly #hasCauses: boolean
  readonly #own: Baseline
  /** This run ignores entries for vectors of other commands. */
  readonly #others: Baseline
  #lock: OpenLock | undefined
  readonly #newsOf: ReadonlyMap<VectorId, 'new' | 'changed'>
  #unlocked: ReadonlySet<VectorId> = new Set()

  private constructor(flags: Files, judgeable: readonly Vector[], all: Baseline, lock: OpenLock | undefined) {
    const { entries, causes } = all
    this.#flags = flags
    this.#vectors = judgeable
    this.#judgeable = judgeable.map(({ id }) => id)
    const calls = judgeable.filter(({ question }) => question.method === 'client.call')
    this.#calls = new Set(calls.map(({ id }) => id))
    const groups = groupsOf(this.#judgeable)
    const own = entries.filter(({ vector }) => isOfGroups(vector, groups))
    // Causes are faults of SDKs.
    this.#hasCauses = groups.has('token')
    this.#own = { entries: own, causes: this.#hasCauses ? causes : [] }
    this.#others = {
      entries: entries.filter((entry) => !own.includes(entry)),
      causes: this.#hasCauses ? [] : causes,
    }
    this.#lock = lock
    const newsOf = (kind: 'new' | 'changed') => (lock?.news[kind] ?? []).map((id) => [id, kind] as const)
    this.#newsOf = new Map([...newsOf('new'), ...newsOf('changed')])
  }

  /**
   * Reads the files that the flags name; with `--update-lock` writes the lock first.
   * @param judgeable every vector that this command can judge, filtered out or not
   * @param filter the globs of --filter: a filtered run writes no lock
   * @throws ChannelproofError (exit code 2), `locked-vector-gone` among others
   */
  static async open(
    given: Files,
    judgeable: readonly Vector[],
    filter: readonly string[] = [],
  ): Promise<Gate> {
    const flags = filter.length > 0 && given.updateLock ? withoutLock(given) : given
    const baseline = await baselineIn(flags)
    return new Gate(flags, judgeable, baseline, await lockOf(flags, judgeable))
  }

  /** Does the baseline list causes? They are known when all questions were answered. */
  get excusesByCause(): boolean {
    return this.#own.causes.length > 0
  }

  /** The generated questions that the lock holds for this kind of subject. */
  locked(kind: keyof LockedQuestions): GeneratedQuestions | undefined {
    return this.#lock?.generated?.[kind]
  }

  /** Generated questions that are not the locked ones are shown, and do not gate. */
  asks(kind: keyof LockedQuestions, questions: GeneratedQuestions & { vectors: readonly Vector[] }): void {
    const isKnown =
      !this.#lock || this.#flags.updateLock || isDeepStrictEqual(this.locked(kind), questionsOf(questions))
    this.#unlocked = new Set(isKnown ? [] : questions.vectors.map(({ id }) => id))
  }

  /** Marks a verdict as excused, or as unknown to the lock; earlier marks are removed. */
  readonly mark = (verdict: Verdict): Verdict => this.#marked(verdict, this.#own)

  #marked(given: Verdict, { entries, causes }: Baseline, found: readonly FaultId[] = []): Verdict {
    const { excused: _, lock: __, ...verdict } = given
    const byCause = this.#isExplained(verdict, found) ? excuseByCause(causes, found) : undefined
    const excused = excuseOf(entries, verdict) ?? byCause
    const lock = this.#newsOn(verdict)
    return { ...verdict, ...(excused && { excused }), ...(lock && { lock }) }
  }

  /** No fault is the cause of an answer that tells the secret beside what it answers. */
  #isExplained(verdict: Verdict, causes: readonly FaultId[]): boolean {
    const { rule, findings = [] } = verdict
    const tells = [rule, ...findings.map((finding) => finding.rule)].includes(LEAKS.error.rule)
    return !tells && isExplained(verdict, causes, this.#calls.has(verdict.vector))
  }

  #newsOn({ vector, unsteady }: Verdict): Verdict['lock'] {
    if (this.#unlocked.has(vector)) return 'new'
    return unsteady ? undefined : this.#newsOf.get(vector)
  }

  /** The report, and with `--update-baseline` the baseline too. */
  report(facts: RunFacts, verdicts: readonly Verdict[]): Report {
    this.#renewLock(facts)
    const report = this.#reportWith(this.#own, facts, verdicts)
    const { baseline, updateBaseline } = this.#flags
    if (baseline === undefined || !updateBaseline) return report
    const own = this.#renewed(report)
    // The result of the run is not lost for that: it stays as it is without the new entries.
    const why = whyNotRenewed(report) ?? this.#problemOfWriting(baseline, own)
    if (why !== undefined) {
      notRenewed(baseline, why)
      return report
    }
    tell(`${baseline} was renewed: ${size(own)} entries, ${size(this.#own)} before\n`)
    const after = this.#reportWith(own, facts, verdicts)
    for (const line of notExcusable(after)) tell(`  not in it: ${line}\n`)
    return after
  }

  #problemOfWriting(file: string, { entries, causes }: Baseline): string | undefined {
    const whole: Baseline = {
      entries: [...this.#others.entries, ...entries],
      causes: [...this.#others.causes, ...causes],
    }
    return errorFrom(() => writeFile(file, whole, (all) => baselineText(all.entries, all.causes)))?.describe()
  }

  #renewed({ verdicts, level }: Report): Baseline {
    // With the failures that a removed entry excused.
    const failing = verdicts
      .filter(({ outcome, unsteady }) => outcome === 'failed' && !unsteady)
      .filter((verdict) => gates(notExcused(verdict), level))
    const { entries, causes } = this.#own
    const isByCause = (verdict: Verdict): boolean =>
      this.#hasCauses &&
      this.#isExplained(verdict, verdict.diagnosis ?? []) &&
      excuseOf(entries, verdict) === undefined
    const byId = failing.filter((verdict) => !isGenerated(verdict.vector) && !isByCause(verdict))
    const isGone = goneCauses(verdicts, ({ diagnosis = [] }) => diagnosis, this.#vectors)
    return {
      entries: renewed(entries, verdicts, this.#judgeable, byId, today()),
      causes: renewedCauses(causes, isGone, failing.filter(isByCause), today()),
    }
  }

  #reportWith(own: Baseline, facts: RunFacts, verdicts: readonly Verdict[]): Report {
    const causesOf = (id: VectorId): readonly FaultId[] => facts.findings?.faultsOf(id) ?? []
    const marked = verdicts.map((verdict) => this.#marked(verdict, own, causesOf(verdict.vector)))
    const file = this.#flags.baseline
    const isGone = goneCauses(marked, ({ vector }) => causesOf(vector), this.#vectors)
    const problems = [
      ...baselineProblems(own.entries, marked, this.#judgeable, today()),
      ...causeProblems(own.causes, isGone, today()),
    ]
    // A part of the vectors cannot judge the entries: the merge of all parts does.
    const baseline = file === undefined ? undefined : news(file, own, facts.shard ? [] : problems)
    const generated = this.#unlocked.size > 0 && { generated: 'new' as const }
    const lock = this.#lock && { ...this.#lock.news, ...generated }
    return makeReport({ ...facts, lock, baseline, lacking: this.#lacking(facts) }, marked)
  }

  /** Other limits or members than the locked ones ask other questions: they gate like a vector that is gone. */
  #lacking({ lacking = [], description, subject, generated }: RunFacts): string[] {
    const { lock: file } = this.#flags
    const lock = this.#lock
    if (!lock || file === undefined) return [...lacking]
    const others = (['limits', 'members'] as const)
      .filter((word) => subject.kind === 'adapter' && !isDeepStrictEqual(lock[word], description[word]))
      .map((word) => `the ${word} of the adapter are not those of ${file}; --update-lock takes the new ones`)
    const lacksQuestions = this.locked(subject.kind) && generated === undefined
    const none = lacksQuestions ? [`${file} holds generated questions, and the run asked none`] : []
    return [...lacking, ...others, ...none]
  }

  /** With the limits that the adapter has named by now, and the questions generated for it. */
  #renewLock({ description, subject, generated }: RunFacts): void {
    const { lock: file, updateLock } = this.#flags
    if (!updateLock || !this.#lock || file === undefined) return
    const { vectors, news, text } = this.#lock
    const locked = { ...this.#lock.generated, [subject.kind]: generated && questionsOf(generated) }
    const { limits, members } = subject.kind === 'adapter' ? description : this.#lock
    const lock = { vectors, ...(limits && { limits }), ...(members && { members }), generated: locked }
    this.#lock = { ...lock, news, text }
    const problem = errorFrom(() => writeFile(file, lock, text))
    if (problem) notRenewed(file, problem.describe())
  }
}

function notExcusable({ verdicts, level }: Report): string[] {
  const left = verdicts.filter((verdict) => gates(verdict, level))
  return NEVER_EXCUSED.flatMap(([why, applies]) => {
    const ids = left.filter(applies).map(({ vector }) => vector)
    return ids.length === 0 ? [] : [`${andMore(ids, 2)}: ${why}`]
  })
}

const NEVER_EXCUSED: readonly (readonly [why: string, applies: (verdict: Verdict) => boolean])[] = [
  ['a crash or a timeout may hide anything, so it is never excused', ({ outcome }) => outcome === 'errored'],
  [
    'the failure is unsteady and may come anywhere, so it is never excused',
    ({ unsteady }) => unsteady === true,
  ],
  [
    'a generated question has no id that stays, and no known fault explains its failure',
    ({ outcome, vector, unsteady, diagnosis }) =>
      outcome === 'failed' && !unsteady && isGenerated(vector) && diagnosis === undefined,
  ],
]

const size = ({ entries, causes }: Baseline): number => entries.length + causes.length

const news = (file: string, own: Baseline, problems: BaselineNews['problems']): BaselineNews => ({
  file,
  entries: size(own),
  problems,
  unfiled: [...own.entries, ...own.causes].filter(({ issue }) => issue === UNFILED).length,
})

function whyNotRenewed({ partial, filtered, exitCode }: Report): string | undefined {
  if (partial) return `the run is ${filtered ? 'filtered' : 'partial'}`
  return exitCode === EXIT.tooLittle ? 'too little was judged to say what passes now' : undefined
}

/** A lock of a part of the vectors would drop all others. */
function withoutLock(flags: Files): Files {
  notRenewed(flags.lock, 'the run is filtered')
  return { ...flags, lock: undefined, updateLock: false }
}

const notRenewed = (file: string | undefined, why: string): void => tell(`${file} was not renewed: ${why}\n`)

function notExcused(verdict: Verdict): Verdict {
  const { excused: _, ...rest } = verdict
  return rest
}

const today = (): string => new Date().toISOString().slice(0, 10)

async function baselineIn({ baseline, updateBaseline }: Files): Promise<Baseline> {
  if (baseline === undefined) return { entries: [], causes: [] }
  const { readBaseline } = await import('./files.ts')
  return readBaseline(baseline, updateBaseline)
}

const groupOf = (id: string): string => id.split('/')[0]!
const groupsOf = (ids: readonly VectorId[]): Set<string> => new Set(ids.map(groupOf))

/** Is the id in one of these groups? An id of no group counts too: the caller must report it as an error. */
const isOfGroups = (id: string, groups: ReadonlySet<string>): boolean =>
  groups.has(groupOf(id)) || !GROUPS.some((group) => group === groupOf(id))

interface OpenLock extends Lock {
  readonly news: LockNews
  readonly text: (lock: Lock) => string
}

async function lockOf({ lock, updateLock, suiteVersion }: Files, judgeable: readonly Vector[]) {
  if (suiteVersion !== undefined) return versionIn(suiteVersion, judgeable)
  return lock === undefined ? undefined : lockIn(lock, updateLock, judgeable)
}

/**
 * A version of the suite in the place of a lock. A vector that is gone was wrong, so it does not count either.
 * @throws ChannelproofError `unknown-suite-version` (exit code 2)
 */
async function versionIn(suiteVersion: string, judgeable: readonly Vector[]): Promise<OpenLock> {
  const { lockText, vectorsOfVersion } = await import('./files.ts')
  const vectors = vectorsOfVersion(suiteVersion)
  const groups = groupsOf(judgeable.map(({ id }) => id))
  const own = only(vectors, (id) => isOfGroups(id, groups))
  return { vectors, news: { ...lockNews(own, digestsOf(judgeable)), suiteVersion }, text: lockText }
}

/** Reads a lock, or writes it anew. @throws ChannelproofError `locked-vector-gone` (exit code 2) */
async function lockIn(file: string, update: boolean, judgeable: readonly Vector[]): Promise<OpenLock> {
  const { lockText, readLock, refuseGone } = await import('./files.ts')
  const groups = groupsOf(judgeable.map(({ id }) => id))
  const { vectors: all, ...rest } = await readLock(file, update)
  const [own, others] = [true, false].map((wanted) => only(all, (id) => isOfGroups(id, groups) === wanted))
  const present = digestsOf(judgeable)
  const news = lockNews(own!, present)
  if (!update) {
    refuseGone(news, file)
    return { vectors: all, ...rest, news, text: lockText }
  }
  const vectors = { ...others, ...present }
  // The limits of the adapter and the generated questions are known when it has run.
  writeFile(file, { vectors, ...rest }, lockText)
  const counts = (['new', 'changed', 'gone'] as const).map((kind) => `${news[kind].length} ${kind}`)
  tell(`${file} was renewed: ${counts.join(', ')}\n`)
  return { vectors, ...rest, news: lockNews(present, present), text: lockText }
}

const only = (digests: Digests, wanted: (id: VectorId) => boolean): Digests =>
  Object.fromEntries(Object.entries(digests).filter(([id]) => wanted(id)))

function questionsOf({ seed, count, digest }: GeneratedQuestions): GeneratedQuestions {
  return { seed, count, digest }
}
