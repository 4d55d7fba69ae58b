/** How many streams a run may have running at once: said before it sends anything, and kept. */
import { describe, test } from 'vitest'
import { cli } from '../support/cli.ts'
import { CHANNEL, ENV } from '../support/live/service.ts'
import { wrapped } from '../support/live/wrapped.ts'

const NONE = 'no stream is started in a running channel'
const atMost = (streams: string): string => `at most ${streams} at once in the channel ${CHANNEL}`
const ONE = ['--channel', CHANNEL, '--filter', 'endpoint/streaming/start-mixed']
const OPEN = ['--channel', CHANNEL, '--generated', '20', '--seed', '1']

describe.concurrent('--dry-run says how many streams run at once', () => {
  test.for<[string, readonly string[]]>([
    [NONE, []],
    [NONE, ['--channel', CHANNEL, '--filter', 'endpoint/token/*']],
    [atMost('1 stream'), ONE],
    [atMost('2 streams'), OPEN],
    [atMost('6 streams'), [...OPEN, '--exclusive-channel']],
    // Without the vectors of the limit.
    [atMost('2 streams'), [...OPEN, '--exclusive-channel', '--stream-limit-changed']],
  ])('%s', async ([text, flags], { expect }) => {
    const plan = await cli(['live', '--base-url', 'http://127.0.0.1:9', '--dry-run', ...flags], { env: ENV })
    expect(plan.stdout).toContain(`\nstreams\t${text}\n`)
  })
})

describe.concurrent('a run', () => {
  test.for<[string, number, readonly string[]]>([
    [atMost('1 stream'), 1, ONE],
    [atMost('2 streams'), 2, OPEN],
    // The service refuses the fourth.
    [atMost('6 streams'), 3, [...OPEN, '--exclusive-channel']],
  ])('says it first, and has no more: %s', async ([text, seen, flags], { expect }) => {
    let most = 0
    const service = await wrapped((_, right) => {
      const answer = right()
      most = Math.max(most, service.streams().length)
      return answer
    })
    const { stderr } = await cli(['live', '--base-url', service.url, ...flags], { env: ENV })
    expect(stderr.split('\n')[0]).toBe(`channelproof: ${text}`)
    expect(most).toBe(seen)
    await service.close()
  })
})
