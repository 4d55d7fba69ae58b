/** The page that `channelproof inspect --page` writes, in Chromium; CHROMIUM names another program. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectorPage } from '../../runners/suite/files.ts'
import { Secrets } from '../../runners/terminal/secrets.ts'
import { inspectionText } from '../../src/report/inspection.ts'
import { WRONG } from '../inspect/faultyTokens.ts'
import { looked, made, NOW, SECRET } from '../inspect/tokens.ts'
import { built, cli, temporary } from '../support/cli.ts'
import {
  accessibility,
  lacksBrowser,
  launch,
  open,
  type Opened,
  overflow,
  screenshot,
} from '../support/report/browser.ts'
import { HOSTILE, withoutPolicy } from '../support/report/hostile.ts'

const html = (): string => readFileSync(built('inspector.html'), 'utf8')

describe('channelproof inspect --page', () => {
  test('writes the page, and needs no token', async () => {
    const file = join(temporary(), 'new', 'inspector.html')
    const env = { CHANNELPROOF_APP_SECRET: 'channelId' }
    expect(await cli(['inspect', '--page', file], { env })).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(readFileSync(file, 'utf8')).toBe(html())
  })

  test('inspects a token as well where there is one', async () => {
    const file = join(temporary(), 'inspector.html')
    expect((await cli(['inspect', '--page', file, 'x'])).code).toBe(1)
    expect(readFileSync(file, 'utf8')).toBe(html())
  })

  test('writes it to standard output on demand', async () => {
    expect(await cli(['inspect', '--page', '-'])).toEqual({ code: 0, stdout: html(), stderr: '' })
  })

  test.each([
    ['a folder', temporary(), '[report-not-written]'],
    ['an unset variable', '', '--page names no file'],
  ])('%s is an error', async (_, place, says) => {
    const { code, stderr } = await cli(['inspect', '--page', place])
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)])
  })

  test('a checkout without a build says how to make one', () => {
    expect(inspectorPage).toThrow('there is no page yet')
  })

  test('the page names no address and is one file', () => {
    expect(html()).not.toMatch(/<(?:link|img|iframe|script src)/)
    expect(html()).toMatch(
      /default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; base-uri 'none'/,
    )
    expect(html()).not.toContain('unsafe')
    expect(Buffer.byteLength(html())).toBeLessThan(400_000)
  })
})

describe.skipIf(lacksBrowser())('the inspector page, in Chromium', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser?.close())

  const plain = (_style: string, text: string): string => text
  const still = { dialogs: [], requests: [], errors: [], ran: false }
  const EACH = ['inspect', 'verify', 'build', 'body'] as const
  const fill = async (page: Page, values: Readonly<Record<string, string>>): Promise<void> => {
    for (const [id, value] of Object.entries(values)) await page.locator(`#${id}`).fill(value)
  }
  const APP = { 'shared-appId': 'appId1', 'shared-appSecret': SECRET, 'shared-now': String(NOW + 10) }
  const press = (page: Page, tool: string): Promise<void> => page.locator(`#${tool}-form > button`).click()
  const first = (page: Page, tool: string): Promise<string> => page.locator(`#${tool}-first`).innerText()

  async function opened(options: BrowserContextOptions = {}, text = html()): Promise<Opened> {
    const one = await open(browser, text, options)
    await fill(one.page, APP)
    return one
  }

  /** Each tool with something to say, and long texts. */
  async function used(page: Page): Promise<void> {
    await fill(page, {
      'inspect-token': WRONG[0]!.token,
      'verify-token': made({ appId: 'appId1' }),
      'verify-expected': '{"size":7}',
      'build-channelId': 'c'.repeat(300),
      'build-userId': 'u1',
      'body-json': '{"channelId":1,"userId":"u","x":2}',
    })
    for (const tool of EACH) await press(page, tool)
  }

  test('says of the token of each fault what the command says', async () => {
    const { page, settled } = await opened()
    // The command takes the secret out of what it prints.
    const secrets = new Secrets()
    secrets.add(SECRET)
    const differing: string[] = []
    for (const { id, token } of WRONG) {
      const shown = await page.evaluate(`(() => {
        const [token, form, first, rest] = ['token', 'form', 'first', 'rest'].map((name) => document.getElementById('inspect-' + name))
        token.value = ${JSON.stringify(token)}
        form.requestSubmit()
        return [first.textContent, rest.textContent]
      })()`)
      const [verdict, ...lines] = inspectionText(
        secrets.mask(looked(token, { appId: 'appId1' })),
        plain,
      ).split('\n')
      if (!isDeepStrictEqual(shown, [verdict, lines.join('\n').trim()])) differing.push(id)
    }
    expect(differing).toEqual([])
    expect(await settled()).toEqual(still)
    await page.context().close()
  })

  test('verifies, builds and checks a body', async () => {
    const { page } = await opened()
    await fill(page, {
      'build-channelId': 'c1',
      'build-userId': 'u1',
      'build-duration': '3600',
      'shared-now': String(NOW),
    })
    await press(page, 'build')
    const token = (await page.locator('#build-rest').innerText()).split('\n')[0]!
    expect(token).toBe(made({ appId: 'appId1' }))
    await fill(page, { 'verify-token': token })
    await press(page, 'verify')
    expect(await first(page, 'verify')).toMatch(/^VALID until/)
    await page.locator('#body-kind').selectOption('streaming-stop')
    await fill(page, { 'body-json': '{"channelId":1}' })
    await press(page, 'body')
    expect(await first(page, 'body')).toBe('WRONG body for POST /streaming/stop')
    expect(await page.locator('#body-rest').innerText()).toMatch(/STOP-CHANNELID-STRING: \S/)
    await page.context().close()
  })

  test('a changed field signs nothing: the result stays, and is marked as out of date', async () => {
    const { page } = await opened()
    await used(page)
    const results = () => Promise.all(EACH.map((tool) => page.locator(`#${tool}-rest`).innerText()))
    const old = () => Promise.all(EACH.map((tool) => page.locator(`#${tool}-old`).isVisible()))
    const before = await results()
    expect(await old()).toEqual([false, false, false, false])
    await page.locator('#shared-appSecret').fill('another-secret')
    await page.locator('#shared-appSecret').blur()
    await page.locator('#show').click()
    expect(await results()).toEqual(before)
    expect(await old()).toEqual([true, true, true, false])
    await press(page, 'build')
    expect(await results()).not.toEqual(before)
    expect(await old()).toEqual([true, true, false, false])
    await page.locator('#build-size').fill('3')
    expect(await old()).toEqual([true, true, true, false])
    await page.context().close()
  })

  test('stores nothing, sends nothing, and has nothing in its address', async () => {
    const { page, settled } = await opened()
    const address = page.url()
    await used(page)
    await page.locator('#shared-appSecret').press('Enter')
    await page.locator('#inspect-channelId').press('Enter')
    const stored = await page.evaluate<unknown[]>(
      '(async () => [localStorage.length, sessionStorage.length, document.cookie, (await indexedDB.databases()).length, history.length, document.title])()',
    )
    expect(stored).toEqual([0, 0, '', 0, 2, 'channelproof inspector'])
    expect(page.url()).toBe(address)
    expect(await settled()).toEqual(still)
    // A form could send only what has a name, and a browser keeps what it may complete.
    const fields = page.locator('input, textarea, select')
    expect(await fields.count()).toBeGreaterThan(15)
    expect(
      await page.locator(':is(input, textarea, select):is([name], :not([autocomplete=off]))').count(),
    ).toBe(0)
    await page.reload()
    expect(await page.locator('#shared-appSecret').inputValue()).toBe('')
    await page.context().close()
  })

  test.each([
    [true, html, 0],
    [false, () => withoutPolicy(html()), 1],
  ])('its policy stops a script that would send: %s', async (isStopped, text, requests) => {
    const { page, settled } = await opened({}, text())
    await page.evaluate("fetch('http://127.0.0.1:9/').catch(() => undefined)")
    const deeds = await settled()
    expect(deeds.requests).toHaveLength(requests)
    expect(deeds.errors.join().includes('Content Security Policy')).toBe(isStopped)
    await page.context().close()
  })

  test('no text becomes code', async () => {
    const { page, settled } = await opened()
    for (const field of await page.locator('input[type=text], input[type=password], textarea').all())
      await field.fill(HOSTILE.replaceAll('\n', ' '))
    for (const tool of EACH) await press(page, tool)
    await fill(page, {
      ...APP,
      'build-channelId': HOSTILE,
      'build-userId': HOSTILE,
      'body-json': JSON.stringify({ [HOSTILE]: HOSTILE }),
    })
    for (const field of ['channelDuration', 'duration', 'size', 'delayClose', 'privileges'])
      await fill(page, { [`build-${field}`]: '' })
    for (const tool of EACH) await press(page, tool)
    expect(await first(page, 'build')).toMatch(/^Built/)
    expect(await page.locator('img, iframe, svg').count()).toBe(0)
    expect(await settled()).toEqual(still)
    await page.context().close()
  })

  test('can be used by keyboard alone', async () => {
    const { page } = await open(browser, html())
    const reached = new Set<string>()
    const focused = (): Promise<string> =>
      page.evaluate(
        'document.activeElement.id || document.activeElement.getAttribute("href") || document.activeElement.textContent',
      )
    const all = await page.evaluate<string[]>(
      '[...document.querySelectorAll("a, input, textarea, select, button")].map((one) => one.id || one.getAttribute("href") || one.textContent)',
    )
    for (let at = 0; at <= all.length; at++) {
      await page.keyboard.press('Tab')
      reached.add(await focused())
    }
    expect(all.filter((one) => !reached.has(one))).toEqual([])
    await page.locator('#inspect-token').focus()
    await page.keyboard.type('x')
    while ((await focused()) !== 'Inspect') await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await first(page, 'inspect')).toMatch(/^WRONG/)
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('inspect-rest')
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid')
    await page.context().close()
  })

  test('shows the secret only on demand', async () => {
    const { page } = await opened()
    const secret = page.locator('#shared-appSecret')
    const show = page.getByRole('button', { name: 'Show' })
    expect(await secret.getAttribute('type')).toBe('password')
    await show.click()
    expect(await secret.getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: 'Hide' }).click()
    expect(await secret.getAttribute('type')).toBe('password')
    await page.context().close()
  })

  test.each(['light', 'dark'] as const)(
    'has no fault that axe-core finds, in the scheme %s',
    async (colorScheme) => {
      const { page } = await opened({ colorScheme }, withoutPolicy(html()))
      await used(page)
      await page.locator('#shared-appSecret').fill('another-secret')
      expect(await accessibility(page)).toEqual([])
      await page.context().close()
    },
  )

  test('a field without a label is found', async () => {
    const { page } = await opened({}, withoutPolicy(html()).replace('for="inspect-token"', ''))
    expect((await accessibility(page)).join()).toMatch(/^label/)
    await page.context().close()
  })

  test.each([
    ['light', { colorScheme: 'light', viewport: { width: 1100, height: 1200 } }],
    ['dark', { colorScheme: 'dark', viewport: { width: 1100, height: 1200 } }],
    ['phone', { colorScheme: 'light', viewport: { width: 390, height: 844 } }],
  ] as const)('is not wider than the window: %s', async (name, options) => {
    const { page } = await opened(options)
    await used(page)
    await screenshot(page, `inspector-${name}`, true)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.context().close()
  })
})
