import { isDeepStrictEqual } from 'node:util'
import {
  digestsOf,
  lockNews,
  type Digests,
  type GeneratedQuestions,
  type LockNews,
} from '../../src/gate/lock.ts'
import type { Vector, VectorId } from '../../src/model/index.ts'
import { GROUPS } from '../../src/vectors/names.ts'
import { writeFile } from '../report/files.ts'
import { tell } from '../terminal/console.ts'
import type { Lock } from './lockFile.ts'

const groupOf = (id: string): string => id.split('/')[0]!
export const groupsOf = (ids: readonly VectorId[]): Set<string> => new Set(ids.map(groupOf))

/** Is the id in one of these groups? An id of no group counts too: the caller must report it as an error. */
export const isOfGroups = (id: string, groups: ReadonlySet<string>): boolean =>
  groups.has(groupOf(id)) || !GROUPS.some((group) => group === groupOf(id))

/** A lock as it was read, or as it was just written. */
export interface OpenLock extends Lock {
  readonly news: LockNews
  readonly text: (lock: Lock) => string
}

/** Reads a lock, or writes it anew. @throws ChannelproofError `locked-vector-gone` (exit code 2) */
export async function lockIn(file: string, update: boolean, judgeable: readonly Vector[]): Promise<OpenLock> {
  const { lockText, readLock, refuseGone } = await import('./lockFile.ts')
  const groups = groupsOf(judgeable.map(({ id }) => id))
  const { vectors: all, ...rest } = await readLock(file, update)
  const [own, others] = [true, false].map((wanted) => only(all, (id) => isOfGroups(id, groups) === wanted))
  const present = digestsOf(judgeable)
  if (!update) {
    const news = lockNews(own!, present)
    refuseGone(news, file)
    return { vectors: all, ...rest, news, text: lockText }
  }
  const vectors = { ...others, ...present }
  // The limits of the adapter and the generated questions are known when it has run.
  writeFile(file, { vectors, ...rest }, lockText)
  const news = lockNews(own!, present)
  tell(
    `${file} was renewed: ${(['new', 'changed', 'gone'] as const).map((kind) => `${news[kind].length} ${kind}`).join(', ')}\n`,
  )
  return { vectors, ...rest, news: lockNews(present, present), text: lockText }
}

const only = (digests: Digests, wanted: (id: VectorId) => boolean): Digests =>
  Object.fromEntries(Object.entries(digests).filter(([id]) => wanted(id)))

/** Are these the questions that gate? */
export const areLocked = (locked: GeneratedQuestions | undefined, asked: GeneratedQuestions): boolean =>
  isDeepStrictEqual(locked, { seed: asked.seed, count: asked.count, digest: asked.digest })
