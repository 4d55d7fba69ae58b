/** What a report prints to repeat a failure does the same in a shell. */
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Report } from '../../src/report/report.ts'
import { standIn } from '../../src/service/index.ts'
import { cli } from '../support/cli.ts'
import { CHANNEL, ENV, SECRET, USER } from '../support/live/service.ts'
import { wrapped, type Wrong } from '../support/live/wrapped.ts'

const hasCurl = spawnSync('curl', ['--version']).status === 0

/** Starts a fourth stream. */
const unlimited: Wrong = ({ path }, right) => {
  const answer = right()
  return path === '/streaming/start' && answer.status === 400 ? { status: 200 } : answer
}

/** Refuses the second update between two starts or stops. */
function secondUpdateRefused(): Wrong {
  let updates = 0
  return ({ path }, right) => {
    updates = path === '/streaming/update' ? updates + 1 : 0
    return updates === 2 ? { status: 400 } : right()
  }
}

/** The statuses that a shell sees. */
async function statusesOf(line: string): Promise<string[]> {
  const authorization = standIn({ appId: 'active', appSecret: SECRET }, Math.floor(Date.now() / 1000))
  const ran = await promisify(execFile)('sh', ['-c', line], {
    env: { PATH: process.env['PATH'], CHANNELPROOF_AUTHORIZATION: authorization },
  })
  return [...ran.stdout.matchAll(/^HTTP\/1\.1 ([0-9]{3})/gm)].map(([, status]) => status!)
}

// In CI its absence is a failure.
describe.skipIf(!hasCurl && !process.env['CI'])('a line that repeats a failure', () => {
  test('sends what came before as well, and sees the same', async () => {
    const service = await wrapped(unlimited)
    const flags = ['--channel', CHANNEL, '--exclusive-channel', '--seed', '7', '--report', 'json']
    const { stdout } = await cli(['live', '--base-url', service.url, ...flags], { env: ENV })
    const failed = (JSON.parse(stdout) as Report).verdicts.filter(
      ({ outcome, repeat }) => outcome === 'failed' && repeat !== undefined,
    )
    const one = failed.find(({ vector }) => vector === 'endpoint/streaming/start-refuses-a-fourth-stream')
    expect(one!.repeat!.match(/curl /g)!.length).toBeGreaterThan(1)
    // Nothing in it is a secret: those are variables.
    expect(one!.repeat).not.toContain('[secret]')
    expect(await statusesOf(one!.repeat!)).toEqual(Array(one!.repeat!.match(/curl /g)!.length).fill('200'))
    // Six starts at the same time.
    const atOnce = failed.find(({ repeat }) => repeat!.startsWith('{'))
    const statuses = await statusesOf(atOnce!.repeat!)
    expect(statuses.filter((status) => status === '200').length).toBeGreaterThan(3)
    await service.close()
  })

  test('is the shortest, where nobody else uses the channel, and can be copied out of the text', async () => {
    const service = await wrapped(secondUpdateRefused())
    const flags = ['--channel', CHANNEL, '--channel-user', USER, '--exclusive-channel']
    const linesOf = async (seed: number): Promise<string[]> => {
      const asked = ['live', '--base-url', service.url, ...flags, '--seed', String(seed)]
      const { stdout } = await cli(asked, { env: ENV })
      return [...stdout.matchAll(/^repeat it by hand:\n {2}(.*)$/gm)].map(([, line]) => line!)
    }
    // A body with a line break, which the text shows as an escape: the seed draws whether one is among the few that are told.
    let lines: string[] = []
    for (let seed = 11; seed < 31 && !lines.some((line) => line.includes(String.raw`\0012`)); seed++)
      lines = await linesOf(seed)
    expect(lines.some((line) => line.includes(String.raw`\0012`))).toBe(true)
    // A start and two updates; what the first of them is answered may be open.
    for (const line of lines) expect(await statusesOf(line)).toEqual(['200', expect.any(String), '400'])
    await service.close()
  })

  test('sees otherwise where the fault is repaired', async () => {
    const wrong = await wrapped(unlimited)
    const flags = ['--channel', CHANNEL, '--exclusive-channel', '--generated', '0', '--report', 'json']
    const { stdout } = await cli(['live', '--base-url', wrong.url, ...flags], { env: ENV })
    await wrong.close()
    const { verdicts } = JSON.parse(stdout) as Report
    const { repeat } = verdicts.find(
      ({ vector }) => vector === 'endpoint/streaming/start-refuses-a-fourth-stream',
    )!
    const repaired = await wrapped((_, right) => right())
    const statuses = await statusesOf(repeat!.replaceAll(wrong.url, repaired.url))
    expect(statuses.at(-1)).toBe('400')
    await repaired.close()
  })
})
