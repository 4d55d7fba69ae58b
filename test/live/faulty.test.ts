import { describe, expect, test } from 'vitest'
import { verdictsWith } from '../../runners/selfCheck/faultyService.ts'
import { SERVICE_VARIANTS } from '../../src/variants/service/index.ts'
import { SERVICE_FAULTS } from '../../src/faults/service/index.ts'
import { expectFailures, FAILS } from '../support/live/faultyFails.ts'
import { accusedService } from '../support/variants/accused.ts'
import { endpointVectors, failed, gating } from '../support/live/service.ts'

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

/** The others fail questions that are made in the run: test/generate/endpointAll.test.ts. */
const BY_VECTORS = SERVICE_FAULTS.filter(({ by }) => !by)

describe('a faulty service', () => {
  test('has its entry in the table of what it fails, and nothing else has', () => {
    expect(Object.keys(FAILS).toSorted()).toEqual(BY_VECTORS.map(({ id }) => id).toSorted())
  })

  // Every 48th; everyFaulty.test.ts has all of them.
  test.for(BY_VECTORS.filter((_, at) => at % 48 === 0))(
    '$id fails what it gets wrong: $does',
    ({ id, alteration }) => expectFailures(id, alteration),
  )
})

describe('a service that decides otherwise what is open fails nothing', () => {
  test.for(SERVICE_VARIANTS.filter((_, at) => at % 64 === 0))('$id: $does', async (variant, { expect }) => {
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
