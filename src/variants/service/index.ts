import { ENTRY_ROWS } from './entries.ts'
import { ERROR_BODY_ROWS } from './errorBodies.ts'
import { HEADER_ROWS } from './headers.ts'
import { ISSUED_ROWS } from './issued.ts'
import { JOIN_PARAM_ROWS } from './joinParams.ts'
import { ORDER_ROWS } from './order.ts'
import type { ServiceVariant } from './serviceVariant.ts'
import { STREAM_ROWS } from './streams.ts'
import { SUCCESS_BODY_ROWS } from './successBodies.ts'

/** Right services: each decides differently from the reference service where the interface leaves something open. */
export const SERVICE_VARIANTS: readonly ServiceVariant[] = [
  ...ERROR_BODY_ROWS,
  ...SUCCESS_BODY_ROWS,
  ...ORDER_ROWS,
  ...HEADER_ROWS,
  ...JOIN_PARAM_ROWS,
  ...ISSUED_ROWS,
  ...STREAM_ROWS,
  ...ENTRY_ROWS,
]
