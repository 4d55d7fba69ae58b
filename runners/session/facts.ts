import { ChannelproofError } from '../../src/errors.ts'
import { askedBy, type Shard } from '../../src/gate/shard.ts'
import type { Description, Stopped } from '../../src/model/index.ts'
import { BUG, EXIT } from '../../src/report/exit.ts'
import type { ReportSubject, RunFacts } from '../../src/report/report.ts'
import type { Suite } from '../suite/index.ts'
import { SUBJECT_KINDS, suiteFacts, type KindName } from '../suite/subjectKinds.ts'
import { exitCodeFor, limitOf, type Interruption } from '../terminal/errors.ts'
import type { Secrets } from '../terminal/secrets.ts'
import type { RunFlags } from './flags.ts'

/** The flags that decide which files a run writes. */
export type Outputs = Pick<RunFlags, 'targets' | 'quiet' | 'gate' | 'keep' | 'vectors'>

export interface Session<F extends Outputs = RunFlags> {
  readonly flags: F
  readonly startedAt: Date
  readonly interruption: Interruption
  readonly secrets: Secrets
}

type StartFacts = Omit<RunFacts, 'seconds' | 'partial'>

/** A subject of a kind that the suite can ask. */
export type RunSubject = ReportSubject & { readonly kind: KindName }

interface Beginning extends Pick<Session, 'flags' | 'startedAt'> {
  readonly suite: Suite
  readonly about: RunSubject
  readonly description: Description
}

export const startFacts = ({ suite, about, description, flags, startedAt }: Beginning): StartFacts => ({
  ...SUBJECT_KINDS[about.kind],
  suite: suiteFacts(suite),
  subject: about,
  description,
  startedAt: startedAt.toISOString(),
  labels: flags.labels,
  level: flags.level,
  require: flags.require,
  minCases: flags.minCases,
  find: suite.find,
  requirement: suite.requirement,
  ...(flags.filter.length > 0 && { filtered: true }),
  shard: shardOf(flags, description),
})

function shardOf(flags: RunFlags, description: Description): Shard | undefined {
  const { gate, filter, require, minCases } = flags
  return gate.shard && { ...gate.shard, filter, ...askedBy(description), require, minCases }
}

/** How long a run took from its beginning to now. */
export const timesSince = (startedAt: Date): Pick<RunFacts, 'startedAt' | 'seconds'> => ({
  startedAt: startedAt.toISOString(),
  seconds: (Date.now() - startedAt.getTime()) / 1000,
})

/** The facts of a run with what a signal or a bug changes in them. */
export function withInterruption(facts: RunFacts, { signal, exitCode, stopped }: Interruption): RunFacts {
  if (!signal.aborted) return facts
  const ended = stopped && { stopped: { ...facts.stopped, ...stopped } }
  return { ...facts, partial: true, signal: exitCode, ...ended }
}

/** How a run ended that could not begin; nothing for an error that a user can cause, unless its exit code is 3. */
export function endOfNoRun(
  error: unknown,
  { exitCode: signal, stopped: ended }: Pick<Interruption, 'exitCode' | 'stopped'>,
): Pick<RunFacts, 'seconds' | 'partial' | 'signal' | 'stopped'> | undefined {
  const stopped = ended ?? (signal === undefined ? stoppedBy(error) : undefined)
  if (!stopped && signal === undefined) return undefined
  return { seconds: 0, partial: true, signal, ...(stopped && { stopped }) }
}

function stoppedBy(given: unknown): Stopped | undefined {
  const error = limitOf(given) ?? given
  if (!(error instanceof ChannelproofError)) return BUG
  const { code, message } = error
  return exitCodeFor(error) === EXIT.couldNotRun ? { code, message } : undefined
}
