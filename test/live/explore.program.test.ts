import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporary } from '../support/cli.ts'
import { CHANNEL, USER } from '../support/live/service.ts'
import { liveOn, type Wrong } from '../support/live/wrapped.ts'

/** Little comes before it, so that the exploration has something to find. */
const LITTLE = ['--filter', 'endpoint/headers/names-in-lower-case', '--seed', '11']
const OWN = ['--channel', CHANNEL, '--channel-user', USER, '--exclusive-channel']
const explored = (seconds: number): string[] => [...LITTLE, ...OWN, '--explore', String(seconds)]

const right: Wrong = (_asked, answer) => answer()

/** Refuses the third update between two starts or stops. */
function thirdUpdateRefused(): Wrong {
  let updates = 0
  return ({ path }, answer) => {
    updates = path === '/streaming/update' ? updates + 1 : 0
    return updates === 3 ? { status: 400 } : answer()
  }
}

describe('--explore', () => {
  test('goes on with a right endpoint within --max-requests, accuses it of nothing, and leaves no stream', async () => {
    // Ended by the number of requests: how far it comes in a time depends on the machine.
    const { code, report, paths, streams } = await liveOn(right, [...explored(600), '--max-requests', '400'])
    expect(code).toBe(0)
    expect(paths.length).toBeLessThanOrEqual(400)
    expect(report!.explore!.questions).toBeGreaterThan(10)
    expect(report!.explore!.requests).toBeGreaterThan(report!.explore!.questions)
    expect(report!.requests!.sent).toBe(paths.length)
    expect(streams()).toEqual([])
  })

  test('finds what only a row of requests shows, and prints the shortest that repeats it', async () => {
    const kept = join(temporary(), 'kept.yaml')
    const before = await liveOn(thirdUpdateRefused(), [...LITTLE, ...OWN])
    expect(before.code).toBe(0)
    const { code, report, stdout } = await liveOn(thirdUpdateRefused(), [
      ...explored(600),
      '--bail',
      '--keep',
      kept,
    ])
    expect(code).toBe(1)
    const { repeat = '' } = report!.verdicts.find(({ outcome }) => outcome === 'failed')!
    // A start, and three updates of it.
    expect(repeat.match(/curl/g)).toHaveLength(4)
    expect(repeat.match(/streaming\/update/g)).toHaveLength(3)
    expect(stdout).toContain('explore: ')
    const asked = [...LITTLE, ...OWN, '--vectors', kept]
    expect(readFileSync(kept, 'utf8')).toContain('found with --seed')
    expect((await liveOn(thirdUpdateRefused(), asked)).code).toBe(1)
    expect((await liveOn(right, asked)).code).toBe(0)
  })

  test('ends with --max-time', async () => {
    const { code, streams } = await liveOn(right, [...explored(86400), '--max-time', '4'])
    // A busy machine may not get through its list in that time.
    expect([0, 4]).toContain(code)
    expect(streams()).toEqual([])
  })

  test.for([['0'], ['x'], ['5', '--shard', '1/2'], ['5', '--profile', 'smoke']])(
    '%j is wrong usage',
    async (given) => {
      const { code, stderr } = await liveOn(right, ['--explore', ...given])
      expect(code).toBe(2)
      expect(stderr).toContain('--explore')
    },
  )
})
