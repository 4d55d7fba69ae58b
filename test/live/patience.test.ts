import { expect, test } from 'vitest'
import type { NoAnswer, Received } from '../../runners/live/http.ts'
import { Patience } from '../../runners/live/rateLimit.ts'

const BUSY: Received = { status: 503, headers: { 'retry-after': '3600' }, body: '' }
const RIGHT: Received = { ...BUSY, status: 404, headers: {} }
const over = (plain: Received | NoAnswer) => new Patience(async () => plain).over('streaming.start', BUSY, 0)

test.for<[string, Received | NoAnswer]>([
  ['is answered so too', BUSY],
  ['is not sent any more, since another operation was too busy', { reason: 'not-sent', message: 'busy' }],
  ['has no answer', { reason: 'timeout', message: 'no answer' }],
])('503 is no answer where a plain request %s', async ([, plain]) => {
  expect(await over(plain)).toContain('too busy')
})

test('503 is an answer where a plain request has another', async () => {
  expect(await over(RIGHT)).toBeUndefined()
})
