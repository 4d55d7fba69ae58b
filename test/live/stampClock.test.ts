import { describe, expect, test } from 'vitest'
import { StampClock } from '../../runners/live/answerFacts.ts'
import { issuedFindings } from '../../src/judge/issued.ts'
import type { IssuedToken } from '../../src/model/index.ts'

const token = (timestamp: string, params: string): IssuedToken => ({ timestamp, params, skew: 60 })

/** A clock of ours at a time, in milliseconds, and for how long it was waited. */
function stamps(): { clock: StampClock; at: (millis: number) => number; waited: number[] } {
  let now = 0
  const waited: number[] = []
  const wait = (millis: number): Promise<void> => {
    waited.push(millis)
    return Promise.resolve()
  }
  return { clock: new StampClock({ now: () => now, wait }), at: (millis) => (now = millis), waited }
}

describe('the clock that stamps tokens', () => {
  test('stands where all bear one timestamp, and two seconds lie between the first and another', () => {
    const { clock, at } = stamps()
    expect(clock.stamped(token('100', 'a'), 0)).not.toHaveProperty('stoodFor')
    expect(clock.stamped(token('100', 'b'), at(1999))).not.toHaveProperty('stoodFor')
    expect(clock.stamped(token('100', 'b'), at(2000))).toMatchObject({ stoodFor: 2 })
    expect(clock.stamped(token('100', 'c'), at(7500))).toMatchObject({ stoodFor: 7 })
  })

  test('is not blamed where it has moved once, nor for a token that is handed out again', () => {
    const { clock, at } = stamps()
    clock.stamped(token('100', 'a'), 0)
    expect(clock.stamped(token('100', 'a'), at(9000))).not.toHaveProperty('stoodFor')
    expect(clock.stamped(token('109', 'b'), at(9000))).not.toHaveProperty('stoodFor')
    expect(clock.stamped(token('100', 'c'), at(9000))).not.toHaveProperty('stoodFor')
  })

  test('is not blamed where a token has no timestamp', () => {
    const { clock, at } = stamps()
    clock.stamped({ misformed: 'no', skew: 60 }, 0)
    expect(clock.stamped({ misformed: 'no', skew: 60 }, at(9000))).not.toHaveProperty('stoodFor')
  })

  test('is waited for once, for what is missing of two seconds', async () => {
    const { clock, at, waited } = stamps()
    await clock.untilItShows()
    expect(waited).toEqual([])
    clock.stamped(token('100', 'a'), at(500))
    at(900)
    await clock.untilItShows()
    expect(waited).toHaveLength(1)
    expect(waited[0]).toBeGreaterThanOrEqual(1600)
    expect(waited[0]).toBeLessThanOrEqual(2000)
    clock.stamped(token('102', 'b'), at(2600))
    await clock.untilItShows()
    expect(waited).toHaveLength(1)
  })
})

test('a token of a clock that stands breaks the rule of its timestamp', () => {
  const asked = { channelId: 'c', userId: 'u' }
  const params = Buffer.from(JSON.stringify(asked)).toString('base64')
  const issued = { ...token('100', params), version: '02', appIdFits: true, signatureFits: true }
  const answer = { status: 200, texts: [], trackingId: '', channel: 'c' }
  const findings = (one: IssuedToken) =>
    issuedFindings(asked, { ...answer, token: one }, { askedAt: 102, answeredAt: 102 })
  expect(findings(issued)).toEqual([])
  expect(findings({ ...issued, stoodFor: 2 })).toMatchObject([
    { reason: 'clock-stands-still', rule: 'TOKEN-TIMESTAMP-UTC' },
  ])
})
