import { describe, test } from 'vitest'
import type { ServiceAlteration } from '../../src/faults/service/serviceFault.ts'
import type { AllowedAnswer, Exchange, Vector } from '../../src/model/index.ts'
import type { ServiceResponse } from '../../src/service/index.ts'
import { failedWith, gating } from '../support/live/service.ts'
import { ofRequest, ofVector } from '../support/live/signature.ts'

const exchangeOf = ({ question }: Vector): Exchange => question.params as Exchange
const answersOf = ({ expect: expected }: Vector): readonly AllowedAnswer[] =>
  (expected as unknown as { output: { answers: readonly AllowedAnswer[] } }).output.answers

/**
 * Where a stop does not work, clean-up does not either, and nothing more is started but one push, to show that. A stop of
 * all cleans up where a start without a right streamId was accepted.
 */
const STOPS = new Set(['endpoint/streaming/stop-the-only-one', 'endpoint/streaming/stop-all'])

/** The nearest wrong answer: success for a refusal, a refusal for success, and a redirect where both are right. */
function wrongFor(vector: Vector): ServiceResponse {
  const statuses = new Set(answersOf(vector).map(({ status }) => status))
  if (!statuses.has(200)) return { status: 200, body: { token: 'x' } }
  return { status: statuses.has('4xx') ? 302 : 400 }
}

/** So many requests are answered wrongly at a time. */
const AT_ONCE = 20
const targetOf = (vector: Vector): string => ofVector(exchangeOf(vector), exchangeOf(vector))
/** What must come first is no question: where it is answered wrongly, the vector is not judged. */
const isPrepared = (vector: Vector, targets: readonly string[]): boolean =>
  !(exchangeOf(vector).before ?? []).some((before) =>
    targets.includes(ofVector(before, undefined, exchangeOf(vector).channel)),
  )
const asking = (targets: readonly string[]): string[] =>
  gating
    .filter((other) => targets.includes(targetOf(other)) && isPrepared(other, targets))
    .map(({ id }) => id)

/** A service that answers the requests of these vectors wrongly. */
const wrongOn = (vectors: readonly Vector[]): ServiceAlteration => {
  const answers = new Map(vectors.map((vector) => [targetOf(vector), wrongFor(vector)]))
  return (request, right) => answers.get(ofRequest(request)) ?? right()
}

describe('a service that answers some requests wrongly fails their vectors, and nothing else', () => {
  // Far from each other in the list: neighbours are what a request may be mistaken for.
  const stops = gating.filter(({ id }) => STOPS.has(id))
  // Other vectors may ask those very stops.
  const others = gating.filter((vector) => !stops.map(targetOf).includes(targetOf(vector)))
  const count = Math.ceil(others.length / AT_ONCE)
  const groups = Array.from({ length: count }, (_, at) => others.filter((__, index) => index % count === at))
  test.for(groups.map((group) => [group[0]!.id, group] as const))(
    '%s and others',
    async ([, group], { expect }) => {
      const expected = asking(group.map(targetOf))
      expect(expected.length).toBeGreaterThan(group.length / 2)
      expect(await failedWith(wrongOn(group))).toEqual(expected)
    },
  )

  test.for(stops.map((stop) => [stop.id, stop] as const))('%s', async ([id, stop], { expect }) => {
    expect(await failedWith(wrongOn([stop]))).toEqual([id])
  })
})
