import { endpointCauses } from '../runners/selfCheck/endpointCauses.ts'
import { verdictsWith } from '../runners/selfCheck/faultyService.ts'
import { SERVICE_FAULTS } from '../src/faults/service/index.ts'
import { exchangesOf } from './support/live/generated.ts'
import { endpointVectors } from './support/live/service.ts'
const seed = Number(process.argv[2] ?? 5)
const Q = [...endpointVectors, ...exchangesOf(seed)]
const find = (id: string) => Q.find((v) => v.id === id)
for (const f of SERVICE_FAULTS) {
  const t = Date.now()
  const v = await verdictsWith(f.alteration, Q)
  const failed = [...v].filter((x: any) => (x.verdict ?? x).outcome === 'failed').length
  const c = await endpointCauses(v, find)
  const names = c?.causes.map(({ faults, candidates }) => faults.join('+') || candidates!.join(' or ')) ?? []
  console.log([f.by ?? '', f.id, failed, names.length === 1 && names[0] === f.id ? 'OK' : names.some((n) => n.split(/\+| or /).includes(f.id)) ? 'AMONG' : names.length ? 'WRONG' : 'NONE', names.join(' ; '), (Date.now() - t) / 1000].join('\t'))
}
