import { escaped } from '../html/markup.ts'
import { hashed } from '../html/document.ts'
import { matrixText, type MatrixReport } from './index.ts'
import { SCRIPT, STYLE } from './page.ts'

/** The kill matrix as one self-contained page: it loads nothing and runs no script but its own. */
export function matrixHtml(report: MatrixReport): string {
  const { suite, holds } = report
  const title = `Kill matrix of channelproof ${suite.version}`
  const policy = `default-src 'none'; style-src ${hashed(STYLE)}; script-src ${hashed(SCRIPT)}`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
<h1>${escaped(title)}</h1>
<pre${holds ? '' : ' class="bad"'}>${escaped(matrixText(report))}</pre>
<p><label>Show only rows that hold <input id="filter" type="search"></label></p>
<h2>Faults × vectors</h2>
<p id="at">Each line is a fault, each column a vector, in the order of the tables; a mark is a kill.</p>
<div class="scroll"><canvas id="matrix" role="img" aria-label="Kills of faults by vectors; the tables hold the same"></canvas></div>
<h2>Faults</h2>
<div class="scroll" id="faults"></div>
<h2>Variants</h2>
<p>Ways to be right: what the interface leaves open, and what a right subject does with it. No vector accuses any of them.</p>
<div class="scroll">${variantsTable(report)}</div>
<h2>Vectors</h2>
<div class="scroll" id="vectors"></div>
<script type="application/json" id="data">${dataOf(report)}</script>
<script>${SCRIPT}</script>
</html>
`
}

function variantsTable({ variants }: MatrixReport): string {
  const row = (cells: readonly string[], tag: 'td' | 'th'): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`
  const rows = variants.map(({ kind, id, section, open, does, departs }) =>
    row([kind, id, section, open, does, departs.join(', ')], 'td'),
  )
  const head = row(['Kind', 'Variant', 'Section', 'What is open', 'What it does', 'Departs from'], 'th')
  return `<table id="variants"><thead>${head}</thead><tbody>${rows.join('')}</tbody></table>`
}

/** Ids of vectors as indices, which keeps the page small; no text in it can end the element. */
function dataOf({ faults, vectors }: MatrixReport): string {
  const place = new Map(vectors.map(({ id }, at) => [id, at]))
  const rows = faults.map((fault) => ({
    ...fault,
    killedBy: fault.killedBy.map((id) => place.get(id)!).sort((a, b) => a - b),
  }))
  return JSON.stringify({ faults: rows, vectors }).replaceAll('<', '\\u003c')
}
