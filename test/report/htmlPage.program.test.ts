/** The HTML report as a reader sees it, in Chromium; CHROMIUM names another program. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { htmlReport } from '../../src/report/html/index.ts'
import { cli, temporary } from '../support/cli.ts'
import { accessibility, lacksBrowser, launch, open, overflow, screenshot } from '../support/report/browser.ts'
import { context, withStrings } from '../support/report/reports.ts'
import { careless, HOSTILE, withoutPolicy } from '../support/report/hostile.ts'
import { few, full, small, wrong } from '../support/report/examples.ts'

/** Characters that fit into the narrowest column of any table, everything unfolded. */
const narrowest = (page: Page): Promise<number> =>
  page.evaluate(`(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
    return Math.min(...[...document.querySelectorAll('tr:first-child > *')].map(cell => {
      const { paddingLeft, paddingRight } = getComputedStyle(cell)
      const ruler = cell.appendChild(document.createElement('span'))
      ruler.textContent = '0'
      const wide = ruler.getBoundingClientRect().width
      ruler.remove()
      return (cell.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)) / wide
    }))
  })()`)

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
    await expect
      .poll(() => status.textContent())
      .toBe(`${wrong.totals.failed} of ${wrong.verdicts.length} shown`)
    await verdicts.getByLabel('outcome').selectOption('passed')
    await expect
      .poll(() => status.textContent())
      .toBe(`${wrong.totals.passed} of ${wrong.verdicts.length} shown`)
    await verdicts.getByLabel('outcome').selectOption('')
    await verdicts.getByLabel('search').fill('alphabet-shift-1')
    await expect.poll(() => status.textContent()).toMatch(/^[1-9] of /)
    await page.locator('#causes summary').click()
    await page.locator('#causes a').last().click()
    await expect.poll(() => page.locator('li[id^=v] details[open]').count()).toBe(1)
    expect(await settled()).toEqual(still)
    await page.context().close()
  })

  test('can be used by keyboard alone, and the focus is seen', async () => {
    const { page } = await open(browser, htmlReport(wrong, context))
    await page.locator('#verdicts-rows summary').first().focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('#verdicts-rows details[open]').count()).toBe(1)
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
    expect(await page.locator('#verdicts-rows [data-row]').count()).toBe(wrong.verdicts.length)
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

  test('of a whole run that conforms is short, and rows unfold on demand', async () => {
    const file = join(temporary(), 'report.html')
    expect(await cli(['sdk', '--quiet', '--seed', '1', '--report', `html=${file}`])).toMatchObject({
      code: 0,
    })
    const { page } = await open(browser, readFileSync(file, 'utf8'), {
      viewport: { width: 1200, height: 900 },
    })
    await screenshot(page, 'report-green', true)
    expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThan(6000)
    await expect.poll(() => page.locator('#verdicts-rows [data-row]:visible').count()).toBe(0)
    await page
      .getByRole('search', { name: 'Filter of verdicts' })
      .getByLabel('search')
      .fill('token/issue/minimal')
    await expect.poll(() => page.locator('#verdicts-rows [data-row]:visible').count()).toBeGreaterThan(0)
    expect(await narrowest(page)).toBeGreaterThanOrEqual(8)
    await page.context().close()
  })

  test('no column is under eight characters, and a smallest form has its lines', async () => {
    const smallest = [{ from: 'generated/x/1', vector: 'generated/x/1', yaml: 'id: "a"\nquestion: 1\n' }]
    const generated = { seed: '1', count: 9, asked: 9, digest: '0'.repeat(64), smallest } as never
    const { page } = await open(browser, htmlReport({ ...full, generated }, context))
    expect(await narrowest(page)).toBeGreaterThanOrEqual(8)
    expect(await page.locator('#smallest pre').innerText()).toBe('id: "a"\nquestion: 1')
    await page.evaluate(
      'for (const table of document.querySelectorAll("table")) table.parentElement.style.width = "4rem"',
    )
    await page.evaluate('for (const cell of document.querySelectorAll("th, td")) cell.style.minWidth = 0')
    expect(await narrowest(page)).toBeLessThan(8)
    await page.context().close()
  })

  test('a failure has its question, its answer and the command that asks again', async () => {
    const { page } = await open(browser, htmlReport(wrong, context))
    await page.locator('#verdicts-rows summary').first().click()
    const text = await page.locator('#verdicts-rows .body').first().innerText()
    const [id] = /token\/[a-z-]+\/[a-z0-9-]+/.exec(text)!
    expect(text).toContain(JSON.stringify(context.find(id)!.question.params).slice(0, 100))
    expect(text).toContain(`npx channelproof sdk --filter "${id}" -- <your adapter>`)
    expect(text).toMatch(/expected[^]*got/)
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
