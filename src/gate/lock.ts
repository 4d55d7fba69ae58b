import { createHash } from 'node:crypto'
import type { Vector, VectorId } from '../model/index.ts'

/** Vector id → SHA-256 of what decides its verdict, in hex. */
export type Digests = Readonly<Record<VectorId, string>>

/** What reproduces the generated questions, and the digest that proves it. */
export interface GeneratedQuestions {
  readonly seed: number
  readonly count: number
  /** SHA-256 over the questions, in hex: the same seed gives other questions in another suite. */
  readonly digest: string
}

/** How the vectors of this suite differ from those of a lock. */
export interface LockNews {
  readonly new: readonly VectorId[]
  readonly changed: readonly VectorId[]
  readonly gone: readonly VectorId[]
  /** The lock holds other generated questions, or none: failures of this run's questions do not gate. */
  readonly generated?: 'new'
  /** `--suite-version` decides what gates, and no lock of the user. */
  readonly suiteVersion?: string
}

/** What decides the verdict; a better title does not make another vector. */
const decisive = ({ level, requirements, needs, twin, question, expect }: Vector): unknown => ({
  level,
  requirements,
  needs,
  twin,
  question,
  // Locks of earlier versions were made of it so.
  expect: expect.verdict === 'accept' ? { intermediates: {}, ...expect } : expect,
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
