import type { ClientFault } from './clientFault.ts'
import { CLIENT_REQUEST_FAULTS } from './request.ts'
import { CLIENT_RESPONSE_FAULTS } from './response.ts'
import { CLIENT_SECRET_FAULTS } from './secret.ts'

/** Faults of HTTP clients: in what they send, in how they read answers, and with secrets. */
export const CLIENT_FAULTS: readonly ClientFault[] = [
  ...CLIENT_REQUEST_FAULTS,
  ...CLIENT_RESPONSE_FAULTS,
  ...CLIENT_SECRET_FAULTS,
]
