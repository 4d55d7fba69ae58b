import { afterAll, describe, expect, test } from 'vitest'
import { openService } from '../support/live/openService.ts'
import { CHANNEL, USER } from '../support/live/service.ts'

const { reportOf, close } = await openService()
afterAll(close)

describe('live on an open channel', () => {
  test('what may touch the pushes of others runs with --exclusive-channel only', async () => {
    const shared = await reportOf(['--channel', CHANNEL, '--channel-user', USER])
    const skipped = shared.verdicts.filter(({ outcome }) => outcome === 'skipped')
    expect(new Set(skipped.map(({ message }) => message))).toEqual(new Set(['it needs exclusive-channel']))
    const names = skipped.map(({ vector }) => vector.replace('endpoint/streaming/', ''))
    expect(names).toEqual(
      expect.arrayContaining([
        'start-three',
        'start-refuses-a-fourth-stream',
        'start-refuses-stream-id-missing',
        'update-refuses-stream-id-missing',
        'stop-all',
        'start-again-after-stop-all',
        'stop-refuses-stream-id-is-text',
      ]),
    )
    expect(
      names.every((name) =>
        /three|four|all$|after-stop-one$|-refuses-(?:stream-id|delay-close-86400)/.test(name),
      ),
    ).toBe(true)
    const exclusive = await reportOf(['--channel', CHANNEL, '--channel-user', USER, '--exclusive-channel'])
    expect(exclusive.totals).toMatchObject({ failed: 0, skipped: 0 })
  })

  test('pushes of one user and presenters run with --channel-user only', async () => {
    const { verdicts } = await reportOf(['--channel', CHANNEL, '--exclusive-channel'])
    expect(
      verdicts
        .filter(({ outcome }) => outcome === 'skipped')
        .map(({ vector, message }) => [vector.replace('endpoint/streaming/', ''), message]),
    ).toEqual(
      [
        'start-single',
        'start-every-member-but-layout',
        'update-presenter',
        'start-refuses-type-2-as-text',
        'open-update-of-a-single-user',
      ].map((name) => [name, 'it needs channel-user']),
    )
  })
})
