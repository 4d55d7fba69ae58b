/**
 * `npm run picture`: the picture of README. It runs the sample in Python with one fault, URL-safe base64, and takes the
 * first screen of its report in Chromium; CHROMIUM names another program.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser } from 'playwright-core'
import { EXIT } from '../src/report/exit.ts'
import { rootFile } from '../runners/suite/files.ts'

/** The size of the picture, in pixels. */
export const PICTURE = { width: 1000, height: 1100 } as const

type Change = readonly [file: string, from: string, to: string]

/** Without its HTTP client, whose calls take their time. */
export const WITHOUT_CLIENT: readonly Change[] = [
  ['adapter.py', '"client.call": client_call', '"client.call": None'],
  ['adapter.py', '    "authorization": "given",\n', ''],
]

/** An SDK of another name that makes tokens of URL-safe base64. */
export const URL_SAFE: readonly Change[] = [
  ...WITHOUT_CLIENT,
  ['channel_token.py', 'return base64.b64encode', 'return base64.urlsafe_b64encode'],
  ['adapter.py', '"channel_token", "version": "1.0.0"', '"my_sdk", "version": "2.1.0"'],
  ['adapter.py', '"token.verify": token_verify', '"token.verify": None'],
]

/**
 * Copies the sample in Python into a folder, with these changes.
 * @returns the command of its adapter
 * @throws Error where the sample does not hold a text
 */
export function sampleWith(changes: readonly Change[], folder: string): string[] {
  cpSync(rootFile('runners/adapters/python'), folder, { recursive: true })
  for (const [file, from, to] of changes) {
    const text = readFileSync(join(folder, file), 'utf8')
    if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`)
    writeFileSync(join(folder, file), text.replace(from, to))
  }
  return ['python3', join(folder, 'adapter.py')]
}

/**
 * Writes the report page of the sample into a folder.
 * @returns the path of the page
 * @throws Error where the run does not end with exit code 1
 */
export function reportOfSample(folder: string): string {
  const page = join(folder, 'report.html')
  const flags = ['--seed', '1', '--generated', '300', '--quiet', '--report', `html=${page}`]
  const args = ['--import', 'tsx', rootFile('runners/cli.ts'), 'sdk', ...flags, '--']
  const adapter = sampleWith(URL_SAFE, join(folder, 'sample'))
  const { status, stderr } = spawnSync(process.execPath, [...args, ...adapter], { encoding: 'utf8' })
  if (status !== EXIT.fails) throw new Error(`the run of the sample ended with ${status}:\n${stderr}`)
  return page
}

/**
 * Takes the first screen of a page.
 * @param page path of the page
 * @param file where the PNG is written
 * @returns the text that stands in the picture, in whole or in part
 */
export async function takePicture(browser: Browser, page: string, file: string): Promise<string> {
  const context = await browser.newContext({ viewport: PICTURE, colorScheme: 'light' })
  const tab = await context.newPage()
  await tab.goto(pathToFileURL(page).href)
  await tab.screenshot({ path: file })
  const text =
    await tab.evaluate<string>(`[...document.querySelectorAll('h1, h2, h3, p, li, td, th, dd, dt, summary')]
    .filter((one) => one.getClientRects().length > 0 && one.getBoundingClientRect().top < innerHeight)
    .map((one) => one.textContent).join('\\n')`)
  await context.close()
  return text
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'channelproof-picture-'))
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium' })
  try {
    await takePicture(browser, reportOfSample(folder), rootFile('docs/images/report.png'))
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
