import type { FaultText } from '../../faults/fault.ts'
import type { Requirement, Vector, Verdict } from '../../model/index.ts'
import { causes, hasCauses } from './causes.ts'
import { controls } from './controls.ts'
import { familySection } from './families.ts'
import { familyOf, verdictRow } from './failure.ts'
import { foldedList } from './folds.ts'
import { type Markup, markup } from './markup.ts'
import { news } from './news.ts'
import { openSection } from './open.ts'
import { smallestSection } from './smallest.ts'
import { page } from './document.ts'
import { STYLE } from './reportPage.ts'
import { rules } from './rules.ts'
import { SCRIPT } from './script.ts'
import { signOf, SIGNS } from './signs.ts'
import { gates } from '../../run.ts'
import { counted } from '../../text.ts'
import { headline } from '../headline.ts'
import { isUnexcused } from '../notGating.ts'
import { labelsText } from '../labels.ts'
import { exploreText, soakText } from '../afterwards.ts'
import type { Report } from '../report.ts'
import { stateOf, type Tally } from '../ruleStates.ts'

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
  const rows = { report, find, requirement: (id: string) => byId.get(id) }
  const body = markup`${head(report)}
<main>
${causes(report, { fault, place: (id) => indexOf.get(id) })}
${news(report)}
${familySection(report)}
<section id="verdicts" aria-labelledby="verdicts-head"><h2 id="verdicts-head">Verdicts</h2>
${filters(verdicts)}
${foldedList(
  'verdicts',
  verdicts.map((verdict, at) => verdictRow(verdict, at, rows)),
)}</section>
${smallestSection(report)}
${openSection(report)}
${rules(report, requirements)}
</main>
<footer>${runFacts(report)}<p class="muted">Made by channelproof ${report.suite.version}; schema of the report: ${report.schema}.</p></footer>`
  return page({
    title: `${headline(report).text}: ${report.subject.name}`,
    style: STYLE,
    script: SCRIPT,
    body,
  })
}

/** The worst first; otherwise in the order of the run. */
function sorted(verdicts: readonly Verdict[]): Verdict[] {
  const order = Object.keys(SIGNS)
  return verdicts
    .map((verdict) => ({ verdict, rank: order.indexOf(stateOf(verdict)) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ verdict }) => verdict)
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
${totals(report)}
<nav aria-label="Sections"><ul>${sections.map(([id, title]) => markup`<li><a href="#${id}">${title}</a></li>`)}</ul></nav></header>`
}

/** What a gate counts, apart from what it does not. */
function gatingText({ verdicts, level, exitCode }: Report): string {
  const failures = verdicts.filter((verdict) => isUnexcused(verdict) || verdict.outcome === 'errored')
  const count = failures.filter((verdict) => gates(verdict, level)).length
  const gate =
    failures.length === 0 ? 'Nothing failed' : `${count} of ${counted(failures.length, 'failure')} gate`
  return `${gate}, at the level ${level}. Exit code ${exitCode}.`
}

const nameOf = ({ name, version = '', language }: Report['subject']): string =>
  `${name} ${version}${language === undefined ? '' : ` (${language})`}`

/** The report counts excused failures among the failed; the page counts them apart. */
function tally({ verdicts }: Report): Tally {
  const counts: Record<string, number> = {}
  for (const verdict of verdicts) counts[stateOf(verdict)] = (counts[stateOf(verdict)] ?? 0) + 1
  return counts
}

function totals(report: Report): Markup {
  const counts = Object.entries(tally(report)).sort(
    ([a], [b]) => Object.keys(SIGNS).indexOf(a) - Object.keys(SIGNS).indexOf(b),
  )
  return markup`<ul class="counts" aria-label="Totals">${counts.map(([state, count]) => {
    const { sign, word, colour } = signOf(state)
    return markup`<li class="${colour}"><span class="sign" aria-hidden="true">${sign}</span>${count} ${word}</li>`
  })}</ul>`
}

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
  const found = [...new Set(verdicts.map(stateOf))]
  const bad = verdicts.some(({ outcome }) => outcome === 'failed' || outcome === 'errored')
  const levels = [...new Set(verdicts.map(({ level }) => level))]
  const families = [...new Set(verdicts.map(({ vector }) => familyOf(vector)))].sort()
  const same = (values: readonly string[]): [string, string][] => values.map((value) => [value, value])
  const outcome = [
    ...(bad ? ([['bad', 'everything wrong']] as const) : []),
    ...found.map((state) => [state, signOf(state).word] as const),
  ]
  return controls(
    'verdicts',
    { outcome, family: same(families), level: same(levels), gating: GATING },
    bad ? { outcome: 'bad' } : {},
  )
}
