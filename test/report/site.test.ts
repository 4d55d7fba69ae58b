import { describe, expect, test } from 'vitest'
import type { Report } from '../../src/report/report.ts'
import { filesOf } from '../../src/report/site/files.ts'
import { siteOf, type Site } from '../../src/report/site/index.ts'
import { trendOf } from '../../src/report/site/trend.ts'
import { slugOf, storedJson } from '../../src/report/site/words.ts'
import { sha256 } from '../../src/vectors/format/digest.ts'
import { HOSTILE } from '../support/report/hostile.ts'
import { NINE } from '../support/report/nine.ts'
import { suite } from '../support/report/reports.ts'
import { entered, NOW, siteOfReports, TEN } from '../support/report/ten.ts'

/** Some rules, for what stands on every page: those that reports name have pages too. */
const FEW = suite.requirements.slice(0, 9)
const JS = TEN.slice(0, 3) as [Report, Report, Report]
const [right] = JS
const site = siteOfReports(TEN)

const pages = (of: Site): Map<string, string> => new Map(filesOf(of).map(({ path, text }) => [path, text()]))
const withoutCode = (html: string): string => html.replaceAll(/<(style|script)>[^]*?<\/\1>/g, '')
const textOf = (of: Site, fits: (path: string) => boolean): string =>
  filesOf(of)
    .find(({ path }) => fits(path))!
    .text()
const pageWith = (of: Site, start: string): string =>
  withoutCode(textOf(of, (path) => path.startsWith(start) && path.endsWith('.html')))
const subjectNamed = (of: Site, name: string) => of.subjects.find((subject) => subject.name.startsWith(name))!
const indexOf = (of: Site) =>
  JSON.parse(textOf(of, (path) => path === 'reports.json')) as {
    reports: Record<string, unknown>[]
    subjects: Record<string, unknown>[]
  }

describe('a site of ten reports', () => {
  const ten = pages(site)

  test('has a page for each subject and each rule, and data', () => {
    expect(site.subjects).toHaveLength(8)
    for (const { slug } of site.subjects)
      for (const path of [`subjects/${slug}.html`, `badges/${slug}.svg`, `badges/${slug}.json`])
        expect([...ten.keys()]).toContain(path)
    for (const { id } of suite.requirements) expect([...ten.keys()]).toContain(`rules/${id}.html`)
    expect(indexOf(site).reports).toHaveLength(10)
    expect([...ten.keys()].slice(-2)).toEqual(['reports.json', 'index.html'])
  })

  test('is the same whatever the order of the files, and with files given twice', () => {
    expect(pages(siteOfReports([...TEN].reverse()))).toEqual(ten)
    expect(pages(siteOfReports([...TEN, ...TEN]))).toEqual(ten)
    expect(pages(siteOfReports(TEN.slice(1)))).not.toEqual(ten)
  })

  test('shows subjects by versions and labels', () => {
    const index = withoutCode(ten.get('index.html')!)
    for (const text of ['channel-js (TypeScript)', '2.0.0', '2.1.0', '2.1.1', 'region=eu-1', 'region=us-2'])
      expect(index).toContain(text)
    expect(index.match(/<tr data-row/g)).toHaveLength(10)
  })

  test('links lead to pages of the site, and to copies of reports', () => {
    const known = new Set([...ten.keys(), ...entered(TEN).map(({ file }) => file)])
    const broken = [...ten].flatMap(([path, html]) =>
      [...html.matchAll(/href="([^"]*)"/g)]
        .map(([, link]) => (path.includes('/') ? link!.replace(/^\.\.\//, '') : link!))
        .filter((link) => !known.has(link)),
    )
    expect(broken).toEqual([])
  })

  test('no page loads anything', () => {
    for (const [path, html] of ten)
      if (path.endsWith('.html')) {
        expect(html).toContain("default-src 'none'")
        expect(html).not.toMatch(/<(?:img|link|iframe|object|embed)\b|<script[^>]+src=|@import|url\(/i)
      }
  })
})

describe('the word of those who vouch', () => {
  const vouching = {
    ...right,
    subject: { ...right.subject, name: 'Certified SDK' },
    labels: { status: 'CERTIFIED by the certification body' },
  }

  test('stands on no page, whatever a name or a label says', () => {
    for (const [path, text] of pages(siteOfReports([...TEN, vouching], { title: 'Certified SDKs' }))) {
      expect(path).not.toMatch(/certif/i)
      expect(text).not.toMatch(/certif/i)
    }
    expect(pageWith(siteOfReports([vouching]), 'index')).toContain('[word left out] SDK')
  })
})

describe('a verdict', () => {
  const shard = { index: 1, of: 4, filter: [], clock: 'injected' as const, require: [], minCases: 0 }
  const failing = { ...TEN[1]!, conforms: true, exitCode: 0 }
  const rows: readonly (readonly [string, Report])[] = [
    ['is partial', { ...right, partial: true }],
    ['was filtered', TEN[5]!],
    ['could not run', TEN[6]!],
    ['is one part', { ...right, shard }],
    [
      'judged too little',
      { ...right, conforms: false, exitCode: 4, tooLittle: ['token.verify was not judged'] },
    ],
    ['was ended by a signal', { ...right, conforms: false, exitCode: 130 }],
    ['had a bug of ours', { ...right, conforms: false, exitCode: 70 }],
    ['judged the reference', { ...right, subject: { ...right.subject, bundled: true } }],
    ['says that it conforms, and its vectors fail', failing],
    ['says that it conforms, and has no verdicts', { ...right, verdicts: [] }],
    ['does not conform', TEN[1]!],
  ]
  test.each(rows)('of a report that %s is nowhere shown as conforming', (_, report) => {
    const one = siteOfReports([report], { title: 'A site', requirements: FEW })
    expect(indexOf(one).reports[0]).toMatchObject({ conforms: false })
    for (const [path, text] of pages(one)) {
      if (path === 'reports.json') continue
      const said = withoutCode(text).replaceAll(
        /does not conform|do not conform|0 conform|value="conforms">conforms|no SDK was judged[^<]*/gi,
        '',
      )
      expect([path, said.match(/.{0,40}conform.{0,40}/i)?.[0]]).toEqual([path, undefined])
      expect(path.endsWith('.svg') && text.includes('#0b6127')).toBe(false)
    }
  })

  test('of the whole report is, and by the same look', () => {
    const one = siteOfReports([right], { title: 'A site' })
    expect(indexOf(one).reports[0]).toMatchObject({ conforms: true })
    expect(pageWith(one, 'index')).toContain('Conforms for token.params')
    expect(pageWith(one, 'subjects/')).toContain('Conforms for token.params')
  })

  test('of two reports at one time is that of the worse one', () => {
    const red = { ...TEN[1]!, subject: right.subject, startedAt: right.startedAt }
    for (const reports of [
      [right, red],
      [red, right],
    ])
      expect(siteOfReports(reports).subjects.map(({ newest }) => newest.conforms)).toEqual([false])
  })

  test('is that of the newest report, by time and not by its text', () => {
    const evening = { ...TEN[1]!, subject: right.subject, startedAt: '2026-01-31T23:00:00-05:00' }
    const night = { ...right, startedAt: '2026-02-01T01:00:00Z' }
    expect(siteOfReports([evening, night]).subjects[0]!.newest.conforms).toBe(false)
  })
})

describe('age', () => {
  const old = (site: Site): string => pageWith(site, 'subjects/channel-kotlin')

  test('an old report is stale on every page, and its badge is grey', () => {
    const { slug } = subjectNamed(site, 'channel-kotlin')
    const badge = pages(site).get(`badges/${slug}.svg`)!
    expect(badge).toContain('stale, 1.0.0, 2025-06-01')
    expect(badge).toContain('#50565e')
    expect(badge).not.toContain('conforms')
    expect(JSON.parse(pages(site).get(`badges/${slug}.json`)!)).toMatchObject({
      color: 'lightgrey',
      message: 'stale, 1.0.0, 2025-06-01',
    })
    expect(old(site)).toContain('said good stale"')
    expect(pageWith(site, 'rules/TOKEN-PARAMS-ALPHABET')).toMatch(/<h2>Stale: 1<\/h2>/)
    expect(indexOf(site).reports.find(({ subject }) => subject === slug)).toMatchObject({ stale: true })
  })

  test('the day of the end is fresh still, and a day later it is not', () => {
    const day = 24 * 60 * 60 * 1000
    const at = (now: number): boolean =>
      indexOf(siteOfReports([right], { age: { days: 30, now } })).reports[0]!['stale'] as boolean
    const began = Date.parse(right.startedAt)
    expect([at(began), at(began + 30 * day), at(began + 30 * day + 1)]).toEqual([false, false, true])
  })

  test('a report from the future is stale: a wrong clock keeps no verdict fresh for years', () => {
    const site = siteOfReports([{ ...right, startedAt: '2031-01-01T00:00:00Z' }], {
      age: { days: 30, now: NOW },
    })
    expect(indexOf(site).reports[0]).toMatchObject({ stale: true })
  })

  test('without a limit nothing is stale, and no page knows the time', () => {
    const { requirements } = suite
    const ageless = siteOf(entered(TEN), { title: 'x', across: [], requirements, sha256 })
    expect(indexOf(ageless).reports.some(({ stale }) => stale)).toBe(false)
    expect(pageWith(ageless, 'index')).toContain('No report is marked as too old.')
    expect(pageWith(ageless, 'index')).not.toContain('data-until')
  })
})

describe('another suite', () => {
  test('than that of the newest report is marked on every page', () => {
    for (const start of ['index', 'subjects/channel-kotlin', 'rules/TOKEN-PARAMS-ALPHABET'])
      expect(pageWith(site, start)).toContain('other suite')
    expect(pageWith(site, 'subjects/channel-js')).not.toContain('other suite')
  })
})

describe('the trend', () => {
  test('shows a regression that was planted, and its repair', () => {
    const [repaired, planted, first] = trendOf(subjectNamed(site, 'channel-js').entries)
    expect(first).toMatchObject({ isFirst: true, worse: [], better: [] })
    expect(planted!.worse).toContain('TOKEN-PARAMS-ALPHABET')
    expect(planted!.better).toEqual([])
    expect(repaired!.better).toEqual(planted!.worse)
    const page = pageWith(site, 'subjects/channel-js')
    expect(page).toMatch(/fail now:<\/span> <a href="\.\.\/rules\/TOKEN-PARAMS-ALPHABET\.html">/)
  })

  test('what is no longer judged is not repaired', () => {
    const none = {
      ...right,
      startedAt: '2026-02-01T00:00:00Z',
      verdicts: right.verdicts.filter(({ vector }) => vector.startsWith('token/refusal')),
    }
    const red = { ...TEN[1]!, subject: right.subject }
    const [change] = trendOf(entered([red, none]))
    expect(change!.better).not.toContain('TOKEN-PARAMS-ALPHABET')
    expect(change!.unjudged).toContain('TOKEN-PARAMS-ALPHABET')
  })

  test('says where the vectors are others than before', () => {
    const other = { ...right, startedAt: '2026-02-01T00:00:00Z', suite: TEN[7]!.suite }
    expect(trendOf(entered([right, other])).map(({ otherVectors }) => otherVectors)).toEqual([true, false])
  })
})

describe('labels', () => {
  const run = (region: string, commit: string, day: string): Report => ({
    ...right,
    labels: { region, commit },
    startedAt: `${day}T00:00:00Z`,
  })
  const runs = [run('eu', 'a1', '2026-01-01'), run('eu', 'b2', '2026-01-02'), run('us', 'b2', '2026-01-02')]

  test('each set of them is a subject of its own, so that no region is green for another', () => {
    expect(siteOfReports(runs).subjects.map(({ labels }) => labels)).toEqual([
      'commit=a1, region=eu',
      'commit=b2, region=eu',
      'commit=b2, region=us',
    ])
  })

  test('but for those that change from run to run', () => {
    expect(
      siteOfReports(runs, { across: ['commit'] }).subjects.map(({ labels, entries }) => [
        labels,
        entries.length,
      ]),
    ).toEqual([
      ['region=eu', 2],
      ['region=us', 1],
    ])
  })
})

describe('names of others', () => {
  const named = (name: string): Report => ({ ...right, subject: { ...right.subject, name } })

  test('lead to pages whose names are safe, and never to one page', () => {
    const names = [
      'a',
      'A',
      'a ',
      'a/',
      '../a',
      '..',
      '.',
      '',
      'con',
      'a\u0000',
      'ä',
      '日本',
      '💥',
      HOSTILE,
      `${HOSTILE}!`,
      'x'.repeat(5000),
      `${'x'.repeat(5000)}y`,
      '__proto__',
      'constructor',
    ]
    const { subjects } = siteOfReports(names.map(named))
    const slugs = subjects.map(({ slug }) => slug)
    expect(new Set(slugs.map((slug) => slug.toLowerCase())).size).toBe(names.length)
    for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9][a-z0-9-]{8,60}$/)
  })

  test('keep their pages when other subjects come', () => {
    const alone = siteOfReports([named('a')]).subjects[0]!.slug
    expect(siteOfReports([named('A'), named('a!'), named('a')]).subjects.map(({ slug }) => slug)).toContain(
      alone,
    )
  })

  test('a name alone would not tell them apart', () => {
    expect(slugOf('a', 'f')).toBe(slugOf('A', 'f'))
  })

  test('half of a pair of characters is replaced in data: strict readers of JSON refuse its escape', () => {
    const texts = ['\ud800', 'x\udc00', '💥', '\\ud800', '\\\\ud800', '\\\ud800', '"\ud83d"']
    const stored = storedJson(texts)
    expect(JSON.parse(stored)).toEqual([
      '\ufffd',
      'x\ufffd',
      '💥',
      '\\ud800',
      '\\\\ud800',
      '\\\ufffd',
      '"\ufffd"',
    ])
    expect(JSON.stringify(texts)).toMatch(/[^\\]\\ud800/)
    expect(stored).not.toMatch(/[^\\]\\ud800/)
    expect(storedJson(JSON.parse(stored))).toBe(stored)
  })

  test('become no markup', () => {
    const hostile = { ...named(HOSTILE), labels: { job: HOSTILE } }
    for (const [path, text] of pages(siteOfReports([hostile], { title: HOSTILE })))
      if (path.endsWith('.html') || path.endsWith('.svg'))
        expect(withoutCode(text)).not.toMatch(/<script|<img|<svg onload|<iframe|<link/)
  })
})

describe('the page of a rule', () => {
  const page = (id: string): string => pageWith(site, `rules/${id}.html`)
  const group = (html: string, words: string): string =>
    new RegExp(`<h2>${words}: \\d+</h2>([^]*?)(?=<h2>|</main>)`).exec(html)![1]!

  test('says the level, and who passes, fails, or was judged in part', () => {
    const html = pageWith(
      siteOfReports([...TEN.slice(0, 2), ...TEN.slice(3)]),
      'rules/TOKEN-PARAMS-ALPHABET.html',
    )
    expect(html).toContain('<dt>level</dt><dd>required</dd>')
    expect(group(html, 'Fails')).toContain('channel-js')
    expect(group(html, 'Passes')).toContain('channel-go')
    expect(group(html, 'Passes')).not.toMatch(/channel-(?:js|java|python|kotlin)/)
    expect(group(html, 'Undecided')).toMatch(/passed in part[^]*channel-java[^]*channel-python/)
  })

  test('nobody fails a rule that the interface leaves open', () => {
    const { rules } = siteOfReports([NINE[3]!]).subjects[0]!.newest
    const open = suite.requirements.filter(({ level }) => level === 'unspecified').map(({ id }) => id)
    expect(open.filter((id) => rules.get(id) === 'failed')).toEqual([])
    // The report alone would blame the subject for some of them.
    const [alone] = entered([NINE[3]!])
    expect(open.filter((id) => alone!.rules.get(id) === 'failed')).not.toEqual([])
  })

  test('whom nobody asked about it is not judged', () => {
    const html = page('API-PATHS-BASE-URL')
    expect(group(html, 'Passes').trim()).toBe('')
    expect(html).toContain('<h2>Not judged: 7</h2>')
  })

  test('the list of rules says the level of each', () => {
    const html = withoutCode(pages(site).get('rules.html')!)
    expect(html.match(/<td data-name="level">(?:required|recommended|unspecified)<\/td>/g)).toHaveLength(
      suite.requirements.length,
    )
  })
})
