/** The guide's tables of HTTP libraries say what the runs of libraries.program.test.ts prove. */
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { SAMPLES } from '../../../runners/init/samples.ts'
import { readText } from '../../../runners/suite/files.ts'
import { loadRequirements } from '../../../runners/suite/index.ts'
import { LIBRARIES } from './rows.ts'

const RULE = /`(SDK-[A-Z0-9-]+)`/g

/** The row of a table whose first cell is this name. */
const rowOf = (page: string, name: string): string | undefined =>
  page.split('\n').find((line) => line.split('|')[1]?.trim() === name)

const rulesOf = (row = ''): string[] => [...row.matchAll(RULE)].map(([, rule]) => rule!).toSorted()

const differing = (page: string): string[] =>
  LIBRARIES.filter(({ name, recommended }) => {
    const row = rowOf(page, name)
    return row === undefined || !isDeepStrictEqual(rulesOf(row), recommended.toSorted())
  }).map(({ name }) => name)

const GUIDE = readText('docs', 'http-clients.md')

describe('the guide of HTTP clients', () => {
  test('names for each library the rules that it breaks', () => {
    expect(differing(GUIDE)).toEqual([])
  })

  test.each([
    ['a rule that is gone', GUIDE.replaceAll('`SDK-BASE-URL-IPV6`', ''), ['Net::HTTP']],
    ['a rule too many', GUIDE.replace('| aiohttp ', '| aiohttp | `SDK-TIME-LIMIT` '), ['aiohttp']],
    ['a library that is gone', GUIDE.replace('| resty ', '| rest '), ['resty']],
  ])('%s is seen', (_, page, names) => {
    expect(differing(page)).toEqual(names)
  })

  test('says for each sample where repeats and redirects are switched off', () => {
    expect(SAMPLES.filter(({ title }) => rowOf(GUIDE, title) === undefined)).toEqual([])
  })

  test('names rules of requirements.yaml at level recommended', async () => {
    const requirements = await loadRequirements()
    const recommended = requirements.filter(({ level }) => level === 'recommended')
    const known = new Set(recommended.map(({ id }): string => id))
    const named = LIBRARIES.flatMap(({ recommended }) => recommended)
    expect(named.filter((rule) => !known.has(rule))).toEqual([])
  })
})
