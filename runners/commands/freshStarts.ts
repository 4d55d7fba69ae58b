import type { Subject } from '../../src/model/index.ts'
import type { Starting } from '../client/watched.ts'

/** The part of the time for a start that a second connection of a device may take: few devices make one. */
const SECOND_CONNECTION = 1 / 10

/** How a start differs from the first one. */
export type FreshStart = Partial<Pick<Starting, 'jobs' | 'startTimeout'>>

type Fresh = () => Promise<Subject | undefined>

/**
 * Starts for questions that are asked again. A device need not make a second connection: without one a failure stands
 * as it came, and the run does not wait for one again.
 * @returns fresh while the first start runs; freshAtEnd after that, when a device may call once more
 */
export function freshStarts(
  start: (more: FreshStart) => Promise<Subject>,
  { isSocket, startTimeout }: { readonly isSocket: boolean; readonly startTimeout: number },
): { readonly fresh: Fresh; readonly freshAtEnd: Fresh } {
  const limit = isSocket ? startTimeout * SECOND_CONNECTION : startTimeout
  const freshAtEnd: Fresh = () => start({ jobs: 1, startTimeout: limit }).catch(() => undefined)
  let isInVain = false
  const fresh: Fresh = async () => {
    if (isInVain) return undefined
    const subject = await freshAtEnd()
    isInVain = isSocket && !subject
    return subject
  }
  return { fresh, freshAtEnd }
}
