import { badgeJson, badgeSvg } from '../badge.ts'
import { isOfOtherSuite, isStale, pageOfRule, pageOfSubject, type Site, type SiteSubject } from './index.ts'
import { overviewPage } from './overview.ts'
import { rulePage, rulesPage } from './rulePages.ts'
import { badgeOfSubject, subjectPage } from './subjectPage.ts'
import { storedJson, withoutVouching } from './words.ts'

/** A file of the site; its text is made where it is written, since there are many. */
export interface SiteFile {
  readonly path: string
  readonly text: () => string
}

/** The index of the store: it comes before the first page, which is the last to be written. */
export const INDEX = 'reports.json'
export const FIRST = 'index.html'

/** All files of a site but the copies of the reports. */
export function filesOf(site: Site): SiteFile[] {
  const files: SiteFile[] = [
    ...site.subjects.flatMap((subject) => filesOfSubject(site, subject)),
    ...site.rules.map((rule) => ({ path: pageOfRule(rule.id), text: () => rulePage(site, rule) })),
    { path: 'rules.html', text: () => rulesPage(site) },
  ]
  const paths = files.map(({ path }) => path)
  const index = { path: INDEX, text: () => storedJson(indexOf(site, paths)) }
  const first = { path: FIRST, text: () => overviewPage(site) }
  return [...files, index, first].map(({ path, text }) => ({ path, text: () => withoutVouching(text()) }))
}

const filesOfSubject = (site: Site, subject: SiteSubject): SiteFile[] => [
  { path: pageOfSubject(subject), text: () => subjectPage(site, subject) },
  { path: badgeFile(subject, 'svg'), text: () => badgeSvg(badgeOfSubject(site, subject)) },
  { path: badgeFile(subject, 'json'), text: () => badgeJson(badgeOfSubject(site, subject)) },
]

const badgeFile = ({ slug }: SiteSubject, ending: 'svg' | 'json'): string => `badges/${slug}.${ending}`

/** The store as data: each subject with its pages, each report with its copy. */
const indexOf = (site: Site, files: readonly string[]): object => ({
  schema: 1,
  title: site.title,
  ...(site.age && { age: { days: site.age.days, madeAt: new Date(site.age.now).toISOString() } }),
  subjects: site.subjects.map((subject) => {
    const { slug: id, name, kind, labels, newest } = subject
    const files = { page: pageOfSubject(subject), badge: badgeFile(subject, 'svg'), newest: newest.file }
    return { id, name, kind, labels, ...files }
  }),
  reports: site.subjects.flatMap((subject) => reportsOf(site, subject)),
  files,
})

const reportsOf = (site: Site, { slug, entries }: SiteSubject): object[] =>
  entries.map((entry) => {
    const { file, id: sha256, labels, startedAt, level, exitCode, conforms, whole, totals } = entry
    const suite = { version: entry.suite.version, digest: entry.suite.vectors.digest }
    const run = {
      file,
      sha256,
      subject: slug,
      version: entry.subject.version ?? null,
      labels,
      startedAt,
      suite,
    }
    const judged = { otherSuite: isOfOtherSuite(site, entry), level, exitCode, conforms, whole }
    return { ...run, ...judged, stale: isStale(site, entry), verdict: entry.verdict.line, totals }
  })
