import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { gatingViolations, validateBody } from '../../src/body/index.ts'
import { API_OPERATIONS } from '../../src/openapi/document.ts'
import { needsLibrary } from '../support/portability/libraries.ts'
import { BUNDLE, spread } from '../support/openapi/documents.ts'

// Hypothesis leaves a folder where it runs.
const folder = mkdtempSync(join(tmpdir(), 'channelproof-schemathesis-'))
afterAll(() => rmSync(folder, { recursive: true }))

const SCHEMATHESIS = {
  name: 'Schemathesis',
  program: 'python3',
  probe: ['-c', 'import schemathesis'],
  folder,
}
const SEED = '1'
/** Random bodies for each operation and mode, beside the systematic ones; simple ones come more than once. */
const COUNT = '250'

interface Generated {
  readonly operation: string
  readonly mode: 'positive' | 'negative'
  readonly body: string
}

async function generate(file: string, count: string): Promise<Generated[]> {
  const args = [rootFile('test/support/openapi/generate.py'), file, SEED, count]
  const { stdout } = await promisify(execFile)('python3', args, { cwd: folder, maxBuffer: 1 << 28 })
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Generated)
}

const violations = ({ operation, body }: Generated) =>
  validateBody(API_OPERATIONS.find(({ id }) => id === operation)!.body, body)
const problems = (one: Generated, gating: 'required' | 'recommended' = 'recommended') =>
  gatingViolations(violations(one), gating)

/** Bodies of which Schemathesis and we think differently; what is open (null for an optional member) is said, not failed. */
const disagreements = (generated: readonly Generated[]): Generated[] =>
  generated.filter((one) =>
    one.mode === 'positive' ? problems(one).length > 0 : violations(one).length === 0,
  )

describe.skipIf(!needsLibrary(SCHEMATHESIS))('bodies that Schemathesis makes of dist/openapi.json', () => {
  let generated: readonly Generated[] = []
  beforeAll(async () => {
    generated = await generate(BUNDLE, COUNT)
  }, 600_000)

  test.each(API_OPERATIONS)('there are many of $id, right ones and wrong ones', ({ id }) => {
    for (const mode of ['positive', 'negative'])
      expect(generated.filter((one) => one.operation === id && one.mode === mode).length).toBeGreaterThan(50)
  })

  test('the right ones are accepted and the wrong ones refused', () => {
    expect(disagreements(generated)).toEqual([])
  })

  test('among the right ones are integers written like 60.0: of that the interface says nothing', () => {
    const written = generated.filter(
      ({ mode, body }) => mode === 'positive' && /:\s*-?[0-9]+\.0\b/.test(body),
    )
    expect(written).not.toEqual([])
  })

  test('where only the text of the interface counts, our own readings alone make a difference', () => {
    const passing = generated.filter(
      (one) => one.mode === 'negative' && problems(one, 'required').length === 0 && problems(one).length > 0,
    )
    const why = new Set(passing.flatMap((one) => problems(one)).map(({ requirement }) => requirement))
    expect(why).toEqual(new Set(['API-REQUEST-BODY-LISTED-MEMBERS', 'STREAM-FLAG-ZERO']))
  })

  test.each([
    ['a bound is higher', '"maximum": 86400', '"maximum": 90000'],
    ['a member may be left out', '"userId"\n', '"channelId"\n'],
    ['a type is another', '"type": "integer"', '"type": "string"'],
  ])('they disagree where %s', async (_, text, other) => {
    const file = join(folder, 'other.json')
    const before = spread(BUNDLE)
    writeFileSync(file, before.replace(text, other))
    expect(before).toContain(text)
    expect(disagreements(await generate(file, '1'))).not.toEqual([])
  })
})
