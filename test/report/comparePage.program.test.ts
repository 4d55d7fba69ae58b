/** The comparison as a reader sees it, in Chromium; CHROMIUM names another program. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compare, type Comparison } from '../../src/report/compare/index.ts'
import { comparisonHtml } from '../../src/report/compare/page.ts'
import { accessibility, lacksBrowser, launch, open, overflow, screenshot } from '../support/report/browser.ts'
import { HOSTILE, withoutPolicy } from '../support/report/hostile.ts'
import { filed, nine, NINE } from '../support/report/nine.ts'
import { suite, withStrings } from '../support/report/reports.ts'

describe.skipIf(lacksBrowser())('as a page, in Chromium', () => {
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

  test('shows where they differ at first, and on demand the others and counts', async () => {
    const { page, settled } = await open(browser, comparisonHtml(nine))
    const first = await page.locator('tr[data-row]:visible').count()
    expect(first).toBeGreaterThan(0)
    await expect.poll(() => page.locator('tr[data-show$=same]:visible').count()).toBe(0)
    await page.getByLabel('show').selectOption('')
    await expect.poll(() => page.locator('tr[data-row]:visible').count()).toBeGreaterThan(first)
    await expect.poll(() => page.locator('.count').first().isVisible()).toBe(false)
    await page.getByLabel('counts of vectors').check()
    await expect.poll(() => page.locator('.count:visible').count()).toBeGreaterThan(0)
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
