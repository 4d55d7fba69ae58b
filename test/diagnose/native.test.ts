import { describe, expect, test } from 'vitest'
import { evidenceOf, mutants } from '../../tools/measure/native.ts'
import { rootFile } from '../../runners/suite/files.ts'
import { loadSuite } from '../../runners/suite/index.ts'
import { OUTPUT_FAULTS } from '../../src/faults/catalogue.ts'

const { vectors } = await loadSuite(['token'])
const evidence = (mutant: string) =>
  evidenceOf([process.execPath, rootFile('test/mutants/node/sdk.mjs'), mutant], vectors)

/** The other languages need their toolchains: "npm run measure" runs them all, and so does CI. */
describe('an SDK written with the libraries of JavaScript', () => {
  test.for(mutants().filter(({ language }) => language === 'node'))(
    '$id is named $faults',
    async ({ id, faults }, { expect }) => {
      const { causes, unexplained } = (await evidence(id)).diagnosis()
      expect(causes.map(({ candidates }) => candidates)).toEqual([[faults.toSorted()]])
      expect(unexplained).toEqual([])
    },
  )

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
