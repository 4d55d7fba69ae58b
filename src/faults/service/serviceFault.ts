import type { ServiceRequest, ServiceResponse } from '../../service/index.ts'
import { rowsWith } from '../../tables.ts'
import type { FaultText } from '../fault.ts'

/** `raw`: the body as it is sent, instead of JSON. `headers`: additional ones, or (empty text) left out. */
export interface FaultyResponse extends ServiceResponse {
  readonly raw?: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * May answer instead of the right service.
 * @param right asks the right service this request, or another one
 * @param now Unix seconds
 * @param memory what it keeps from one request to the next; empty at first
 */
export type ServiceAlteration = (
  request: ServiceRequest,
  right: (altered?: Partial<ServiceRequest>) => ServiceResponse,
  now: number,
  memory: Map<string, string>,
) => FaultyResponse

/** A mistake of a service: it shows in what an endpoint answers. */
export interface ServiceFault extends FaultText {
  readonly group: 'service'
  readonly shows: 'service'
  readonly alteration: ServiceAlteration
  /** The same mistake in other forms. */
  readonly others?: readonly ServiceAlteration[]
}

/** A row of the table: what is known of the mistake, and the service that makes it. */
export type ServiceRow = Omit<ServiceFault, 'group' | 'shows'>

export const serviceRowsWith = rowsWith<ServiceRow>()
export const serviceRows = serviceRowsWith({})

/** The apps of a faulty service; each is named after its state. */
export const APP_IDS = ['active', 'disabled', 'unpaid'] as const
/** The secret of each of them. */
export const SECRET = 'DO-NOT-USE-faulty-service'
/** The channel that is open in it. */
export const CHANNEL = 'openchannel'
/** Who is in it. */
export const USER = 'host'
