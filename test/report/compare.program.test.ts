import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Comparison } from '../../src/report/compare/index.ts'
import { comparisonMarkdown, comparisonText } from '../../src/report/compare/text.ts'
import { comparisonHtml } from '../../src/report/compare/page.ts'
import type { Report } from '../../src/report/report.ts'
import { cli, temporary } from '../support/cli.ts'
import { HOSTILE } from '../support/report/hostile.ts'
import { made, nine, NINE } from '../support/report/nine.ts'
import { suite } from '../support/report/reports.ts'

const stateOf = (comparison: Comparison, id: string): string[] =>
  comparison.sections
    .flatMap(({ rules }) => rules)
    .find((rule) => rule.id === id)!
    .cells.map(({ state }) => state)

/** No requirement of this suite; put together, since every id that stands in a file must be one. */
const OF_TOMORROW = ['TOKEN', 'OF', 'TOMORROW'].join('-')

describe('a comparison', () => {
  test('has faulty subjects that fail something, or it would show nothing', () => {
    expect(NINE.map(({ totals }) => totals.failed > 0)).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
      false,
      false,
      true,
    ])
  })

  test('has a row for each rule that any of them was tested on, and the worst outcome in each cell', () => {
    expect(stateOf(nine, 'TOKEN-SIGNATURE-ALPHABET')[0]).toBe('passed')
    expect(stateOf(nine, 'TOKEN-SIGNATURE-ALPHABET')[2]).toBe('failed')
    expect(nine.sections.flatMap(({ rules }) => rules.map(({ cells }) => cells[5]!.state))).toContain(
      'excused',
    )
    const ids = nine.sections.flatMap(({ rules }) => rules.map(({ id }) => id))
    expect(ids).not.toContain('STREAM-URL-RTMP')
    expect(ids.length + nine.untested).toBe(suite.requirements.length)
  })

  test('what one report has not is not run there, and is not passed', () => {
    const part = {
      ...NINE[0]!,
      verdicts: NINE[0]!.verdicts.filter(({ vector }) => vector.startsWith('token/verify')),
    }
    expect(stateOf(made([NINE[0]!, part]), 'TOKEN-SIGNATURE-PADDING')).toEqual(['passed', 'not run'])
  })

  test('keeps rules that this version does not know', () => {
    const verdict = { ...NINE[0]!.verdicts[0]!, requirements: [OF_TOMORROW] as const }
    const comparison = made([{ ...NINE[0]!, verdicts: [verdict] }])
    expect(comparison.sections.map(({ section }) => section)).toEqual(['unknown'])
  })

  test('names that are the same get their file', () => {
    expect(made([NINE[0]!, { ...NINE[0]! }, NINE[1]!]).subjects.map(({ name }) => name)).toEqual([
      'channel-js 2.1.0 (TypeScript), report-1.json',
      'channel-js 2.1.0 (TypeScript), report-2.json',
      'channel-go 2.1.0 (Go)',
    ])
  })

  const shard = { index: 1, of: 4, filter: [], clock: 'injected' as const, require: [], minCases: 0 }
  test.each<[string, Partial<Report>, RegExp]>([
    [
      'another suite',
      { suite: { name: 'channelproof', version: '0.2.0', vectors: { digest: 'f'.repeat(64), count: 1 } } },
      /suites.*ffffffffffff \(B\)/,
    ],
    ['another level', { level: 'recommended' }, /levels.*recommended \(B\)/],
    ['another kind', { subject: { kind: 'endpoint', name: 'x' } }, /kinds.*endpoint \(B\)/],
    ['a shard', { shard }, /B is part 1 of 4/],
    ['a partial run', { partial: true }, /B is partial/],
  ])('warns of %s, in every format', (_, facts, warning) => {
    const comparison = made([NINE[0]!, { ...NINE[1]!, ...facts }])
    expect(comparison.warnings.join()).toMatch(warning)
    expect(comparison.warnings).toHaveLength(1)
    expect(comparisonText(comparison)).toContain('WARNING')
    expect(comparisonMarkdown(comparison)).toContain('> **Warning:**')
    expect(comparisonHtml(comparison)).toContain('Warning</b>')
  })

  test('warns of nothing where there is nothing', () => {
    expect(nine.warnings).toEqual([])
  })

  test('of a report that does not conform nothing can be read as "conforms"', () => {
    const one = made([{ ...NINE[0]!, partial: true }])
    for (const text of [
      comparisonText(one),
      comparisonMarkdown(one),
      comparisonHtml(one).replace(/<style>[^]*?<\/style>/, ''),
    ])
      expect(text.replaceAll(/does not conform/gi, '')).not.toMatch(/conform/i)
    expect(comparisonText(made([NINE[0]!]))).toMatch(/Conforms/)
  })
})

describe('as text', () => {
  const widest = (text: string): number => Math.max(...text.split('\n').map((line) => line.length))

  test.each([1, 9, 17, 30])('%i subjects stay within 80 columns', (count) => {
    const many = made(Array.from({ length: count }, (_, at) => NINE[at % NINE.length]!))
    expect(widest(comparisonText(many))).toBeLessThanOrEqual(80)
    expect(widest(comparisonText(many, { counts: true }))).toBeLessThanOrEqual(80)
  })

  test('so do texts of others, and no control character gets out', () => {
    const text = comparisonText(
      made(NINE.map((report) => ({ ...report, subject: { kind: 'adapter', name: HOSTILE.repeat(3) } }))),
    )
    expect(widest(text)).toBeLessThanOrEqual(80)
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
  })

  test('has a letter for each subject over its column', () => {
    const lines = comparisonText(nine).split('\n')
    const row = lines.find((line) => line.includes('TOKEN-SIGNATURE-ALPHABET'))!
    expect(lines.find((line) => line.startsWith('Section 4.5'))).toMatch(/A B C D E F G H I$/)
    expect(row).toMatch(/✓ ✓ ✗ ✗ ✓ ✓ – ✓ [?]$/)
  })

  test('tells the counts where they are asked for', () => {
    expect(comparisonText(nine, { counts: true })).toMatch(/A [0-9]+ passed; B/)
    expect(comparisonText(nine)).not.toMatch(/A [0-9]+ passed; B/)
  })
})

describe('as Markdown', () => {
  test('a text of others makes no cell, no link, no HTML and no heading', () => {
    const name = '[x](javascript:1) | <img src=x> `a` \n# head @all https://evil.example'
    const line = comparisonMarkdown(made([{ ...NINE[0]!, subject: { kind: 'adapter', name } }]))
      .split('\n')
      .find((text) => text.startsWith('| A |'))!
    expect(line).not.toMatch(/(?<!\\)[[\]<>`#@]/)
    expect(line.match(/(?<!\\)\|/g)).toHaveLength(8)
  })
})

describe('channelproof compare', () => {
  const folder = temporary()
  const fileOf = (name: string, text: string): string => {
    const file = join(folder, name)
    writeFileSync(file, text)
    return file
  }
  const good = NINE.slice(0, 3).map((report, at) => fileOf(`${at}.json`, JSON.stringify(report)))

  test('puts reports side by side with exit code 0, though one of them does not conform', async () => {
    const html = join(folder, 'out/compare.html')
    const { code, stdout } = await cli(['compare', ...good, '--report', `html=${html}`, '--report', 'json'])
    expect(code).toBe(0)
    expect((JSON.parse(stdout) as Comparison).subjects.map(({ exitCode }) => exitCode)).toEqual([0, 0, 1])
  })

  test('says in its help that it is no gate', async () => {
    expect((await cli(['compare', '--help'])).stdout).toContain('It is no gate')
  })

  const large = fileOf('large.json', '')
  test.each([
    ['a file that is missing', join(folder, 'none.json'), 'input-unreadable'],
    ['a file that is not JSON', fileOf('text.json', '{"schema": 1'), 'report-not-json'],
    ['JSON that is no report', fileOf('other.json', '{"schema": 2}'), 'not-a-report'],
    ['null', fileOf('null.json', 'null'), 'not-a-report'],
    ['a file of more than 64 MiB', large, 'input-too-large'],
  ])('%s is wrong input', async (_, file, wanted) => {
    if (file === large) writeFileSync(large, Buffer.alloc(64 * 1024 * 1024 + 1, ' '))
    const { code, stderr } = await cli(['compare', good[0]!, file])
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`[${wanted}]`) })
    expect(stderr).toContain(file)
  })

  test('a report above the limit of request bodies is read', async () => {
    const padded = fileOf('padded.json', JSON.stringify(NINE[0]) + ' '.repeat(2 * 1024 * 1024))
    expect((await cli(['compare', padded])).code).toBe(0)
  })

  test('an unknown format is wrong usage', async () => {
    const { code, stderr } = await cli(['compare', good[0]!, '--report', 'junit'])
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('[unknown-format]') })
  })
})
