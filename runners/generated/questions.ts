import { hash, randomInt } from 'node:crypto'
import { wrongValue } from '../terminal/options.ts'
import { VERSION } from '../suite/files.ts'
import type { GeneratedQuestions } from '../../src/gate/lock.ts'
import { inShard, type AskedBy, type Shard } from '../../src/gate/shard.ts'
import type { Generated, QuestionGroup } from '../../src/generate/index.ts'
import { matchesWhole, outside, type Matches } from '../../src/limits.ts'
import { ADAPTER_METHODS, type Vector, type VectorId } from '../../src/model/index.ts'

/** Which questions are generated, as it stands on the command line. */
export interface GeneratedFlags {
  /** How many; 0: none. Absent: as many as the lock says, or the command's default. */
  readonly count: number | undefined
  /** A number, or `random`; without it, see `seedFrom`. */
  readonly seed: string | undefined
}

interface SeedOf {
  readonly locked?: number | undefined
  readonly suiteDigest: string
  /** In CI, and where several processes share the questions, the seed changes with the suite alone. */
  readonly isSteady: boolean
}

export const LARGEST_SEED = 2 ** 31 - 1

/**
 * The seed of a run: the one on the command line, that of the lock, the suite's own, or a new one.
 * @throws ChannelproofError `wrong-option` (exit code 2)
 */
export function seedFrom(given: string | undefined, { locked, suiteDigest, isSteady }: SeedOf): number {
  if (given === 'random') return randomInt(LARGEST_SEED)
  if (given !== undefined) return seedIn(given)
  if (locked !== undefined) return locked
  return isSteady
    ? Number.parseInt(hash('sha256', `${VERSION} ${suiteDigest}`).slice(0, 7), 16)
    : randomInt(LARGEST_SEED)
}

/** A seed as it stands on the command line. @throws ChannelproofError `wrong-option` */
export function checkSeed(text: string | undefined): void {
  if (text !== undefined && text !== 'random') seedIn(text)
}

function seedIn(text: string): number {
  if (/^[0-9]{1,10}$/.test(text) && Number(text) <= LARGEST_SEED) return Number(text)
  throw wrongValue('--seed', text, `give a whole number from 0 to ${LARGEST_SEED}, or "random"`)
}

/** So many are asked in one run at the most. */
export const MOST_GENERATED = 100_000

/** Questions that did not exist before this run, and what brings them back. */
export interface GeneratedRun extends GeneratedQuestions {
  /** The second of the run, where the subject reads its own clock. */
  readonly now?: number | undefined
  /** As they are asked, in this order; of a shard its own. */
  readonly vectors: readonly Vector[]
  readonly groupOf: (id: VectorId) => RunGroup | undefined
}

interface RunGroup extends QuestionGroup {
  /**
   * One process gets them all: what means something only beside others, sequences and what is asked again, and every
   * second of the others of a family, since a process that goes wrong after many questions must get many.
   */
  readonly isTogether: boolean
}

function placed(groups: readonly QuestionGroup[]): RunGroup[] {
  const counts = new Map<string, number>()
  return groups.map((group) => {
    const family = group.vectors[0]!.id.replace(/\/[^/]*$/, '')
    const before = counts.get(family) ?? 0
    counts.set(family, before + 1)
    return { ...group, isTogether: group.vectors.length > 1 || group.isAskedAgain || before % 2 === 0 }
  })
}

interface Wanted extends Pick<GeneratedQuestions, 'seed' | 'count'> {
  readonly now: number
  readonly shard?: Pick<Shard, 'index' | 'of'> | undefined
  /** The run waits before some questions until the clock of the subject has run on. */
  readonly isPaced?: boolean
  /** Finds texts that limits take, under a time limit. */
  readonly matches?: Matches | undefined
}

/** Whom questions are generated for. */
export type AskedSubject = AskedBy & { readonly methods: readonly string[] }

/** Ids of generated questions are digests of them. */
const digestOf = (groups: readonly QuestionGroup[]): string =>
  hash('sha256', groups.flatMap(({ vectors }) => vectors.map(({ id }) => id)).join('\n'))

/** Any second: the digest of questions must not change with the clock. */
const FIXED = 1700000000

/** What draws groups of questions: this thread, or another. */
export type Draw = (wanted: Generated) => readonly QuestionGroup[] | Promise<readonly QuestionGroup[]>

/**
 * The questions of a seed that this subject can be asked; those outside its limits are drawn and left out.
 * @param draw absent: drawn at once, by this thread
 */
export async function generate(
  { count, seed, now, shard, isPaced, matches = matchesWhole }: Wanted,
  subject: AskedSubject,
  draw?: Draw,
): Promise<GeneratedRun> {
  const { methods, limits, clock } = subject
  const beside = clock === 'system' ? { now } : {}
  if (count === 0)
    return { seed, count, vectors: [], digest: digestOf([]), ...beside, groupOf: () => undefined }
  // fast-check is loaded where questions are generated, and nowhere else.
  const { Drawer, inOrder } = await import('../../src/generate/index.ts')
  const isInside = ({ vectors }: QuestionGroup): boolean =>
    !limits || vectors.every(({ question }) => outside(question, limits, matches) === undefined)
  const at = (second: number): Omit<Generated, 'methods' | 'count'> => {
    return { ...subject, seed, now: clock === 'system' ? second : undefined, isPaced }
  }
  const wanted = { methods, count }
  // What another thread or a search draws is not drawn here as well, unless somebody asks for the digest.
  const drawer = draw ? undefined : new Drawer(at(now))
  const drawn = drawer?.groups(wanted) ?? (await draw!({ ...at(now), ...wanted }))
  const groups = drawn.filter(isInside)
  const own = placed(shard ? inShard(groups, shard) : groups)
  const vectors = inOrder(own)
  const byId = new Map(own.flatMap((group) => group.vectors.map(({ id }) => [id, group] as const)))
  return {
    seed,
    count,
    vectors,
    // Of every method, whether the subject has it or not: one that it gains or loses makes no other suite.
    get digest() {
      const all = methods.includes('endpoint.exchange') ? methods : ADAPTER_METHODS
      const ofAll = clock === 'system' ? undefined : drawer
      return digestOf((ofAll ?? new Drawer(at(FIXED))).groups({ methods: all, count }).filter(isInside))
    },
    ...beside,
    groupOf: (id) => byId.get(id) ?? byId.get(id.replace(/-again$/, '')),
  }
}
