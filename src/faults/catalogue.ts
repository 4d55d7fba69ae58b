import type { FaultId } from '../model.ts'
import { BASE64_FAULTS } from './base64.ts'
import { BODY_FAULTS } from './body.ts'
import { BYTES_FAULTS } from './bytes.ts'
import { CLIENT_FAULTS } from './client.ts'
import { HMAC_FAULTS } from './hmac.ts'
import { JSON_FAULTS } from './json.ts'
import { MESSAGE_FAULTS } from './message.ts'
import type { Fault, OutputFault } from './model.ts'
import { PROTOCOL_FAULTS } from './protocol.ts'
import { SERVICE_FAULTS } from './service.ts'
import { TIME_FAULTS } from './time.ts'
import { TOKEN_FAULTS } from './token.ts'
import { VERIFY_FAULTS } from './verify.ts'

/** Mistakes that show in outputs, in the order in which a token is made and then checked. */
export const OUTPUT_FAULTS: readonly OutputFault[] = [
  ...JSON_FAULTS,
  ...BYTES_FAULTS,
  ...BASE64_FAULTS,
  ...TIME_FAULTS,
  ...MESSAGE_FAULTS,
  ...HMAC_FAULTS,
  ...TOKEN_FAULTS,
  ...VERIFY_FAULTS,
  ...BODY_FAULTS,
]

/** Every named mistake. */
export const FAULTS: readonly Fault[] = [
  ...OUTPUT_FAULTS,
  ...CLIENT_FAULTS,
  ...SERVICE_FAULTS,
  ...PROTOCOL_FAULTS,
]

const BY_ID: ReadonlyMap<FaultId, Fault> = new Map(FAULTS.map((fault) => [fault.id, fault]))

export const faultById = (id: FaultId): Fault | undefined => BY_ID.get(id)
