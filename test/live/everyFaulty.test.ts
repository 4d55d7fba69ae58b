import { describe, test } from 'vitest'
import { SERVICE_FAULTS } from '../../src/faults/service/index.ts'
import { expectFailures } from '../support/live/faultyFails.ts'

describe('every faulty service, in each of its forms', () => {
  const forms = SERVICE_FAULTS.filter(({ by }) => !by).flatMap(({ id, does, alteration, others = [] }) =>
    [alteration, ...others].map((form) => [id, does, form] as const),
  )
  test.for(forms)('%s fails what it gets wrong: %s', ([id, , form]) => expectFailures(id, form))
})
