import { page } from '../html/document.ts'
import { type Markup, markup } from '../html/markup.ts'
import { SCRIPT } from '../html/script.ts'
import type { Sign } from '../html/signs.ts'
import { isOfOtherSuite, isStale, pageOfSubject, staleFrom, type Site, type SiteSubject } from './index.ts'
import type { SiteEntry } from './entry.ts'
import { STYLE } from './style.ts'
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
  return page({
    title: whole,
    style: STYLE,
    script: SCRIPT.replace("'use strict'", () => `'use strict'${AGE_SCRIPT}`),
    body: content,
  })
}

const ageText = ({ age }: Site): string =>
  age === undefined
    ? 'No report is marked as too old.'
    : `Reports are stale after ${age.days} days; these pages were made on ${new Date(age.now).toISOString().slice(0, 10)}.`

/** A verdict with its sign. */
export const verdictOf = ({ verdict: { sign, colour, text } }: SiteEntry): Markup =>
  markup`<span class="said ${colour}"><span class="sign" aria-hidden="true">${sign}</span>${text}</span>`

/** What a report says now: where it is stale, a reader learns that first. */
export function nowSaid(site: Site, entry: SiteEntry, { sign, colour }: Sayable, text: string): Markup {
  const until = staleFrom(site, entry)
  const stale = isStale(site, entry) ? ' stale' : ''
  const ends = until === undefined ? '' : markup` data-until="${until}"`
  return markup`<span class="said ${colour}${stale}"${ends}><b class="stale-mark">Stale, said then:</b> <span class="sign" aria-hidden="true">${sign}</span>${text}</span>`
}

type Sayable = Pick<Sign, 'sign' | 'colour'>

export const verdictNow = (site: Site, entry: SiteEntry): Markup =>
  nowSaid(site, entry, entry.verdict, entry.verdict.text)

/** Age, suite and level of a report, for filters. */
export const traitsOf = (site: Site, entry: SiteEntry): Markup =>
  markup`data-verdict="${KINDS[entry.verdict.colour]}" data-age="${isStale(site, entry) ? 'stale' : 'fresh'}" data-suite="${isOfOtherSuite(site, entry) ? 'other' : 'newest'}"`

export const KINDS = { good: 'conforms', bad: 'not', warn: 'open' } as const

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
