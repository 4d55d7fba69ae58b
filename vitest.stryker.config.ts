import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * What `npm run mutate` asks each mutant: tests that need no build and no process of ours. The quick ones stand first:
 * most mutants die there, and the first failure ends the run of a mutant.
 */
const FILES = [
  'test/token/verify.test.ts',
  'test/token/trueReasons.test.ts',
  'test/token/joinParams.test.ts',
  'test/token/base64.test.ts',
  'test/judge/brokenRules.test.ts',
  'test/judge/judge.test.ts',
  'test/judge/freedoms.test.ts',
  'test/judge/everyFinding.test.ts',
  'test/judge/sequence.test.ts',
  'test/interface/drill.test.ts',
  'test/body/validate.test.ts',
  'test/body/schemas.test.ts',
  'test/token/sign.properties.test.ts',
  'test/token/properties.test.ts',
  'test/token/base64.properties.test.ts',
  'test/token/oracle.test.ts',
  'test/vectors/reference.test.ts',
  'test/body/vectors.test.ts',
  'test/variants/body.test.ts',
  'test/diagnose/diagnose.test.ts',
]

const placeOf = ({ moduleId }: TestSpecification): number =>
  FILES.findIndex((file) => moduleId.endsWith(`/${file}`))

class InThisOrder extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((a, b) => placeOf(a) - placeOf(b)))
  }
}

export default defineConfig({ test: { include: FILES, sequence: { sequencer: InThisOrder } } })
