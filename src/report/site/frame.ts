import { page, SCRIPT } from '../html/document.ts'
import { type Markup, markup, when } from '../html/markup.ts'
import { coloured, type Sign } from '../html/signs.ts'
import { isOfOtherSuite, isStale, pageOfSubject, staleFrom, type Site, type SiteSubject } from './index.ts'
import type { SiteEntry } from './entry.ts'
import { plainName } from './words.ts'

/** The way from a page to the folder of the site. */
export type Root = '' | '../'

/** In the browser of the reader. */
const CLOCK = 'Date.now()'

/** Published pages stay as they are while time goes on: what has grown old since is marked by the clock of the reader. */
const AGE_SCRIPT = `
for (const mark of document.querySelectorAll('[data-until]')) if (${CLOCK} > Number(mark.dataset.until)) {
  mark.classList.add('stale')
  const row = mark.closest('[data-row]')
  if (row) row.dataset.age = 'stale'
}
`

/** A page of the site. @param root the way from it to the folder of the site */
export function framed(site: Site, root: Root, title: string, body: Markup): string {
  const content = markup`<nav aria-label="Pages"><a href="${root}index.html">Subjects</a> <a href="${root}rules.html">Rules</a> <a href="${root}reports.json">reports.json</a></nav>
${body}
<footer><p>Each verdict is that of one report, on the version and at the time that stand beside it; the suite vouches for nothing else. ${ageText(site)}</p></footer>`
  const whole = title === site.title ? title : `${title} – ${site.title}`
  const script = SCRIPT.replace("'use strict'", () => `'use strict'${AGE_SCRIPT}`)
  return page({ title: whole, style: SITE_STYLE, script, body: content })
}

const ageText = ({ age }: Site): string =>
  age === undefined
    ? 'No report is marked as too old.'
    : `Reports are stale after ${age.days} days; these pages were made on ${new Date(age.now).toISOString().slice(0, 10)}.`

/** A verdict with its sign. */
export const verdictOf = ({ verdict: { sign, colour, text } }: SiteEntry): Markup =>
  coloured({ sign, colour: `said ${colour}`, word: text })

/** What a report says now: where it is stale, a reader learns that first. */
export function nowSaid(
  site: Site,
  entry: SiteEntry,
  { sign, colour }: Omit<Sign, 'word'>,
  text: string,
): Markup {
  const stale = isStale(site, entry) ? ' stale' : ''
  const ends = when(staleFrom(site, entry), (until) => markup` data-until="${until}"`)
  return markup`<span class="said ${colour}${stale}"${ends}><b class="stale-mark">Stale, said then:</b> <span class="sign" aria-hidden="true">${sign}</span>${text}</span>`
}

export const verdictNow = (site: Site, entry: SiteEntry): Markup =>
  nowSaid(site, entry, entry.verdict, entry.verdict.text)

/** Age, suite and level of a report, for filters. */
export const traitsOf = (site: Site, entry: SiteEntry): Markup =>
  markup`data-verdict="${VERDICT_WORDS[entry.verdict.colour]}" data-age="${isStale(site, entry) ? 'stale' : 'fresh'}" data-suite="${isOfOtherSuite(site, entry) ? 'other' : 'newest'}"`

const VERDICT_WORDS = { good: 'conforms', bad: 'not', warn: 'open' } as const

/** The suite that judged, by version and digest. */
export const suiteOf = (site: Site, entry: SiteEntry): Markup =>
  markup`${entry.suite.version} <code>${entry.judgedBy}</code>${isOfOtherSuite(site, entry) ? markup` <small class="mark">other suite</small>` : ''}`

/** A version is short, or is cut. */
export const versionOf = ({ subject: { version = '–' } }: SiteEntry): string => plainName(version, 40)

/** Only names of files that we made become addresses. */
export const linkTo = (subject: SiteSubject, root: Root): Markup =>
  markup`<a href="${root}${pageOfSubject(subject)}">${subject.name}</a>${labelsOf(subject)}`

const labelsOf = ({ labels }: SiteSubject): Markup =>
  labels === '' ? markup`` : markup` <small class="labels">${labels}</small>`

/** A cell that says on a phone which column it is of. */
export const cell = (name: string, content: Markup | string | number): Markup =>
  markup`<td data-name="${name}">${content}</td>`

/** What the pages of a site share. On a phone each row of a table is a card, and each cell names its column. */
export const SITE_STYLE = `
body { max-width: 80rem } nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0 0 1rem }
footer { margin-top: 2.5rem; border-top: 1px solid var(--line); font-size: .875rem; color: var(--muted) }
.panel { background: var(--panel); border-left: .3rem solid var(--line); padding: .5rem .75rem; margin: .5rem 0 } .panel p { margin: .1rem 0 }
.controls { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; margin: .75rem 0 } .controls[hidden], [hidden] { display: none !important }
.controls label { display: grid; font-size: .875rem; color: var(--muted) } .controls p { margin: 0 }
.controls input, .controls select { font: inherit; font-size: 1rem; padding: .3rem .5rem; color: var(--text); background: var(--back); border: 1px solid var(--muted); border-radius: .25rem; max-width: 100% }
table { border-collapse: collapse; width: 100% } caption { text-align: left; color: var(--muted); font-size: .875rem; padding-bottom: .25rem }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem .4rem 0; border-bottom: 1px solid var(--line) }
thead th { font-size: .875rem; color: var(--muted); border-bottom: 2px solid var(--text) } tbody th { font-weight: 600 }
.number { font-variant-numeric: tabular-nums } .date { white-space: nowrap } .statement { display: block; color: var(--muted); font-weight: 400; font-size: .875rem }
.labels, .mark { display: inline-block; border: 1px solid var(--line); border-radius: .25rem; padding: 0 .35rem; font-weight: 400 } .mark { color: var(--warn); border-color: var(--warn) }
.said { font-weight: 600 } .stale-mark { display: none; color: var(--text) } .stale .stale-mark { display: inline } .stale, .stale .sign, .stale li { color: var(--muted) } .stale li.stale-mark { color: var(--text) }
p.verdict .said { font-weight: 700 } p.verdict:has(.stale) { color: var(--muted) }
td[data-name=version] { min-width: 5.5rem } thead th { overflow-wrap: normal } td code, td[data-name=report], td[data-name=level] { white-space: nowrap }
tr.older th a { font-weight: 400 } ul.plain { list-style: none; padding: 0; margin: .25rem 0 } ul.plain li { padding: .3rem 0; border-bottom: 1px solid var(--line) }
.counts { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; padding: 0; margin: .5rem 0; font-weight: 600 }
.chart { display: block; max-width: 100%; height: auto; margin: .5rem 0 } .chart text { fill: var(--text); font: 700 12px system-ui, sans-serif; text-anchor: middle }
.chart .base { fill: var(--panel); stroke: var(--muted) } .chart .good { fill: var(--good) } .chart .bad { fill: var(--bad) } .chart .warn { fill: var(--muted) }
.chart text.good { fill: var(--good) } .chart text.bad { fill: var(--bad) } .chart text.warn { fill: var(--warn) }
.badge svg { max-width: 100%; height: auto; display: block } pre { background: var(--panel); padding: .5rem .75rem; white-space: pre-wrap }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem .75rem; margin: .5rem 0 } dt { color: var(--muted) } dd { margin: 0 }
@media (max-width: 44rem) {
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden }
  td:has(.zero) { display: none !important }
  table, tbody, tr, th, td { display: block } tr { padding: .5rem 0; border-bottom: 2px solid var(--line) } th, td { border: 0; padding: .1rem 0 }
  td { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: .5rem } td::before { content: attr(data-name); color: var(--muted); font-size: .875rem }
}
`
