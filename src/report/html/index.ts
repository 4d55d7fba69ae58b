import type { FaultText } from '../../faults/fault.ts'
import type { Requirement, Vector, Verdict } from '../../model/index.ts'
import { causes, hasCauses, familySection, news, openSection, smallestSection, rules } from './sections.ts'
import { controls, foldedList, countItems, countsOf, sameWords } from './lists.ts'
import { familyOf } from '../coverage.ts'
import { verdictRow } from './failure.ts'
import { type Markup, markup } from './markup.ts'
import { page, SCRIPT } from './document.ts'
import { signOf, SIGNS } from './signs.ts'
import { gates } from '../../run.ts'
import { counted } from '../../text.ts'
import { headline } from '../headline.ts'
import { isUnexcused } from '../notGating.ts'
import { labelsText } from '../labels.ts'
import { exploreText, soakText } from '../generated.ts'
import type { Report } from '../report.ts'
import { isWrong, stateOf } from '../ruleStates.ts'

/** What the page needs in addition to the report. */
export interface HtmlContext {
  readonly requirements: readonly Requirement[]
  readonly find: (id: string) => Vector | undefined
  readonly fault: (id: string) => FaultText | undefined
}

/**
 * The report as one self-contained page. All of it is written here, and the script only hides rows and opens details.
 * So a few thousand rows open at once, which they would not if a script made them, and nothing is missing in a mail, on
 * paper or without scripts.
 */
export function htmlReport(report: Report, { requirements, find, fault }: HtmlContext): string {
  const verdicts = sorted(report.verdicts)
  const indexOf = new Map(verdicts.map(({ vector }, at) => [vector, at]))
  const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]))
  const context = { report, find, requirement: (id: string) => byId.get(id) }
  const rows = verdicts.map((verdict, at) => verdictRow(verdict, at, context))
  const body = markup`${head(report)}
<main>
${causes(report, { fault, place: (id) => indexOf.get(id) })}
${news(report)}
${familySection(report)}
<section id="verdicts" aria-labelledby="verdicts-head"><h2 id="verdicts-head">Verdicts</h2>
${filters(verdicts)}
${foldedList('verdicts', rows)}</section>
${smallestSection(report)}
${openSection(report)}
${rules(report, requirements)}
</main>
<footer>${runFacts(report)}<p class="muted">Made by channelproof ${report.suite.version}; schema of the report: ${report.schema}.</p></footer>`
  const title = `${headline(report).text}: ${report.subject.name}`
  return page({ title, style: STYLE, script: SCRIPT, body })
}

function sorted(verdicts: readonly Verdict[]): Verdict[] {
  const order = Object.keys(SIGNS)
  const rankOf = (verdict: Verdict): number => order.indexOf(stateOf(verdict))
  return verdicts.toSorted((a, b) => rankOf(a) - rankOf(b))
}

function head(report: Report): Markup {
  const { subject, baseline, lock, labels } = report
  const { sign, colour, text, because } = headline(report)
  const sections = [
    ...(hasCauses(report) ? [['causes', 'Causes']] : []),
    ...(baseline ? [['baseline', 'Known failures']] : []),
    ...(lock ? [['lock', 'Lock']] : []),
    ['families', 'Families'],
    ['verdicts', 'Verdicts'],
    ...(report.open ? [['open', 'Left open']] : []),
    ['rules', 'Rules'],
  ]
  return markup`<header><h1>Report on ${nameOf(subject)}</h1>
${labels ? markup`<p class="muted labels">${labelsText(labels)}</p>` : ''}
<p class="verdict ${colour}"><span class="sign" aria-hidden="true">${sign}</span>${text}</p>
<ul>${because.map((line) => markup`<li>${line}</li>`)}</ul>
<p>${gatingText(report)}</p>
<ul class="counts" aria-label="Totals">${countItems(countsOf(report.verdicts.map(stateOf)))}</ul>
<nav aria-label="Sections"><ul>${sections.map(([id, title]) => markup`<li><a href="#${id}">${title}</a></li>`)}</ul></nav></header>`
}

function gatingText({ verdicts, level, exitCode }: Report): string {
  const failures = verdicts.filter((verdict) => isUnexcused(verdict) || verdict.outcome === 'errored')
  const count = failures.filter((verdict) => gates(verdict, level)).length
  const gate =
    failures.length === 0 ? 'Nothing failed' : `${count} of ${counted(failures.length, 'failure')} gate`
  return `${gate}, at the level ${level}. Exit code ${exitCode}.`
}

const nameOf = ({ name, version = '', language }: Report['subject']): string =>
  `${name} ${version}${language === undefined ? '' : ` (${language})`}`

function runFacts(report: Report): Markup {
  const { suite, subject, methods, startedAt, seconds, shard, clock, soak, explore, notAsked } = report
  const rows: [string, string | undefined][] = [
    ['address', subject.baseUrl],
    ['suite', `channelproof ${suite.version}, ${suite.vectors.count} vectors`],
    ['digest', suite.vectors.digest],
    ['date', `${startedAt}, ${seconds.toFixed(1)} s`],
    ['part', shard && `${shard.index} of ${shard.of}`],
    ['offered', methods.offered.join(', ') || 'nothing'],
    ['judged', methods.judged.join(', ') || 'nothing'],
    ['clock', clock && `of the adapter, which began at ${clock}`],
    ['soak', soak && soakText(soak)],
    ['explore', explore && exploreText(explore)],
    ['not asked', notAsked?.join('; ')],
  ]
  return markup`<dl class="facts">${rows.flatMap(([name, value]) => (value === undefined ? [] : [markup`<dt>${name}</dt><dd>${value}</dd>`]))}</dl>`
}

const GATING = [
  ['gates', 'gates'],
  ['excused', 'excused'],
  ['open', 'does not gate'],
] as const

/** If something failed, the page shows only that at first. */
function filters(verdicts: readonly Verdict[]): Markup {
  const bad = verdicts.some(isWrong)
  const states = [...new Set(verdicts.map(stateOf))].map((state) => [state, signOf(state).word] as const)
  const options = {
    outcome: [...(bad ? [['bad', 'everything wrong'] as const] : []), ...states],
    family: sameWords(verdicts.map(({ vector }) => familyOf(vector)).sort()),
    level: sameWords(verdicts.map(({ level }) => level)),
    gating: GATING,
  }
  return controls('verdicts', options, bad ? { outcome: 'bad' } : {})
}

/** Style of the report as a page. */
export const STYLE = `
body { max-width: 76rem }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 1rem 0 }
.stages thead th { width: 42% } .stages thead th:first-child { width: 16% }
dl { margin: .25rem 0 } dt { color: var(--muted) } dd { margin: 0 }
.body dl, .panel dl { display: grid; grid-template-columns: 5rem 1fr; gap: .15rem .75rem }
.counts, .ids, .rows { list-style: none; padding: 0; margin: .5rem 0 }
.counts { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; font-weight: 600 }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; padding: 0 }
.panel { background: var(--panel); border-left: .3rem solid var(--line); padding: .5rem .75rem; margin: .5rem 0 }
.panel h3 { margin: 0 0 .25rem } .panel p { margin: .25rem 0 }
.controls { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; position: sticky; top: 0; z-index: 1; background: var(--back); border-bottom: 1px solid var(--line); padding: .5rem 0 }
.controls[hidden], [hidden] { display: none }
.controls label { display: grid; font-size: .875rem; color: var(--muted) } .controls p { margin: 0; flex-basis: 100% }
.controls input, .controls select { font: inherit; font-size: 1rem; padding: .3rem .5rem; color: var(--text); background: var(--back); border: 1px solid var(--muted); border-radius: .25rem; max-width: 100% }
.rows > li { border-bottom: 1px solid var(--line); content-visibility: auto; contain-intrinsic-size: auto 3.5rem; scroll-margin-top: 8rem }
summary { cursor: pointer } .fold > summary { padding: .35rem .25rem; border-bottom: 1px solid var(--line) } .rows summary, .row { padding: .35rem .25rem .35rem 1.5rem }
.rows summary { padding-left: .25rem } .title { display: block } summary .title { padding-left: 1.25rem } .why { display: block; font-size: .875rem; color: var(--muted) }
.body { padding: .25rem .5rem .75rem 1.5rem } .body p { margin: .25rem 0 }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem }
.sides > div { background: var(--panel); padding: .5rem; min-width: 0 }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 } caption { text-align: left; font-weight: 600 }
th, td { text-align: left; vertical-align: top; padding: .25rem .5rem; border: 1px solid var(--line) } thead th { background: var(--panel) }
table.families { width: auto } .scroll th, .scroll td { min-width: 7rem } .scroll { overflow-x: auto } .families th { white-space: nowrap } .bar { display: block; width: 12rem; height: 1.25rem } .bar rect { fill: currentColor }
@media (max-width: 40rem) {
  .families th { white-space: normal } .bar { width: 5rem }
  body { padding: .5rem } .sides, .facts, .body dl, .panel dl { grid-template-columns: 1fr } dt { margin-top: .35rem }
  .controls { position: static } .controls { display: grid; grid-template-columns: 1fr 1fr } .controls label:first-child, .controls p { grid-column: 1 / -1 } .controls input, .controls select { width: 100% } .body { padding-left: .5rem }
  pre { font-size: .75rem } .row { padding-left: .25rem }
}
@media print {
  .rows > li { content-visibility: visible; break-inside: avoid } pre { white-space: pre-wrap }
  .panel, .sides > div { border: 1px solid var(--line) } summary { list-style: none }
}
`
