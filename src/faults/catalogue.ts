import type { FaultId } from '../model.ts'
import { BASE64_FAULTS } from './base64.ts'
import { HMAC_FAULTS } from './hmac.ts'
import { JSON_FAULTS } from './json.ts'
import { MESSAGE_FAULTS } from './message.ts'
import type { Fault } from './model.ts'
import { TIME_FAULTS } from './time.ts'
import { VERIFY_FAULTS } from './verify.ts'

/** Every named mistake, in the order in which a token is made and then checked. */
export const FAULTS: readonly Fault[] = [
  ...BASE64_FAULTS,
  ...HMAC_FAULTS,
  ...MESSAGE_FAULTS,
  ...TIME_FAULTS,
  ...JSON_FAULTS,
  ...VERIFY_FAULTS,
]

const BY_ID: ReadonlyMap<FaultId, Fault> = new Map(FAULTS.map((fault) => [fault.id, fault]))

export const faultById = (id: FaultId): Fault | undefined => BY_ID.get(id)
