import type { ComparedRule, ComparedSubject, Comparison } from './index.ts'
import { controls } from '../html/controls.ts'
import { type Markup, markup, shown } from '../html/markup.ts'
import { page } from '../html/document.ts'
import { SCRIPT } from '../html/script.ts'
import { labelsText } from '../labels.ts'
import { SIGNS } from '../html/signs.ts'
import { tallyText } from '../ruleStates.ts'
import { CELLS, UNCLEAR } from './text.ts'
import { STYLE } from './style.ts'

/** The comparison as a page for a wall: rules by subjects, each cell with a sign and a word. */
export function comparisonHtml({ subjects, warnings, sections, untested }: Comparison): string {
  const rules = sections.flatMap((section) => section.rules)
  const body = markup`<header><h1>Rules by subjects</h1>
${warnings.map((warning) => markup`<p class="panel"><b class="warn"><span class="sign" aria-hidden="true">!</span>Warning</b> ${warning}</p>`)}
<h2>Subjects</h2>
<ul class="subjects">${subjects.map(card)}</ul>
<p class="legend">${CELLS.map(legend)}</p><p class="muted small">${UNCLEAR}</p></header>
<main class="${SIZES.find(([most]) => rules.length <= most)![1]}"><h2>Rules</h2>
${filters(rules)}
<div class="${subjects.length > WIDEST ? 'wall many' : 'wall'}" tabindex="0" role="region" aria-label="Rules by subjects">
<table id="rules-rows"><thead><tr><th scope="col">rule</th>${subjects.map(head)}</tr></thead>
${sections.map(({ section, rules }) => markup`<tbody><tr class="section"><th scope="rowgroup" colspan="${subjects.length + 1}">Section ${section}</th></tr>${rules.map((rule) => row(rule, subjects))}</tbody>`)}
</table></div>
<p class="muted">Rules that none of these was tested on: ${untested}.</p></main>`
  return page({ title: `Rules by ${subjects.length} subjects`, style: STYLE, script: SCRIPT, body })
}

/** Size of the letters on paper, by the number of rules, so that all fit on one page. */
const SIZES: readonly (readonly [most: number, name: string])[] = [
  [100, 'few'],
  [150, 'some'],
  [Infinity, 'lots'],
]
/** With more columns than this the table gets a scroll bar. */
const WIDEST = 14

function card({
  letter,
  name,
  headline,
  exitCode,
  level,
  digest,
  startedAt,
  totals,
  labels,
}: ComparedSubject): Markup {
  const { passed, failed, errored, excused } = totals
  const { sign, colour, text } = headline
  return markup`<li class="panel"><h3><b class="letter">${letter}</b> ${shown(name, 200)}</h3>
${
  labels
    ? markup`<p class="small">${labelsText(labels)}</p>
`
    : ''
}<p class="${colour} head"><span class="sign" aria-hidden="true">${sign}</span>${text}</p>
<p><b>${passed}</b> passed, <b>${failed - excused}</b> failed, <b>${errored}</b> errored, <b>${excused}</b> excused</p>
<p class="small muted">level ${level}; exit code ${exitCode}; ${startedAt}; suite ${digest.slice(0, 12)}</p></li>`
}

const legend = (state: (typeof CELLS)[number]): Markup =>
  markup`<span class="${SIGNS[state].colour}"><span class="sign" aria-hidden="true">${SIGNS[state].sign}</span>${SIGNS[state].word}</span>`

const head = ({ letter, name, labels }: ComparedSubject): Markup =>
  markup`<th scope="col"><b class="letter">${letter}</b> <span class="name">${shown([name, labelsText(labels)].filter(Boolean).join(', '), 60)}</span></th>`

function row({ id, level, statement, cells }: ComparedRule, subjects: readonly ComparedSubject[]): Markup {
  const wrong = cells.some(({ state }) => SIGNS[state].colour === 'bad' || SIGNS[state].colour === 'warn')
  const show = `${wrong ? 'wrong' : 'right'} ${differs({ cells }) ? 'differ' : 'same'}`
  return markup`<tr data-row data-show="${show}" data-level="${level}"><th scope="row"><code>${id}</code> <span class="statement">${statement}</span></th>${cells.map((cell, at) => markup`<td class="${SIGNS[cell.state].colour} ${cell.state}"><span class="sign" aria-hidden="true">${SIGNS[cell.state].sign}</span><span class="word">${SIGNS[cell.state].word}</span><span class="count">${tallyText(cell.counts)}</span><span class="of">, ${subjects[at]!.letter}</span></td>`)}</tr>`
}

const differs = ({ cells }: Pick<ComparedRule, 'cells'>): boolean =>
  new Set(cells.map(({ state }) => state)).size > 1

const SHOW = [
  ['wrong', 'where something is wrong'],
  ['differ', 'where they differ'],
] as const

/** If they differ anywhere, the page shows only that at first. */
const filters = (rules: readonly ComparedRule[]): Markup =>
  markup`${rules.length === 0 ? markup`<p>No rule was tested.</p>` : ''}${controls('rules', { show: SHOW, level: LEVELS }, rules.some(differs) ? { show: 'differ' } : {})}
<p class="controls-counts"><label><input type="checkbox" id="counts"> counts of vectors</label></p>`

const LEVELS = ['required', 'recommended', 'unspecified'].map((level) => [level, level] as const)
