import { describe, expect, test } from 'vitest'
import type { ServiceVariant } from '../../src/variants/service/serviceVariant.ts'
import { SERVICE_VARIANTS } from '../../src/variants/service/index.ts'
import { isToken } from '../../src/faults/service/serviceFault.ts'
import { endpointVectors } from '../support/live/service.ts'
import { accusedService } from '../support/variants/accused.ts'
import { openRulesOf } from '../support/variants/openRules.ts'

const byId = (id: string): ServiceVariant => SERVICE_VARIANTS.find((variant) => variant.id === id)!

// That right services are accused of nothing, alone and two by two, is what the self-check proves.
describe('a service that departs from a rule', () => {
  test.for(SERVICE_VARIANTS.filter(({ departs }) => departs !== undefined))(
    '$id is accused where its row does not say so',
    async (row, { expect }) => {
      const variant = { ...row, departs: [] }
      expect(await accusedService([variant], endpointVectors)).not.toEqual([])
    },
  )

  test('with another limit of streams is accused where its operator does not say so', async () => {
    for (const id of ['service-way-limit-five', 'service-way-limit-two']) {
      const { settings: _, ...variant } = byId(id)
      expect(await accusedService([variant], endpointVectors)).not.toEqual([])
    }
  })

  test('of the interface is accused whatever its row says', async () => {
    const alteration: ServiceVariant['alteration'] = (request, right) =>
      isToken(request) ? right() : { status: 200 }
    const variant = {
      ...byId('service-way-limit-two'),
      alteration,
      departs: ['ERROR-STREAMING-AUTHENTICATION'],
    }
    expect(await accusedService([variant], endpointVectors)).not.toEqual([])
  })
})

describe('what the text leaves open of endpoints', () => {
  const decided = new Set(SERVICE_VARIANTS.flatMap(({ decides = [] }) => decides))

  test.for(openRulesOf(endpointVectors))('%s is decided by a variant', (rule) => {
    expect(decided).toContain(rule)
  })
})
