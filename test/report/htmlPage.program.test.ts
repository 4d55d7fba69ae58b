/** The HTML report as a reader sees it, in Chromium; CHROMIUM names another program. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { htmlReport } from '../../src/report/html/index.ts'
import { accessibility, lacksBrowser, launch, open, overflow, screenshot } from '../support/report/browser.ts'
import { context, withStrings } from '../support/report/reports.ts'
import { careless, HOSTILE, withoutPolicy } from '../support/report/hostile.ts'
import { few, full, small, wrong } from '../support/report/examples.ts'

describe.skipIf(lacksBrowser())('in Chromium', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser?.close())

  const still = { dialogs: [], requests: [], errors: [], ran: false }
  const FREE = new Set([
    'failed',
    'errored',
    'passed',
    'observed',
    'skipped',
    'required',
    'recommended',
    'unspecified',
  ])

  test.each([
    ['every string', () => HOSTILE],
    ['every string but outcomes and levels', (text: string) => (FREE.has(text) ? text : HOSTILE)],
  ])('no text becomes code: %s is hostile', async (_, change) => {
    const { page, settled } = await open(browser, htmlReport(withStrings(full, change), context))
    await page.getByLabel('search').first().fill('img')
    await page.evaluate('document.querySelectorAll("details").forEach(d => { d.open = true })')
    expect(await settled()).toEqual(still)
    await page.context().close()
  })

  test('a page with one text put in as it comes, and no policy, is caught by the same look', async () => {
    const named = { ...full, subject: { ...full.subject, name: 'PLACE' } }
    const { page, settled } = await open(
      browser,
      withoutPolicy(careless(htmlReport(named, context), 'PLACE')),
    )
    const { ran, dialogs, requests } = await settled()
    expect({ ran, dialogs: dialogs.length > 0, requests: requests.length > 0 }).toEqual({
      ran: true,
      dialogs: true,
      requests: true,
    })
    await page.context().close()
  })

  test('should a text become markup after all, the policy lets nothing of it run', async () => {
    const html = htmlReport({ ...full, subject: { ...full.subject, name: 'PLACE' } }, context)
    const { page, settled } = await open(browser, careless(html, 'PLACE'))
    const { ran, dialogs, requests } = await settled()
    expect({ ran, dialogs, requests }).toEqual({ ran: false, dialogs: [], requests: [] })
    await page.context().close()
  })

  test('filters, searches, counts, and opens what a link names', async () => {
    const { page, settled } = await open(browser, htmlReport(wrong, context))
    const verdicts = page.getByRole('search', { name: 'Filter of verdicts' })
    const status = verdicts.getByRole('status')
    expect(await status.textContent()).toBe(`${wrong.totals.failed} of ${wrong.verdicts.length} shown`)
    await verdicts.getByLabel('outcome').selectOption('passed')
    expect(await status.textContent()).toBe(`${wrong.totals.passed} of ${wrong.verdicts.length} shown`)
    await verdicts.getByLabel('outcome').selectOption('')
    await verdicts.getByLabel('search').fill('alphabet-shift-1')
    expect(await status.textContent()).toMatch(/^[1-9] of /)
    await page.locator('#causes summary').click()
    await page.locator('#causes a').last().click()
    expect(await page.locator('li[id^=v] details[open]').count()).toBe(1)
    expect(await settled()).toEqual(still)
    await page.context().close()
  })

  test('can be used by keyboard alone, and the focus is seen', async () => {
    const { page } = await open(browser, htmlReport(wrong, context))
    await page.locator('#verdicts-rows summary').first().focus()
    await page.keyboard.press('Enter')
    expect(await page.locator('#verdicts-rows details[open]').count()).toBe(1)
    await page.keyboard.press('Tab')
    const outline = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle')
    expect(outline).toBe('solid')
    await page.context().close()
  })

  test('without scripts totals, causes and failures are there, and no control that does nothing', async () => {
    const { page } = await open(browser, htmlReport(wrong, context), { javaScriptEnabled: false })
    const text = await page.locator('body').innerText()
    expect(text).toContain('Does not conform')
    expect(text).toContain('162 failed')
    expect(text).toContain('one cause: b64-urlsafe')
    expect(await page.locator('#verdicts-rows > li').count()).toBe(wrong.verdicts.length)
    expect(await page.locator('.controls').first().isVisible()).toBe(false)
    await page.context().close()
  })

  test('with 2300 failures no detail is laid out before it is opened', async () => {
    const failed = wrong.verdicts.filter(({ outcome }) => outcome === 'failed')
    const verdicts = Array.from({ length: 2300 }, (_, at) => ({
      ...failed[at % failed.length]!,
      vector: `token/params/n${at}`,
    }))
    const html = htmlReport({ ...wrong, verdicts }, context)
    const { page } = await open(browser, html)
    expect(await page.locator('#verdicts-rows details[open]').count()).toBe(0)
    await page.context().close()
  })

  test.each(['light', 'dark'] as const)(
    'has no fault that axe-core finds, in the scheme %s',
    async (colorScheme) => {
      const html = withoutPolicy(htmlReport(small, few))
      const { page } = await open(browser, html, { colorScheme })
      await page.locator('#verdicts-rows summary').first().click()
      expect(await accessibility(page)).toEqual([])
      await page.context().close()
    },
  )

  test('a control without a label is found', async () => {
    const html = withoutPolicy(htmlReport(small, few)).replace(/<label>\s*search/, '<label>')
    const { page } = await open(browser, html)
    expect((await accessibility(page)).join()).toMatch(/^label/)
    await page.context().close()
  })

  const SCREENS = [
    ['light', { colorScheme: 'light', viewport: { width: 1200, height: 1400 } }],
    ['dark', { colorScheme: 'dark', viewport: { width: 1200, height: 1400 } }],
    ['phone', { colorScheme: 'light', viewport: { width: 360, height: 1600 } }],
  ] as const
  test.each(SCREENS)('is not wider than the window: %s', async (name, options) => {
    const { page } = await open(browser, htmlReport(full, context), options)
    await screenshot(page, `report-${name}-top`)
    await page.locator('#verdicts-rows summary').first().click()
    await page.locator('#verdicts').scrollIntoViewIfNeeded()
    await page.evaluate('document.querySelector("#verdicts").scrollIntoView()')
    await screenshot(page, `report-${name}-verdicts`)
    await page.evaluate('document.querySelector("#rules").scrollIntoView()')
    await screenshot(page, `report-${name}-rules`)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.context().close()
  })

  test('a page that is too wide is found', async () => {
    const html = htmlReport(full, context).replace(
      '</main>',
      '<pre class="wide">' + 'x'.repeat(400) + '</pre></main>',
    )
    const wide = withoutPolicy(html).replace('overflow-x: auto', '').replace('overflow-wrap: anywhere', '')
    const { page } = await open(browser, wide, { viewport: { width: 360, height: 800 } })
    expect(await overflow(page)).toBeGreaterThan(0)
    await page.context().close()
  })

  test('on paper every failure is open, and no control is printed', async () => {
    const { page } = await open(browser, htmlReport(full, context), {
      viewport: { width: 800, height: 1100 },
    })
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.controls').first().isVisible()).toBe(false)
    expect(await page.locator('#verdicts-rows .body').first().boundingBox()).toMatchObject({
      width: expect.any(Number),
    })
    const height = await page
      .locator('#verdicts-rows .body')
      .first()
      .evaluate((body) => body.getBoundingClientRect().height)
    expect(height).toBeGreaterThan(50)
    await page.evaluate('document.querySelector("#verdicts").scrollIntoView()')
    await screenshot(page, 'report-print')
    await page.context().close()
  })
})
