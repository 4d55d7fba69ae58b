import type { AgainOptions } from '../../src/again.ts'
import { paced } from '../../src/generate/paced.ts'
import {
  once,
  type Ending,
  type Question,
  type Subject,
  type Vector,
  type Verdict,
} from '../../src/model/index.ts'
import { plainIn } from '../../src/plainFirst.ts'
import type { RunFacts } from '../../src/report/report.ts'
import { isBad } from '../../src/judge/index.ts'
import { run, type RunOptions } from '../../src/run.ts'
import type { Gate } from '../gate/gate.ts'
import { failuresOf, generatedFacts, smallestOf, withVectors, type Prepared } from '../generated/index.ts'
import { isTogether, type GeneratedRun } from '../generated/questions.ts'
import type { ShrinkOptions, Smallest } from '../generated/smallest.ts'
import { KeptAnswers } from '../report/keptAnswers.ts'
import { streamTo } from '../report/write.ts'
import type { Suite } from '../suite/index.ts'
import { Progress, warn } from '../terminal/console.ts'
import { causesOfFailures, variationsIn } from './explain.ts'
import { startFacts, timesSince, type RunSubject, type Session } from './facts.ts'

/** A subject that is ready to be asked, and what it is asked. */
export interface Asking {
  readonly about: RunSubject
  readonly subject: Subject
  readonly loaded: Prepared
  /** The globs that chose the vectors, where those of the flags did not. */
  readonly filter?: readonly string[]
  readonly generated: GeneratedRun
  /** Vectors that take the place of shipped ones. */
  readonly instead?: readonly Vector[]
  readonly warnings?: readonly string[]
  /** Waits before the repeats of generated questions. */
  readonly pause?: () => Promise<void>
  readonly again?: AgainOptions
  /** The line that repeats the last request for a question. */
  readonly repeatOf?: (question: Question) => string | undefined
  /** How failures of generated questions are made smaller; absent: they stand as they came. */
  readonly shrink?: (ending: Ending) => Omit<ShrinkOptions, 'find' | 'signal'>
  /** What else the report says, at the end. */
  readonly facts?: () => Partial<RunFacts>
}

/** What was judged, and what a report says of it. */
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
  const suite = withVectors(loaded.suite, [...generated.vectors, ...loaded.kept, ...instead])
  const vectors = once([...loaded.vectors, ...generated.vectors]).map((one) => suite.find(one.id)!)
  for (const warning of warnings) warn(warning)
  const start = startFacts({ ...session, flags, suite, about, description: subject.description })
  const answers = new KeptAnswers()
  const options = { ...runOptions(session, asking, vectors), judged: answers.add, ...marksOf(asking, suite) }
  const each = streamTo(flags.targets, start)
  const { verdicts, ending } = await verdictsOf(run(options), vectors.length, each)
  const { tried, variations } = variationsIn()
  const smaller = shrink && { ...shrink(ending), find: suite.find, signal: interruption.signal, tried }
  const smallest = smaller ? await smallestOf(failuresOf(verdicts, generated), smaller) : []
  const explaining = { kind: about.kind, verdicts, answers, vectors, suite, variations }
  const findings = await causesOfFailures(explaining, interruption.signal).catch(interruption.bug)
  return {
    gate: loaded.gate,
    suite,
    verdicts,
    smallest,
    facts: {
      ...start,
      ...timesSince(session.startedAt),
      ...(ending.stopped && { stopped: ending.stopped }),
      partial: ending.stopped !== undefined || verdicts.length < vectors.length,
      ...generatedFacts(generated, smallest),
      findings,
      answers: about.kind === 'adapter' && start.shard ? answers.kept() : undefined,
      ...facts?.(),
    },
  }
}

/** How `run` is to ask. */
function runOptions(
  { flags: { level, bail }, interruption: { signal, bug } }: Session,
  { about, subject, generated, pause, again }: Asking,
  vectors: readonly Vector[],
) {
  return {
    vectors: pause ? paced(vectors, pause) : vectors,
    subject,
    level,
    bail,
    signal,
    isTogether: (id: string) => isTogether(generated, id),
    ...(about.kind === 'adapter' && { plainOf: plainIn(vectors) }),
    ...(again && { again }),
    onBug: bug,
  }
}

/** What a verdict says beside the judge: whether it gates, and for a failure the line that repeats it. */
function marksOf({ loaded: { gate }, repeatOf }: Asking, { find }: Suite): Pick<RunOptions, 'find' | 'mark'> {
  const mark = (verdict: Verdict): Verdict => {
    const repeat = isBad(verdict) ? repeatOf?.(find(verdict.vector)!.question) : undefined
    return { ...gate.mark(verdict), ...(repeat !== undefined && { repeat }) }
  }
  return { find, mark }
}

/** Reads a run to its end, with a progress line. @param each receives every verdict as it falls */
async function verdictsOf(
  reader: AsyncGenerator<Verdict, Ending>,
  all: number,
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
      progress.draw(verdicts.length, all)
    }
  } finally {
    progress.clear()
    // If `each` throws, no process may stay behind.
    await reader.return({})
  }
}
