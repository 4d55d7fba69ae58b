import { createHash, randomInt } from 'node:crypto'
import { inShard, type Shard } from '../../src/gate/shard.ts'
import { outside } from '../../src/limits.ts'
import type { Description, Subject, Vector } from '../../src/model/index.ts'
import { wrongValue } from '../terminal/options.ts'
import { VERSION } from './files.ts'

/** Questions that did not exist before this run, and what brings them back. */
export interface GeneratedRun {
  readonly seed: number
  readonly vectors: readonly Vector[]
  /** SHA-256 over the questions, in hex: the same seed gives others in another suite. */
  readonly digest: string
}

/** What decides which questions are generated, as it stands on the command line. */
export interface GeneratedFlags {
  /** How many; 0: none. */
  readonly count: number
  /** A number, or `random`; without it, see `seedFrom`. */
  readonly seed: string | undefined
}

const LARGEST = 2 ** 31 - 1

/**
 * The seed of a run: the one that was given, that of the lock, in CI one that changes with the suite alone, and else
 * a new one each time.
 * @throws ChannelproofError `wrong-option` (exit code 2)
 */
export function seedFrom(
  given: string | undefined,
  { locked, suiteDigest, isCi }: { locked?: number | undefined; suiteDigest: string; isCi: boolean },
): number {
  if (given === 'random') return randomInt(LARGEST)
  if (given !== undefined) return seedIn(given)
  if (locked !== undefined) return locked
  return isCi ? Number.parseInt(sha256(`${VERSION} ${suiteDigest}`).slice(0, 7), 16) : randomInt(LARGEST)
}

function seedIn(text: string): number {
  if (/^[0-9]{1,10}$/.test(text) && Number(text) <= LARGEST) return Number(text)
  throw wrongValue('--seed', text, `Give a whole number from 0 to ${LARGEST}, or "random".`)
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The questions of a seed that this subject can be asked; those outside its limits are drawn and left out. */
export async function generate(
  { count, seed }: { readonly count: number; readonly seed: number },
  subject: Pick<Subject, 'description' | 'matches'>,
  shard?: Pick<Shard, 'index' | 'of'>,
): Promise<GeneratedRun> {
  // fast-check is loaded where questions are generated, and nowhere else.
  const { generatedVectors } = await import('../../src/generate/index.ts')
  const { description } = subject
  const drawn = count === 0 ? [] : generatedVectors({ count, seed }, description.methods)
  const askable = drawn.filter((vector) => isInside(vector, description, subject))
  const vectors = shard ? inShard(askable, shard) : askable
  return { seed, vectors, digest: sha256(JSON.stringify(askable.map(({ question }) => question))) }
}

function isInside({ question }: Vector, { limits }: Description, subject: Pick<Subject, 'matches'>): boolean {
  if (!limits) return true
  const matches = (expression: string, text: string): boolean =>
    subject.matches?.(expression, text) ?? new RegExp(`^(?:${expression})$`, 'u').test(text)
  return outside(question, limits, matches) === undefined
}
