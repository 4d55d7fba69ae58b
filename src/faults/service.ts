import { ANSWER_ROWS } from './service-answers.ts'
import { LAX_ROWS } from './service-lax.ts'
import type { ServiceFault } from './service-model.ts'
import { STREAM_ROWS } from './service-streams.ts'
import { TOKEN_ROWS } from './service-tokens.ts'
import { UNCHECKED_ROWS } from './service-unchecked.ts'

/** Mistakes of services: in how they answer, in what they issue, in what they let through and in what they do. */
export const SERVICE_FAULTS: readonly ServiceFault[] = [
  ...ANSWER_ROWS,
  ...TOKEN_ROWS,
  ...LAX_ROWS,
  ...UNCHECKED_ROWS,
  ...STREAM_ROWS,
].map((row) => ({ ...row, group: 'service', shows: 'service' }))
