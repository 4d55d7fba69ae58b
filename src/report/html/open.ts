import { andMore } from '../../text.ts'
import type { Report } from '../report.ts'
import { openTitle } from '../freedoms.ts'
import { markup, type Markup } from './markup.ts'

/** What the interface leaves open and the subject does, to compare two subjects. */
export function openSection({ open = [], subject }: Report): Markup {
  const title = openTitle(subject)
  if (open.length === 0) return markup``
  return markup`<section id="open" aria-labelledby="open-head"><h2 id="open-head">${title[0]!.toUpperCase()}${title.slice(1)}</h2>
<div class="scroll"><table class="open"><thead><tr><th>Rule</th><th>Section</th><th>What it does</th><th>Vectors</th></tr></thead>
<tbody>${open.map(
    ({ requirement, section, does, vectors }) =>
      markup`<tr><td><code>${requirement}</code></td><td>${section}</td><td>${does}</td><td>${andMore(vectors, 2)}</td></tr>`,
  )}</tbody></table></div></section>`
}
