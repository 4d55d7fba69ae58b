import { generatedLines } from '../generated.ts'
import type { Report } from '../report.ts'
import { markup, preformatted, type Markup } from './markup.ts'

/** Failures of generated questions in their smallest form, each as a vector to copy. */
export function smallestSection({ generated }: Report): Markup {
  const smallest = generated?.smallest ?? []
  if (smallest.length === 0) return markup``
  return markup`<section id="smallest" aria-labelledby="smallest-head"><h2 id="smallest-head">Generated questions that failed, in their smallest form</h2>
<p class="muted">${generatedLines(generated).join('')}</p>
${smallest.map(({ from, yaml, repeat }) => markup`<h3><code>${from}</code></h3>${preformatted(yaml.trimEnd().split('\n'))}${repeat === undefined ? '' : markup`<p>Repeat it by hand:</p>${preformatted([repeat])}`}`)}</section>`
}
