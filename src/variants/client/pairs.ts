import { singlesAndPairs } from '../law.ts'
import type { ClientVariant } from './clientVariant.ts'

/** Every so many pairs: those of the table are many, and each client waits for its time limits. */
const EVERY = 3

/** Two freedoms at once, a fixed sample: what each leaves right, both leave right. */
export const pairsOf = (rows: readonly ClientVariant[]): readonly ClientVariant[] =>
  singlesAndPairs(rows)
    .flatMap(([first, second]) => (first && second && areApart(first, second) ? [both(first, second)] : []))
    .filter((_, at) => at % EVERY === 0)

/** No step of one is a step of the other. */
const areApart = ({ steps: one }: ClientVariant, { steps: other }: ClientVariant): boolean =>
  Object.keys(one).every((name) => !Object.hasOwn(other, name))

const both = (first: ClientVariant, second: ClientVariant): ClientVariant => ({
  id: `${first.id}+${second.id}`,
  section: first.section,
  open: `${first.open} ${second.open}`,
  does: `${first.does} ${second.does}`,
  departs: [...(first.departs ?? []), ...(second.departs ?? [])],
  steps: { ...first.steps, ...second.steps },
})
