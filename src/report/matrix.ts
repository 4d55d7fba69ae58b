import { andMore, counted } from '../text.ts'
import type { Fault } from '../faults/catalogue.ts'
import type { Kills, Summary } from '../faults/killMatrix.ts'
import type { FaultId, RequirementId, Vector, VectorId } from '../model/index.ts'
import type { Variant } from '../variants/variant.ts'
import { firstLines } from './lines.ts'
import { escaped } from './html/markup.ts'
import { hashed } from './html/document.ts'

type ShownOfFault = 'id' | 'group' | 'shows' | 'does' | 'origin' | 'repair' | 'reference'

/** The kill matrix as a file: what `self-check --report json=FILE` writes. */
export interface MatrixReport {
  readonly schema: 1
  readonly suite: {
    readonly version: string
    readonly vectors: { readonly digest: string; readonly count: number }
  }
  readonly faults: readonly (Pick<Fault, ShownOfFault> & { readonly killedBy: readonly VectorId[] })[]
  readonly vectors: readonly {
    readonly id: VectorId
    readonly catches?: readonly FaultId[]
    readonly kills: number
  }[]
  readonly summary: Summary
  /** Ways to be right: rows of src/variants. */
  readonly variants: readonly (Pick<Variant, 'id' | 'section' | 'open' | 'does'> & {
    /** The kind of subject: a token SDK, a client, a service, a validator of bodies, a model of a channel. */
    readonly kind: string
    readonly departs: readonly RequirementId[]
  })[]
  /** Subjects that use one or two of them. */
  readonly right: readonly { readonly subject: string; readonly failed: readonly VectorId[] }[]
  /** Clients and services were asked one of so many questions each, wrong ones also those that name their fault. */
  readonly sample: number
  /** Subjects that can do nothing. `passed`: what they passed and should not have. */
  readonly falseGreen: readonly {
    readonly subject: FaultId
    readonly judged: number
    readonly passed: readonly VectorId[]
  }[]
  readonly holds: boolean
}

/** Why a self-check does not hold, one sentence each. */
export function matrixShortcomings(report: Pick<MatrixReport, 'summary' | 'right' | 'falseGreen'>): string[] {
  const { summary, right, falseGreen } = report
  const accused = right.filter(({ failed }) => failed.length > 0)
  const green = falseGreen.filter(({ passed }) => passed.length > 0)
  const unjudged = falseGreen.filter(({ judged }) => judged === 0)
  return [
    ...summary.survivors.map((id) => `no vector fails the fault ${id}: ${WRITE_OR_REMOVE}`),
    ...summary.idle.map(
      (row) => `${row.vector} names ${row.fault} and does not fail it: correct its catches`,
    ),
    ...summary.rules.unproved.map((id) => `without the check of ${id} ${WRITE_FAULT}`),
    ...accused.map(
      ({ subject, failed }) =>
        `${subject} is right and is accused by ${counted(failed.length, 'vector')}, such as ${failed[0]}`,
    ),
    ...green.map(
      ({ subject, passed }) =>
        `${subject} can do nothing and passes ${passed.length} vectors, such as ${passed[0]}`,
    ),
    ...unjudged.map(({ subject }) => `${subject} was not judged at all, which proves nothing`),
  ]
}

const WRITE_OR_REMOVE = 'write one, or take the row out of the catalogue'
const WRITE_FAULT = 'no wrong answer would pass: write a fault that breaks it alone'

/** Puts the results of a self-check together. @param kills of every fault, those of the group protocol included */
export function makeMatrixReport(
  facts: Pick<MatrixReport, 'suite' | 'summary' | 'variants' | 'right' | 'sample' | 'falseGreen'>,
  faults: readonly Fault[],
  kills: readonly Kills[],
  vectors: readonly Vector[],
): MatrixReport {
  const killedBy = new Map(kills.map(({ fault, kills: own }) => [fault, own]))
  const counts = new Map<VectorId, number>()
  for (const { kills: own } of kills) for (const id of own) counts.set(id, (counts.get(id) ?? 0) + 1)
  return {
    schema: 1,
    ...facts,
    faults: faults.map(({ id, group, shows, does, origin, repair, reference }) => {
      const told = { id, group, shows, does, origin, repair, ...(reference !== undefined && { reference }) }
      return { ...told, killedBy: killedBy.get(id) ?? [] }
    }),
    vectors: vectors.map(({ id, catches }) => ({
      id,
      ...(catches && { catches }),
      kills: counts.get(id) ?? 0,
    })),
    holds: matrixShortcomings(facts).length === 0,
  }
}

const asked = (sample: number): string => (sample === 1 ? '' : `, asked one of ${sample} questions each`)

/** The terminal report of a self-check. */
export function matrixText(report: MatrixReport): string {
  const { suite, faults, summary, variants, right, sample, falseGreen, holds } = report
  const accused = right.filter(({ failed }) => failed.length > 0).length
  const killed = faults.length - summary.survivors.length
  const bySort = ['output', 'client', 'service', 'symptom'].map(
    (shows) => `${faults.filter((fault) => fault.shows === shows).length} ${shows}`,
  )
  const single = summary.single.map(({ fault }) => fault)
  const wrong = matrixShortcomings(report).map((text) => `  wrong: ${text}`)
  return [
    `channelproof ${suite.version} on itself: ${suite.vectors.count} vectors, digest ${suite.vectors.digest.slice(0, 12)}`,
    '',
    `  faults killed              ${killed} of ${faults.length} (${bySort.join(', ')})`,
    `  vectors that kill all that they name   ${summary.catching - new Set(summary.idle.map(({ vector }) => vector)).size} of ${summary.catching}`,
    `  variants                   ${variants.length}, alone and in pairs ${right.length} subjects${asked(sample)}: ${accused} accused`,
    `  subjects that can do nothing           ${falseGreen.filter(({ passed }) => passed.length === 0).length} of ${falseGreen.length} pass nothing: ${falseGreen.map(({ subject }) => subject).join(', ')}`,
    `  faults that one vector alone kills     ${summary.single.length}: ${andMore(single, 12) || 'none'}`,
    `  faults that cannot be told apart       ${summary.classes.map((ids) => ids.join(' = ')).join('; ') || 'none'}`,
    `  rules without whose check a fault would pass  ${summary.rules.proved.length} of ${summary.rules.proved.length + summary.rules.unproved.length} required ones`,
    '',
    ...firstLines(wrong, 40, (more) => `  … and ${more} more`),
    holds ? 'the self-check holds' : `the self-check does not hold: ${wrong.length} shortcomings`,
    '',
  ].join('\n')
}

/** The kill matrix as one self-contained page: it loads nothing and runs no script but its own. */
export function matrixHtml(report: MatrixReport): string {
  const { suite, holds } = report
  const title = `Kill matrix of channelproof ${suite.version}`
  const policy = `default-src 'none'; style-src ${hashed(MATRIX_STYLE)}; script-src ${hashed(SCRIPT)}`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<title>${escaped(title)}</title>
<style>${MATRIX_STYLE}</style>
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
export const MATRIX_STYLE = `
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

const SCRIPT = `
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
