import { describe, expect, test } from 'vitest'
import { verdictsWith } from '../../runners/selfCheck/faultyService.ts'
import type { ServiceAlteration } from '../../src/faults/service/serviceFault.ts'
import { SERVICE_VARIANTS } from '../../src/variants/service/index.ts'
import { SERVICE_FAULTS } from '../../src/faults/service/index.ts'
import type { AllowedAnswer, Exchange, Vector } from '../../src/model/index.ts'
import type { ServiceResponse } from '../../src/service/index.ts'
import { expectFailures, FAILS } from '../support/live/faultyFails.ts'
import { accusedService } from '../support/variants/accused.ts'
import { endpointVectors, failed, failedWith, gating } from '../support/live/service.ts'
import { ofRequest, ofVector } from '../support/live/signature.ts'

const exchangeOf = ({ question }: Vector): Exchange => question.params as Exchange
const requestsOf = (vector: Vector): string[] => {
  const exchange = exchangeOf(vector)
  return [
    ...(exchange.before ?? []).map((before) => ofVector(before, undefined, exchange.channel)),
    ofVector(exchange, exchange),
  ]
}

const answersOf = ({ expect: expected }: Vector): readonly AllowedAnswer[] =>
  (expected as unknown as { output: { answers: readonly AllowedAnswer[] } }).output.answers

/** Where a stop does not work, clean-up does not either, and there is no room left for the streams of others. */
const STOP = 'endpoint/streaming/stop-one'
const needsRoom = (id: string): boolean =>
  requestsOf(gating.find((vector) => vector.id === id)!).some((request) =>
    request.startsWith('streaming.start'),
  )

/** The nearest wrong answer: success for a refusal, a refusal for success. */
const wrongFor = (vector: Vector): ServiceResponse =>
  answersOf(vector).some(({ status }) => status === 200)
    ? { status: 400 }
    : { status: 200, body: { token: 'x' } }

describe('the right service', () => {
  test('passes every vector that gates, at every level', async () => {
    const verdicts = await verdictsWith((_, right) => right(), endpointVectors)
    expect(failed(verdicts)).toEqual([])
    expect(verdicts.filter(({ outcome }) => outcome === 'skipped')).toEqual([])
    expect(verdicts.filter(({ outcome }) => outcome === 'passed').map(({ vector }) => vector)).toEqual(
      gating.map(({ id }) => id),
    )
  })
})

/** So many requests are answered wrongly at a time. */
const AT_ONCE = 20
const targetOf = (vector: Vector): string => ofVector(exchangeOf(vector), exchangeOf(vector))
const dependents = (targets: readonly string[]): string[] =>
  gating.filter((other) => requestsOf(other).some((request) => targets.includes(request))).map(({ id }) => id)

/** A service that answers the requests of these vectors wrongly. */
const wrongOn = (vectors: readonly Vector[]): ServiceAlteration => {
  const answers = new Map(vectors.map((vector) => [targetOf(vector), wrongFor(vector)]))
  return (request, right) => answers.get(ofRequest(request)) ?? right()
}

describe('a service that answers some requests wrongly fails their vectors, and only what depends on them', () => {
  // Far from each other in the list: neighbours are what a request may be mistaken for.
  const others = gating.filter(({ id }) => id !== STOP)
  const count = Math.ceil(others.length / AT_ONCE)
  const groups = Array.from({ length: count }, (_, at) => others.filter((__, index) => index % count === at))
  test.for(groups.map((group) => [group[0]!.id, group] as const))(
    '%s and others',
    async ([, group], { expect }) => {
      const expected = dependents(group.map(targetOf))
      expect(expected).toEqual(expect.arrayContaining(group.map(({ id }) => id)))
      expect(await failedWith(wrongOn(group))).toEqual(expected)
    },
  )

  test(STOP, async () => {
    const stop = gating.find(({ id }) => id === STOP)!
    const expected = dependents([targetOf(stop)])
    const wrong = await failedWith(wrongOn([stop]))
    expect(wrong).toEqual(expect.arrayContaining([STOP, ...expected]))
    expect(wrong.filter((other) => !expected.includes(other) && !needsRoom(other))).toEqual([])
  })
})

/** The others fail questions that are made in the run: test/generate/endpointAll.test.ts. */
const BY_VECTORS = SERVICE_FAULTS.filter(({ by }) => !by)

describe('a faulty service', () => {
  test('has its entry in the table of what it fails, and nothing else has', () => {
    expect(Object.keys(FAILS).toSorted()).toEqual(BY_VECTORS.map(({ id }) => id).toSorted())
  })

  test.for(BY_VECTORS.filter((_, at) => at % 6 === 0))(
    '$id fails what it gets wrong: $does',
    ({ id, alteration }) => expectFailures(id, alteration),
  )
})

describe('a service that decides otherwise what is open fails nothing', () => {
  test.for(SERVICE_VARIANTS.filter((_, at) => at % 8 === 0))('$id: $does', async (variant, { expect }) => {
    expect(await accusedService([variant], endpointVectors)).toEqual([])
  })
})

describe('rows of faulty services', () => {
  const rows = [...SERVICE_FAULTS, ...SERVICE_VARIANTS]

  test('have ids of their own, each beginning with service', () => {
    const ids = rows.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^service(?:-[a-z0-9]+)+$/.test(id))).toEqual([])
  })

  test('say everything in whole sentences', () => {
    const texts = [
      ...rows.map(({ does }) => does),
      ...SERVICE_FAULTS.flatMap(({ origin, repair }) => [origin, repair]),
    ]
    expect(texts.filter((text) => !/^[A-Z].*\.$/.test(text))).toEqual([])
  })
})
