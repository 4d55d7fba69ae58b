import { existsSync } from 'node:fs'
import { inShard } from '../../src/gate/shard.ts'
import type { Description, Subject, Vector, Verdict } from '../../src/model/index.ts'
import type { GeneratedReport, SmallestFailure } from '../../src/report/report.ts'
import { onceFor } from '../../src/tables.ts'
import { counted } from '../../src/text.ts'
import type { GateFlags } from '../gate/flags.ts'
import { Gate } from '../gate/gate.ts'
import type { Suite } from '../suite/index.ts'
import { select, type KindName, type Selection } from '../suite/subjectKinds.ts'
import { tell } from '../terminal/console.ts'
import { generate, type GeneratedRun, seedFrom, type GeneratedFlags } from './questions.ts'
import { COUNTS, Pace } from './pace.ts'
import type { FailureOfRun, Smallest, smallestFailures } from './smallest.ts'

/** What a run of vectors begins with: those that were kept, those that the filter chose, and the gate. */
export type Prepared = Selection & { readonly gate: Gate; readonly kept: readonly Vector[] }

interface Wanted {
  readonly filter: readonly string[]
  readonly gate: GateFlags
  /** Files of vectors that were kept. */
  readonly vectors: readonly string[]
  /** The file that failures are added to. */
  readonly keep?: string | undefined
}

/** Vectors that were kept come first, and are judged whatever --filter says. */
export async function prepare(kind: KindName, { filter, gate, vectors, keep }: Wanted): Promise<Prepared> {
  await checkKeep(keep)
  const kept = await keptIn(vectors)
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

/** What cannot be added to is said before the first question. @throws ChannelproofError (exit code 2) */
export const checkKeep = async (file: string | undefined): Promise<void> => {
  if (file !== undefined && existsSync(file)) await keptIn([file])
}

interface For {
  readonly kind: KindName
  readonly subject: Pick<Subject, 'description' | 'matches'>
  readonly loaded: Pick<Prepared, 'suite' | 'gate'>
  /** Unix seconds, of the clock that the subject reads; absent: that of the machine. */
  readonly clock?: () => number
}

/** Calls take a hundred times as long as questions about tokens. */
const onlyCalls = ({ methods }: Pick<Description, 'methods'>): boolean =>
  methods.includes('client.call') && methods.every((method) => !method.startsWith('token.'))

/**
 * The generated questions of a run; the gate knows whether the lock holds them. Where neither flag nor lock says how
 * many, and all of them go to one run, a slow adapter is asked fewer.
 */
export async function generatedFor(
  { generated, gate: { shard, lock } }: { readonly generated: GeneratedFlags; readonly gate: GateFlags },
  { kind, subject, loaded: { suite, gate }, clock = () => Date.now() / 1000 }: For,
): Promise<Pace> {
  const locked = gate.locked(kind)
  const isSteady = Boolean(process.env['CI']) || shard !== undefined
  const seed = seedFrom(generated.seed, { locked: locked?.seed, suiteDigest: suite.digest, isSteady })
  const count = generated.count ?? locked?.count ?? COUNTS[onlyCalls(subject.description) ? 'calls' : kind]
  const now = Math.floor(clock())
  // A method: it has to know its subject.
  const matches = subject.matches?.bind(subject)
  const drawn = (some: number): Promise<GeneratedRun> =>
    generate({ seed, count: some, now, shard, matches, isPaced: true }, subject.description)
  const run = await drawn(count)
  gate.asks(kind, run)
  const isSaid = generated.count !== undefined || lock !== undefined || shard !== undefined
  return new Pace(run, isSaid || kind === 'endpoint' ? undefined : drawn)
}

/** The suite with vectors that are not shipped. */
export function withVectors(suite: Suite, extra: readonly Vector[]): Suite {
  const byId = new Map(extra.map((vector) => [vector.id, vector]))
  return { ...suite, find: (id) => byId.get(id) ?? suite.find(id) }
}

/** The suite with generated questions, of which a slow adapter gets others. */
export function withPace(suite: Suite, generated: Pace): Suite {
  const suiteOf = onceFor((run: GeneratedRun) => withVectors(suite, run.vectors))
  return { ...suite, find: (id) => suiteOf(generated.run).find(id) }
}

/** What a report says of the generated questions; nothing where there are none. */
export const generatedFacts = (
  { run: { seed, count, digest, vectors, now }, slow }: Pick<Pace, 'run' | 'slow'>,
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
          ...(slow && { slow }),
          ...(smallest.length > 0 && { smallest: smallest.map(withoutVectors) }),
        },
      }

function withoutVectors(one: Smallest): SmallestFailure {
  const { vectors: _, ...rest } = one
  return rest
}

/** Failures of a run, of which the generated ones can be made smaller. */
export const failuresOf = (verdicts: readonly Verdict[], run: GeneratedRun): FailureOfRun[] =>
  verdicts.filter(({ outcome }) => outcome === 'failed').map((verdict) => ({ verdict, run }))

/** The code for it is loaded only where something failed. */
export async function smallestOf(...given: Parameters<typeof smallestFailures>): Promise<Smallest[]> {
  return given[0].length === 0 ? [] : (await import('./smallest.ts')).smallestFailures(...given)
}

/** What --keep writes. */
export async function keepFailures(file: string, smallest: readonly Smallest[]): Promise<void> {
  const all = smallest.flatMap(({ vectors }) => vectors)
  if (all.length > 0) await keepAll(file, all)
}

/** Adds questions to a file, each once, and says how many were new. */
export async function keepAll(file: string, vectors: readonly Vector[]): Promise<void> {
  const { keep } = await import('./kept.ts')
  const count = await keep(file, vectors)
  const were = count === 1 ? 'was added; ask it' : 'were added; ask them'
  tell(`${file}: ${counted(count, 'vector')} ${were} again with --vectors ${file}\n`)
}
