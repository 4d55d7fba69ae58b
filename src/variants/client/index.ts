import { ANSWER_VARIANTS } from './readingAnswers.ts'
import type { ClientVariant } from './clientVariant.ts'
import { HEADER_VARIANTS } from './headers.ts'
import { JSON_VARIANTS } from './json.ts'
import { pairsOf } from './pairs.ts'
import { REFUSAL_VARIANTS } from './refusals.ts'
import { REPEAT_VARIANTS } from './repeats.ts'
import { REPORT_VARIANTS } from './reports.ts'
import { STREAM_REFUSAL_VARIANTS } from './streamRefusals.ts'
import { TRACING_VARIANTS } from './tracing.ts'
import { TRANSPORT_VARIANTS } from './transport.ts'
import { VALUE_VARIANTS } from './values.ts'

/** Right HTTP clients: each uses one thing that the interface leaves open. */
export const CLIENT_VARIANTS: readonly ClientVariant[] = [
  ...TRANSPORT_VARIANTS,
  ...HEADER_VARIANTS,
  ...TRACING_VARIANTS,
  ...JSON_VARIANTS,
  ...VALUE_VARIANTS,
  ...REFUSAL_VARIANTS,
  ...STREAM_REFUSAL_VARIANTS,
  ...ANSWER_VARIANTS,
  ...REPORT_VARIANTS,
  ...REPEAT_VARIANTS,
]

/** The same in pairs. */
export const CLIENT_PAIRS: readonly ClientVariant[] = pairsOf(CLIENT_VARIANTS)
