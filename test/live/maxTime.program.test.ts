/** `--max-time`: after it a run asks nothing new, stops what runs, and says what it left out. */
import { describe, test } from 'vitest'
import type { Report } from '../../src/report/report.ts'
import { CHANNEL } from '../support/live/service.ts'
import { liveOn, type Wrong } from '../support/live/wrapped.ts'

/** At five requests a second the whole suite would take minutes, so four seconds are over before its end. */
const SLOW = ['--channel', CHANNEL, '--generated', '0', '--rate', '5', '--max-time', '4']

const leftOut = ({ verdicts }: Report): number =>
  verdicts.filter(({ outcome, reason }) => outcome === 'skipped' && reason === 'beyond-budget').length

describe.concurrent('--max-time', () => {
  test('ends a run that is too slow with 4, accuses nobody, and leaves no stream', async ({ expect }) => {
    const { code, report, stdout, streams } = await liveOn((_, right) => right(), SLOW)
    expect(report!.totals).toMatchObject({ failed: 0, errored: 0 })
    expect(leftOut(report!)).toBeGreaterThan(200)
    expect([code, report!.conforms, report!.stopped, streams()]).toEqual([4, false, undefined, []])
    expect(stdout).toContain('--max-time was over before its turn')
  })

  test('stops the push that runs when it is over', async ({ expect }) => {
    const flags = [...SLOW, '--filter', 'endpoint/streaming/start-*']
    const { code, paths, streams } = await liveOn((_, right) => right(), flags)
    expect([code, streams()]).toEqual([0, []])
    expect(paths).toContain('/streaming/start')
    expect(paths.length).toBeLessThan(100)
  })

  test.for([503, 429])(
    'waits no longer for an endpoint that answers %i and names a time',
    async (status, { expect }) => {
      const busy = { status, headers: { 'Retry-After': '50' } }
      let count = 0
      const wrong: Wrong = ({ path }, right) => (path === '/auth/token' && count++ >= 5 ? busy : right())
      const { code, report } = await liveOn(wrong, SLOW)
      expect(report!.totals).toMatchObject({ failed: 0, errored: 0 })
      expect([code, report!.stopped]).toEqual([4, undefined])
    },
  )

  test.for(['0', '-1', '1.5', 'x', '2147484'])('%s is wrong usage', async (seconds, { expect }) => {
    const { code, stderr, paths } = await liveOn((_, right) => right(), [`--max-time=${seconds}`])
    expect([code, paths]).toEqual([2, []])
    expect(stderr).toContain('--max-time')
  })
})
