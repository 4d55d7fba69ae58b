/** The pages of a site as a reader sees them, in Chromium; CHROMIUM names another program. */
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesOf } from '../../src/report/site/files.ts'
import type { Site } from '../../src/report/site/index.ts'
import { accessibility, lacksBrowser, launch, open, overflow, screenshot } from '../support/report/browser.ts'
import { HOSTILE, withoutPolicy } from '../support/report/hostile.ts'
import { withStrings } from '../support/report/reports.ts'
import { NOW, siteOfReports, TEN } from '../support/report/ten.ts'

/** The clock of the reader is what it is: reports of then are fresh for so many days. */
const ALWAYS = { days: 36_500, now: NOW }
const site = siteOfReports(TEN, { age: ALWAYS })
const PAGES = [
  'index.html',
  'subjects/channel-js',
  'subjects/script',
  'rules.html',
  'rules/TOKEN-PARAMS-ALPHABET.html',
] as const

const htmlOf = (of: Site, start: string): string =>
  filesOf(of)
    .find(({ path }) => path.startsWith(start))!
    .text()

describe.skipIf(lacksBrowser())('a site, in Chromium', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser?.close())
  const still = { dialogs: [], requests: [], errors: [], ran: false }

  test.each(PAGES)('%s is still: it asks for nothing, and nothing goes wrong', async (start) => {
    const { page, settled } = await open(browser, htmlOf(site, start))
    expect(await settled()).toEqual(still)
    await page.context().close()
  })

  test('no text of a report becomes code', async () => {
    const hostile = withStrings(site.subjects[0]!.newest.verdict, () => HOSTILE)
    const entry = { ...site.subjects[0]!.newest, verdict: { ...hostile, colour: 'good' as const } }
    const wrong: Site = {
      ...site,
      title: HOSTILE,
      subjects: [
        {
          ...site.subjects[0]!,
          name: HOSTILE,
          kind: HOSTILE,
          labels: HOSTILE,
          newest: entry,
          entries: [entry],
        },
      ],
      rules: [{ ...site.rules[0]!, section: HOSTILE, statement: HOSTILE, source: HOSTILE }],
    }
    for (const start of ['index.html', 'subjects/', 'rules.html', 'rules/']) {
      const { page, settled } = await open(browser, htmlOf(wrong, start))
      expect(await settled()).toEqual(still)
      await page.context().close()
    }
  })

  test('a page with one text put in as it comes, and no policy, is caught by the same look', async () => {
    const html = withoutPolicy(htmlOf(site, 'index.html')).replace('channel-js', () => HOSTILE)
    const { page, settled } = await open(browser, html)
    expect(await settled()).toMatchObject({ ran: true })
    await page.context().close()
  })

  test('what has grown stale since the pages were made is marked by the clock of the reader', async () => {
    const shown = async (of: Site): Promise<(string | null)[]> => {
      const { page, settled } = await open(browser, htmlOf(of, 'subjects/channel-js'))
      expect(await settled()).toEqual(still)
      const mark = page.locator('p.verdict .stale-mark')
      const found = [
        String(await mark.isVisible()),
        await page.locator('p.verdict .said').getAttribute('class'),
      ]
      await page.context().close()
      return found
    }
    // Made when the newest report was a day old: it was fresh then.
    const then = siteOfReports(TEN, { age: { days: 30, now: NOW } })
    expect(htmlOf(then, 'subjects/channel-js')).toContain('class="said good"')
    expect(await shown(then)).toEqual(['true', 'said good stale'])
    expect(await shown(site)).toEqual(['false', 'said good'])
  })

  test('the filters find what does not conform, and a subject by its name', async () => {
    const { page } = await open(browser, htmlOf(site, 'index.html'))
    const rows = page.locator('tr[data-row]:visible')
    await page.getByLabel('verdict').selectOption('not')
    await expect.poll(() => rows.count()).toBe(3)
    await page.getByLabel('verdict').selectOption('')
    await page.getByLabel('search').fill('kotlin')
    await expect.poll(() => rows.count()).toBe(1)
    await page.context().close()
  })

  test.each(['light', 'dark'] as const)(
    'has no fault that axe-core finds, in the scheme %s',
    async (colorScheme) => {
      const few = siteOfReports(TEN, { requirements: site.rules.slice(0, 9), age: ALWAYS })
      for (const start of PAGES) {
        const { page } = await open(browser, withoutPolicy(htmlOf(few, start)), { colorScheme })
        expect([start, await accessibility(page)]).toEqual([start, []])
        await page.context().close()
      }
    },
  )

  const LOOKS: readonly (readonly [string, BrowserContextOptions])[] = [
    ['light', { colorScheme: 'light', viewport: { width: 1280, height: 900 } }],
    ['dark', { colorScheme: 'dark', viewport: { width: 1280, height: 900 } }],
    ['phone', { colorScheme: 'light', viewport: { width: 360, height: 800 } }],
    ['small-phone', { colorScheme: 'dark', viewport: { width: 320, height: 640 } }],
  ]
  test.each(LOOKS)('no page is wider than the window: %s', async (name, options) => {
    for (const [at, start] of PAGES.entries()) {
      const { page } = await open(browser, htmlOf(site, start), options)
      await screenshot(page, `site-${name}-${at}`)
      expect([start, await overflow(page)]).toEqual([start, 0])
      await page.context().close()
    }
  })
})
