import { generatedGroups, inOrder } from '../../../src/generate/index.ts'
import { isBad } from '../../../src/judge/index.ts'
import type { Vector } from '../../../src/model/index.ts'
import type { ClientSteps } from '../../../src/faults/client/clientFault.ts'
import { brokenRule, recognised, watch } from './watch.ts'

/** How many of the 600 questions of a run with every method are calls. */
export const COUNT = 200

const drawn = new Map<string, readonly Vector[]>()

/** The calls that a run with this seed asks. */
export function callsOfSeed(seed: number, count = COUNT): readonly Vector[] {
  const key = `${seed} ${count}`
  const vectors = drawn.get(key) ?? inOrder(generatedGroups({ count, seed, methods: ['client.call'] }))
  drawn.set(key, vectors)
  return vectors
}

/** Asked at a time: some of every kind, whichever the fault shows in. */
const PORTION = 12

function portionsOf(vectors: readonly Vector[]): Vector[][] {
  const count = Math.ceil(vectors.length / PORTION)
  return Array.from({ length: count }, (_, which) => vectors.filter((_vector, at) => at % count === which))
}

interface Failures {
  readonly rules: ReadonlySet<string>
  /** The faults that the wrong answers show. */
  readonly causes: readonly string[]
}

/** What the first portion of a seed in which a client fails says of it; no rules: it fails nothing. */
export async function failuresOf(client: string | ClientSteps, seed: number): Promise<Failures> {
  for (const vectors of portionsOf(callsOfSeed(seed))) {
    const { verdicts, watched } = await watch(client, vectors)
    const bad = verdicts.filter(isBad)
    const failed = new Set(bad.map(({ vector }) => vector))
    const calls = new Set(vectors.filter(({ id }) => failed.has(id)).map(({ question }) => question.params))
    const causes = recognised(watched.filter(([call]) => calls.has(call)))
    if (bad.length > 0) return { rules: new Set(bad.map(brokenRule)), causes }
  }
  return { rules: new Set(), causes: [] }
}
