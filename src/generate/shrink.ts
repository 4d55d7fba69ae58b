import { asyncProperty, check } from 'fast-check'
import type { Vector } from '../model/index.ts'
import type { Questions } from './generated.ts'

/** Asks a subject these questions: does it still fail in the same way? */
export type Fails = (vectors: readonly Vector[]) => Promise<boolean>

/** Where a group was drawn: the seed reproduces the whole list, and the place in it this group. */
interface Drawn {
  readonly source: Questions
  readonly seed: number
  readonly at: number
  readonly vectors: readonly Vector[]
}

/** How often a failure is asked again to make it smaller. */
const MOST = 150

/** The smallest group that still fails, found by asking the subject at most 150 times. */
export async function shrink({ source, seed, at, vectors }: Drawn, fails: Fails): Promise<readonly Vector[]> {
  let asked = 0
  let smallest = vectors
  const stillFails = async (group: readonly Vector[]): Promise<boolean> => {
    if (asked++ >= MOST || !(await fails(group))) return false
    smallest = group
    return true
  }
  const property = asyncProperty(source, async (group) => !(await stillFails(group)))
  await check(property, { seed, path: String(at), numRuns: 1 })
  return smallest
}
