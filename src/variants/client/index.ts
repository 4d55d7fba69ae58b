import { singlesAndPairs } from '../variant.ts'
import type { ClientVariant } from './clientVariant.ts'
import { ANSWER_VARIANTS, REPORT_VARIANTS } from './answers.ts'
import { HEADER_VARIANTS, TRACING_VARIANTS, TRANSPORT_VARIANTS } from './sending.ts'
import { CLIENT_JSON_VARIANTS, CLIENT_VALUE_VARIANTS } from './body.ts'
import { REFUSAL_VARIANTS, STREAM_REFUSAL_VARIANTS } from './refusals.ts'
import { REPEAT_VARIANTS } from './repeats.ts'

/** Only every so many pairs: the table has many, and each client waits for its time limits. */
const EVERY = 3

const haveNoStepInCommon = ({ steps: one }: ClientVariant, { steps: other }: ClientVariant): boolean =>
  Object.keys(one).every((name) => !Object.hasOwn(other, name))

const both = (first: ClientVariant, second: ClientVariant): ClientVariant => ({
  id: `${first.id}+${second.id}`,
  section: first.section,
  open: `${first.open} ${second.open}`,
  does: `${first.does} ${second.does}`,
  departs: [...(first.departs ?? []), ...(second.departs ?? [])],
  steps: { ...first.steps, ...second.steps },
})

/** Right HTTP clients: each uses one thing that the interface leaves open. */
export const CLIENT_VARIANTS: readonly ClientVariant[] = [
  ...TRANSPORT_VARIANTS,
  ...HEADER_VARIANTS,
  ...TRACING_VARIANTS,
  ...CLIENT_JSON_VARIANTS,
  ...CLIENT_VALUE_VARIANTS,
  ...REFUSAL_VARIANTS,
  ...STREAM_REFUSAL_VARIANTS,
  ...ANSWER_VARIANTS,
  ...REPORT_VARIANTS,
  ...REPEAT_VARIANTS,
]

/** Two freedoms at once, a fixed sample: a pair must be as right as each of the two. */
export const CLIENT_PAIRS: readonly ClientVariant[] = singlesAndPairs(CLIENT_VARIANTS)
  .flatMap(([first, second]) =>
    first && second && haveNoStepInCommon(first, second) ? [both(first, second)] : [],
  )
  .filter((_, at) => at % EVERY === 0)
