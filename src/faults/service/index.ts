import { AFTERWARDS_ROWS } from './afterwards.ts'
import { ANSWER_ROWS, SHOWN_ROWS } from './answers.ts'
import { AUTHORIZATION_ROWS, PARTIAL_AUTHORIZATION_ROWS } from './authorization.ts'
import { CHANNEL_ROWS } from './channel.ts'
import { LAX_ROWS, PARTIAL_CHECK_ROWS, STRICT_ROWS } from './checks.ts'
import type { ServiceFault } from './serviceFault.ts'
import { MEMORY_ROWS, TOKEN_ROWS, TOKEN_VALUE_ROWS } from './tokens.ts'
import { STREAM_FAULT_ROWS, STREAM_MEMORY_ROWS } from './streams.ts'

/** Faults of services: in how they answer, in what they issue, in what they let through and in what they do. */
export const SERVICE_FAULTS: readonly ServiceFault[] = [
  ...ANSWER_ROWS,
  ...SHOWN_ROWS,
  ...TOKEN_ROWS,
  ...AUTHORIZATION_ROWS,
  ...LAX_ROWS,
  ...STRICT_ROWS,
  ...STREAM_FAULT_ROWS,
  ...TOKEN_VALUE_ROWS,
  ...MEMORY_ROWS,
  ...STREAM_MEMORY_ROWS,
  ...CHANNEL_ROWS,
  ...AFTERWARDS_ROWS,
  ...PARTIAL_AUTHORIZATION_ROWS,
  ...PARTIAL_CHECK_ROWS,
].map((row) => ({ ...row, group: 'service', shows: 'service' }))
