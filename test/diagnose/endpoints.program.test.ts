import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { endpointCauses } from '../../runners/selfCheck/endpointCauses.ts'
import { verdictsWith } from '../../runners/selfCheck/faultyService.ts'
import { SERVICE_FAULTS } from '../../src/faults/service/index.ts'
import type { ServiceAlteration, WaitingAlteration } from '../../src/faults/service/serviceFault.ts'
import type { Report } from '../../src/report/report.ts'
import { cli, temporary } from '../support/cli.ts'
import { exchangesOf } from '../support/live/generated.ts'
import { endpointVectors } from '../support/live/service.ts'
import { liveOn } from '../support/live/wrapped.ts'

const QUESTIONS = [...endpointVectors, ...exchangesOf(5)]
const find = (id: string) => QUESTIONS.find((vector) => vector.id === id)
const alterationOf = (id: string): WaitingAlteration =>
  SERVICE_FAULTS.find((fault) => fault.id === id)!.alteration

async function named(alteration: WaitingAlteration): Promise<string[]> {
  const findings = await endpointCauses(await verdictsWith(alteration, QUESTIONS), find)
  return findings!.causes.map(({ faults, candidates }) => faults.join() || candidates!.join(' or ')).sort()
}

describe('the causes of a wrong endpoint are found by playing', () => {
  test.each([
    'service-token-with-role',
    'service-code-of-scheme',
    'service-memory-token-of-channel-stays',
    'service-channel-stop-oldest',
    'service-clock-stands',
  ])('%s alone', async (id) => {
    expect(await named(alterationOf(id))).toEqual([id])
  })

  test('two that fail alike are named together', async () => {
    const two = ['service-stop-one-ignored', 'service-stop-one-keeps-place']
    expect(await named(alterationOf(two[0]!))).toEqual([two.join(' or ')])
  })

  test('two mistakes at once', async () => {
    const [token, code] = ['service-token-with-role', 'service-code-of-disabled-app']
    // Each request is carried out once, because a start that is sent twice is refused.
    const both: WaitingAlteration = async (request, right, now, memory) => {
      const wrong = await alterationOf(code)(request, right, now, memory)
      const isToken = request.path.startsWith('/auth') && wrong.status === 200
      return isToken ? alterationOf(token)(request, () => wrong, now, memory) : wrong
    }
    expect(await named(both)).toEqual([code, token])
  })

  /** Mistakes that are not in the catalogue, written from the interface. */
  const UNKNOWN: readonly (readonly [string, ServiceAlteration])[] = [
    [
      'each start twice',
      (request, right) => {
        if (request.path === '/streaming/start') right()
        return right()
      },
    ],
    [
      '402 for every stop',
      (request, right) => (request.path === '/streaming/stop' ? { status: 402 } : right()),
    ],
    [
      'one second more than a day',
      (request, right) =>
        right({ body: Buffer.from(Buffer.from(request.body).toString().replace('86401', '86400')) }),
    ],
    [
      'no body with a line break',
      (request, right) =>
        Buffer.from(request.body).toString().trim().includes('\n') ? { status: 418 } : right(),
    ],
  ]

  test.each(UNKNOWN)('a mistake that the catalogue lacks gets no name: %s', async (_, alteration) => {
    expect(await named(alteration)).toEqual([])
  })

  test('a run of live names the cause, and the failures that it explains', async () => {
    const memory = new Map<string, string>()
    const wrong = alterationOf('service-token-with-role')
    const { report, stdout } = await liveOn(
      (asked, answer) => wrong(asked, () => answer(), Math.floor(Date.now() / 1000), memory),
      ['--seed', '7', '--filter', 'endpoint/token/*'],
    )
    expect(report!.diagnosis).toMatchObject([{ faults: ['service-token-with-role'] }])
    expect(stdout).toContain('service-token-with-role')
    const failed = report!.verdicts.filter(({ outcome }) => outcome === 'failed')
    expect(failed.length).toBeGreaterThan(5)
    expect(failed.filter(({ diagnosis }) => !diagnosis)).toEqual([])
  })

  test('two shards name it each, and their merge as well', async () => {
    const folder = temporary()
    const files = ['1/2', '2/2'].map((_, at) => join(folder, `${at}.json`))
    for (const [at, shard] of ['1/2', '2/2'].entries()) {
      const memory = new Map<string, string>()
      const wrong = alterationOf('service-token-with-role')
      const { report } = await liveOn(
        (asked, answer) => wrong(asked, () => answer(), Math.floor(Date.now() / 1000), memory),
        ['--seed', '7', '--generated', '0', '--shard', shard],
      )
      expect(report!.diagnosis).toMatchObject([{ faults: ['service-token-with-role'] }])
      // One endpoint, which here has another port each time.
      const { baseUrl = '' } = report!.subject
      writeFileSync(files[at]!, JSON.stringify(report).replaceAll(baseUrl, 'http://127.0.0.1:1/'))
    }
    const { stdout, stderr } = await cli(['merge', ...files, '--report', 'json'])
    expect(stderr).toBe('')
    const merged = JSON.parse(stdout) as Report
    expect(merged.diagnosis!.map(({ faults }) => faults)).toEqual([['service-token-with-role']])
    expect(merged.unexplained).toBeUndefined()
  })

  test('nothing is looked for where nothing failed', async () => {
    expect(await endpointCauses(await verdictsWith((_, right) => right(), QUESTIONS), find)).toBeUndefined()
  })
})
