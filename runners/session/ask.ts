import type { AgainOptions } from '../../src/again.ts'
import type { JudgedVector } from '../../src/ask.ts'
import { paced } from '../../src/generate/paced.ts'
import {
  once,
  type Ending,
  type Question,
  type Subject,
  type UnsteadyMethod,
  type Vector,
  type VectorId,
  type Verdict,
  type Findings,
} from '../../src/model/index.ts'
import { plainIn } from '../../src/plainFirst.ts'
import type { RunFacts } from '../../src/report/report.ts'
import { TypeRefusals } from '../../src/expressible.ts'
import { isBad } from '../../src/judge/index.ts'
import { run, withLeaks, type RunOptions } from '../../src/run.ts'
import type { Gate } from '../gate/gate.ts'
import { decidingBy, isDecidable } from '../generated/decide.ts'
import {
  failuresOf,
  generatedFacts,
  smallestOf,
  withPace,
  withVectors,
  type Prepared,
} from '../generated/index.ts'
import type { Pace } from '../generated/pace.ts'
import type { FailureOfRun, ShrinkOptions, Smallest, Tried } from '../generated/smallest.ts'
import { KeptAnswers, type CausesOfCalls } from '../report/keptAnswers.ts'
import { streamTo } from '../report/write.ts'
import type { Suite } from '../suite/index.ts'
import { Progress, warn } from '../terminal/console.ts'
import { startFacts, timesSince, type RunSubject, type Session } from './facts.ts'
import type { Variation } from '../../src/diagnose/common.ts'
import { Turns } from '../live/rateLimit.ts'
import type { KindName } from '../suite/subjectKinds.ts'

/** A subject that is ready to be asked, and what it is asked. */
export interface Asking {
  readonly about: RunSubject
  readonly subject: Subject
  readonly loaded: Prepared
  /** The globs that chose the vectors, where those of the flags did not. */
  readonly filter?: readonly string[]
  readonly generated: Pace
  /** Vectors that take the place of shipped ones. */
  readonly instead?: readonly Vector[]
  readonly warnings?: readonly string[]
  /** Waits before the repeats of generated questions. */
  readonly pause?: () => Promise<void>
  readonly again?: AgainOptions
  /** The line that repeats the last request for a question. */
  readonly repeatOf?: (question: Question) => string | undefined
  /** Goes on with the subject after the run, whatever came of it. */
  readonly goOn?: (done: Done) => Promise<More | undefined>
  /** How failures of generated questions are made smaller; absent: they stand as they came. */
  readonly shrink?: (ending: Ending) => Omit<ShrinkOptions, 'find' | 'signal'>
  /** Finds out when failures that come and go come. */
  readonly repeats?: (judging: Judging) => Promise<readonly UnsteadyMethod[]>
  readonly facts?: () => Partial<RunFacts>
}

/** A run whose subject has ended. */
export interface Done {
  readonly verdicts: readonly Verdict[]
  readonly find: Suite['find']
  readonly ending: Ending
}

export interface Judging extends Pick<Done, 'verdicts' | 'find'> {
  readonly seconds: number
}

/** What came after it: verdicts take the place of earlier ones. */
export interface More {
  readonly wrong: readonly JudgedVector[]
  readonly leaks: readonly VectorId[]
  /** Those that can be made smaller. */
  readonly failures: readonly FailureOfRun[]
  readonly facts: Partial<RunFacts>
}

export const NOTHING_MORE: More = { wrong: [], leaks: [], failures: [], facts: {} }

export interface Judged {
  readonly gate: Gate
  readonly suite: Suite
  readonly facts: RunFacts
  readonly verdicts: readonly Verdict[]
  readonly smallest?: readonly Smallest[]
  /** The verdicts were written as they fell. */
  readonly streamed?: boolean
}

/** Asks every vector, and looks for what explains the failures. */
export async function ask(session: Session, asking: Asking): Promise<Judged> {
  const { interruption } = session
  const { about, subject, loaded, generated, instead = [], warnings = [], shrink, facts } = asking
  const flags = { ...session.flags, ...(asking.filter && { filter: asking.filter }) }
  const known = withPace(withVectors(loaded.suite, [...loaded.kept, ...instead]), generated)
  const own = once(loaded.vectors).map((one) => known.find(one.id)!)
  for (const warning of warnings) warn(warning)
  const start = startFacts({ ...session, flags, suite: known, about, description: subject.description })
  const answers = new KeptAnswers()
  const typeRefusals = new TypeRefusals()
  const judged: RunOptions['judged'] = (vector, answer, verdict, again) => {
    generated.answered(vector, answer)
    answers.add(vector, answer, verdict, again)
    typeRefusals.add(vector, answer)
  }
  const marks = marksOf(asking, known)
  const options = { ...runOptions(session, asking, own), judged, ...marks }
  const each = streamTo(flags.targets, start)
  const size = (): number => own.length + generated.run.vectors.length
  const { verdicts: first, ending } = await verdictsOf(run(options), size, each)
  const settled = withLeaks(first, ending).map((verdict, at) => {
    const one = typeRefusals.settled(verdict)
    if (one === first[at]) return verdict
    const marked = marks.mark!(one)
    // A later line of a vector takes the place of an earlier one.
    each(marked)
    return marked
  })
  const more = await goneOn(asking, { verdicts: settled, find: known.find, ending }, marks)
  for (const { vector, answer, verdict } of more.wrong) {
    each(verdict)
    answers.add(vector, answer, verdict)
  }
  const all = [...settled, ...more.wrong.map(({ verdict }) => verdict)]
  // A later verdict takes the place of an earlier one.
  const verdicts = withLeaks([...new Map(all.map((one) => [one.vector, one])).values()], more)
  const added = more.wrong.flatMap(({ vector }) => (known.find(vector.id) ? [] : [vector]))
  const suite = withVectors(known, added)
  const asked = once([...own, ...generated.run.vectors])
  const vectors = [...asked, ...added]
  if (ending.warning !== undefined) warn(ending.warning)
  const { tried, variations } = variationsIn()
  const smaller = shrink && { ...shrink(ending), find: suite.find, signal: interruption.signal, tried }
  const smallest = smaller
    ? await smallestOf([...failuresOf(settled, generated.run), ...more.failures], smaller)
    : []
  const { seconds } = timesSince(session.startedAt)
  const unsteady =
    ending.stopped || flags.bail
      ? undefined
      : await asking.repeats?.({ verdicts: settled, find: suite.find, seconds }).catch(interruption.bug)
  const { description } = subject
  const decide =
    smaller && about.kind === 'adapter' && !ending.stopped && isDecidable(description)
      ? decidingBy({ ...smaller, subject: description, bug: interruption.bug })
      : undefined
  const { signal } = interruption
  const explaining = { verdicts, answers, vectors, suite, variations, decide, signal }
  const findings = await EXPLAIN[about.kind](explaining).catch(interruption.bug)
  return {
    gate: loaded.gate,
    suite,
    verdicts,
    smallest,
    facts: {
      ...start,
      ...timesSince(session.startedAt),
      ...(ending.stopped && { stopped: ending.stopped }),
      ...(ending.warning !== undefined && { warnings: [ending.warning] }),
      partial: ending.stopped !== undefined || settled.length < asked.length,
      ...generatedFacts(generated, smallest),
      findings,
      unsteady,
      answers: about.kind === 'adapter' && start.shard ? answers.kept() : undefined,
      ...facts?.(),
      ...more.facts,
    },
  }
}

async function goneOn({ goOn }: Asking, done: Done, { mark }: Pick<RunOptions, 'mark'>): Promise<More> {
  const more = (await goOn?.(done)) ?? NOTHING_MORE
  return { ...more, wrong: more.wrong.map((one) => ({ ...one, verdict: mark!(one.verdict) })) }
}

function runOptions(
  { flags: { level, bail }, interruption: { signal, bug } }: Session,
  { about, subject, generated, pause, again, loaded: { gate } }: Asking,
  vectors: readonly Vector[],
) {
  const all = generated.after(vectors)
  return {
    vectors: pause ? paced(all, pause) : all,
    subject,
    level,
    // Which failures a listed cause excuses is known at the end.
    bail: bail && !gate.excusesByCause,
    signal,
    isTogether: (id: string) => generated.run.groupOf(id)?.isTogether ?? false,
    ...(about.kind === 'adapter' && { plainOf: plainIn(vectors) }),
    ...(again && { again }),
    onBug: bug,
  }
}

function marksOf({ loaded: { gate }, repeatOf }: Asking, { find }: Suite): Pick<RunOptions, 'find' | 'mark'> {
  const mark = (verdict: Verdict): Verdict => {
    // What came after the run brings its line with it.
    const asked = isBad(verdict) ? find(verdict.vector) : undefined
    const repeat = asked && repeatOf?.(asked.question)
    return { ...gate.mark(verdict), ...(repeat !== undefined && { repeat }) }
  }
  return { find, mark }
}

async function verdictsOf(
  reader: AsyncGenerator<Verdict, Ending>,
  all: () => number,
  each: (verdict: Verdict) => void,
): Promise<{ verdicts: Verdict[]; ending: Ending }> {
  const verdicts: Verdict[] = []
  const progress = new Progress()
  try {
    for (;;) {
      const { value, done } = await reader.next()
      if (done) return { verdicts, ending: value }
      verdicts.push(value)
      each(value)
      progress.draw(verdicts.length, all())
    }
  } finally {
    progress.clear()
    // If `each` throws, no process may stay behind.
    await reader.return({})
  }
}

interface Explaining extends Pick<Judged, 'suite' | 'verdicts'> {
  readonly answers: KeptAnswers
  readonly vectors: readonly Vector[]
  readonly variations: readonly Variation[]
  readonly decide: ReturnType<typeof decidingBy> | undefined
  readonly signal: AbortSignal
}

/** What explains the failures of a run; undefined where there are none. Code for causes is loaded only where something failed. */
const EXPLAIN: Readonly<Record<KindName, (judged: Explaining) => Promise<Findings | undefined>>> = {
  adapter: ({ answers, vectors, suite, variations, decide }) =>
    answers.findings(vectors, { ofCalls: causesOfCalls(suite), variations, decide }),
  // Services with the faults of the catalogue answer the same questions.
  endpoint: async ({ verdicts, suite, signal }) => {
    if (signal.aborted || !verdicts.some(({ outcome }) => outcome === 'failed')) return undefined
    const { endpointCauses } = await import('../selfCheck/endpointCauses.ts')
    return endpointCauses(verdicts, suite.find)
  },
}

/** Smaller forms of failures that were asked: which of them fail narrows the causes down. */
function variationsIn(): { readonly tried: Tried; readonly variations: readonly Variation[] } {
  const variations: Variation[] = []
  const tried: Tried = (from, { id, question }, { outcome }) => {
    const isRight = outcome === 'passed'
    if (isRight || outcome === 'failed') variations.push({ from, id, question, isRight })
  }
  return { tried, variations }
}

/** How many clients are asked at once: each waits for late output of its adapter. */
const AT_ONCE = 24

/** The faults of an HTTP client, found with clients of the catalogue that make the same calls on loopback. */
const causesOfCalls =
  ({ find }: Pick<Suite, 'find'>): CausesOfCalls =>
  async (wrong, right) => {
    const [{ clientCauses }, { verdictsOfClient }] = await Promise.all([
      import('../../src/diagnose/clientCauses.ts'),
      import('../selfCheck/clientInProcess.ts'),
    ])
    const turns = new Turns(AT_ONCE)
    return clientCauses(
      wrong,
      right.map(({ vector }) => vector),
      // A late call of a client of the catalogue is what its fault does, and no work of a busy machine.
      (steps, calls) => turns.take(() => verdictsOfClient(steps, calls, { find, shown: { isLate: true } })),
    )
  }
