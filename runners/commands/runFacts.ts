import { askedBy, type Shard } from '../../src/gate/shard.ts'
import type { Description, Ending } from '../../src/model/index.ts'
import type { ReportSubject, RunFacts } from '../../src/report/report.ts'
import type { Suite } from '../suite/index.ts'
import { SUBJECT_KINDS, suiteFacts, type KindName } from '../suite/subjectKinds.ts'
import type { Interruption } from '../terminal/signals.ts'
import type { RunFlags } from './runFlags.ts'

/** What a report can say before anything was judged. */
export type StartFacts = Omit<RunFacts, 'seconds' | 'partial'>

/** A subject of a kind that the suite can ask. */
export type RunSubject = ReportSubject & { readonly kind: KindName }

/** @param startedAt when the command began */
export const startFacts = (
  suite: Suite,
  subject: RunSubject,
  description: Description,
  flags: RunFlags,
  startedAt: Date,
): StartFacts => ({
  ...SUBJECT_KINDS[subject.kind],
  suite: suiteFacts(suite),
  subject,
  description,
  startedAt: startedAt.toISOString(),
  level: flags.level,
  require: flags.require,
  minCases: flags.minCases,
  find: suite.find,
  requirement: suite.requirement,
  ...(flags.filter.length > 0 && { filtered: true }),
  shard: shardOf(flags, description),
})

/** What a part keeps for the merge. */
const shardOf = (
  { gate, filter, require, minCases }: RunFlags,
  description: Description,
): Shard | undefined => gate.shard && { ...gate.shard, filter, ...askedBy(description), require, minCases }

/** The facts at the end of a run. @param isWhole every vector has its verdict, or the user wanted no more */
export const endFacts = (
  start: StartFacts,
  ending: Ending,
  interruption: Pick<Interruption, 'signal' | 'exitCode' | 'stopped'>,
  { isWhole }: { readonly isWhole: boolean },
): RunFacts => {
  const stopped = interruption.stopped ? { ...ending.stopped, ...interruption.stopped } : ending.stopped
  return {
    ...start,
    seconds: secondsSince(start.startedAt),
    partial: interruption.signal.aborted || stopped !== undefined || !isWhole,
    signal: interruption.exitCode,
    ...(stopped && { stopped }),
  }
}

export const secondsSince = (startedAt: string): number => (Date.now() - Date.parse(startedAt)) / 1000
