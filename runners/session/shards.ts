import { askedBy, inShard, type Shard } from '../../src/gate/shard.ts'
import { ChannelproofError } from '../../src/errors.ts'
import { isGenerated, once, type Vector, type Verdict, type VectorId } from '../../src/model/index.ts'
import {
  checkParts,
  missingShards,
  requestsOf,
  unsteadyOf,
  sameInAll,
  timesOf,
  type ShardReport,
} from '../../src/report/merge.ts'
import { sharedLabels } from '../../src/report/labels.ts'
import type { GeneratedReport, Report, RunFacts } from '../../src/report/report.ts'
import { keysOf } from '../../src/tables.ts'
import type { GateFlags } from '../gate/flags.ts'
import { Gate } from '../gate/gate.ts'
import { keptIn, withVectors } from '../generated/index.ts'
import { generate } from '../generated/questions.ts'
import { readReport } from '../report/read.ts'
import type { Suite } from '../suite/index.ts'
import { vectorsOfOwnClock, SUBJECT_KINDS, select, suiteFacts, type KindName } from '../suite/subjectKinds.ts'
import type { RunFlags } from './flags.ts'
import { checkVerdicts, judgedAgain, twinsHeld } from './partCheck.ts'
import type { Judged } from './ask.ts'

export interface Shards {
  readonly parts: Parts
  readonly first: ShardReport
}

type Parts = readonly ShardReport[]

/** @throws ChannelproofError (exit code 2) where they are not parts of one run */
export async function readShards(files: readonly string[], flags: GateFlags): Promise<Shards> {
  const parts = await Promise.all(files.map(readPart))
  const first = checkParts(parts)
  refuseForgotten(parts, flags)
  return { parts, first }
}

/**
 * What the shards judged, as one run would have judged it.
 * @throws ChannelproofError (exit code 2) where they do not fit this suite
 */
export async function judgedByShards({ parts, first }: Shards, flags: RunFlags): Promise<Judged> {
  const { subject, shard, methods } = first.report
  const kind = subject.kind as KindName
  const selection = await select(kind, shard.filter)
  refuseOtherSuite(first, selection.suite)
  const kept = await keptIn(flags.vectors)
  const asked = await vectorsOfShards(parts, kept, selection.vectors)
  refuseUnknown(parts, asked)
  const ofNow = await vectorsOfOwnClock({ ...askedBy(shard), methods: methods.offered })
  const suite = withVectors(selection.suite, [...asked.vectors, ...ofNow])
  const gate = await Gate.open(flags.gate, selection.judgeable, shard.filter)
  const generated = generatedOfShards(parts)
  const others = new Set([...selection.suite.vectors, ...kept].map(({ id }) => id))
  const own = asked.vectors.filter(({ id }) => !others.has(id))
  if (generated) gate.asks(kind, { ...generated, vectors: own })
  const answers = parts.flatMap(({ report }) => report.answers ?? [])
  const again = { find: suite.find, asked: askedBy(shard) }
  const found = inOrder(parts, asked)
  for (const part of parts) checkVerdicts(part, suite.find)
  const verdicts = twinsHeld(judgedAgain(found, answers, again), suite.find)
  const { findingsOfParts } = await import('../../src/diagnose/evidence.ts')
  const facts: RunFacts = {
    ...SUBJECT_KINDS[kind],
    ...wholeFacts({ parts, first }, suite, asked, flags),
    generated,
    // Over the answers of all shards, as one run would find them.
    findings: findingsOfParts(verdicts, answers, suite.find, parts[0]!.report.shard),
  }
  // Without their causes, which are searched again over all parts.
  return { gate, suite, facts, verdicts: verdicts.map(withoutCause) }
}

function withoutCause(verdict: Verdict): Verdict {
  const { diagnosis: _, ...rest } = verdict
  return rest
}

/** Verdicts on vectors of --vectors, which are unknown without that file. */
function refuseUnknown(parts: Parts, { idsOf }: ShardedVectors): void {
  for (const part of parts) {
    const ids = new Set(idsOf.get(part))
    const unknown = part.report.verdicts.find(({ vector }) => !ids.has(vector))
    if (unknown && isGenerated(unknown.vector))
      throw new ChannelproofError(
        'vectors-forgotten',
        `it holds a verdict on ${unknown.vector}, which this suite does not have`,
        'Add --vectors <file> to "merge" too, as in the runs of the shards.',
        { file: part.file },
      )
  }
}

async function readPart(file: string): Promise<ShardReport> {
  const report = await readReport(file)
  const { shard, subject } = report
  if (shard && Object.hasOwn(SUBJECT_KINDS, subject.kind)) return { file, report: { ...report, shard } }
  const advice = 'Give what "sdk" or "live" wrote with --shard i/n --report json=FILE.'
  throw new ChannelproofError('not-a-shard', 'it is the report of a whole run', advice, { file })
}

function refuseOtherSuite({ file, report }: ShardReport, suite: Suite): void {
  const { vectors, version } = report.suite
  if (vectors.digest === suite.digest) return
  throw new ChannelproofError(
    'other-suite',
    `it was run with the vectors ${vectors.digest.slice(0, 12)}, and these are ${suite.digest.slice(0, 12)}`,
    `Merge with the version that ran the shards, ${version}.`,
    { file },
  )
}

/** Flags that the merge must get, too, because it decides: did a shard run with them? */
const TO_REPEAT = {
  baseline: ['--baseline', '<file>', ({ baseline }) => baseline !== undefined],
  lock: ['--lock', '<file>', ({ lock }) => lock !== undefined && lock.suiteVersion === undefined],
  suiteVersion: ['--suite-version', '<version>', ({ lock }) => lock?.suiteVersion !== undefined],
} as const satisfies Record<string, readonly [flag: string, value: string, ran: (report: Report) => boolean]>

function refuseForgotten(parts: Parts, flags: GateFlags): void {
  for (const name of keysOf(TO_REPEAT)) {
    const [flag, value, ran] = TO_REPEAT[name]
    const part = parts.find(({ report }) => ran(report))
    if (!part || flags[name] !== undefined) continue
    const message = `this shard ran with ${flag}, and the merge has none`
    const advice = `Add ${flag} ${value} to "merge" too.`
    throw new ChannelproofError(`${flag.slice(2)}-forgotten`, message, advice, { file: part.file })
  }
}

/** As one run would have them: from each shard the verdicts on its own vectors. @throws `verdict-twice` (exit code 2) */
function inOrder(parts: Parts, { vectors, idsOf }: ShardedVectors): Verdict[] {
  const found = new Map<VectorId, Verdict>()
  for (const part of parts) {
    const { file, report } = part
    const ids = new Set(idsOf.get(part))
    for (const verdict of report.verdicts.filter(({ vector }) => ids.has(vector))) {
      if (found.has(verdict.vector)) {
        const twice = `it holds two verdicts on ${verdict.vector}`
        const advice = 'Give the reports as "sdk" or "live" wrote them.'
        throw new ChannelproofError('verdict-twice', twice, advice, { file })
      }
      found.set(verdict.vector, verdict)
    }
  }
  return vectors.flatMap(({ id }) => found.get(id) ?? [])
}

function wholeFacts(
  { parts, first }: Shards,
  suite: Suite,
  { idsOf }: ShardedVectors,
  asked: Pick<RunFlags, 'require' | 'minCases' | 'labels'>,
): Omit<RunFacts, 'methods' | 'requireOneOf'> {
  const lacking = lackingOf(parts, idsOf)
  const stopped = parts.find((part) => part.report.stopped)?.report.stopped
  const { report } = first
  const { filter } = report.shard
  return {
    ...timesOf(parts),
    ...requestsOf(parts),
    ...sameInAll(first),
    unsteady: unsteadyOf(parts),
    labels: { ...sharedLabels(parts.map((part) => part.report.labels)), ...asked.labels },
    suite: suiteFacts(suite),
    subject: report.subject,
    level: report.level,
    description: { protocol: 1, sdk: UNUSED, methods: report.methods.offered, ...askedBy(report.shard) },
    // A filtered part lacks nothing of its own: what it did not judge is among the lacking ones.
    partial: lacking.length > 0 || parts.some((part) => part.report.partial && !part.report.filtered),
    lacking,
    require: [...new Set([...asked.require, ...parts.flatMap((part) => part.report.shard.require)])],
    minCases: Math.max(asked.minCases, ...parts.map((part) => part.report.shard.minCases)),
    find: suite.find,
    requirement: suite.requirement,
    ...(filter.length > 0 && { filtered: true }),
    ...(stopped && { stopped }),
  }
}

/** The subject of the report says it. */
const UNUSED = { name: '', version: '', language: '' }

function lackingOf(parts: Parts, idsOf: ShardedVectors['idsOf']): string[] {
  const { of } = parts[0]!.report.shard
  const missing = missingShards(parts).map((index) => `shard ${index} of ${of} is missing`)
  const short = parts.flatMap((part) => {
    const { shard, verdicts } = part.report
    const held = new Set(verdicts.map(({ vector }) => vector))
    const lost = idsOf.get(part)!.filter((id) => !held.has(id))
    return lost.length === 0
      ? []
      : [`shard ${shard.index} (${part.file}) lacks ${lost.length} of its verdicts, such as ${lost[0]}`]
  })
  return [...missing, ...short]
}

interface ShardedVectors {
  /** In the order of one run. */
  readonly vectors: readonly Vector[]
  readonly idsOf: ReadonlyMap<ShardReport, readonly VectorId[]>
}

async function vectorsOfShards(
  parts: readonly ShardReport[],
  kept: readonly Vector[],
  shipped: readonly Vector[],
): Promise<ShardedVectors> {
  const idsOf = new Map<ShardReport, VectorId[]>()
  const generated: Vector[] = []
  for (const part of parts) {
    const { shard } = part.report
    const own = await generatedBy(part, shard)
    generated.push(...own)
    const ids = [...inShard(kept, shard), ...inShard(shipped, shard), ...own].map(({ id }) => id)
    idsOf.set(part, ids)
  }
  const first = parts.find(({ report }) => report.generated)
  const whole = first ? await generatedBy(first) : []
  const place = new Map(whole.map(({ id }, at) => [id, at]))
  generated.sort((a, b) => (place.get(a.id) ?? Infinity) - (place.get(b.id) ?? Infinity))
  return { vectors: once([...kept, ...shipped, ...generated]), idsOf }
}

/** @param shard absent: of all shards */
async function generatedBy({ report }: ShardReport, shard?: Shard): Promise<readonly Vector[]> {
  if (!report.generated) return []
  const { seed, count, now = 0 } = report.generated
  const said = { ...askedBy(report.shard), methods: report.methods.offered }
  return (await generate({ seed, count, now, shard }, said)).vectors
}

function generatedOfShards(parts: Parts): GeneratedReport | undefined {
  const all = parts.flatMap(({ report: { generated } }) => generated ?? [])
  const [first] = all
  if (!first) return undefined
  const { seed, count, digest } = first
  const smallest = all.flatMap((one) => one.smallest ?? [])
  const sum = all.reduce((before, { asked }) => before + asked, 0)
  return { seed, count, digest, asked: sum, ...(smallest.length > 0 && { smallest }) }
}
