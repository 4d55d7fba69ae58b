import { availableParallelism } from 'node:os'
import { outputFailures } from '../../src/faults/killMatrix.ts'
import { OUTPUT_FAULTS } from '../../src/faults/catalogue.ts'
import { RARE_FAULTS } from '../../src/faults/token/rare.ts'
import { counted } from '../../src/text.ts'
import type { Findings, Subject, Vector } from '../../src/model/index.ts'
import { EXIT } from '../../src/report/exit.ts'
import { failure } from '../../src/report/text.ts'
import { smallestLines } from '../../src/report/generated.ts'
import { bundledProgram, type Command } from '../adapter/bundledProgram.ts'
import { watched, type Starting } from '../client/watched.ts'
import { Claims } from '../generated/claims.ts'
import { Coverage, coverageText } from '../generated/coverage.ts'
import { keepFailures } from '../generated/failures.ts'
import { drawnAgain } from '../generated/endless.ts'
import type { AskedSubject } from '../generated/questions.ts'
import { search, type Found, type FoundFailure } from '../generated/search.ts'
import { seedFrom } from '../generated/seed.ts'
import { likenessOf, smallestFailures } from '../generated/smallest.ts'
import { KeptAnswers } from '../report/keptAnswers.ts'
import { loadSuite, type Suite } from '../suite/index.ts'
import { paint, print, Progress } from '../terminal/console.ts'
import { count } from '../terminal/options.ts'
import { Interruption } from '../terminal/signals.ts'
import { FuzzLanes, type LaneFound } from './fuzzLanes.ts'
import { startingOf, type RawFuzzFlags } from './fuzzStarting.ts'
import type { RunFlags } from './runFlags.ts'

/** When to end, and where to begin. */
interface Bounds {
  readonly seconds: number
  readonly questions: number
  readonly seed: number
}

/** What a search needs from beginning to end. */
interface Fuzzing {
  readonly command: Command
  readonly raw: RawFuzzFlags
  readonly starting: RunFlags & Starting
  readonly bounds: Bounds
  readonly suite: Suite
  readonly interruption: Interruption
}

/** What was found, and how long that took. */
interface Searched extends Found {
  readonly seconds: number
}

/** `channelproof fuzz -- <command>`: asks generated questions until it is stopped. Resolves with the exit code. */
export async function fuzz([program, ...args]: readonly string[], raw: RawFuzzFlags): Promise<number> {
  const interruption = new Interruption()
  const fuzzing: Fuzzing = {
    command: program === undefined ? bundledProgram('adapter/referenceAdapter') : [program, ...args],
    raw,
    starting: startingOf(raw, interruption.signal),
    bounds: boundsOf(raw),
    suite: await loadSuite(['token', 'client']),
    interruption,
  }
  const found = await searched(fuzzing).catch((error: unknown) => {
    if (interruption.exitCode === undefined) throw error
    interruption.tellEarly()
  })
  if (!found) return interruption.exitCode!
  await report(found, fuzzing)
  return interruption.exitCode ?? exitCode(found)
}

const boundsOf = (raw: RawFuzzFlags): Bounds => ({
  seconds: raw.for === undefined ? Infinity : count('--for', raw.for, 1),
  questions: raw.questions === undefined ? Infinity : count('--questions', raw.questions, 1),
  seed: seedFrom(raw.seed, { suiteDigest: '', isSteady: false }),
})

/** So many questions one lane asks alone: a shorter search needs no other. */
const ALONE = 2000

/** Each lane is a thread with an adapter. */
const MOST_LANES = 8

async function searched({ command, raw, starting, bounds, suite, interruption }: Fuzzing): Promise<Searched> {
  const { seed, seconds, questions } = bounds
  const { level } = starting
  const { signal, bug: onBug } = interruption
  const subject = await watched(command, starting)
  const [now, progress, claims] = [clock(), new Progress(), new Claims(questions)]
  const coverage = new Coverage([...OUTPUT_FAULTS, ...RARE_FAULTS], shows)
  const lanes = new FuzzLanes({ signal, onBug })
  const more = lanesOf(raw) - 1
  const tell = (): void => {
    if (claims.asked >= ALONE && more > 0 && !lanes.areStarted && claims.left > 0)
      lanes.start(more, { command, raw, memory: claims.memory, questions, seed, seconds: seconds - now() })
    progress.tell(
      () => `${claims.asked} questions, ${rate(claims.asked, now())}; ${coverageText(coverage.reached)}`,
    )
  }
  const options = { seed, seconds, claims, level, signal, find: suite.find, now, progress: tell, onBug }
  const first = await search(subject, coverage, options).finally(async () => {
    progress.clear()
    await lanes.ended()
  })
  const found = await joined(first, await lanes.found(), subject.description)
  return { ...found, seconds: now() }
}

/** One for each processor, or as many as --jobs says. */
const lanesOf = ({ jobs }: RawFuzzFlags): number =>
  jobs === undefined ? Math.min(MOST_LANES, availableParallelism()) : Number(jobs)

/** What all lanes have found: of failures that look alike the first. */
async function joined(first: Found, others: readonly LaneFound[], asking: AskedSubject): Promise<Found> {
  const failures = new Map(first.failures.map((one) => [likenessOf(one.verdict), one]))
  for (const { round, ...failure } of others.flatMap((other) => other.failures)) {
    const key = likenessOf(failure.verdict)
    // Only where questions were drawn can they be made smaller: they are drawn once more, here.
    if (!failures.has(key)) failures.set(key, { ...failure, run: await drawnAgain(round, asking) })
  }
  for (const { seen } of others) first.coverage.join(seen)
  const asked = [first, ...others].reduce((sum, one) => sum + one.asked, 0)
  return { asked, failures: [...failures.values()], coverage: first.coverage }
}

/** Prints the findings and keeps them, after Ctrl+C too: most searches end that way. */
async function report(found: Searched, { command, starting, bounds, suite }: Fuzzing): Promise<void> {
  const { seconds } = found
  const { secrets, level, keep } = starting
  const fresh = { ...starting, jobs: 1, signal: new AbortController().signal }
  const start = (): Promise<Subject | undefined> => watched(command, fresh).catch(() => undefined)
  const options = { start, find: suite.find, signal: fresh.signal, now: clock() }
  const smallest = secrets.mask(await smallestFailures(found.failures, options))
  if (keep !== undefined) await keepFailures(keep, smallest)
  const summary = [
    `${found.asked} questions in ${seconds.toFixed(1)} s, ${rate(found.asked, seconds)}; seed ${bounds.seed}`,
    coverageText(found.coverage.reached),
    conclusion(found),
  ].join('\n')
  const parts = [
    ...(await failureTexts(found.failures, suite, level)),
    ...smallest.map(smallestLines),
    summary,
  ]
  await print(`${secrets.text(parts.join('\n\n'))}\n`)
}

const clock = (): (() => number) => {
  const startedAt = performance.now()
  return () => (performance.now() - startedAt) / 1000
}

const rate = (asked: number, seconds: number): string => `${Math.round(asked / seconds)} a second`

const shows = (fault: (typeof OUTPUT_FAULTS)[number], vector: Vector): boolean =>
  outputFailures([fault.alteration], [vector]).length > 0

async function failureTexts(
  failures: readonly FoundFailure[],
  { requirement }: Suite,
  level: 'required' | 'recommended',
): Promise<string[]> {
  const findings = await findingsOf(failures)
  const byId = new Map(failures.map(({ vector }) => [vector.id, vector]))
  return failures.map(({ verdict }) => {
    const diagnosis = findings?.faultsOf(verdict.vector) ?? []
    const named = { ...verdict, ...(diagnosis.length > 0 && { diagnosis }) }
    return failure(named, level, { find: (id) => byId.get(id), requirement, paint })
  })
}

function findingsOf(failures: readonly FoundFailure[]): Promise<Findings | undefined> {
  const answers = new KeptAnswers()
  for (const { vector, answer, verdict } of failures) answers.add(vector, answer, verdict)
  return answers.findings(failures.map(({ vector }) => vector))
}

function conclusion({ asked, failures }: Found): string {
  if (asked === 0)
    return paint('bad', 'nothing was asked: the adapter offers no method with generated questions')
  return failures.length === 0
    ? paint('good', 'no failure found')
    : paint('bad', `${counted(failures.length, 'failure')} found`)
}

function exitCode({ asked, failures }: Found): number {
  if (failures.length > 0) return EXIT.fails
  return asked === 0 ? EXIT.tooLittle : EXIT.conforms
}
