import { byFamily, type Report } from '../report.ts'
import { stateOf } from '../ruleStates.ts'
import { countsText } from './folds.ts'
import { markup, type Markup } from './markup.ts'
import { signOf, SIGNS } from './signs.ts'

/** Width of a bar, in units of its own. */
const WIDE = 1000

/** A bar of outcomes for each family, followed by the same counts in words. */
export function familySection({ verdicts }: Report): Markup {
  const rows = [...byFamily(verdicts)].map(([name, own]) => {
    const found = own.map(stateOf)
    const parts = Object.keys(SIGNS)
      .map((state) => ({ ...signOf(state), count: found.filter((each) => each === state).length }))
      .filter((part) => part.count > 0)
    const words = countsText(own.map((verdict) => ({ state: stateOf(verdict) })))
    return markup`<tr><th scope="row">${name}</th><td>${bar(parts, own.length)}</td><td>${words}</td></tr>`
  })
  return markup`<section id="families" aria-labelledby="families-head"><h2 id="families-head">Families</h2>
<div class="scroll"><table class="families"><thead><tr><th>Family</th><th>Outcomes</th><th>Counts</th></tr></thead>
<tbody>${rows}</tbody></table></div></section>`
}

interface Part {
  readonly colour: string
  readonly count: number
}

/** Only for eyes: a screen reader has the counts. A few failures among many stay visible. */
function bar(parts: readonly Part[], all: number): Markup {
  let from = 0
  const pieces = parts.map(({ colour, count }) => {
    const width = Math.max(WIDE / 100, Math.round((count / all) * WIDE))
    const piece = markup`<rect class="${colour}" x="${from}" width="${width}" height="10"/>`
    from += width
    return piece
  })
  return markup`<svg class="bar" viewBox="0 0 ${Math.max(from, 1)} 10" preserveAspectRatio="none" aria-hidden="true">${pieces}</svg>`
}
