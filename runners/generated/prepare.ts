import { inShard } from '../../src/gate/shard.ts'
import type { Vector } from '../../src/model/index.ts'
import type { GateFlags } from '../gate/flags.ts'
import { Gate } from '../gate/gate.ts'
import { select, type KindName, type Selection } from '../suite/subjectKinds.ts'

/** What a run of vectors begins with: those that were kept, those that the filter chose, and the gate. */
export type Prepared = Selection & { readonly gate: Gate; readonly kept: readonly Vector[] }

interface Wanted {
  readonly filter: readonly string[]
  readonly gate: GateFlags
  /** Files of vectors that were kept. */
  readonly vectors: readonly string[]
}

/** Vectors that were kept come first, and are judged whatever --filter says. */
export async function prepare(kind: KindName, { filter, gate, vectors: files }: Wanted): Promise<Prepared> {
  const kept = await keptIn(files)
  const selection = await select(kind, filter, gate.shard)
  const own = gate.shard ? inShard(kept, gate.shard) : kept
  return {
    ...selection,
    kept,
    vectors: [...own, ...selection.vectors],
    gate: await Gate.open(gate, selection.judgeable, filter),
  }
}

/** The vectors of `--vectors`. The readers of YAML are loaded where there are some. */
export const keptIn = async (files: readonly string[]): Promise<Vector[]> =>
  files.length === 0 ? [] : (await import('./kept.ts')).readKept(files)
