import type { ClientSteps } from '../../faults/client/clientFault.ts'
import type { Variant } from '../variant.ts'

/** A right HTTP client, as what it does in the place of the plain thing. */
export interface ClientVariant extends Variant {
  readonly steps: ClientSteps
}
