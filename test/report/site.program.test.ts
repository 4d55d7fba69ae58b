/** `channelproof site` as its user runs it: what it reads, what it leaves out, what it leaves alone, how it ends. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cli, temporary, type Ran } from '../support/cli.ts'
import { TEN } from '../support/report/ten.ts'

/** A folder with these files. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = temporary()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}
const TEN_FILES = Object.fromEntries(
  TEN.map((report, at) => [`in/${at % 2 ? 'a/b' : 'c'}/${at}.json`, JSON.stringify(report)]),
)
const ONE = { 'in/one.json': JSON.stringify(TEN[0]) }

const site = (cwd: string, args: readonly string[] = []): Promise<Ran> =>
  cli(['site', 'in', '--out', 'out', ...args], { cwd })
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort()
const contentsOf = (folder: string): string[] =>
  filesBelow(folder).map((file) => `${file}\n${readFileSync(join(folder, file), 'utf8')}`)
interface Index {
  readonly subjects: readonly object[]
  readonly reports: readonly { readonly file: string; readonly stale: boolean }[]
}
const indexIn = (cwd: string): Index =>
  JSON.parse(readFileSync(join(cwd, 'out/reports.json'), 'utf8')) as Index

describe('channelproof site', () => {
  test('makes pages of ten reports, whatever they say, with exit code 0', async () => {
    const cwd = folderOf(TEN_FILES)
    const flags = ['--max-age', '30d', '--now', '2026-02-01', '--title', 'Our SDKs']
    expect(await site(cwd, flags)).toEqual({ code: 0, stdout: '10 reports: out/index.html\n', stderr: '' })
    const { subjects, reports } = indexIn(cwd)
    expect([subjects.length, reports.length]).toEqual([8, 10])
    expect(reports.filter(({ stale }) => stale).length).toBeGreaterThan(0)
    for (const { file } of reports) expect(existsSync(join(cwd, 'out', file))).toBe(true)
    expect(readFileSync(join(cwd, 'out/index.html'), 'utf8')).toContain('<h1>Our SDKs</h1>')
    const before = contentsOf(join(cwd, 'out'))
    // The copies are reports as well: the store is the site.
    expect((await cli(['site', 'out/data', 'in', '--out', 'out', ...flags], { cwd })).code).toBe(0)
    expect(contentsOf(join(cwd, 'out'))).toEqual(before)
  })

  test.each([
    ['is empty, as a run leaves it that did not end', '', 'report-not-json'],
    ['is cut', JSON.stringify(TEN[0]).slice(0, 5000), 'report-not-json'],
    ['is damaged', JSON.stringify({ ...TEN[0], level: 'all' }), 'not-a-report'],
    ['is of a schema to come', JSON.stringify({ ...TEN[0], schema: 2 }), 'not-a-report'],
  ])(
    'a report that %s is named, the others have their pages, and the exit code is 2',
    async (_, text, wanted) => {
      const cwd = folderOf({ ...ONE, 'in/bad.json': text })
      const { code, stdout, stderr } = await site(cwd)
      expect(code).toBe(2)
      expect(stderr).toContain('in/bad.json')
      expect(stderr).toContain(`[${wanted}]`)
      expect(stdout).toContain('the pages lack 1 file that could not be read')
      expect(indexIn(cwd).reports).toHaveLength(1)
    },
  )

  test('a named file that is missing ends with 2 too, and the rest has its pages', async () => {
    const cwd = folderOf(ONE)
    const { code, stderr } = await cli(['site', 'in', 'none.json', '--out', 'out'], { cwd })
    expect([code, stderr]).toEqual([2, expect.stringContaining('none.json: there is no such file')])
    expect(indexIn(cwd).reports).toHaveLength(1)
  })

  test('other JSON beside reports is left out by name, and is no error', async () => {
    const cwd = folderOf({
      ...ONE,
      'in/badge.json': '{"schemaVersion": 1}',
      'in/list.json': '[]',
      'in/page.html': '<p>',
    })
    const { code, stderr } = await site(cwd)
    expect([code, stderr.split('\n').sort()]).toEqual([
      0,
      [
        '',
        'channelproof: in/badge.json: left out, it is no report',
        'channelproof: in/list.json: left out, it is no report',
      ],
    ])
    // Who names it means it.
    expect((await cli(['site', 'in/badge.json', 'in/one.json', '--out', 'out'], { cwd })).code).toBe(2)
  })

  test('links are not followed, since they may turn in circles', async () => {
    const cwd = folderOf(ONE)
    symlinkSync('..', join(cwd, 'in/circle'))
    expect((await site(cwd)).code).toBe(0)
  })

  test('without a report it writes nothing, and ends with 2', async () => {
    const cwd = folderOf({ 'in/badge.json': '{}' })
    const { code, stderr } = await site(cwd)
    expect([code, stderr]).toEqual([2, expect.stringContaining('[no-reports]')])
    expect(existsSync(join(cwd, 'out'))).toBe(false)
  })

  test('a site below the folder of the reports is not read again', async () => {
    const cwd = folderOf(ONE)
    const again = (): Promise<Ran> => cli(['site', '.', '--out', 'out'], { cwd })
    expect(await again()).toEqual(await again())
    expect(indexIn(cwd).reports).toHaveLength(1)
  })
})

describe('what stands in the folder of a site', () => {
  test('pages of subjects that are gone are removed; copies of reports stay, and are named', async () => {
    const cwd = folderOf({
      ...ONE,
      'in/other.json': JSON.stringify(TEN[3]),
      'later/one.json': ONE['in/one.json'],
    })
    await site(cwd)
    const pages = filesBelow(join(cwd, 'out/subjects'))
    writeFileSync(join(cwd, 'out/subjects/mine.html'), 'mine')
    const { code, stderr } = await cli(['site', 'later', '--out', 'out'], { cwd })
    expect([code, stderr]).toEqual([0, expect.stringContaining('1 older report in out/data: on no page')])
    expect(pages).toHaveLength(2)
    expect(filesBelow(join(cwd, 'out/subjects'))).toEqual([
      expect.stringContaining('channel-js'),
      'mine.html',
    ])
    expect(filesBelow(join(cwd, 'out/data'))).toHaveLength(2)
  })

  test('an index that lists other files has none of them removed', async () => {
    const cwd = folderOf({
      ...ONE,
      'keep.txt': 'mine',
      'out/CNAME': 'mine',
      'out/reports.json': JSON.stringify({
        schema: 1,
        files: ['../keep.txt', 'CNAME', 'subjects/../../keep.txt'],
      }),
    })
    expect((await site(cwd)).code).toBe(0)
    for (const file of ['keep.txt', 'out/CNAME']) expect(readFileSync(join(cwd, file), 'utf8')).toBe('mine')
  })

  test.each(['index.html', 'reports.json'])('%s of something else is not overwritten', async (name) => {
    const cwd = folderOf({ ...ONE, [`out/${name}`]: '"mine"' })
    const { code, stderr } = await site(cwd)
    expect([code, stderr]).toEqual([2, expect.stringContaining('[file-exists]')])
    expect(filesBelow(join(cwd, 'out'))).toEqual([name])
  })
})

describe('flags', () => {
  test.each([
    [['--max-age', '0'], 'invalid --max-age'],
    [['--max-age', '30w'], 'invalid --max-age'],
    [['--now', '2026-02-01'], 'there is no --max-age'],
    [['--max-age', '30', '--now', 'yesterday'], 'invalid --now'],
    [['--out', ''], 'invalid --out'],
  ])('%j is wrong usage', async (flags, message) => {
    const cwd = folderOf(ONE)
    const { code, stderr } = await site(cwd, flags)
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
    expect(existsSync(join(cwd, 'out'))).toBe(false)
  })

  test('a badge of a run is an image where its file is one, else what shields.io reads', async () => {
    const cwd = temporary()
    const badges = ['--report', 'badge=b.svg', '--report', 'badge=b.json', '--report', 'text']
    expect((await cli(['sdk', '--filter', 'token/params/*', ...badges], { cwd })).code).toBe(0)
    expect(readFileSync(join(cwd, 'b.svg'), 'utf8')).toMatch(
      /^<svg [^]*channelproof \d+\.\d+\.\d+: [^]*\d{4}-\d\d-\d\d/,
    )
    expect(JSON.parse(readFileSync(join(cwd, 'b.json'), 'utf8'))).toMatchObject({ schemaVersion: 1 })
  })
})
