import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { faultById, OUTPUT_FAULTS } from '../../src/faults/catalogue.ts'
import { readText, rootFile } from '../../runners/suite/files.ts'
import {
  changedText,
  LANGUAGES,
  rowsOf,
  type ExpectedOfRow,
  type Language,
  type MutantRow,
} from '../../tools/measure/rows.ts'

const mutantsIn = (language: Language) => rowsOf({ group: 'mutants', language })
const rows = LANGUAGES.flatMap(mutantsIn)
const made = rows.filter(({ change }) => change)
const faultsIn = ({ faults = [], anyOf = [] }: ExpectedOfRow) => [...faults, ...anyOf.flat()]
const hasMistakes = (count: number) => (row: MutantRow) =>
  row.expect.faults?.length === count && row.change!.length >= count
/** Wrong in methods that mint and right in token.verify, or the other way round. */
const isOneSided = ({ expect: { in: methods = [] } }: MutantRow) =>
  methods.length > 0 && !(methods.includes('token.verify') && methods.length > 1)

describe('the mutants of the measure', () => {
  test.for(LANGUAGES)('have ids of their own in %s', (language, { expect }) => {
    const ids = mutantsIn(language).map(({ id }) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })

  test.for(LANGUAGES)('change what stands exactly once in a program in %s', (language, { expect }) => {
    const own = mutantsIn(language).filter(({ change }) => change)
    expect(own.length).toBeGreaterThanOrEqual(40)
    for (const { file = '', change = [] } of own) {
      const text = readText(...(file.split('/') as [string, ...string[]]))
      expect(changedText(text, change)).not.toBe(text)
    }
  })

  test('name faults of the catalogue only', () => {
    const faultIds = new Set(OUTPUT_FAULTS.map(({ id }) => id))
    expect(rows.flatMap(({ expect }) => faultsIn(expect)).filter((id) => !faultIds.has(id))).toEqual([])
  })

  test('are changes, or mistakes that are built in, and say what is right', () => {
    for (const { id, file, change, mutant, expect: right } of rows) {
      expect([id, file === undefined, mutant === undefined]).toEqual([id, !change, Boolean(change)])
      expect([id, Object.keys(right).length > 0]).toEqual([id, true])
    }
  })

  test.for<[string, (row: MutantRow) => boolean, number]>([
    ['changes of right programs', () => true, 300],
    ['two mistakes at once', hasMistakes(2), 60],
    ['three mistakes at once', hasMistakes(3), 20],
    ['signing wrong and verifying right, or the other way round', isOneSided, 60],
    ['mistakes that the catalogue lacks', (row) => row.expect.describes !== undefined, 20],
    ['programs that break', (row) => row.expect.trouble === true, 15],
    ['changes that make no answer wrong', (row) => row.expect.equivalent !== undefined, 15],
  ])('hold enough of %s', ([, fits, least], { expect }) => {
    expect(made.filter(fits).length).toBeGreaterThanOrEqual(least)
  })
})

describe('the programs that were written from the interface alone', () => {
  const strangers = LANGUAGES.flatMap((language) => rowsOf({ group: 'strangers', language }))
  const sums = readText('test', 'strangers', 'named', 'SHA256').trim().split('\n')

  test('are 120, and their right names are those of the catalogue, three at most', () => {
    expect(strangers).toHaveLength(120)
    const named = strangers.flatMap(({ expect }) => faultsIn(expect))
    expect(named.filter((id) => faultById(id) === undefined)).toEqual([])
    expect(strangers.filter(({ expect: { anyOf = [] } }) => anyOf.length > 3)).toEqual([])
  })

  test.for(sums)('are what they were before their first run: %s', (line, { expect }) => {
    const [sum, file = ''] = line.split('  ')
    const bytes = readFileSync(rootFile('test/strangers/named', file))
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sum)
  })
})

describe('a change', () => {
  test('takes the place of its text', () => {
    expect(changedText('a + b', [{ from: '+', to: '$&-' }])).toBe('a $&- b')
  })

  test.for(['-', 'b'])('is an error where %j stands not at all, or twice', (from, { expect }) => {
    expect(() => changedText('a + b + b', [{ from, to: '*' }])).toThrow(
      `does not occur exactly once: ${from}`,
    )
  })
})
