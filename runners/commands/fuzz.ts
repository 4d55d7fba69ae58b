import { outputFailures } from '../../src/faults/killMatrix.ts'
import { OUTPUT_FAULTS } from '../../src/faults/catalogue.ts'
import { RARE_FAULTS } from '../../src/faults/token/rare.ts'
import { counted } from '../../src/text.ts'
import type { Findings, Subject, Vector } from '../../src/model/index.ts'
import { EXIT } from '../../src/report/exit.ts'
import { failure } from '../../src/report/text.ts'
import { smallestLines } from '../../src/report/generated.ts'
import { bundledProgram, type Command } from '../adapter/bundledProgram.ts'
import { clientOptions, type ClientFlags } from '../client/options.ts'
import { watched, type Starting } from '../client/watched.ts'
import { Coverage, coverageText } from '../generated/coverage.ts'
import { keepFailures } from '../generated/failures.ts'
import { search, type Found, type FoundFailure } from '../generated/search.ts'
import { seedFrom } from '../generated/seed.ts'
import { smallestFailures } from '../generated/smallest.ts'
import { KeptAnswers } from '../report/keptAnswers.ts'
import { loadSuite, type Suite } from '../suite/index.ts'
import { paint, print, Progress } from '../terminal/console.ts'
import { count } from '../terminal/options.ts'
import { ownSecrets } from '../terminal/secrets.ts'
import { Interruption } from '../terminal/signals.ts'
import { runFlags, type RawRunFlags } from './runFlags.ts'

/** What commander hands over. */
export interface RawFuzzFlags extends RawRunFlags, ClientFlags {
  readonly for?: string
  readonly questions?: string
}

/** When to end, and where to begin. */
interface Bounds {
  readonly seconds: number
  readonly questions: number
  readonly seed: number
}

/** What a search needs from beginning to end. */
interface Fuzzing {
  readonly command: Command
  readonly starting: Starting
  readonly bounds: Bounds
  readonly suite: Suite
  readonly level: 'required' | 'recommended'
  readonly keep: string | undefined
}

/** What was found, and how long that took. */
interface Searched extends Found {
  readonly seconds: number
}

/** `channelproof fuzz -- <command>`: asks generated questions until it is stopped. Resolves with the exit code. */
export async function fuzz([program, ...args]: readonly string[], raw: RawFuzzFlags): Promise<number> {
  const flags = runFlags(raw)
  const bounds = boundsOf(raw)
  const client = clientOptions(raw)
  const interruption = new Interruption()
  const { signal } = interruption
  const fuzzing: Fuzzing = {
    command: program === undefined ? bundledProgram('adapter/referenceAdapter') : [program, ...args],
    starting: { ...flags, client, signal, secrets: ownSecrets() },
    bounds,
    suite: await loadSuite(['token', 'client']),
    level: flags.level,
    keep: flags.keep,
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

async function searched({ command, starting, bounds, suite, level }: Fuzzing): Promise<Searched> {
  const subject = await watched(command, starting)
  const now = clock()
  const progress = new Progress()
  const tell = ({ asked, coverage }: Found): void =>
    progress.tell(() => `${asked} questions, ${rate(asked, now())}; ${coverageText(coverage.reached)}`)
  const options = { ...bounds, level, signal: starting.signal, find: suite.find, now, progress: tell }
  const coverage = new Coverage([...OUTPUT_FAULTS, ...RARE_FAULTS], shows)
  const found = await search(subject, coverage, options).finally(() => progress.clear())
  return { ...found, seconds: now() }
}

/** Prints the findings and keeps them, after Ctrl+C too: most searches end that way. */
async function report(
  found: Searched,
  { command, starting, bounds, suite, level, keep }: Fuzzing,
): Promise<void> {
  const { seconds } = found
  const { secrets } = starting
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
