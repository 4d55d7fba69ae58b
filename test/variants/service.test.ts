import { describe, expect, test } from 'vitest'
import type { ServiceVariant } from '../../src/variants/service/serviceVariant.ts'
import { SERVICE_VARIANTS } from '../../src/variants/service/index.ts'
import { endpointVectors } from '../support/live/service.ts'
import { accusedService } from '../support/variants/accused.ts'
import { openRulesOf } from '../support/variants/openRules.ts'

const byId = (id: string): ServiceVariant => SERVICE_VARIANTS.find((variant) => variant.id === id)!

describe('a right service is accused of nothing', () => {
  test.for(SERVICE_VARIANTS)('$id: $does', async (variant, { expect }) => {
    expect(await accusedService(variant, endpointVectors)).toEqual([])
  })

  /** A fixed sample: every eighth variant, with one from another table. */
  const pairs = SERVICE_VARIANTS.flatMap((one, at) =>
    at % 8 === 0 ? [[one, SERVICE_VARIANTS[(at + 61) % SERVICE_VARIANTS.length]!] as const] : [],
  )
  test.for(pairs)('$0.id with $1.id', async ([one, other], { expect }) => {
    const both = { ...one, ...other, departs: [...(one.departs ?? []), ...(other.departs ?? [])] }
    const alteration: ServiceVariant['alteration'] = (request, right, now, memory) =>
      one.alteration(
        request,
        (altered) => other.alteration({ ...request, ...altered }, right, now, memory),
        now,
        memory,
      )
    expect(await accusedService({ ...both, alteration }, endpointVectors)).toEqual([])
  })
})

describe('a service that departs from a rule', () => {
  test.for(SERVICE_VARIANTS.filter(({ departs }) => departs !== undefined))(
    '$id is accused where its row does not say so',
    async ({ departs: _, ...variant }, { expect }) => {
      expect(await accusedService(variant, endpointVectors)).not.toEqual([])
    },
  )

  test('with another limit of streams is accused where its operator does not say so', async () => {
    const { settings: _, ...variant } = byId('service-way-limit-five')
    expect(await accusedService(variant, endpointVectors)).not.toEqual([])
  })

  test('of the interface is accused', async () => {
    const { alteration } = byId('service-way-limit-two')
    expect(await accusedService({ alteration }, endpointVectors)).not.toEqual([])
    expect(await accusedService({ alteration: () => ({ status: 200 }) }, endpointVectors)).not.toEqual([])
  })
})

describe('what the text leaves open of endpoints', () => {
  const decided = new Set(SERVICE_VARIANTS.flatMap(({ decides = [] }) => decides))

  test.for(openRulesOf(endpointVectors))('%s is decided by a variant', (rule) => {
    expect(decided).toContain(rule)
  })
})
