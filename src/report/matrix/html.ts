import { escaped } from '../html/markup.ts'
import { hashed } from '../html/document.ts'
import { matrixText, type MatrixReport } from './index.ts'

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

/** Style and script of the page of the kill matrix. Data reaches the page only as text, never as markup. */
export const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 80rem; padding: 1rem }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin-top: 2rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .25rem .5rem; border-bottom: 1px solid #8886; vertical-align: top }
th button { font: inherit; font-weight: 600; background: none; border: 0; padding: 0; color: inherit; cursor: pointer }
th[aria-sort=ascending] button::after { content: ' ▲' } th[aria-sort=descending] button::after { content: ' ▼' }
pre { white-space: pre-wrap } summary { white-space: nowrap }
td.number { text-align: right; font-variant-numeric: tabular-nums }
input { font: inherit; padding: .3rem .5rem; width: 100%; max-width: 30rem; box-sizing: border-box }
.scroll { overflow-x: auto } canvas { image-rendering: pixelated; border: 1px solid #8886; cursor: crosshair }
code { font-family: ui-monospace, monospace; font-size: .9em } .bad { font-weight: 700; color: #b00020 }
@media (prefers-color-scheme: dark) { .bad { color: #ff8a8a } }
@media print { input, canvas { display: none } }
`

export const SCRIPT = `
'use strict'
const data = JSON.parse(document.getElementById('data').textContent)
const el = (tag, text, more = {}) => Object.assign(document.createElement(tag), { textContent: text ?? '', ...more })
const byId = id => document.getElementById(id)

function table(place, columns, rows, open) {
  const head = el('tr'), body = el('tbody'), whole = el('table')
  let sorted = rows, by = 0, up = true
  const fill = () => {
    const word = byId('filter').value.toLowerCase()
    body.replaceChildren(...sorted.filter(r => JSON.stringify(r.find).toLowerCase().includes(word)).map(r => {
      const line = el('tr')
      for (const c of columns) {
        const v = c.of(r)
        line.append(el('td', String(v), typeof v === 'number' ? { className: 'number' } : {}))
      }
      if (open) {
        const more = el('details'), names = open(r)
        more.append(el('summary', names.length + ' ids'), el('code', names.join(' ')))
        const cell = el('td'); cell.append(more); line.append(cell)
      }
      return line
    }))
  }
  const sort = at => {
    up = at === by ? !up : true; by = at
    const of = columns[at].of
    sorted = [...rows].sort((a, b) => (of(a) > of(b) ? 1 : of(a) < of(b) ? -1 : 0) * (up ? 1 : -1))
    ;[...head.children].forEach((th, i) => th.setAttribute('aria-sort', i === at ? (up ? 'ascending' : 'descending') : 'none'))
    fill()
  }
  columns.forEach((c, at) => {
    const th = el('th'), button = el('button', c.name, { type: 'button', onclick: () => sort(at) })
    th.append(button); head.append(th)
  })
  if (open) head.append(el('th', 'which'))
  const thead = el('thead'); thead.append(head); whole.append(thead, body)
  byId(place).append(whole); byId('filter').addEventListener('input', fill); fill()
}

const ids = data.vectors.map(v => v.id)
const killers = data.vectors.map(() => [])
data.faults.forEach(f => f.killedBy.forEach(at => killers[at].push(f.id)))
table('faults', [
  { name: 'fault', of: r => r.id }, { name: 'group', of: r => r.group }, { name: 'shows', of: r => r.shows },
  { name: 'what the code does', of: r => r.does }, { name: 'killed by', of: r => r.killedBy.length },
], data.faults.map(f => ({ ...f, find: [f.id, f.group, f.does] })), r => r.killedBy.map(at => ids[at]))
table('vectors', [
  { name: 'vector', of: r => r.id }, { name: 'kills', of: r => r.kills.length },
  { name: 'written for', of: r => (r.catches ?? []).join(' ') || 'nothing' },
], data.vectors.map((v, at) => ({ ...v, kills: killers[at], find: [v.id, v.catches] })), r => r.kills)

const canvas = byId('matrix'), pen = canvas.getContext('2d'), high = 3
canvas.width = ids.length; canvas.height = data.faults.length * high
pen.fillStyle = getComputedStyle(document.body).color
data.faults.forEach((f, y) => f.killedBy.forEach(x => pen.fillRect(x, y * high, 1, high - 1)))
canvas.addEventListener('mousemove', e => {
  const f = data.faults[Math.floor(e.offsetY / high)], at = Math.floor(e.offsetX)
  if (f) byId('at').textContent = f.id + (f.killedBy.includes(at) ? ' is killed by ' : ' is not killed by ') + ids[at]
})
`
