/** The site of `npm run docs` as a reader sees it, in Chromium; CHROMIUM names another program. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Server } from 'node:http'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeServer } from '../../runners/http/server.ts'
import { rootFile } from '../../runners/suite/files.ts'
import { temporary } from '../support/cli.ts'
import { noteMissing } from '../support/leftOut.ts'
import { accessibility, lacksBrowser, launch, overflow, screenshot } from '../support/report/browser.ts'
import { served } from '../support/report/staticServer.ts'

const DIST = rootFile('site/dist')

/** CI builds it before. */
function lacksSite(): boolean {
  const lacks = !existsSync(DIST) && !process.env['CI']
  if (lacks) noteMissing('the built site (npm run docs)')
  return lacks
}

const pagesBelow = (folder: string): string[] =>
  readdirSync(join(DIST, folder))
    .filter((name) => name.endsWith('.html'))
    .map((name) => `${folder}/${name}`)

/** Links to a heading that is not there: nothing else looks at them. */
function deadAnchors(page: string): string[] {
  const html = readFileSync(join(DIST, page), 'utf8')
  return [...html.matchAll(/href="([^"#?:]*)#([^"]+)"/g)]
    .filter(([, target = '', anchor = '']) => {
      const linked = target === '' ? page : join(dirname(page), target)
      const file = linked.endsWith('/') ? `${linked}index.html` : linked
      return !readFileSync(join(DIST, file), 'utf8').includes(`id="${decodeURIComponent(anchor)}"`)
    })
    .map(([link]) => `${page}: ${link}`)
}

const PAGES = [
  'index.html',
  'docs/endpoints.html',
  'rules/index.html',
  'faults/key-trimmed.html',
  'families/token/issue.html',
] as const

describe.skipIf(lacksSite() || lacksBrowser())('the site of the documentation', () => {
  let browser: Browser, server: Server, url: string
  beforeAll(async () => {
    browser = await launch()
    ;({ server, url } = await served(DIST))
  })
  afterAll(async () => {
    await browser?.close()
    if (server) await closeServer(server)
  })

  async function opened(
    path: string,
    options: BrowserContextOptions = {},
  ): Promise<{ page: Page; wrong: string[] }> {
    const page = await (await browser.newContext(options)).newPage()
    const wrong: string[] = []
    page.on('request', (request) => request.url().startsWith(`${url}/`) || wrong.push(request.url()))
    page.on('response', (response) => response.ok() || wrong.push(`${response.status()} ${response.url()}`))
    page.on('pageerror', (error) => wrong.push(error.message))
    page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()))
    await page.goto(`${url}/${path}`)
    await page.waitForLoadState('networkidle')
    return { page, wrong }
  }

  test.each(PAGES)('%s asks for nothing elsewhere, and can be read by everybody', async (path) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, wrong } = await opened(path, { colorScheme })
      expect(wrong).toEqual([])
      expect(await accessibility(page)).toEqual([])
      await screenshot(page, `docs-${path.replaceAll('/', '-')}-${colorScheme}`)
      await page.context().close()
    }
  })

  test.each(PAGES)('%s fits on a phone', async (path) => {
    const { page } = await opened(path, { viewport: { width: 390, height: 844 } })
    expect(await overflow(page)).toBe(0)
    await page.context().close()
  })

  test('a word is found without a server', async () => {
    const { page, wrong } = await opened('index.html')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.locator('.VPLocalSearchBox input').fill('key-trimmed')
    await expect.poll(() => page.locator('.result').first().textContent()).toContain('key-trimmed')
    expect(wrong).toEqual([])
    await page.context().close()
  })

  test.each(['inspector.html', 'example-report.html'])('%s opens from the menu', async (path) => {
    const { page, wrong } = await opened('docs/index.html')
    await page.locator(`nav a[href="/${path}"]`).first().click()
    await page.waitForURL(`${url}/${path}`)
    expect(wrong).toEqual([])
    expect(await page.locator('h1').first().textContent()).toBeTruthy()
    await page.context().close()
  })

  test('what llms.txt and the pages link is there', () => {
    const text = readFileSync(join(DIST, 'llms.txt'), 'utf8')
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!)
    expect(links.length).toBeGreaterThan(20)
    expect(links.filter((link) => !existsSync(join(DIST, link)))).toEqual([])
    expect(pagesBelow('docs').flatMap(deadAnchors)).toEqual([])
    const overview = readFileSync(join(DIST, 'docs/index.html'), 'utf8')
    const hrefs = [...overview.matchAll(/href="\/([^"#?]*)/g)].map(([, link]) => link!)
    expect(hrefs).toContain('docs/endpoints.html')
    const files = hrefs.map((link) => (link === '' || link.endsWith('/') ? `${link}index.html` : link))
    expect(files.filter((file) => !existsSync(join(DIST, file)))).toEqual([])
  })

  test.each([
    ['[gone](/docs/gone.md)', 1],
    ['[here](/docs/here.md)', 0],
  ])('a page with %s ends the build with %i', (link, code) => {
    const folder = temporary()
    cpSync(rootFile('site/.vitepress/config.mts'), join(folder, '.vitepress/config.mts'), { recursive: true })
    symlinkSync(rootFile('site/node_modules'), join(folder, 'node_modules'))
    cpSync(rootFile('site/package.json'), join(folder, 'package.json'))
    mkdirSync(join(folder, 'pages/docs'), { recursive: true })
    writeFileSync(join(folder, 'pages/index.md'), `# A page\n\n${link}\n`)
    writeFileSync(join(folder, 'pages/docs/here.md'), '# Here\n')
    writeFileSync(join(folder, 'pages/facts.json'), JSON.stringify({ sections: [], endings: ['ts'] }))
    const { status, stderr } = spawnSync('npx', ['vitepress', 'build'], { cwd: folder, encoding: 'utf8' })
    expect(stderr.includes('dead link')).toBe(code === 1)
    expect(status).toBe(code)
  })
})
