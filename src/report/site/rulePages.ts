import { LEVELS, type Requirement } from '../../model/index.ts'
import { groupedBy } from '../../tables.ts'
import { controls, sameWords } from '../html/lists.ts'
import { type Markup, markup } from '../html/markup.ts'
import { SIGNS, type Sign, type State } from '../html/signs.ts'
import { cell, framed, linkTo, nowSaid, suiteOf, versionOf } from './frame.ts'
import { isStale, pageOfRule, type Site, type SiteSubject } from './index.ts'
import { isBadState, isJudged } from './trend.ts'

interface Standing {
  readonly subject: SiteSubject
  readonly state: State
  readonly stale: boolean
}

/** Groups of subjects on the page of a rule; each stands in the first that fits. */
const GROUPS = [
  ['stale', 'Stale', ({ stale }) => stale],
  ['fails', 'Fails', ({ state }) => isBadState(state)],
  ['passes', 'Passes', ({ state, subject }) => state === 'passed' && subject.newest.whole],
  ['undecided', 'Undecided', ({ state }) => isJudged(state) && state !== 'observed'],
  ['open', 'Observed', ({ state }) => state === 'observed'],
  ['unjudged', 'Not judged', () => true],
] as const satisfies readonly (readonly [string, string, (standing: Standing) => boolean])[]

type Group = (typeof GROUPS)[number][0]

const groupOf = (standing: Standing): Group => GROUPS.find(([, , fits]) => fits(standing))![0]

const standingsOf = (site: Site, { id }: Requirement): Standing[] =>
  site.subjects.map((subject) => ({
    subject,
    state: subject.newest.rules.get(id) ?? 'not run',
    stale: isStale(site, subject.newest),
  }))

/** One rule: who passes it, who fails it, and of whom nothing is known. */
export function rulePage(site: Site, rule: Requirement): string {
  const groups = groupedBy(standingsOf(site, rule), groupOf)
  const shown = GROUPS.filter(([group]) => group !== 'stale' || site.age)
  const { id, section, level, statement, source } = rule
  const body = markup`<header><h1><code>${id}</code></h1>
<p class="panel">${statement}</p>
<dl><dt>level</dt><dd>${level}</dd><dt>section</dt><dd>${section}</dd>${source === undefined ? '' : markup`<dt>source</dt><dd>${source}</dd>`}</dl>
<p>By the newest report on each subject. Undecided: a failure of it is excused or another rule was broken there, or only a part of the vectors was judged. Observed: the interface leaves it open.</p></header>
<main>${shown.map(([group, words]) => groupOn(site, words, groups.get(group) ?? []))}</main>`
  return framed(site, '../', id, body)
}

/** What a part of the vectors passed may fail by the others. */
const IN_PART: Sign = { sign: '?', word: 'passed in part', colour: 'warn' }

const groupOn = (site: Site, words: string, standings: readonly Standing[]): Markup =>
  markup`<h2>${words}: ${standings.length}</h2>${standings.length === 0 ? '' : markup`<ul class="plain">${standings.map((standing) => item(site, standing))}</ul>`}`

function item(site: Site, { subject, state }: Standing): Markup {
  const { newest } = subject
  const { word, ...look } = newest.whole || state !== 'passed' ? SIGNS[state] : IN_PART
  const said = nowSaid(site, newest, look, word)
  return markup`<li>${said} ${linkTo(subject, '../')} ${versionOf(newest)}, <span class="date">${newest.startedAt.slice(0, 10)}</span>, suite ${suiteOf(site, newest)}</li>`
}

/** All rules, with how many subjects pass and fail each. */
export function rulesPage(site: Site): string {
  const rows = site.rules.map((rule) => ({ rule, groups: standingsOf(site, rule).map(groupOf) }))
  const sections = site.rules.map(({ section }) => section)
  const states = GROUPS.map(([group, words]) => [group, words.toLowerCase()] as const)
  const options = { level: sameWords(LEVELS), state: states, section: sameWords(sections) }
  // What is wrong anywhere comes first; without a script all rules are there.
  const chosen = rows.some(({ groups }) => groups.includes('fails')) ? { state: 'fails' } : {}
  const body = markup`<header><h1>Rules</h1>
<p>How many subjects pass and fail each rule of the interface, by the newest report on each. A rule that one subject fails and another passes can be kept.</p></header>
<main>${controls('rules', options, chosen)}
<table><thead><tr><th scope="col">rule</th><th scope="col">level</th>${GROUPS.map(([, words]) => markup`<th scope="col">${words.toLowerCase()}</th>`)}</tr></thead>
<tbody id="rules-rows">${rows.map(({ rule, groups }) => row(rule, groups))}</tbody></table></main>`
  return framed(site, '', 'Rules', body)
}

function row(rule: Requirement, groups: readonly Group[]): Markup {
  const { id, level, section, statement } = rule
  const count = (group: Group): number => groups.filter((one) => one === group).length
  return markup`<tr data-row data-level="${level}" data-section="${section}" data-state="${[...new Set(groups)].join(' ')}"><th scope="row"><a href="${pageOfRule(id)}"><code>${id}</code></a> <span class="statement">${statement}</span></th>${cell('level', level)}${GROUPS.map(([group, words]) => cell(words.toLowerCase(), number(group, count(group))))}</tr>`
}

const number = (group: Group, count: number): Markup =>
  markup`<span class="number${count === 0 ? ' muted zero' : group === 'fails' ? ' bad' : group === 'passes' ? ' good' : ''}">${count}</span>`
