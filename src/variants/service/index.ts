import { ENTRY_ROWS, STREAM_VARIANT_ROWS } from './streams.ts'
import { ERROR_BODY_ROWS, ISSUED_ROWS, SUCCESS_BODY_ROWS } from './answers.ts'
import { HEADER_ROWS } from './headers.ts'
import { JOIN_PARAM_ROWS } from './joinParams.ts'
import { ORDER_ROWS } from './order.ts'
import type { ServiceVariant } from './serviceVariant.ts'

/** Right services: each decides differently from the reference service where the interface leaves something open. */
export const SERVICE_VARIANTS: readonly ServiceVariant[] = [
  ...ERROR_BODY_ROWS,
  ...SUCCESS_BODY_ROWS,
  ...ORDER_ROWS,
  ...HEADER_ROWS,
  ...JOIN_PARAM_ROWS,
  ...ISSUED_ROWS,
  ...STREAM_VARIANT_ROWS,
  ...ENTRY_ROWS,
]
