import type { FaultId } from '../model/index.ts'
import { BASE64_FAULTS } from './token/base64.ts'
import { BODY_FAULTS } from './body/index.ts'
import { BYTES_FAULTS } from './token/bytes.ts'
import { CLIENT_FAULTS } from './client/index.ts'
import { HMAC_FAULTS } from './token/hmac.ts'
import { JSON_FAULTS } from './token/json.ts'
import { MESSAGE_FAULTS } from './token/message.ts'
import type { Fault, OutputFault } from './fault.ts'
import { PROTOCOL_FAULTS } from './protocol.ts'
import { RARE_FAULTS } from './token/rare.ts'
import { REMEMBERING_FAULTS } from './token/remembering.ts'
import { SERVICE_FAULTS } from './service/index.ts'
import { TIME_FAULTS } from './token/time.ts'
import { TOKEN_FAULTS } from './token/whole.ts'
import { VERIFY_FAULTS } from './token/verify.ts'

/** Mistakes that show in outputs, in the order in which a token is made and then verified. */
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

/** Mistakes that show in outputs, but not in the outputs of shipped vectors. */
export const GENERATED_FAULTS: readonly OutputFault[] = [...RARE_FAULTS, ...REMEMBERING_FAULTS]

/** Every named mistake. */
export const FAULTS: readonly Fault[] = [
  ...OUTPUT_FAULTS,
  ...GENERATED_FAULTS,
  ...CLIENT_FAULTS,
  ...SERVICE_FAULTS,
  ...PROTOCOL_FAULTS,
]

const BY_ID: ReadonlyMap<FaultId, Fault> = new Map(FAULTS.map((fault) => [fault.id, fault]))

export const faultById = (id: FaultId): Fault | undefined => BY_ID.get(id)
