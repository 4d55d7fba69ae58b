import { askedBy, inShard } from '../../src/gate/shard.ts'
import { once, type Vector, type VectorId } from '../../src/model/index.ts'
import type { ShardReport } from '../../src/report/merge.ts'
import type { GeneratedReport } from '../../src/report/report.ts'
import { generate } from './questions.ts'

/** What the shards of a run had to judge. */
export interface ShardedVectors {
  /** In the order of one run. */
  readonly vectors: readonly Vector[]
  /** Of each shard its own, in the order of the shards. */
  readonly idsOf: ReadonlyMap<ShardReport, readonly VectorId[]>
}

/** Vectors that were kept, shipped ones and, by their seed, the generated ones of each shard. */
export async function vectorsOfShards(
  parts: readonly ShardReport[],
  kept: readonly Vector[],
  shipped: readonly Vector[],
): Promise<ShardedVectors> {
  const idsOf = new Map<ShardReport, VectorId[]>()
  const generated: Vector[] = []
  for (const part of parts) {
    const { shard } = part.report
    const own = await generatedBy(part)
    generated.push(...own)
    idsOf.set(
      part,
      [...inShard(kept, shard), ...inShard(shipped, shard), ...own].map(({ id }) => id),
    )
  }
  const first = parts.find(({ report }) => report.generated)
  const whole = first ? await generatedBy(first, 'whole') : []
  const place = new Map(whole.map(({ id }, at) => [id, at]))
  generated.sort((a, b) => (place.get(a.id) ?? Infinity) - (place.get(b.id) ?? Infinity))
  return { vectors: once([...kept, ...shipped, ...generated]), idsOf }
}

async function generatedBy(
  { report }: ShardReport,
  part: 'own' | 'whole' = 'own',
): Promise<readonly Vector[]> {
  const { generated, shard, methods } = report
  if (!generated) return []
  const { seed, count, now = 0 } = generated
  const wanted = { seed, count, now, shard: part === 'own' ? shard : undefined }
  return (await generate(wanted, { ...askedBy(shard), methods: methods.offered })).vectors
}

/** What the whole run says of its generated questions. */
export function generatedOfShards(parts: readonly ShardReport[]): { readonly generated?: GeneratedReport } {
  const all = parts.flatMap(({ report: { generated } }) => generated ?? [])
  const [first] = all
  if (!first) return {}
  const { seed, count, digest } = first
  const smallest = all.flatMap((one) => one.smallest ?? [])
  return {
    generated: {
      seed,
      count,
      digest,
      asked: all.reduce((sum, { asked }) => sum + asked, 0),
      ...(smallest.length > 0 && { smallest }),
    },
  }
}
