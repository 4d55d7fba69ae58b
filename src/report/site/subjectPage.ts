import type { RequirementId } from '../../model/index.ts'
import { counted } from '../../text.ts'
import { badgeSvg, staleBadge, type Badge } from '../badge.ts'
import { Markup, markup, preformatted } from '../html/markup.ts'
import { coloured, SIGNS } from '../html/signs.ts'
import { chartOf, trendOf, type TrendChange } from './trend.ts'
import type { SiteEntry } from './entry.ts'
import { cell, framed, suiteOf, verdictNow, verdictOf, versionOf } from './frame.ts'
import { isStale, pageOfRule, type Site, type SiteSubject } from './index.ts'

/** All that the reports say of one subject, with its trend. */
export function subjectPage(site: Site, subject: SiteSubject): string {
  const { name, labels, newest, entries, slug } = subject
  const { colour, because } = newest.verdict
  const body = markup`<header><h1>${name}</h1>
<p class="verdict ${colour}">${verdictNow(site, newest)}</p>
${because.map((why) => markup`<p class="panel">${why}</p>`)}
<dl>${factsOf(site, subject).map(([term, value]) => markup`<dt>${term}</dt><dd>${value}</dd>`)}</dl></header>
<main><h2>Trend</h2>
<p>${counted(entries.length, 'report')}; the newest stands first in the table, and last in the picture.</p>
${chartOf(entries)}
<table><thead><tr>${COLUMNS.map((column) => markup`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${trendOf(entries).map((change) => row(site, change))}</tbody></table>
<h2>Rules that are broken or undecided, by the newest report</h2>
${brokenRules(newest)}
<h2>Badge</h2>
<div class="badge">${new Markup(badgeSvg(badgeOfSubject(site, subject)))}</div>
${preformatted([`![channelproof](<address of this site>/badges/${slug}.svg)`])}</main>`
  return framed(site, '../', [name, labels].filter((part) => part !== '').join(', '), body)
}

const RULES = 'rules, since the report before'
const COLUMNS = ['judged', 'version', 'verdict', 'vectors', RULES, 'suite', 'report']

/** The badge of a subject, grey where its newest report is stale. */
export const badgeOfSubject = (site: Site, { newest }: SiteSubject): Badge =>
  isStale(site, newest) ? staleBadge(newest.badge) : newest.badge

const factsOf = (site: Site, { newest, kind, labels }: SiteSubject): [string, Markup | string][] => [
  ['version', versionOf(newest)],
  ['judged', `${newest.startedAt.slice(0, 16).replace('T', ' ')} UTC`],
  ['level', newest.level],
  ['suite', suiteOf(site, newest)],
  ['kind', kind],
  ...(labels === '' ? [] : [['labels', labels] satisfies [string, string]]),
]

function row(site: Site, change: TrendChange): Markup {
  const { entry } = change
  return markup`<tr>${[
    cell('judged', markup`<span class="date">${entry.startedAt.slice(0, 10)}</span>`),
    cell('version', versionOf(entry)),
    cell('verdict', markup`<span>${verdictOf(entry)}</span>`),
    cell('vectors', markup`<span class="number">${totalsOf(entry)}</span>`),
    cell('rules', markup`<span>${newsOf(change)}</span>`),
    cell('suite', markup`<span>${suiteOf(site, entry)}</span>`),
    cell('report', markup`<a href="../${entry.file}">JSON</a>`),
  ]}</tr>`
}

function totalsOf({ totals }: SiteEntry): string {
  const { passed, failed, errored, excused } = totals
  const counts = Object.entries({ passed, failed: failed - excused, errored, excused })
  const told = counts.filter(([word, count]) => count > 0 || word === 'passed')
  return told.map(([word, count]) => `${count} ${word}`).join(', ')
}

function newsOf({ worse, better, unjudged, otherVectors, isFirst }: TrendChange): Markup {
  if (isFirst) return markup`the first report`
  const lists = [
    { colour: 'bad', sign: '✗', word: 'fail now:', ids: worse },
    { colour: 'good', sign: '✓', word: 'pass now:', ids: better },
    { colour: 'warn', sign: '!', word: 'not judged now:', ids: unjudged },
  ].filter(({ ids }) => ids.length > 0)
  const news = [
    ...lists.map((list) => markup`${coloured(list)} ${links(list.ids)}`),
    ...(otherVectors ? [markup`<small class="mark">other vectors than before</small>`] : []),
  ]
  return news.length === 0
    ? markup`no change`
    : markup`${news.map((one) => markup`<span class="statement">${one}</span>`)}`
}

/** A run that broke down fails nearly every rule. */
const MOST = 8

const links = (ids: readonly RequirementId[]): Markup =>
  markup`${ids.slice(0, MOST).map(linkToRule)}${ids.length > MOST ? ` and ${ids.length - MOST} more` : ''}`

const linkToRule = (id: RequirementId): Markup =>
  markup`<a href="../${pageOfRule(id)}"><code>${id}</code></a>`

function brokenRules({ rules }: SiteEntry): Markup {
  const broken = [...rules]
    .filter(([, state]) => ['bad', 'warn'].includes(SIGNS[state].colour))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return broken.length === 0
    ? markup`<p>None of those that it judged.</p>`
    : markup`<ul class="plain">${broken.map(([id, state]) => markup`<li>${coloured(SIGNS[state])} ${linkToRule(id)}</li>`)}</ul>`
}
