import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readText, ROOT_FOLDER, rootFile } from '../../runners/suite/files.ts'
import { verifyVectorsAt } from '../../src/vectors/token/verify.ts'
import { filesBelow } from '../support/imports.ts'
import { brokenLinks, unlinkedGuides, type Pages } from '../support/links.ts'
import { families } from '../../src/vectors/index.ts'
import { loadRequirements, loadSuite } from '../../runners/suite/index.ts'
import { NUMBERS_FILE, numbersText } from '../../tools/numbers.ts'

/** The longest README that is still the way in. */
const README_LINES = 150

const FOLDERS = ['docs', 'packages', 'runners', 'schemas', 'src', 'test', 'tools', 'vectors']
const PATHS = [
  ...readdirSync(ROOT_FOLDER).filter((file) => file.endsWith('.md')),
  ...FOLDERS.flatMap((folder) => filesBelow(folder, '.md')).filter((path) => !path.includes('node_modules')),
]
const PAGES: Pages = Object.fromEntries(PATHS.map((path) => [path, readText(path)]))

const exists = (path: string): boolean => existsSync(rootFile(path))
const tooLong = (text: string): boolean => text.split('\n').length > README_LINES + 1

describe('the pages', () => {
  test('lead to files and headings that are there', () => {
    expect(brokenLinks(PAGES, exists)).toEqual([])
  })

  test.each([
    ['a file that is gone', 'docs/x.md', '[x](gone.md)', ['docs/x.md: gone.md']],
    ['a file of another folder', 'docs/x.md', '[x](CONTRIBUTING.md)', ['docs/x.md: CONTRIBUTING.md']],
    ['a heading that is gone', 'x.md', '# Here\n[x](#there)', ['x.md: #there']],
    ['a heading of a file that is gone', 'x.md', '[x](gone.md#here)', ['x.md: gone.md#here']],
    ['a heading of another page', 'x.md', '[x](docs/y.md#here)', ['x.md: docs/y.md#here']],
  ])('a link to %s is seen', (_, page, text, broken) => {
    expect(brokenLinks({ 'docs/y.md': '# There', [page]: text }, exists)).toEqual(broken)
  })

  test.each([
    ['a heading with marks', '## What `x` is, and why\n[x](#what-x-is-and-why)'],
    ['another page', '[x](docs/y.md#there)'],
    ['a page outside', '[x](https://docs.example/#here)'],
    ['nothing, in code', '```\n[x](gone.md)\n```'],
  ])('a link to %s is right', (_, text) => {
    expect(brokenLinks({ 'docs/y.md': '# There', 'x.md': text }, exists)).toEqual([])
  })
})

describe('docs/README.md', () => {
  test('leads to every guide', () => {
    expect(unlinkedGuides(PAGES)).toEqual([])
  })

  test('and a guide that it leaves out is seen', () => {
    expect(unlinkedGuides({ ...PAGES, 'docs/new.md': '# New' })).toEqual(['docs/new.md'])
  })
})

describe('README.md', () => {
  test('is short', () => {
    expect(tooLong(PAGES['README.md']!)).toBe(false)
  })

  test.each([
    [150, false],
    [151, true],
  ])('%d lines: too long is %s', (lines, long) => {
    expect(tooLong('line\n'.repeat(lines))).toBe(long)
  })
})

test('the guide says how many vectors an SDK with its own clock is not asked', async () => {
  const { vectors } = await loadSuite(['token', 'client'])
  const asked = new Set(verifyVectorsAt(1800000000).map(({ id }) => id))
  const ofAnotherTime = vectors.filter(
    ({ id, question, needs }) =>
      (question.method === 'token.verify' && !asked.has(id)) || needs?.includes('injected-clock'),
  )
  expect(readText('docs', 'fuzzing.md')).toContain(` ${ofAnotherTime.length} vectors are skipped`)
})

describe('counts', () => {
  /** What goes out of date; sample outputs stand in code blocks, which test/packaging/outputs.program.test.ts runs. */
  const COUNT = /\b\d[\d,]* (?:vectors|families|faults|mistakes|rules|requirements|variants)\b/g
  /** The test above compares it. */
  const COMPARED = '15 vectors'
  const countsIn = (page: string): string[] =>
    (page.replaceAll(/^```[\s\S]*?^```$/gm, '').match(COUNT) ?? []).filter((count) => count !== COMPARED)
  const guides = PATHS.filter((path) => /^(?:README|docs\/.*)\.md$/.test(path) && path !== NUMBERS_FILE)

  test('stand in docs/numbers.md, as the tables have them', async () => {
    expect(readText(NUMBERS_FILE)).toBe(await numbersText(families(), await loadRequirements()))
  })

  test.each(guides)('do not stand in %s', (path) => {
    expect(countsIn(PAGES[path]!)).toEqual([])
  })

  test('and one that does is seen', () => {
    expect(countsIn('All 2,333 vectors and 374 mistakes.\n```\n7 rules\n```\n15 vectors')).toEqual([
      '2,333 vectors',
      '374 mistakes',
    ])
  })
})
