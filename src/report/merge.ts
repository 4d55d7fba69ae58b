import { ChannelproofError } from '../errors.ts'
import { ASKED_BY } from '../gate/shard.ts'
import type { UnsteadyMethod } from '../model/index.ts'
import type { Report, SentRequests } from './report.ts'

/** A report of one shard, and where it was read. */
export interface ShardReport {
  readonly file: string
  readonly report: Report & { readonly shard: NonNullable<Report['shard']> }
}

type Fact = readonly [what: string, of: (report: ShardReport['report']) => string]

const COMMON: readonly Fact[] = [
  ['the number of shards', ({ shard }) => String(shard.of)],
  ['the vectors (digest)', ({ suite }) => suite.vectors.digest],
  ['the version of channelproof', ({ suite }) => suite.version],
  ['the subject', subjectOf],
  ['--level', ({ level }) => level],
  ['--suite-version', ({ lock }) => lock?.suiteVersion ?? ''],
  ['what the subject offers', ({ methods }) => methods.offered.join(', ')],
  ...ASKED_BY.map((name): Fact => [`"${name}" of describe`, ({ shard }) => JSON.stringify(shard[name])]),
  ['--clock', ({ clock }) => clock ?? ''],
  ['--filter', ({ shard }) => shard.filter.join(' ')],
  ['the seed of the generated questions', ({ generated }) => String(generated?.seed ?? '')],
  ['the number of generated questions', ({ generated }) => String(generated?.count ?? '')],
  ['the digest of the generated questions', ({ generated }) => generated?.digest ?? ''],
]

function subjectOf({ subject: { kind, name, version, language } }: Report): string {
  return [kind, name, version, language].join(' ')
}

/**
 * Checks that these are parts of one run. A part that could not begin knows less about its subject, and may differ.
 * @returns the part that knows most
 * @throws ChannelproofError `not-one-run`, `shard-twice` (exit code 2)
 */
export function checkParts(parts: readonly ShardReport[]): ShardReport {
  const [first = parts[0]!, ...others] = parts.filter(({ report }) => report.verdicts.length > 0)
  refuseTwice(parts)
  for (const { file, report } of others)
    for (const [what, of] of COMMON)
      if (of(report) !== of(first.report))
        throw new ChannelproofError(
          'not-one-run',
          `${what} is ${of(report) || 'none'} here and ${of(first.report) || 'none'} in ${first.file}`,
          'Merge the reports of one run: the same suite, subject and flags in every shard.',
          { file },
        )
  return first
}

function refuseTwice(parts: readonly ShardReport[]): void {
  for (const part of parts) {
    const { index } = part.report.shard
    const other = parts.find(({ report }) => report.shard.index === index)!
    const what = `shard ${index} is in ${other.file} already`
    const advice = 'Give the report of each shard once.'
    if (other !== part) throw new ChannelproofError('shard-twice', what, advice, { file: part.file })
  }
}

/** The numbers of the shards that there is no report of. */
export function missingShards(parts: readonly ShardReport[]): number[] {
  const present = new Set(parts.map(({ report }) => report.shard.index))
  const of = Math.max(...parts.map(({ report }) => report.shard.of))
  return Array.from({ length: of }, (_, at) => at + 1).filter((index) => !present.has(index))
}

/** When the run began, and how long it took from the first beginning to the last end. */
export function timesOf(parts: readonly ShardReport[]): Pick<Report, 'startedAt' | 'seconds'> {
  const starts = parts.map(({ report }) => Date.parse(report.startedAt))
  const ends = parts.map(({ report }, at) => starts[at]! + report.seconds * 1000)
  const start = Math.min(...starts)
  return { startedAt: new Date(start).toISOString(), seconds: (Math.max(...ends) - start) / 1000 }
}

/** What each part says of the whole run alike. */
export function sameInAll({ report }: ShardReport): Pick<Report, 'clock' | 'notAsked'> {
  const { clock, notAsked } = report
  return { ...(clock !== undefined && { clock }), ...(notAsked && { notAsked }) }
}

/** Requests of all parts to an endpoint; each part has a bound of its own. */
export function requestsOf(parts: readonly ShardReport[]): { readonly requests?: SentRequests } {
  const all = parts.flatMap(({ report: { requests } }) => requests ?? [])
  if (all.length === 0) return {}
  const most = all.reduce((sum, one) => sum + (one.most ?? Infinity), 0)
  const sent = all.reduce((sum, one) => sum + one.sent, 0)
  return { requests: { sent, ...(most < Infinity && { most }) } }
}

/** When wrong answers come: of each method what the first part says that has found it. */
export function unsteadyOf(parts: readonly ShardReport[]): readonly UnsteadyMethod[] {
  const all = parts.flatMap(({ report: { unsteady } }) => unsteady ?? [])
  return all.filter(({ method }, at) => all.findIndex((other) => other.method === method) === at)
}
