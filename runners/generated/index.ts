import type { Subject, Vector } from '../../src/model/index.ts'
import type { GeneratedReport } from '../../src/report/report.ts'
import type { GateFlags } from '../gate/flags.ts'
import type { Gate } from '../gate/gate.ts'
import type { Suite } from '../suite/index.ts'
import { generate, type GeneratedRun } from './questions.ts'
import { seedFrom, type GeneratedFlags } from './seed.ts'
import type { Smallest } from './smallest.ts'

export { isTogether, type GeneratedRun } from './questions.ts'
export type { Smallest } from './smallest.ts'

/** How many questions a run generates where neither flag nor lock says it. */
export const COUNTS = { adapter: 600, endpoint: 50 } as const

/** Whom the questions are for. */
interface For {
  readonly kind: 'adapter' | 'endpoint'
  readonly subject: Pick<Subject, 'description' | 'matches'>
  readonly suite: Suite
  readonly gate: Gate
}

/** The generated questions of a run; the gate knows whether the lock holds them. */
export async function generatedFor(
  { generated, gate: { shard } }: { readonly generated: GeneratedFlags; readonly gate: GateFlags },
  { kind, subject, suite, gate }: For,
): Promise<GeneratedRun> {
  const locked = gate.locked(kind)
  const isSteady = Boolean(process.env['CI']) || shard !== undefined
  const seed = seedFrom(generated.seed, { locked: locked?.seed, suiteDigest: suite.digest, isSteady })
  const count = generated.count ?? locked?.count ?? COUNTS[kind]
  const now = Math.floor(Date.now() / 1000)
  // A method: it has to know its subject.
  const matches = subject.matches?.bind(subject)
  const run = await generate({ seed, count, now, shard, matches }, subject.description)
  gate.asks(kind, run)
  return run
}

/** The suite with vectors that are not shipped. */
export function withVectors(suite: Suite, extra: readonly Vector[]): Suite {
  const byId = new Map(extra.map((vector) => [vector.id, vector]))
  return { ...suite, find: (id) => byId.get(id) ?? suite.find(id) }
}

/** What a report says of the generated questions; nothing where there are none. */
export const generatedFacts = (
  { seed, count, digest, vectors, now }: GeneratedRun,
  smallest: readonly Smallest[],
): { generated?: GeneratedReport } =>
  vectors.length === 0
    ? {}
    : {
        generated: {
          seed,
          count,
          digest,
          asked: vectors.length,
          ...(now !== undefined && { now }),
          ...(smallest.length > 0 && {
            smallest: smallest.map(({ from, vector, yaml }) => ({ from, vector, yaml })),
          }),
        },
      }
