import type { Model } from '../../../src/service/timeline.ts'

/** One misreading of the interface, and the required vectors of channel/lifecycle that show it. */
export interface FaultyModel {
  readonly name: string
  /** Made anew for each timeline, because some keep a memory. */
  readonly make: () => Model
  readonly fails: readonly [string, ...string[]]
}
