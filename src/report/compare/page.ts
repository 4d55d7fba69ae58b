import { LEVELS } from '../../model/index.ts'
import type { ComparedRule, ComparedSubject, Comparison } from './index.ts'
import { controls, sameWords } from '../html/lists.ts'
import { type Markup, markup, shown, when } from '../html/markup.ts'
import { page, SCRIPT } from '../html/document.ts'
import { labelsText } from '../labels.ts'
import { coloured, SIGNS } from '../html/signs.ts'
import { tallyText } from '../ruleStates.ts'
import { CELLS, UNCLEAR } from './text.ts'

/** The comparison as a page for a wall: rules by subjects, each cell with a sign and a word. */
export function comparisonHtml({ subjects, warnings, sections, untested }: Comparison): string {
  const rules = sections.flatMap((section) => section.rules)
  const body = markup`<header><h1>Rules by subjects</h1>
${warnings.map((warning) => markup`<p class="panel"><b class="warn"><span class="sign" aria-hidden="true">!</span>Warning</b> ${warning}</p>`)}
<h2>Subjects</h2>
<ul class="subjects">${subjects.map(card)}</ul>
<p class="legend">${CELLS.map((state) => coloured(SIGNS[state]))}</p><p class="muted small">${UNCLEAR}</p></header>
<main class="${sizeOf(rules.length)}"><h2>Rules</h2>
${filters(rules)}
<div class="${subjects.length > WIDEST ? 'wall many' : 'wall'}" tabindex="0" role="region" aria-label="Rules by subjects">
<table id="rules-rows"><thead><tr><th scope="col">rule</th>${subjects.map(head)}</tr></thead>
${sections.map(({ section, rules }) => markup`<tbody><tr class="section"><th scope="rowgroup" colspan="${subjects.length + 1}">Section ${section}</th></tr>${rules.map((rule) => row(rule, subjects))}</tbody>`)}
</table></div>
<p class="muted">Rules that none of these was tested on: ${untested}.</p></main>`
  return page({ title: `Rules by ${subjects.length} subjects`, style: COMPARE_STYLE, script: SCRIPT, body })
}

/** Size of the letters on paper, by the number of rules, so that all fit on one page. */
const sizeOf = (rules: number): string => {
  if (rules <= 100) return 'few'
  return rules <= 150 ? 'some' : 'lots'
}
/** With more columns than this the table gets a scroll bar. */
const WIDEST = 14

function card(subject: ComparedSubject): Markup {
  const { letter, name, exitCode, level, digest, startedAt, labels } = subject
  const { passed, failed, errored, excused } = subject.totals
  const { sign, colour, text } = subject.headline
  return markup`<li class="panel"><h3><b class="letter">${letter}</b> ${shown(name, 200)}</h3>
${when(
  labels,
  (told) => markup`<p class="small">${labelsText(told)}</p>
`,
)}<p class="${colour} head"><span class="sign" aria-hidden="true">${sign}</span>${text}</p>
<p><b>${passed}</b> passed, <b>${failed - excused}</b> failed, <b>${errored}</b> errored, <b>${excused}</b> excused</p>
<p class="small muted">level ${level}; exit code ${exitCode}; ${startedAt}; suite ${digest.slice(0, 12)}</p></li>`
}

const head = ({ letter, name, labels }: ComparedSubject): Markup =>
  markup`<th scope="col"><b class="letter">${letter}</b> <span class="name">${shown([name, labelsText(labels)].filter(Boolean).join(', '), 60)}</span></th>`

function row({ id, level, statement, cells }: ComparedRule, subjects: readonly ComparedSubject[]): Markup {
  const wrong = cells.some(({ state }) => ['bad', 'warn'].includes(SIGNS[state].colour))
  const show = `${wrong ? 'wrong' : 'right'} ${differs({ cells }) ? 'differ' : 'same'}`
  return markup`<tr data-row data-show="${show}" data-level="${level}"><th scope="row"><code>${id}</code> <span class="statement">${statement}</span></th>${cells.map((cell, at) => markup`<td class="${SIGNS[cell.state].colour} ${cell.state}"><span class="sign" aria-hidden="true">${SIGNS[cell.state].sign}</span><span class="word">${SIGNS[cell.state].word}</span><span class="count">${tallyText(cell.counts)}</span><span class="of">, ${subjects[at]!.letter}</span></td>`)}</tr>`
}

const differs = ({ cells }: Pick<ComparedRule, 'cells'>): boolean =>
  cells.some(({ state }) => state !== cells[0]!.state)

const SHOW = [
  ['wrong', 'where something is wrong'],
  ['differ', 'where they differ'],
] as const

/** If they differ anywhere, the page shows only that at first. */
const filters = (rules: readonly ComparedRule[]): Markup =>
  markup`${rules.length === 0 ? markup`<p>No rule was tested.</p>` : ''}${controls('rules', { show: SHOW, level: sameWords(LEVELS) }, rules.some(differs) ? { show: 'differ' } : {})}
<p class="controls-counts"><label><input type="checkbox" id="counts"> counts of vectors</label></p>`

/** For a wall: large signs, a head that stays, and on paper all of it on one landscape page. */
export const COMPARE_STYLE = `
body { max-width: 110rem } h2 { margin: 1.25rem 0 .25rem }
.panel { background: var(--panel); border-left: .3rem solid var(--line); padding: .5rem .75rem; margin: .25rem 0 }
.panel p { margin: .1rem 0 } .panel h3 { margin: 0 } .small { font-size: .8125rem } .head { font-weight: 700 }
.subjects { list-style: none; padding: 0; margin: .5rem 0; display: grid; gap: .5rem; grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr)) }
.letter { display: inline-block; min-width: 1.6em; text-align: center; color: var(--back); background: var(--text); border-radius: .2rem }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; font-weight: 600 }
.controls { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end } .controls[hidden], [hidden] { display: none }
.controls label { display: grid; font-size: .875rem; color: var(--muted) } .controls p { margin: 0 } .controls-counts { margin: .5rem 0 }
.controls input, .controls select { font: inherit; font-size: 1rem; padding: .3rem .5rem; color: var(--text); background: var(--back); border: 1px solid var(--muted); border-radius: .25rem; max-width: 100% }
.many { overflow: auto; max-height: 95vh }
table { border-collapse: separate; border-spacing: 0; width: 100%; table-layout: fixed }
thead th { position: sticky; top: 0; z-index: 2; background: var(--panel); border-bottom: 2px solid var(--text); vertical-align: bottom; font-size: .8125rem; padding: .4rem .2rem; text-align: center }
thead th:first-child, tbody th { width: 26rem; text-align: left; left: 0 } .many thead th { width: 5.5rem } .many thead th:first-child { width: 20rem }
.many tbody th { position: sticky; z-index: 1; background: var(--back) }
tbody th { font-weight: 400; padding: .3rem .4rem } .statement { display: block; font-size: .8125rem; color: var(--muted) } tbody th code { font-weight: 700 }
.section th { font-size: 1.1rem; font-weight: 700; padding-top: 1rem; border-bottom: 1px solid var(--muted) }
tr[data-row] > * { border-bottom: 1px solid var(--line) } tbody:not(:has(tr[data-row]:not([hidden]))) { display: none }
td { text-align: center; vertical-align: middle; padding: .2rem .1rem; line-height: 1.15 }
td .sign { display: block; font-size: 1.75rem; line-height: 1 } .word { font-size: .75rem }
td.bad, td.warn { background: var(--panel); font-weight: 700 } td.bad { outline: 2px solid; outline-offset: -3px }
.count { display: none; font-size: .6875rem; font-weight: 400; color: var(--text) } body:has(#counts:checked) .count { display: block }
.of { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden }
@media (max-width: 48rem) {
  body { padding: .5rem } .name { display: none } thead th:first-child, tbody th { width: auto } thead th { width: 1.6rem; padding: .3rem 0 }
  .letter { min-width: 1.2em } td .sign { font-size: 1.1rem; min-width: 0 } tbody th code { font-size: .625rem }
  .word { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden }
  .statement { display: none } .count { font-size: .5rem }
}
@page { size: A4 landscape; margin: 7mm }
@media print {
  tr[data-row][hidden] { display: table-row } tbody:has(tr[data-row]) { display: table-row-group !important }
  .controls-counts, .statement, .word, .name, .of, main > p { display: none } :root { font-size: 6.5px !important }
  h1 { font-size: 2.2em; margin: 0 } h2 { font-size: 1.6em; margin: .3em 0 }
  .subjects { grid-template-columns: repeat(5, 1fr); gap: .3em } .panel { border: 1px solid var(--line); padding: .3em .5em } .legend { margin: .3em 0 }
  .wall, .many { columns: 4; column-gap: 1.2em; overflow: visible; max-height: none; column-rule: 1px solid var(--line) }
  table, .many { table-layout: auto } thead th, .many tbody th { position: static; padding: 0 .1em; width: auto } thead th:first-child, tbody th, .many thead th { width: auto }
  .letter { color: #000; background: none; min-width: 0 } tbody th { padding: 0 .2em } tbody th code { font-size: 1em; font-weight: 400; white-space: nowrap }
  td { padding: 0 } td .sign { font-size: 1.3em; min-width: 0 } td.bad { outline-width: 1px; outline-offset: -1px }
  .section th { font-size: 1.1em; padding: .3em 0 0 }
  :root:has(.few) { font-size: 7px !important } .few .wall { columns: 3 } .few .sign { line-height: .9 }
  :root:has(.lots) { font-size: 5px !important } .lots .wall { columns: 5 }
}
`
