import type { Requirement, RequirementId } from '../../model/index.ts'
import { groupedBy } from '../../tables.ts'
import { labelsText, type Labels } from '../labels.ts'
import { unknownRules } from '../ruleStates.ts'
import type { SiteEntry } from './entry.ts'
import { plainName, slugOf } from './words.ts'

export interface SiteOptions {
  readonly title: string
  /** Labels that change from run to run, such as a commit: they make no subject of their own. */
  readonly across: readonly string[]
  /** Reports are stale after so many days, at this time in milliseconds. */
  readonly age?: { readonly days: number; readonly now: number }
  readonly requirements: readonly Requirement[]
  readonly sha256: (text: string) => string
}

/** A subject with the labels that make it one: the reports on it, and which of them counts. */
export interface SiteSubject {
  readonly slug: string
  readonly name: string
  readonly kind: string
  /** `region=eu-1`; empty where it has none. */
  readonly labels: string
  /** The oldest first. */
  readonly entries: readonly SiteEntry[]
  readonly newest: SiteEntry
}

export interface Site extends Pick<SiteOptions, 'title' | 'age'> {
  readonly subjects: readonly SiteSubject[]
  /** Those of this version of the suite, then others that reports name. */
  readonly rules: readonly Requirement[]
  readonly count: number
  readonly judgedBy: string
}

/** Puts reports together. Pure: the same reports in any order give the same site. */
export function siteOf(given: readonly SiteEntry[], options: SiteOptions): Site {
  const free = options.requirements.filter(({ level }) => level === 'unspecified')
  const open = new Set(free.map(({ id }) => id))
  const entries = [...new Map(given.map((entry) => [entry.id, entry])).values()]
    .sort(byTime)
    .map((entry) => ({ ...entry, rules: withoutBlame(entry.rules, open) }))
  const named = entries.flatMap((entry) => [...entry.rules.keys()]).sort()
  const groups = groupedBy(entries, (entry) => keyOf(entry, options.across))
  const subjects = [...groups].map(([key, own]) => subjectOf(key, own, options))
  return {
    title: plainName(options.title),
    ...(options.age && { age: options.age }),
    subjects: subjects.sort(byName),
    rules: [...options.requirements, ...unknownRules(named, options.requirements, UNKNOWN)],
    count: entries.length,
    judgedBy: entries.at(-1)?.judgedBy ?? '',
  }
}

const UNKNOWN = 'This version of the suite does not know the rule.'

/** What the interface leaves open cannot be failed: where a vector of it failed, another rule was broken. */
const withoutBlame = (rules: SiteEntry['rules'], open: ReadonlySet<RequirementId>): SiteEntry['rules'] =>
  new Map([...rules].map(([id, state]) => [id, state === 'failed' && open.has(id) ? 'unclear' : state]))

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const byName = (a: SiteSubject, b: SiteSubject): number =>
  compared(a.name, b.name) || compared(a.labels, b.labels) || compared(a.slug, b.slug)

/** Of two at one time the worse one is the newer: no order of files makes a subject green. */
const byTime = (one: SiteEntry, other: SiteEntry): number =>
  one.time - other.time || Number(other.conforms) - Number(one.conforms) || compared(one.id, other.id)

/** What is one subject: all but its version and the labels that change from run to run. The embedded service has a new port each time. */
const keyOf = ({ subject, labels }: SiteEntry, across: readonly string[]): string =>
  JSON.stringify([
    subject.kind,
    subject.bundled === true,
    subject.name,
    subject.language ?? '',
    subject.bundled ? '' : (subject.baseUrl ?? ''),
    Object.entries(separating(labels, across)),
  ])

function separating(labels: Labels, across: readonly string[]): Labels {
  const own = Object.entries(labels).filter(([name]) => !across.includes(name))
  return Object.fromEntries(own.sort(([one], [other]) => compared(one, other)))
}

function subjectOf(key: string, entries: readonly SiteEntry[], { across, sha256 }: SiteOptions): SiteSubject {
  const newest = entries.at(-1)!
  const { kind, name, language, bundled } = newest.subject
  const shown = [name, language && `(${language})`, bundled && '(of the suite itself)']
  const labels = labelsText(separating(newest.labels, across))
  return {
    slug: slugOf([name, language, labels].filter(Boolean).join(' '), sha256(key)),
    name: plainName(shown.filter(Boolean).join(' ')),
    kind,
    labels: plainName(labels),
    entries,
    newest,
  }
}

const DAY = 24 * 60 * 60 * 1000

/** The last moment at which a report counts; undefined where reports do not age. */
export const staleFrom = ({ age }: Site, { time }: SiteEntry): number | undefined =>
  age && time + age.days * DAY

/** Too old, or dated in the future: a wrong clock must not keep a verdict fresh for years. */
export const isStale = (site: Site, entry: SiteEntry): boolean =>
  site.age !== undefined && (site.age.now > staleFrom(site, entry)! || entry.time > site.age.now + DAY)

/** Judged by other vectors than the newest report: the same verdict may mean something else. */
export const isOfOtherSuite = (site: Site, entry: SiteEntry): boolean => entry.judgedBy !== site.judgedBy

export const pageOfSubject = ({ slug }: SiteSubject): string => `subjects/${slug}.html`

/** Ids of rules are upper-case letters, digits and hyphens (schemas/report.schema.json). */
export const pageOfRule = (id: RequirementId): string => `rules/${id.replaceAll(/[^A-Za-z0-9-]/g, '_')}.html`
