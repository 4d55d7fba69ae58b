import { verdictsWith } from '../runners/selfCheck/faultyService.ts'
import { SERVICE_FAULTS } from '../src/faults/service/index.ts'
import { endpointVectors } from './support/live/service.ts'
import { exchangesOf } from './support/live/generated.ts'
const Q = [...endpointVectors, ...exchangesOf(5)]
let differ = 0
for (const { id, alteration, others = [] } of SERVICE_FAULTS)
  for (const form of [alteration, ...others]) {
    const a = await verdictsWith(form, Q), b = await verdictsWith(form, Q, { wire: 'lower-case-names' })
    a.forEach((v, i) => { if (v.outcome !== b[i]!.outcome || v.reason !== b[i]!.reason || v.rule !== b[i]!.rule) { if (differ++ < 40) console.log(id, v.vector, v.outcome, b[i]!.outcome, '|', v.message, '|', b[i]!.message) } })
  }
console.log('differ', differ)
