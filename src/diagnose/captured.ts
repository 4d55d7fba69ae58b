import { CLIENT_FAULTS } from '../faults/client/index.ts'
import { asSeen, captureId } from '../judge/client/captured.ts'
import type { ClientCheck, FaultId, Json, Operation, SeenRequest, VectorId } from '../model/index.ts'
import type { BodyViolation } from '../body/index.ts'
import { valueAt } from '../json.ts'

/** Faults that a single request shows, although nothing is known of what was asked. */

const SHOWN: Readonly<Partial<Record<ClientCheck, readonly FaultId[]>>> = {
  route: ['update-as-post', 'url-version'],
  'content-type': ['content-type-missing', 'content-type-text'],
  authorization: ['authorization-malformed', 'authorization-missing'],
  'tracking-id': ['tracking-id-dashed', 'tracking-id-short', 'tracking-id-rune', 'tracking-id-from-clock'],
  body: ['byte-order-mark'],
  encoding: ['byte-order-mark', 'latin1'],
  integers: ['integer-as-fraction'],
  repeated: ['member-repeated'],
}

/**
 * The faults of a request that failed a vector of a capture.
 * @param vector its id, such as `client/capture/auth-token-tracking-id`
 */
export function faultsOfCaptured(
  request: SeenRequest,
  { operation, scheme, vector }: { operation: Operation; scheme: string; vector: VectorId },
): FaultId[] {
  const { answer, call } = asSeen(request, operation, scheme)
  const [, ids = []] = Object.entries(SHOWN).find(([check]) => captureId(operation, check) === vector) ?? []
  return ids.filter((id) => CLIENT_FAULTS.find((fault) => fault.id === id)?.recognises?.(answer, call))
}

const ROWS: readonly (readonly [FaultId, (violation: BodyViolation, value: unknown) => boolean])[] = [
  [
    'numbers-as-text',
    ({ message }, value) =>
      message.includes('must be an integer') && typeof value === 'string' && /^-?[0-9]+$/.test(value),
  ],
  ['member-repeated', ({ keyword }) => keyword === 'duplicate'],
  ['member-added', ({ keyword }) => keyword === 'additionalProperties'],
]

/** The fault of the catalogue that makes such a body; undefined where several would, or none, or it may be right. */
export const bodyFault = (violation: BodyViolation, body: Json): FaultId | undefined =>
  violation.level === 'unspecified'
    ? undefined
    : ROWS.find(([, fits]) => fits(violation, valueAt(body, violation.instancePath)))?.[0]
