/** `--profile smoke`: a part of the suite for every day, which says that it is one. */
import { describe, expect, test } from 'vitest'
import { vectorsOf } from '../../runners/live/profiles.ts'
import { costOf } from '../../runners/live/rateLimit.ts'
import type { Exchange, ExpectedExchange, Vector } from '../../src/model/index.ts'
import { CHANNEL, endpointVectors } from '../support/live/service.ts'
import { liveOn, type Wrong } from '../support/live/wrapped.ts'

const SMOKE = ['--profile', 'smoke']
const OPEN = [...SMOKE, '--channel', CHANNEL]
const chosen = vectorsOf('smoke').map((id) => endpointVectors.find((vector) => vector.id === id)!)
const exchangeOf = ({ question }: Vector): Exchange => question.params as Exchange

/** Operation and whether a success is due. */
const kindOf = (vector: Vector): string => {
  const { answers } = (vector.expect as unknown as { output: ExpectedExchange }).output
  const isAccepted = answers.some(({ status }) => status === 200)
  return `${exchangeOf(vector).operation} ${isAccepted ? 'accepted' : 'refused'}`
}

describe('the list of --profile smoke', () => {
  test('has of each operation something that is accepted and something that is refused', () => {
    const kinds = [...new Set(chosen.map(kindOf))].toSorted()
    expect(kinds).toEqual(
      ['auth.token', 'streaming.start', 'streaming.stop', 'streaming.update'].flatMap((operation) => [
        `${operation} accepted`,
        `${operation} refused`,
      ]),
    )
  })

  test('has vectors of every family, which can fail', () => {
    const families = (vectors: readonly Vector[]) => new Set(vectors.map(({ id }) => id.split('/')[1]))
    expect(families(chosen)).toEqual(families(endpointVectors))
    expect(chosen.filter(({ level }) => level === 'unspecified')).toEqual([])
  })

  test('starts one push at a time, and needs no channel without others', () => {
    expect(chosen.filter((vector) => costOf(exchangeOf(vector)).streams > 1)).toEqual([])
    expect(chosen.filter(({ needs = [] }) => needs.includes('exclusive-channel'))).toEqual([])
  })
})

describe.concurrent('a run with --profile smoke', () => {
  test.for([[], ['--exclusive-channel']])(
    'sends at most 60 requests, and says that it is a part: %j',
    async (more, { expect }) => {
      const { code, report, stdout, paths, streams } = await liveOn((_, right) => right(), [...OPEN, ...more])
      expect(paths.length).toBeLessThanOrEqual(60)
      // A busy machine may not get to the end of the list within its 30 seconds, but gets far.
      const skipped = report!.verdicts.filter(({ outcome }) => outcome === 'skipped')
      expect(skipped.filter(({ message }) => !message?.includes('--max-time'))).toEqual([])
      const passed = chosen.length - skipped.length
      expect(report!.totals).toMatchObject({ passed, failed: 0, errored: 0 })
      expect(passed).toBeGreaterThan(chosen.length / 2)
      expect(report).toMatchObject({ partial: true, filtered: true, profile: 'smoke', conforms: false })
      expect([code, streams()]).toEqual([skipped.length === 0 ? 0 : 4, []])
      expect(stdout).toContain('\npartial: smoke; nothing gates; judged: endpoint/auth, ')
    },
  )

  test('fails an endpoint that is wrong', async ({ expect }) => {
    const wrong: Wrong = ({ path }, right) => (path === '/streaming/update' ? { status: 200 } : right())
    const { code, report } = await liveOn(wrong, OPEN)
    expect([code, report!.conforms]).toEqual([1, false])
  })

  test('that has no time for its list ends with 4', async ({ expect }) => {
    const { code, report } = await liveOn((_, right) => right(), [...OPEN, '--rate', '3', '--max-time', '4'])
    expect(report!.totals).toMatchObject({ failed: 0, errored: 0 })
    expect([code, report!.tooLittle!.length > 0]).toEqual([4, true])
  })

  test('asks at most as much as --max-requests permits', async ({ expect }) => {
    const { code, paths } = await liveOn((_, right) => right(), [...OPEN, '--max-requests', '9'])
    expect(paths.length).toBeLessThanOrEqual(9)
    expect(code).toBe(4)
  })

  test.for<[RegExp, readonly string[]]>([
    [/invalid --profile "all": use smoke/, ['--profile', 'all']],
    [/--profile smoke has a list of its own/, [...SMOKE, '--filter', 'endpoint/token/*']],
    [/--profile smoke has a list of its own/, [...SMOKE, '--generated', '5']],
    [/--profile smoke has a list of its own/, [...SMOKE, '--shard', '1/2']],
  ])('%s: two choices are wrong usage', async ([says, flags], { expect }) => {
    const { code, stderr, paths } = await liveOn((_, right) => right(), flags)
    expect(stderr).toMatch(says)
    expect([code, paths]).toEqual([2, []])
  })
})
