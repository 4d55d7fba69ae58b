import { counted } from '../../text.ts'
import { groupedBy } from '../../tables.ts'
import { controls, countItems } from '../html/lists.ts'
import { type Markup, markup } from '../html/markup.ts'
import type { SiteEntry } from './entry.ts'
import { cell, framed, linkTo, suiteOf, traitsOf, verdictNow, versionOf } from './frame.ts'
import { isStale, pageOfSubject, staleFrom, type Site, type SiteSubject } from './index.ts'

/** More versions of a subject stand on its own page. */
const VERSIONS = 5

/** The first page: subjects by versions and labels, each with its newest verdict. */
export function overviewPage(site: Site): string {
  const { title, subjects, count } = site
  const body = markup`<header><h1>${title}</h1>
<p>${counted(subjects.length, 'subject')}, ${counted(count, 'report')}. The newest report on a subject and a version decides, whatever it judged.</p>
${countsOf(site)}</header>
<main><h2>Subjects</h2>
${controls('subjects', FILTERS, {})}
<table><thead><tr><th scope="col">subject</th><th scope="col">version</th><th scope="col">verdict</th><th scope="col">judged</th><th scope="col">suite</th></tr></thead>
<tbody id="subjects-rows">${subjects.flatMap((subject) => rowsOf(site, subject))}</tbody></table></main>`
  return framed(site, '', title, body)
}

const COUNTS = [
  { colour: 'good', sign: '✓', word: 'conform' },
  { colour: 'bad', sign: '✗', word: 'do not conform' },
  { colour: 'warn', sign: '!', word: 'without a verdict' },
] as const

/** Stale reports count as nothing else. Once the first of the others has grown stale, so have these figures. */
function countsOf(site: Site): Markup {
  const newest = site.subjects.map((subject) => subject.newest)
  const fresh = newest.filter((entry) => !isStale(site, entry))
  const ends = fresh.flatMap((entry) => staleFrom(site, entry) ?? [])
  const until = ends.length === 0 ? '' : markup` data-until="${Math.min(...ends)}"`
  const countOf = (colour: string): number => fresh.filter(({ verdict }) => verdict.colour === colour).length
  const counts = COUNTS.map((row) => ({ ...row, count: countOf(row.colour) }))
  const stale = { colour: 'muted', sign: '◌', word: 'stale', count: newest.length - fresh.length } as const
  return markup`<ul class="counts"${until}><li class="stale-mark">Stale, said then:</li>${countItems(counts)}${stale.count === 0 ? '' : countItems([stale])}</ul>`
}

const FILTERS = {
  verdict: [
    ['conforms', 'conforms'],
    ['not', 'does not conform'],
    ['open', 'no verdict'],
  ],
  age: [
    ['fresh', 'not stale'],
    ['stale', 'stale'],
  ],
  suite: [
    ['newest', 'of the newest report'],
    ['other', 'another one'],
  ],
} as const

function rowsOf(site: Site, subject: SiteSubject): Markup[] {
  const versions = groupedBy(subject.entries.toReversed(), versionOf)
  const rows = [...versions.values()].slice(0, VERSIONS).map(([newest]) => row(site, subject, newest))
  const more = versions.size - rows.length
  const older = markup`<tr class="older"><td data-name="more" colspan="5"><a href="${pageOfSubject(subject)}">${counted(more, 'older version')} of ${subject.name}</a></td></tr>`
  return more > 0 ? [...rows, older] : rows
}

function row(site: Site, subject: SiteSubject, entry: SiteEntry): Markup {
  const said = markup`<span>${verdictNow(site, entry)} <small class="statement">level ${entry.level}</small></span>`
  return markup`<tr data-row ${traitsOf(site, entry)}${entry === subject.newest ? '' : markup` class="older"`}><th scope="row">${linkTo(subject, '')}</th>${[
    cell('version', versionOf(entry)),
    cell('verdict', said),
    cell('judged', markup`<span class="date">${entry.startedAt.slice(0, 10)}</span>`),
    cell('suite', markup`<span>${suiteOf(site, entry)}</span>`),
  ]}</tr>`
}
