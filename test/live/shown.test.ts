import { expect, test } from 'vitest'
import { verdictsWith } from '../../runners/selfCheck/faultyService.ts'
import type { FaultyResponse, ServiceAlteration } from '../../src/faults/service/serviceFault.ts'
import { endpointVectors, SECRET } from '../support/live/service.ts'

const hex = Buffer.from(SECRET).toString('hex')
const authorizationOf = ({ headers }: Parameters<ServiceAlteration>[0]): string =>
  headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? ''

const adding =
  (more: (request: Parameters<ServiceAlteration>[0]) => Partial<FaultyResponse>): ServiceAlteration =>
  (request, right) => ({ ...right(), ...more(request) })

/** What the vectors of these names say, at every level. */
async function reasonsOf(alteration: ServiceAlteration, names: RegExp): Promise<(string | undefined)[]> {
  const verdicts = await verdictsWith(
    alteration,
    endpointVectors.filter(({ id }) => names.test(id)),
  )
  return verdicts
    .filter(({ outcome }) => outcome !== 'passed')
    .map(({ level, reason }) => `${level} ${reason}`)
}

const RIGHT = /^endpoint\/auth\/right$/
const REFUSED = /^endpoint\/auth\/wrong-signature$/

test.each<[string, ServiceAlteration, RegExp, string[]]>([
  [
    'the secret in a header of a success',
    adding(() => ({ headers: { 'X-App': hex } })),
    RIGHT,
    ['recommended secret-in-answer'],
  ],
  [
    'half of the secret in a header',
    adding(() => ({ headers: { 'X-App': hex.slice(0, SECRET.length) } })),
    RIGHT,
    [],
  ],
  [
    'the Authorization that was sent',
    adding((request) => ({ headers: { 'X-Seen': authorizationOf(request) } })),
    RIGHT,
    [],
  ],
  [
    'a wrong Authorization that was sent',
    adding((request) => ({ headers: { 'X-Seen': authorizationOf(request) } })),
    REFUSED,
    [],
  ],
])('an answer that shows %s', async (_, alteration, names, reasons) => {
  expect(await reasonsOf(alteration, names)).toEqual(reasons)
})
