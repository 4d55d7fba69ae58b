import type { FaultId } from '../model/index.ts'
import type { Parts } from '../token/index.ts'
import type { Subject } from './subject.ts'

/** `open`: the interface does not say whether it is right, or only a standard says that it is not. */
export type State = 'holds' | 'WRONG' | 'open' | 'unknown'

/** Where something stands in a part of the token: from a character on, up to another one. */
export interface Span {
  readonly part: keyof Parts
  readonly from: number
  readonly to: number
}

/** What one check says of a text. */
export interface Finding {
  /** Stable, for programs. */
  readonly check: string
  readonly state: State
  readonly says: string
  /** What may make it so, where one look is enough. */
  readonly faults?: readonly FaultId[]
  readonly at?: Span
}

type Said = Omit<Finding, 'check'>

/** One thing to look at; it says nothing where there is nothing to see. */
export interface Check {
  readonly check: string
  readonly look: (subject: Subject) => readonly Said[]
}

export const holds = (says: string): Said => ({ state: 'holds', says })
export const open = (says: string, ...faults: readonly FaultId[]): Said => ({
  state: 'open',
  says,
  ...(faults.length > 0 && { faults }),
})
export const wrong = (says: string, faults: FaultId | readonly FaultId[] = [], at?: Span): Said => {
  const all = [faults].flat()
  return { state: 'WRONG', says, ...(all.length > 0 && { faults: all }), ...(at && { at }) }
}
