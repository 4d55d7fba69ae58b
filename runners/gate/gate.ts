import { isDeepStrictEqual } from 'node:util'
import { excuseOf, UNFILED, type BaselineEntry, type BaselineNews } from '../../src/gate/baseline.ts'
import { baselineText, renewed } from '../../src/gate/baselineFile.ts'
import { baselineProblems } from '../../src/gate/baselineProblems.ts'
import { digestsOf, lockNews, type Digests, type LockNews } from '../../src/gate/lock.ts'
import type { Vector, VectorId, Verdict } from '../../src/model/index.ts'
import type { Lock } from './lockFile.ts'
import { makeReport, type Report, type RunFacts } from '../../src/report/report.ts'
import { gates } from '../../src/run.ts'
import { writeFile } from '../report/files.ts'
import { errorOf } from '../report/write.ts'
import { GROUPS } from '../../src/vectors/names.ts'
import type { GateFlags } from './flags.ts'

type Files = Omit<GateFlags, 'shard'>

/** What is known before a run and decides what gates: baseline and lock. */
export class Gate {
  readonly #flags: Files
  readonly #judgeable: readonly VectorId[]
  /** Entries for vectors of other commands are none of this run's business. */
  readonly #others: readonly BaselineEntry[]
  readonly #entries: readonly BaselineEntry[]
  #lock: OpenLock | undefined
  readonly #newsOf: ReadonlyMap<VectorId, 'new' | 'changed'>

  private constructor(
    flags: Files,
    judgeable: readonly Vector[],
    entries: readonly BaselineEntry[],
    lock: OpenLock | undefined,
  ) {
    this.#flags = flags
    this.#judgeable = judgeable.map(({ id }) => id)
    const groups = groupsOf(this.#judgeable)
    this.#entries = entries.filter(({ vector }) => isOfGroups(vector, groups))
    this.#others = entries.filter((entry) => !this.#entries.includes(entry))
    this.#lock = lock
    this.#newsOf = new Map(
      (['new', 'changed'] as const).flatMap((kind) =>
        (lock?.news[kind] ?? []).map((id) => [id, kind] as const),
      ),
    )
  }

  /**
   * Reads the files that the flags name; with `--update-lock` writes the lock first.
   * @param known every vector that this command can judge, filtered out or not
   * @param filter what --filter names: a run of chosen vectors writes no lock
   * @throws ChannelproofError (exit code 2), `locked-vector-gone` among others
   */
  static async open(
    given: Files,
    judgeable: readonly Vector[],
    filter: readonly string[] = [],
  ): Promise<Gate> {
    const flags = filter.length > 0 && given.updateLock ? withoutLock(given) : given
    const entries = flags.baseline === undefined ? [] : await entriesIn(flags.baseline, flags.updateBaseline)
    const lock = flags.lock === undefined ? undefined : await lockIn(flags.lock, flags.updateLock, judgeable)
    return new Gate(flags, judgeable, entries, lock)
  }

  /** Marks a verdict as excused, or as one that the lock does not know; marks that it had go. */
  readonly mark = (verdict: Verdict): Verdict => this.#marked(verdict, this.#entries)

  #marked(given: Verdict, entries: readonly BaselineEntry[]): Verdict {
    const { excused: _, lock: __, ...verdict } = given
    const excused = excuseOf(entries, verdict)
    const lock = verdict.unsteady ? undefined : this.#newsOf.get(verdict.vector)
    return { ...verdict, ...(excused && { excused }), ...(lock && { lock }) }
  }

  /** The report, and the baseline beside it where `--update-baseline` asks for it. */
  report(facts: RunFacts, verdicts: readonly Verdict[]): Report {
    this.#renewLock(facts)
    const report = this.#reportWith(this.#entries, facts, verdicts)
    const { baseline, updateBaseline } = this.#flags
    if (baseline === undefined || !updateBaseline) return report
    if (report.partial) {
      tell(`${baseline} was not renewed: the run is ${report.filtered ? 'filtered' : 'partial'}`)
      return report
    }
    const entries = this.#renewed(report)
    const problem = errorOf(() => writeFile(baseline, baselineText([...this.#others, ...entries])))
    // The result of the run is not lost for that: it stays as it is without the new entries.
    if (problem) {
      tell(`${baseline} was not renewed: ${problem.describe()}`)
      return report
    }
    tell(`${baseline} was renewed: ${entries.length} known failures, ${this.#entries.length} before`)
    return this.#reportWith(entries, facts, verdicts)
  }

  #renewed({ verdicts, level }: Report): BaselineEntry[] {
    // With what is excused by an entry that goes.
    const failing = verdicts
      .filter(({ outcome, unsteady }) => outcome === 'failed' && !unsteady)
      .filter((verdict) => gates(notExcused(verdict), level))
    return renewed(this.#entries, verdicts, this.#judgeable, failing, today())
  }

  #reportWith(entries: readonly BaselineEntry[], facts: RunFacts, verdicts: readonly Verdict[]): Report {
    const marked = verdicts.map((verdict) => this.#marked(verdict, entries))
    const file = this.#flags.baseline
    const baseline =
      file === undefined ? undefined : this.#news(file, entries, marked, facts.shard !== undefined)
    return makeReport({ ...facts, lock: this.#lock?.news, baseline, lacking: this.#lacking(facts) }, marked)
  }

  /** Other limits than the locked ones judge the subject on other ground: they gate like a vector that is gone. */
  #lacking({ lacking = [], description: { limits }, subject }: RunFacts): string[] {
    const { lock: file } = this.#flags
    if (!this.#lock || file === undefined || subject.kind !== 'adapter') return [...lacking]
    if (isDeepStrictEqual(this.#lock.limits, limits)) return [...lacking]
    return [
      ...lacking,
      `the limits of the adapter are not those of ${file}; --update-lock takes the new ones`,
    ]
  }

  /** With the limits that the adapter has named by now. */
  #renewLock({ description: { limits }, subject }: RunFacts): void {
    const { lock: file, updateLock } = this.#flags
    if (!updateLock || !this.#lock || file === undefined || subject.kind !== 'adapter') return
    const { vectors } = this.#lock
    this.#lock = { ...this.#lock, ...(limits && { limits }) }
    const problem = errorOf(() => writeFile(file, this.#lock!.text({ vectors, ...(limits && { limits }) })))
    if (problem) tell(`${file} was not renewed: ${problem.describe()}`)
  }

  /** In a part of the vectors nothing can be said of entries: that is done when all parts are merged. */
  #news(
    file: string,
    entries: readonly BaselineEntry[],
    verdicts: readonly Verdict[],
    isShard: boolean,
  ): BaselineNews {
    return {
      file,
      entries: entries.length,
      problems: isShard ? [] : baselineProblems(entries, verdicts, this.#judgeable, today()),
      unfiled: entries.filter(({ issue }) => issue === UNFILED).length,
    }
  }
}

/** A lock of a part of the vectors would let all others go. */
function withoutLock(flags: Files): Files {
  tell(`${flags.lock} was not renewed: the run is filtered`)
  return { ...flags, lock: undefined, updateLock: false }
}

function notExcused(verdict: Verdict): Verdict {
  const { excused: _, ...rest } = verdict
  return rest
}

/** What a file has become: whoever left an update flag in a script should see it. */
const tell = (text: string): void => void process.stderr.write(`${text}\n`)

const today = (): string => new Date().toISOString().slice(0, 10)

const groupOf = (id: string): string => id.split('/')[0]!
const groupsOf = (ids: readonly VectorId[]): Set<string> => new Set(ids.map(groupOf))

/** Of these groups, or of none that there is: then it is a mistake that has to be told. */
const isOfGroups = (id: string, groups: ReadonlySet<string>): boolean =>
  groups.has(groupOf(id)) || !GROUPS.some((group) => group === groupOf(id))

async function entriesIn(file: string, mayBeMissing: boolean): Promise<BaselineEntry[]> {
  const { readBaseline } = await import('./baselineFile.ts')
  return readBaseline(file, mayBeMissing)
}

/** A lock as it was read, or as it was just written. */
interface OpenLock extends Lock {
  readonly news: LockNews
  readonly text: (lock: Lock) => string
}

async function lockIn(file: string, update: boolean, judgeable: readonly Vector[]): Promise<OpenLock> {
  const { lockText, readLock, refuseGone } = await import('./lockFile.ts')
  const groups = groupsOf(judgeable.map(({ id }) => id))
  const { vectors: all, limits } = await readLock(file, update)
  const [own, others] = [true, false].map((wanted) => only(all, (id) => isOfGroups(id, groups) === wanted))
  const present = digestsOf(judgeable)
  if (!update) {
    const news = lockNews(own!, present)
    refuseGone(news, file)
    return { vectors: all, ...(limits && { limits }), news, text: lockText }
  }
  const vectors = { ...others, ...present }
  // The limits of the adapter are known when it has run.
  writeFile(file, lockText({ vectors, ...(limits && { limits }) }))
  const news = lockNews(own!, present)
  tell(
    `${file} was renewed: ${(['new', 'changed', 'gone'] as const).map((kind) => `${news[kind].length} ${kind}`).join(', ')}`,
  )
  return { vectors, news: lockNews(present, present), text: lockText }
}

const only = (digests: Digests, wanted: (id: VectorId) => boolean): Digests =>
  Object.fromEntries(Object.entries(digests).filter(([id]) => wanted(id)))
