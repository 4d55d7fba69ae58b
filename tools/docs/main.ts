/**
 * `npm run docs`: the documentation as a site. Writes site/pages (the guides as they are, a page for each rule, fault and
 * family, the inspector and a report), and has VitePress build site/dist of it, which fails at a link that leads nowhere.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rootFile } from '../../runners/suite/files.ts'
import { loadSuite } from '../../runners/suite/index.ts'
import { bundleInspector } from '../bundle.ts'
import { reportOfSample } from '../picture.ts'
import { guides, type Guides, llmsText, sections } from './guides.ts'
import { reference } from './reference.ts'

const SITE = rootFile('site')

function write(folder: string, path: string, text: string): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Writes what VitePress reads, but for the inspector and the report. @param folder is made anew */
export async function writePages(folder: string, { pages, files }: Guides): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const shared = join(folder, 'public')
  for (const [path, text] of [...pages, ...reference(await loadSuite())]) write(folder, path, text)
  for (const file of files) cpSync(rootFile(file), join(shared, file))
  // The sources stand beside the pages, for readers without a browser.
  for (const [path, text] of pages) write(shared, path, text)
  write(shared, 'llms.txt', llmsText(pages))
  const endings = [...new Set(files.map((file) => extname(file).slice(1)))]
  write(folder, 'facts.json', JSON.stringify({ sections: sections(pages), endings }))
}

function writeReport(file: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'channelproof-docs-'))
  try {
    cpSync(reportOfSample(folder), file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function npm(...args: string[]): void {
  const { status } = spawnSync('npm', args, { cwd: SITE, stdio: 'inherit' })
  if (status !== 0) throw new Error(`npm ${args.join(' ')} ended with ${status}`)
}

async function main(): Promise<void> {
  const folder = join(SITE, 'pages')
  await writePages(folder, guides())
  write(folder, 'public/inspector.html', (await bundleInspector()).html)
  writeReport(join(folder, 'public/example-report.html'))
  npm('ci', '--silent')
  npm('run', '--silent', 'build')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
