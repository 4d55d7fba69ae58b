import { describe, expect, test } from 'vitest'
import { scoreOfRow, evidenceOf, outcomeOf } from '../../tools/measure/expected.ts'
import { rowsOf, type MutantRow } from '../../tools/measure/rows.ts'
import { rootFile } from '../../runners/suite/files.ts'
import { loadSuite } from '../../runners/suite/index.ts'
import { OUTPUT_FAULTS } from '../../src/faults/catalogue.ts'

const { vectors } = await loadSuite(['token'])
const PROGRAMS = { group: 'mutants', language: 'javascript' } as const
const rows = rowsOf(PROGRAMS)
const outcome = (row: MutantRow) => outcomeOf(PROGRAMS, row, vectors)
const evidence = (mutant: string) =>
  evidenceOf([process.execPath, rootFile('test/mutants/node/sdk.mjs'), mutant], vectors)

/** The other languages need their toolchains: "npm run measure" runs them all, and so does CI. */
describe('an SDK written with the libraries of JavaScript', () => {
  test.for(rows.filter(({ mutant }) => mutant))('$id is named $expect.faults', async (row, { expect }) => {
    const found = await outcome(row)
    expect(scoreOfRow(found, row.expect)).toBe('named rightly')
    expect(found.findings.unexplained).toEqual([])
    const other = OUTPUT_FAULTS.find(({ id }) => !row.expect.faults!.includes(id))
    expect(scoreOfRow(found, { faults: [other!.id] })).toBe('wrongly')
  })

  test('is not named anything where it is right', async () => {
    expect((await evidence('right')).diagnosis()).toMatchObject({ causes: [], unexplained: [] })
  })

  test('is not named anything where the catalogue lacks its mistake', async () => {
    const rest = OUTPUT_FAULTS.filter(({ id }) => id !== 'signature-hex')
    const { causes, unexplained } = (await evidence('digest-hex')).diagnosis(rest)
    expect(causes).toEqual([])
    expect(unexplained.length).toBeGreaterThan(100)
  })
})

describe('the sample in TypeScript', () => {
  test.for(rows.filter(({ expect }) => expect.equivalent))('conforms with $id', async (row, { expect }) => {
    const found = await outcome(row)
    expect(scoreOfRow(found, row.expect)).toBe('equivalent')
    expect(scoreOfRow(found, { faults: ['signature-hex'] })).toBe('not named')
  })

  test('does not conform with a change that makes answers wrong', async () => {
    const row = rows.find(({ id }) => id === 'params-as-they-are')!
    expect(scoreOfRow(await outcome(row), { equivalent: 'it is not' })).toBe('wrongly')
  })
})
