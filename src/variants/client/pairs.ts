import type { ClientVariant } from './clientVariant.ts'

/** Every third row begins a pair. */
const EVERY = 3
/** How far in the table its partner stands at least: neighbours use the same freedom. */
const APART = 37

/** Two freedoms at once, a fixed sample: what each leaves right, both leave right. */
export const pairsOf = (rows: readonly ClientVariant[]): readonly ClientVariant[] =>
  rows.flatMap((first, at) => {
    if (at % EVERY !== 0) return []
    const others = rows.map((_, index) => rows[(at + APART + index) % rows.length]!)
    const second = others.find((other) => areApart(first, other))
    return second ? [both(first, second)] : []
  })

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
