import { describe, expect, test } from 'vitest'
import type { Report } from '../../src/report/report.ts'
import { check } from '../support/cli.ts'
import { needsLibrary } from '../support/portability/libraries.ts'
import { answeredBy, judged, questionLines, sampleWith, type Change } from '../support/transcript/device.ts'
import { rootFile } from '../../runners/suite/files.ts'

const PYTHON = { name: 'Python', program: 'python3', probe: ['--version'], folder: rootFile('.') }

const FAULTS: readonly (Change & { readonly title: string })[] = [
  {
    title: 'the URL-safe alphabet',
    file: 'channel_token.py',
    from: 'base64.b64encode(data)',
    to: 'base64.urlsafe_b64encode(data)',
  },
  { title: 'another hash', file: 'channel_token.py', from: '"sha256")', to: '"sha512")' },
  { title: 'another version', file: 'channel_token.py', from: 'VERSION = "02"', to: 'VERSION = "2"' },
  {
    title: 'no bound of duration',
    file: 'channel_token.py',
    from: 'join_params[name] > maximum',
    to: 'join_params[name] > maximum + 1000000',
  },
  {
    title: 'an expiry that the duration does not move',
    file: 'channel_token_verify.py',
    from: 'int(timestamp) + join_params.get("duration", DAY)',
    to: 'int(timestamp) + DAY',
  },
]

const FLAGS = ['--seed', '5', '--generated', '100']

/** What a verdict is, whenever it was given. */
const verdictsIn = (report: Report | undefined): unknown[] =>
  report!.verdicts.map(({ vector, level, outcome, reason, message }) => ({
    vector,
    level,
    outcome,
    reason,
    message,
  }))

const stdio = (cwd: string) => check(['python3', 'adapter.py'], [...FLAGS, '--level', 'recommended'], { cwd })

async function byFile(cwd: string) {
  const answers = answeredBy(cwd, 'adapter.py', await questionLines(FLAGS))
  return judged(answers, ['--level', 'recommended'])
}

describe.skipIf(!needsLibrary(PYTHON))('an SDK that answers a file', () => {
  test('has the verdicts that it has over a pipe', async () => {
    const folder = sampleWith([])
    const [pipe, file] = await Promise.all([stdio(folder), byFile(folder)])
    expect(verdictsIn(file.report)).toEqual(verdictsIn(pipe.report))
    expect(file.report!.generated).toEqual(pipe.report!.generated)
    expect([pipe.code, file.code]).toEqual([0, 0])
  })

  test.for(FAULTS)('and so it has with $title', async (fault, { expect }) => {
    const folder = sampleWith([fault])
    const [pipe, file] = await Promise.all([stdio(folder), byFile(folder)])
    expect(verdictsIn(file.report)).toEqual(verdictsIn(pipe.report))
    expect(file.report!.totals.failed).toBeGreaterThan(0)
    expect([pipe.code, file.code]).toEqual([1, 1])
  })
})
