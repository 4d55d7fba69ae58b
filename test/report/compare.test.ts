import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compare, type Comparison } from '../../src/report/compare/index.ts'
import { comparisonMarkdown } from '../../src/report/compare/markdown.ts'
import { comparisonHtml } from '../../src/report/compare/page.ts'
import { comparisonText } from '../../src/report/compare/text.ts'
import type { Report } from '../../src/report/report.ts'
import { cli, temporary } from '../support/cli.ts'
import {
  accessibility,
  launch,
  open,
  overflow,
  screenshot,
  WITHOUT_BROWSER,
} from '../support/report/browser.ts'
import { HOSTILE, withoutPolicy } from '../support/report/hostile.ts'
import { reportOf, suite, withStrings } from '../support/report/reports.ts'

const sdk = (name: string, language: string, version = '2.1.0') => ({ sdk: { name, version, language } })
const plain = { reason: 'known', issue: 'https://issues.example/1', expires: '2026-06-30' }

const excused = (report: Report): Report => ({
  ...report,
  conforms: true,
  exitCode: 0,
  totals: { ...report.totals, excused: report.totals.failed },
  verdicts: report.verdicts.map((verdict) =>
    verdict.outcome === 'failed' ? { ...verdict, excused: plain } : verdict,
  ),
})

/** Nine SDKs of a vendor. */
const NINE: readonly Report[] = [
  await reportOf([], sdk('channel-js', 'TypeScript')),
  await reportOf([], sdk('channel-go', 'Go')),
  await reportOf(['b64-urlsafe'], sdk('channel-python', 'Python')),
  await reportOf(['hmac-twice'], sdk('channel-java', 'Java')),
  await reportOf(['timestamp-milliseconds'], sdk('channel-kotlin', 'Kotlin')),
  excused(await reportOf(['key-trimmed'], sdk('channel-swift', 'Swift'))),
  await reportOf([], { ...sdk('channel-ruby', 'Ruby'), methods: ['token.issue'] }),
  await reportOf([], { ...sdk('channel-php', 'PHP'), clock: 'system' }),
  await reportOf(['b64-unpadded'], sdk('channel-csharp', 'C#')),
]
const filed = (reports: readonly Report[]): { file: string; report: Report }[] =>
  reports.map((report, at) => ({ file: `report-${at + 1}.json`, report }))
const made = (reports: readonly Report[]): Comparison => compare(filed(reports), suite.requirements)
const nine = made(NINE)
const stateOf = (comparison: Comparison, id: string): string[] =>
  comparison.sections
    .flatMap(({ rules }) => rules)
    .find((rule) => rule.id === id)!
    .cells.map(({ state }) => state)

/** No requirement of this suite; put together, since every id that stands in a file must be one. */
const OF_TOMORROW = ['TOKEN', 'OF', 'TOMORROW'].join('-')

describe('a comparison', () => {
  test('has faulty subjects that fail something, or it would show nothing', () => {
    expect(NINE.map(({ totals }) => totals.failed > 0)).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
      false,
      false,
      true,
    ])
  })

  test('has a row for each rule that any of them was tested on, and the worst outcome in each cell', () => {
    expect(stateOf(nine, 'TOKEN-SIGNATURE-BASE64')[0]).toBe('passed')
    expect(stateOf(nine, 'TOKEN-SIGNATURE-BASE64')[2]).toBe('failed')
    expect(nine.sections.flatMap(({ rules }) => rules.map(({ cells }) => cells[5]!.state))).toContain(
      'excused',
    )
    const ids = nine.sections.flatMap(({ rules }) => rules.map(({ id }) => id))
    expect(ids).not.toContain('STREAM-URL-RTMP')
    expect(ids.length + nine.untested).toBe(suite.requirements.length)
  })

  test('what one report has not is not run there, and is not passed', () => {
    const part = {
      ...NINE[0]!,
      verdicts: NINE[0]!.verdicts.filter(({ vector }) => vector.startsWith('token/verify')),
    }
    expect(stateOf(made([NINE[0]!, part]), 'TOKEN-SIGNATURE-BASE64')).toEqual(['passed', 'not run'])
  })

  test('keeps rules that this version does not know', () => {
    const verdict = { ...NINE[0]!.verdicts[0]!, requirements: [OF_TOMORROW] as const }
    const comparison = made([{ ...NINE[0]!, verdicts: [verdict] }])
    expect(comparison.sections.map(({ section }) => section)).toEqual(['unknown'])
  })

  test('names that are the same get their file', () => {
    expect(made([NINE[0]!, { ...NINE[0]! }, NINE[1]!]).subjects.map(({ name }) => name)).toEqual([
      'channel-js 2.1.0 (TypeScript), report-1.json',
      'channel-js 2.1.0 (TypeScript), report-2.json',
      'channel-go 2.1.0 (Go)',
    ])
  })

  const shard = { index: 1, of: 4, filter: [], clock: 'injected' as const, require: [], minCases: 0 }
  test.each<[string, Partial<Report>, RegExp]>([
    [
      'another suite',
      { suite: { name: 'channelproof', version: '0.2.0', vectors: { digest: 'f'.repeat(64), count: 1 } } },
      /suites.*ffffffffffff \(B\)/,
    ],
    ['another level', { level: 'recommended' }, /levels.*recommended \(B\)/],
    ['another kind', { subject: { kind: 'endpoint', name: 'x' } }, /kinds.*endpoint \(B\)/],
    ['a shard', { shard }, /B is part 1 of 4/],
    ['a partial run', { partial: true }, /B is partial/],
  ])('warns of %s, in every format', (_, facts, warning) => {
    const comparison = made([NINE[0]!, { ...NINE[1]!, ...facts }])
    expect(comparison.warnings.join()).toMatch(warning)
    expect(comparison.warnings).toHaveLength(1)
    expect(comparisonText(comparison)).toContain('WARNING')
    expect(comparisonMarkdown(comparison)).toContain('> **Warning:**')
    expect(comparisonHtml(comparison)).toContain('Warning</b>')
  })

  test('warns of nothing where there is nothing', () => {
    expect(nine.warnings).toEqual([])
  })

  test('of a report that does not conform nothing can be read as "conforms"', () => {
    const one = made([{ ...NINE[0]!, partial: true }])
    for (const text of [
      comparisonText(one),
      comparisonMarkdown(one),
      comparisonHtml(one).replace(/<style>[^]*?<\/style>/, ''),
    ])
      expect(text.replaceAll(/does not conform/gi, '')).not.toMatch(/conform/i)
    expect(comparisonText(made([NINE[0]!]))).toMatch(/Conforms/)
  })
})

describe('as text', () => {
  const widest = (text: string): number => Math.max(...text.split('\n').map((line) => line.length))

  test.each([1, 9, 17, 30])('%i subjects stay within 80 columns', (count) => {
    const many = made(Array.from({ length: count }, (_, at) => NINE[at % NINE.length]!))
    expect(widest(comparisonText(many))).toBeLessThanOrEqual(80)
    expect(widest(comparisonText(many, { counts: true }))).toBeLessThanOrEqual(80)
  })

  test('so do texts of others, and no control character gets out', () => {
    const text = comparisonText(
      made(NINE.map((report) => ({ ...report, subject: { kind: 'adapter', name: HOSTILE.repeat(3) } }))),
    )
    expect(widest(text)).toBeLessThanOrEqual(80)
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
  })

  test('has a letter for each subject over its column', () => {
    const lines = comparisonText(nine).split('\n')
    const row = lines.find((line) => line.includes('TOKEN-SIGNATURE-BASE64'))!
    expect(lines.find((line) => line.startsWith('Section 4.5'))).toMatch(/A B C D E F G H I$/)
    expect(row).toMatch(/✓ ✓ ✗ [?] ✓ ✓ – ✓ ✗$/)
  })

  test('tells the counts where they are asked for', () => {
    expect(comparisonText(nine, { counts: true })).toMatch(/A [0-9]+ passed; B/)
    expect(comparisonText(nine)).not.toMatch(/A [0-9]+ passed; B/)
  })
})

describe('as Markdown', () => {
  test('a text of others makes no cell, no link, no HTML and no heading', () => {
    const name = '[x](javascript:1) | <img src=x> `a` \n# head @all https://evil.example'
    const line = comparisonMarkdown(made([{ ...NINE[0]!, subject: { kind: 'adapter', name } }]))
      .split('\n')
      .find((text) => text.startsWith('| A |'))!
    expect(line).not.toMatch(/(?<!\\)[[\]<>`#@]/)
    expect(line.match(/(?<!\\)\|/g)).toHaveLength(8)
  })
})

describe('channelproof compare', () => {
  const folder = temporary()
  const fileOf = (name: string, text: string): string => {
    const file = join(folder, name)
    writeFileSync(file, text)
    return file
  }
  const good = NINE.slice(0, 3).map((report, at) => fileOf(`${at}.json`, JSON.stringify(report)))

  test('puts reports side by side with exit code 0, though one of them does not conform', async () => {
    const html = join(folder, 'out/compare.html')
    const { code, stdout } = await cli(['compare', ...good, '--report', `html=${html}`, '--report', 'json'])
    expect(code).toBe(0)
    expect((JSON.parse(stdout) as Comparison).subjects.map(({ exitCode }) => exitCode)).toEqual([0, 0, 1])
  })

  test('says in its help that it is no gate', async () => {
    expect((await cli(['compare', '--help'])).stdout).toContain('It is no gate')
  })

  const large = fileOf('large.json', '')
  test.each([
    ['a file that is missing', join(folder, 'none.json'), 'input-unreadable'],
    ['a file that is not JSON', fileOf('text.json', '{"schema": 1'), 'report-not-json'],
    ['JSON that is no report', fileOf('other.json', '{"schema": 2}'), 'not-a-report'],
    ['null', fileOf('null.json', 'null'), 'not-a-report'],
    ['a file of more than 64 MiB', large, 'input-too-large'],
  ])('%s is wrong input', async (_, file, wanted) => {
    if (file === large) writeFileSync(large, Buffer.alloc(64 * 1024 * 1024 + 1, ' '))
    const { code, stderr } = await cli(['compare', good[0]!, file])
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`[${wanted}]`) })
    expect(stderr).toContain(file)
  })

  test('a report above the limit of request bodies is read', async () => {
    const padded = fileOf('padded.json', JSON.stringify(NINE[0]) + ' '.repeat(2 * 1024 * 1024))
    expect((await cli(['compare', padded])).code).toBe(0)
  })

  test('an unknown format is wrong usage', async () => {
    const { code, stderr } = await cli(['compare', good[0]!, '--report', 'junit'])
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('[unknown-format]') })
  })
})

describe.skipIf(WITHOUT_BROWSER)('as a page, in Chromium (CHROMIUM names another program)', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser?.close())
  const still = { dialogs: [], requests: [], errors: [], ran: false }
  const hostile = withStrings(nine, () => HOSTILE)

  test('no text becomes code', async () => {
    // Where a report could hold it, and where this program could make it of a report.
    const given = compare(
      filed(NINE.map((report) => ({ ...withStrings(report, () => HOSTILE), level: 'required' as const }))),
      suite.requirements,
    )
    for (const comparison of [
      given,
      {
        ...hostile,
        sections: nine.sections.map(({ rules }) => ({
          section: HOSTILE,
          rules: rules.map((rule) => ({ ...rule, id: HOSTILE, statement: HOSTILE })),
        })),
      },
    ]) {
      const { page, settled } = await open(browser, comparisonHtml(comparison))
      expect(await settled()).toEqual(still)
      await page.context().close()
    }
  })

  test('a page with one text put in as it comes, and no policy, is caught by the same look', async () => {
    const html = withoutPolicy(comparisonHtml(nine)).replace('channel-js', () => HOSTILE)
    const { page, settled } = await open(browser, html)
    const { ran, dialogs } = await settled()
    expect({ ran, dialogs: dialogs.length > 0 }).toEqual({ ran: true, dialogs: true })
    await page.context().close()
  })

  test('shows on demand only where they differ, and counts', async () => {
    const { page, settled } = await open(browser, comparisonHtml(nine))
    const all = await page.locator('tr[data-row]:visible').count()
    await page.getByLabel('show').selectOption('differ')
    expect(await page.locator('tr[data-row]:visible').count()).toBeLessThan(all)
    expect(await page.locator('.count').first().isVisible()).toBe(false)
    await page.getByLabel('counts of vectors').check()
    expect(await page.locator('.count:visible').count()).toBeGreaterThan(0)
    expect(await settled()).toEqual(still)
    await page.context().close()
  })

  test('the head stays in sight', async () => {
    const { page } = await open(browser, comparisonHtml(nine), { viewport: { width: 1600, height: 900 } })
    await page.evaluate('scrollTo(0, document.body.scrollHeight / 2)')
    expect((await page.locator('thead th').nth(1).boundingBox())?.y).toBeCloseTo(0, 0)
    await page.context().close()
  })

  test.each(['light', 'dark'] as const)(
    'has no fault that axe-core finds, in the scheme %s',
    async (colorScheme) => {
      const few = { ...nine, sections: nine.sections.slice(0, 2) }
      const { page } = await open(browser, withoutPolicy(comparisonHtml(few)), { colorScheme })
      expect(await accessibility(page)).toEqual([])
      await page.context().close()
    },
  )

  test.each([
    ['light', { colorScheme: 'light', viewport: { width: 1600, height: 1200 } }],
    ['dark', { colorScheme: 'dark', viewport: { width: 1600, height: 1200 } }],
    ['phone', { colorScheme: 'light', viewport: { width: 360, height: 1200 } }],
  ] as const)('with nine subjects is not wider than the window: %s', async (name, options) => {
    const { page } = await open(browser, comparisonHtml(nine), options)
    await screenshot(page, `compare-${name}-top`)
    await page.evaluate('document.querySelector("table").scrollIntoView()')
    await screenshot(page, `compare-${name}-rules`)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.context().close()
  })

  const pagesOf = async (comparison: Comparison): Promise<number> => {
    const { page } = await open(browser, comparisonHtml(comparison))
    const pdf = await page.pdf({ preferCSSPageSize: true })
    await page.context().close()
    return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
  }

  test('nine subjects are printed on one landscape page', async () => {
    expect(await pagesOf(nine)).toBe(1)
    const more = { section: 'more', rules: nine.sections.flatMap(({ rules }) => rules).slice(0, 50) }
    expect(await pagesOf({ ...nine, sections: [...nine.sections, more] })).toBe(1)
    // More rules than any run has: one on an adapter with a client has 143.
    expect(await pagesOf({ ...nine, sections: [...nine.sections, ...nine.sections] })).toBe(1)
    // The count finds a second page where there is one.
    expect(
      await pagesOf({ ...nine, sections: Array.from({ length: 6 }, () => nine.sections).flat() }),
    ).toBeGreaterThan(1)
    const { page } = await open(browser, comparisonHtml(nine), { viewport: { width: 1070, height: 740 } })
    await page.emulateMedia({ media: 'print' })
    await screenshot(page, 'compare-print')
    await page.context().close()
  })
})
