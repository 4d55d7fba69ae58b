import { availableParallelism } from 'node:os'
import { OUTPUT_FAULTS } from '../../src/faults/catalogue.ts'
import { outputFailures } from '../../src/faults/killMatrix.ts'
import { RARE_FAULTS } from '../../src/faults/token/rare.ts'
import type { Command } from '../adapter/bundledProgram.ts'
import { watched, type Starting } from '../client/watched.ts'
import type { AskedSubject } from '../generated/questions.ts'
import { likenessOf, type Smallest } from '../generated/smallest.ts'
import type { RunFlags } from '../session/flags.ts'
import type { Session } from '../session/facts.ts'
import type { Suite } from '../suite/index.ts'
import { Progress, paint } from '../terminal/console.ts'
import { Claims, drawnAgain, SearchCoverage, search, type SearchResult, type FoundFailure } from './search.ts'
import { FuzzLanes, type LaneFound, type RawFuzzFlags } from './lanes.ts'
import { smallestLines } from '../../src/report/generated.ts'
import { failure } from '../../src/report/text.ts'
import { counted } from '../../src/text.ts'
import { KeptAnswers } from '../report/keptAnswers.ts'

export interface SearchBounds {
  readonly seconds: number
  readonly questions: number
  readonly seed: number
}

export interface Fuzzing {
  readonly command: Command
  readonly raw: RawFuzzFlags
  readonly session: Session<RunFlags & Pick<Starting, 'client'>>
  readonly bounds: SearchBounds
  readonly suite: Suite
}

export interface Searched extends SearchResult {
  readonly seconds: number
}

/** So many questions one lane asks alone: a shorter search needs no other. */
const ALONE = 2000

const MOST_LANES = 8

/** The whole search, in as many lanes as it needs. */
export async function searchAll({ command, raw, session, bounds, suite }: Fuzzing): Promise<Searched> {
  const { seed, seconds, questions } = bounds
  const { flags, interruption, secrets } = session
  const { signal, bug: onBug } = interruption
  const subject = await watched(command, { ...flags, signal, secrets })
  const [now, progress, claims] = [stopwatch(), new Progress(), new Claims(questions, flags.gate.shard)]
  const coverage = new SearchCoverage(
    [...OUTPUT_FAULTS, ...RARE_FAULTS],
    ({ alteration }, vector) => outputFailures([alteration], [vector]).length > 0,
  )
  const lanes = new FuzzLanes({ signal, onBug })
  const more = lanesOf(raw) - 1
  const tell = (): void => {
    if (claims.asked >= ALONE && more > 0 && !lanes.areStarted && claims.left > 0)
      lanes.start(more, { command, raw, memory: claims.memory, questions, seed, seconds: seconds - now() })
    const asked = `${claims.asked}${Number.isFinite(questions) ? ` of ${questions}` : ''} questions`
    const time = Number.isFinite(seconds) ? `${Math.floor(now())} of ${seconds} s, ` : ''
    progress.tell(() => `${time}${asked}, ${rate(claims.asked, now())}; ${coverage.text}`)
  }
  const options = { seed, seconds, claims, level: flags.level, signal, find: suite.find, now, onBug }
  const first = await search(subject, coverage, { ...options, progress: tell }).finally(async () => {
    progress.clear()
    await lanes.ended()
  })
  const found = await joined(first, await lanes.found(), subject.description)
  return { ...found, seconds: now() }
}

/** Seconds from here on. */
export const stopwatch = (): (() => number) => {
  const startedAt = performance.now()
  return () => (performance.now() - startedAt) / 1000
}

const rate = (asked: number, seconds: number): string => `${Math.round(asked / seconds)} a second`

const lanesOf = ({ jobs }: RawFuzzFlags): number =>
  jobs === undefined ? Math.min(MOST_LANES, availableParallelism()) : Number(jobs)

async function joined(first: SearchResult, others: LaneFound[], asking: AskedSubject): Promise<SearchResult> {
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

/** What a search prints at its end: each failure, its smallest form, and what was reached. */
export async function findingsText(found: Searched, smallest: Smallest[], fuzzing: Fuzzing): Promise<string> {
  const { asked, seconds, coverage } = found
  const { shard } = fuzzing.session.flags.gate
  const part = shard ? `, shard ${shard.index}/${shard.of}` : ''
  const summary = [
    `${asked} questions in ${seconds.toFixed(1)} s, ${rate(asked, seconds)}; seed ${fuzzing.bounds.seed}${part}`,
    coverage.text,
    conclusion(found),
  ]
  const failures = await failureTexts(found.failures, fuzzing)
  return [...failures, ...smallest.map(smallestLines), summary.join('\n')].join('\n\n')
}

async function failureTexts(
  failures: readonly FoundFailure[],
  { suite: { requirement }, session }: Fuzzing,
): Promise<string[]> {
  const answers = new KeptAnswers()
  for (const { vector, answer, verdict } of failures) answers.add(vector, answer, verdict)
  const findings = await answers.findings(failures.map(({ vector }) => vector))
  const byId = new Map(failures.map(({ vector }) => [vector.id, vector]))
  return failures.map(({ verdict }) => {
    const diagnosis = findings?.faultsOf(verdict.vector) ?? []
    const named = { ...verdict, ...(diagnosis.length > 0 && { diagnosis }) }
    return failure(named, session.flags.level, { find: (id) => byId.get(id), requirement, paint })
  })
}

function conclusion({ asked, failures }: SearchResult): string {
  if (asked === 0)
    return paint('bad', 'nothing was asked: the adapter offers no method with generated questions')
  return failures.length === 0
    ? paint('good', 'no failure found')
    : paint('bad', `${counted(failures.length, 'failure')} found`)
}
