import { rowsWith } from '../../tables.ts'
import type { ClientSteps } from '../../faults/client/clientFault.ts'
import type { Variant } from '../variant.ts'

/** A right HTTP client, as its differences from the plain one. */
export interface ClientVariant extends Variant {
  readonly steps: ClientSteps
}

export const clientWaysWith = rowsWith<ClientVariant>()

/** A row of which its group says the rest. */
export type ClientWay = Pick<ClientVariant, 'does' | 'steps'>
export const clientWay = (does: string, steps: ClientSteps): ClientWay => ({ does, steps })
