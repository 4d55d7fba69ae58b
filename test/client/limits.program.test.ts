/** Through an adapter a call without an end is given up by the run; a client of the catalogue, in process, ends late. */
import { expect, test } from 'vitest'
import { built, check } from '../support/cli.ts'

const FILTERS = ['silent', 'dribble-*', 'stalled-*', '200', '500'].flatMap((kind) => [
  '--filter',
  `client/response/*-${kind}`,
])

test.each(['no-timeout', 'limit-ends-with-head'])(
  'of a client without a limit for the whole call one cause explains all failures: %s',
  async (name) => {
    const client = [process.execPath, built('runners/selfCheck/faultyClientAdapter.js'), name]
    const { report } = await check(client, ['--level', 'recommended', ...FILTERS])
    expect(report!.diagnosis!.map(({ faults }) => faults)).toEqual([[name]])
    expect(report!.diagnosis![0]!.explains).toHaveLength(report!.totals.failed)
  },
)
