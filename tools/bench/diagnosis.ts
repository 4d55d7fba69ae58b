import { spawnSync } from 'node:child_process'
import { OUTPUT_FAULTS } from '../../src/faults/catalogue.ts'
import type { Vector } from '../../src/model/index.ts'
import { rootFile } from '../../runners/suite/files.ts'
import { evidenceOf } from '../measure/native.ts'
import { loadSuite } from '../../runners/suite/index.ts'
import { median, ofTimes, type Ratio } from './ratio.ts'

const ROUNDS = 5
const SDK = [process.execPath, rootFile('dist/runners/cli.js'), 'sdk', '--quiet', '--'] as const
const sdk = (mutant: string) => [process.execPath, rootFile('test/mutants/node/sdk.mjs'), mutant] as const

/** A failing run of an adapter, and the search for its cause: one fault, two, and one that the catalogue lacks. */
export async function diagnosis(): Promise<Ratio[]> {
  const { vectors } = await loadSuite(['token'])
  const without = OUTPUT_FAULTS.filter(({ id }) => id !== 'signature-hex')
  return [
    await ratio('one fault', { mutant: 'digest-hex', vectors }),
    await ratio('two faults', { mutant: 'base64url', vectors }),
    await ratio('a fault that is not in the catalogue', {
      mutant: 'digest-hex',
      vectors,
      catalogue: without,
    }),
  ]
}

interface Searched {
  readonly mutant: string
  readonly vectors: readonly Vector[]
  readonly catalogue?: typeof OUTPUT_FAULTS
}

async function ratio(what: string, { mutant, vectors, catalogue }: Searched): Promise<Ratio> {
  const [runs, searches]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    const evidence = await evidenceOf(sdk(mutant), vectors)
    // The user's run searches too, in the whole catalogue: that share does not count as its own.
    const own = millis(() => evidence.diagnosis())
    searches.push(millis(() => evidence.diagnosis(catalogue)))
    runs.push(failing([...SDK, ...sdk(mutant)]) - own)
  }
  return ofTimes(`diagnosis of ${what} / the failing run`, median(searches), median(runs), { atMost: 1 })
}

function millis(action: () => unknown): number {
  const startedAt = performance.now()
  action()
  return performance.now() - startedAt
}

/** Milliseconds of a run as its user sees it, start-up included. @throws if it does not fail */
function failing([program, ...args]: readonly [string, ...string[]]): number {
  const startedAt = performance.now()
  const { status } = spawnSync(program, args, { stdio: 'ignore' })
  if (status !== 1) throw new Error(`the faulty SDK ended with ${status}`)
  return performance.now() - startedAt
}
