import { createHash } from 'node:crypto'
import type { Vector, VectorId } from '../model/index.ts'

/** Vector id → SHA-256 of what decides its verdict, in hex. */
export type Digests = Readonly<Record<VectorId, string>>

/** How the vectors of this suite differ from those of a lock. */
export interface LockNews {
  readonly new: readonly VectorId[]
  readonly changed: readonly VectorId[]
  readonly gone: readonly VectorId[]
}

/** What decides the verdict: a title that reads better is no other vector. */
const decisive = ({ level, requirements, needs, twin, question, expect }: Vector): unknown => ({
  level,
  requirements,
  needs,
  twin,
  question,
  expect,
})

export const digestOf = (vector: Vector): string =>
  createHash('sha256')
    .update(canonical(decisive(vector)))
    .digest('hex')

/** JSON with sorted members, so that the order in a file changes no digest. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}

export const digestsOf = (vectors: readonly Vector[]): Digests =>
  Object.fromEntries(vectors.map((vector) => [vector.id, digestOf(vector)]))

/** Compares a lock with the vectors that there are. */
export function lockNews(locked: Digests, present: Digests): LockNews {
  const ids = Object.keys(present)
  return {
    new: ids.filter((id) => !Object.hasOwn(locked, id)),
    changed: ids.filter((id) => Object.hasOwn(locked, id) && locked[id] !== present[id]),
    gone: Object.keys(locked).filter((id) => !Object.hasOwn(present, id)),
  }
}
