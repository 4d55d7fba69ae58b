import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { rootFile } from '../../../runners/suite/files.ts'
import { temporary } from '../cli.ts'
import { noteMissing } from '../leftOut.ts'

const PROGRAM = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
/** Without a browser the tests are skipped by name; in CI it must be there. */
export function lacksBrowser(): boolean {
  const lacks = !existsSync(PROGRAM) && !process.env['CI']
  if (lacks) noteMissing('Chromium')
  return lacks
}

export const launch = (): Promise<Browser> => chromium.launch({ executablePath: PROGRAM })

/** What a page did and must not do. */
export interface Deeds {
  readonly dialogs: string[]
  readonly requests: string[]
  readonly errors: string[]
  /** A script from the data ran. */
  ran: boolean
}

export interface Opened {
  readonly page: Page
  readonly deeds: Deeds
  /** Reads everything, once no request is open. */
  readonly settled: () => Promise<Deeds>
}

/** Opens a page from a file, as a reader does, and records everything it does. */
export async function open(
  browser: Browser,
  html: string,
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const file = join(temporary(), 'page.html')
  writeFileSync(file, html)
  const address = pathToFileURL(file).href
  const page = await (await browser.newContext(options)).newPage()
  const deeds: Deeds = { dialogs: [], requests: [], errors: [], ran: false }
  page.on('dialog', (dialog) => {
    deeds.dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  page.on(
    'request',
    (request) => request.url().split('#')[0] === address || deeds.requests.push(request.url()),
  )
  page.on(
    'console',
    (message) => ['error', 'warning'].includes(message.type()) && deeds.errors.push(message.text()),
  )
  page.on('pageerror', (error) => deeds.errors.push(error.message))
  // A request that the policy stopped was not sent; the console reports it.
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText === 'csp')
      deeds.requests.splice(deeds.requests.indexOf(request.url()), 1)
  })
  await page.goto(address)
  const settled = async (): Promise<Deeds> => {
    await page.waitForLoadState('networkidle')
    deeds.ran = await page.evaluate('"ran" in window')
    return deeds
  }
  return { page, deeds, settled }
}

/** In the folder of the tests, or where a variable names another. */
const FOLDER = process.env['CHANNELPROOF_SCREENSHOTS'] ?? temporary()

export async function screenshot(page: Page, name: string, whole = false): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: whole })
}

/** By how many pixels the page is wider than the window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** Rules of accessibility that axe-core finds broken, with the places. */
export async function accessibility(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: rootFile('node_modules/axe-core/axe.min.js') })
  const found = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>('axe.run()')
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`)
}
