import { describe, expect, test } from 'vitest'
import { verdictsWith } from '../../runners/selfCheck/faultyService.ts'
import type { ServiceAlteration } from '../../src/faults/service/serviceFault.ts'
import { SERVICE_VARIANTS } from '../../src/variants/service/index.ts'
import { SERVICE_FAULTS } from '../../src/faults/service/index.ts'
import type { AllowedAnswer, Exchange, Vector } from '../../src/model/index.ts'
import type { ServiceResponse } from '../../src/service/index.ts'
import { FAILS } from '../support/live/faultyFails.ts'
import { endpointVectors, failed, failedWith } from '../support/live/service.ts'
import { ofRequest, ofVector } from '../support/live/signature.ts'

const exchangeOf = ({ question }: Vector): Exchange => question.params as Exchange
const requestsOf = (vector: Vector): string[] => {
  const exchange = exchangeOf(vector)
  return [
    ...(exchange.before ?? []).map((before) => ofVector(before, undefined, exchange.channel)),
    ofVector(exchange, exchange),
  ]
}

const gating = endpointVectors.filter(({ level }) => level !== 'unspecified')
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

describe('a service that answers one request wrongly fails its vector, and only what depends on it', () => {
  test.for(gating.map((vector) => [vector.id, vector] as const))('%s', async ([id, vector], { expect }) => {
    const exchange = exchangeOf(vector)
    const target = ofVector(exchange, exchange)
    const alteration: ServiceAlteration = (request, right) =>
      ofRequest(request) === target ? wrongFor(vector) : right()
    const dependent = gating.filter((other) => requestsOf(other).includes(target)).map((other) => other.id)
    expect(dependent).toContain(id)
    const wrong = await failedWith(alteration)
    expect(wrong).toEqual(expect.arrayContaining(dependent))
    expect(wrong.filter((other) => !dependent.includes(other) && !(id === STOP && needsRoom(other)))).toEqual(
      [],
    )
  })
})

describe('a faulty service', () => {
  test('has its entry in the table of what it fails, and nothing else has', () => {
    expect(Object.keys(FAILS).toSorted()).toEqual(SERVICE_FAULTS.map(({ id }) => id).toSorted())
  })

  const forms = SERVICE_FAULTS.flatMap(({ id, does, alteration, others = [] }) =>
    [alteration, ...others].map((form) => [id, does, form] as const),
  )
  test.for(forms)('%s fails what it gets wrong: %s', async ([id, , alteration], { expect }) => {
    const fails = FAILS[id]!
    const expected = gating
      .filter((vector) => (typeof fails === 'function' ? fails(vector) : fails.test(vector.id)))
      .map(({ id }) => id)
    expect(expected).not.toEqual([])
    expect(await failedWith(alteration)).toEqual(expected)
  })
})

describe('a service that decides otherwise what is open fails nothing', () => {
  test.for(SERVICE_VARIANTS)('$id: $does', async ({ alteration }, { expect }) => {
    expect(await failedWith(alteration)).toEqual([])
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
