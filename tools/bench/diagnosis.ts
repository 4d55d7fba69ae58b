import { spawnSync } from 'node:child_process'
import type { Evidence } from '../../src/diagnose/evidence.ts'
import { OUTPUT_FAULTS } from '../../src/faults/catalogue.ts'
import { rootFile } from '../../runners/suite/files.ts'
import { evidenceOf } from '../measure/native.ts'
import { loadSuite } from '../../runners/suite/index.ts'
import { median, type Ratio } from './ratio.ts'

const ROUNDS = 5
const SDK = [process.execPath, rootFile('dist/runners/cli.js'), 'sdk', '--quiet', '--'] as const
const sdk = (mutant: string) => [process.execPath, rootFile('test/mutants/node/sdk.mjs'), mutant] as const

/** A failing run of an adapter, and the search for its cause: one fault, two, and one that the catalogue lacks. */
export async function diagnosis(): Promise<Ratio[]> {
  const { vectors } = await loadSuite(['token'])
  const without = OUTPUT_FAULTS.filter(({ id }) => id !== 'signature-hex')
  return [
    await ratio('one fault', 'digest-hex', vectors, (evidence) => evidence.diagnosis()),
    await ratio('two faults', 'base64url', vectors, (evidence) => evidence.diagnosis()),
    await ratio('a fault that is not in the catalogue', 'digest-hex', vectors, (evidence) =>
      evidence.diagnosis(without),
    ),
  ]
}

async function ratio(
  what: string,
  mutant: string,
  vectors: Parameters<typeof evidenceOf>[1],
  search: (evidence: Evidence) => unknown,
): Promise<Ratio> {
  const [runs, searches]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    const evidence = await evidenceOf(sdk(mutant), vectors)
    // The user's run searches too, in the whole catalogue: that share does not count as its own.
    const own = millis(() => evidence.diagnosis())
    searches.push(millis(() => search(evidence)))
    runs.push(failing([...SDK, ...sdk(mutant)]) - own)
  }
  const [run, found] = [median(runs), median(searches)]
  return {
    name: `diagnosis of ${what} / the failing run`,
    value: found / run,
    atMost: 1,
    of: `${found.toFixed(0)} ms / ${run.toFixed(0)} ms`,
  }
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
