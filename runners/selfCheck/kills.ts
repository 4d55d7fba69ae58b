import { OUTPUT_FAULTS } from '../../src/faults/catalogue.ts'
import type { ClientFault } from '../../src/faults/client/clientFault.ts'
import { CLIENT_FAULTS } from '../../src/faults/client/index.ts'
import { SERVICE_FAULTS } from '../../src/faults/service/index.ts'
import { isBad } from '../../src/judge/index.ts'
import { outputKills, type Kills } from '../../src/faults/killMatrix.ts'
import { NEEDS, type FaultId, type Vector, type VectorId } from '../../src/model/index.ts'
import type { Suite } from '../suite/index.ts'
import { verdictsOf } from './runClient.ts'
import { clientAdapter, formNames } from './clientForms.ts'
import { verdictsWith } from './faultyService.ts'

export type Tell = (what: string) => void

export const ofMethods = ({ vectors }: Suite, methods: RegExp): Vector[] =>
  vectors.filter(({ question }) => methods.test(question.method))
const TOKEN_AND_BODY = /^(?:token|body)\./
export const CLIENT = /^client\.call$/
export const ENDPOINT = /^endpoint\.exchange$/

/**
 * A client that waits for its time limit leaves the machine to others. Time limits are measured, so only so many run at
 * once; a fault that is not killed then runs once more, alone.
 */
const AT_ONCE = 4

/** Every vector against every faulty subject that shows by outputs, as a client or as a service. */
export async function kills(suite: Suite, tell: Tell): Promise<Kills[]> {
  const answered = ofMethods(suite, TOKEN_AND_BODY)
  tell(`${OUTPUT_FAULTS.length} faults of outputs`)
  const outputs = OUTPUT_FAULTS.map((fault) => outputKills(fault, answered))
  return [...outputs, ...(await clientKills(suite, tell)), ...(await serviceKills(suite, tell))]
}

/** The generated questions for clients that fail no vector: the same in every self-check. */
const GENERATED = { count: 200, seed: 1, methods: ['client.call'] }

async function clientKills(suite: Suite, tell: Tell): Promise<Kills[]> {
  const { generatedGroups, inOrder } = await import('../../src/generate/index.ts')
  const generated = inOrder(generatedGroups(GENERATED))
  const calls = ofMethods(suite, CLIENT)
  const asked = (fault: ClientFault): readonly Vector[] => (fault.by === 'generated' ? generated : calls)
  const failed = await eachOf(
    CLIENT_FAULTS.flatMap((fault) => formNames(fault).map((name) => [fault, name] as const)),
    async ([fault, name]) => {
      tell(`client ${name}`)
      const verdicts = await verdictsOf(clientAdapter(name), asked(fault), suite.find)
      return [fault.id, verdicts.filter(isBad).map(({ vector }) => vector)] as const
    },
  )
  const found = CLIENT_FAULTS.map(({ id }) => ({ fault: id, kills: unionOf(id, failed) }))
  const again: Kills[] = []
  for (const row of found) again.push(await onceMore(row, calls, suite, tell))
  return again
}

/** On a busy machine a client may stop before the mistake in its time limit can show. */
async function onceMore(row: Kills, calls: readonly Vector[], { find }: Suite, tell: Tell): Promise<Kills> {
  const named = calls.filter(({ catches }) => catches?.includes(row.fault))
  const missing = named.filter(({ id }) => !row.kills.includes(id))
  if (missing.length === 0) return row
  tell(`client ${row.fault}, again`)
  const verdicts = await verdictsOf(clientAdapter(row.fault), missing, find)
  return { ...row, kills: [...row.kills, ...verdicts.filter(isBad).map(({ vector }) => vector)] }
}

async function serviceKills(suite: Suite, tell: Tell): Promise<Kills[]> {
  const exchanges = ofMethods(suite, ENDPOINT)
  const generated = await generatedExchanges()
  const found: Kills[] = []
  for (const { id, alteration, others = [], by } of SERVICE_FAULTS) {
    tell(id)
    const failed: (readonly [FaultId, VectorId[]])[] = []
    for (const form of [alteration, ...others])
      failed.push([
        id,
        (await verdictsWith(form, by ? generated : exchanges)).filter(isBad).map(({ vector }) => vector),
      ])
    found.push({ fault: id, kills: unionOf(id, failed) })
  }
  return found
}

/** The generated questions for services that fail no vector: the same in every self-check. */
async function generatedExchanges(): Promise<Vector[]> {
  const { generatedGroups, inOrder } = await import('../../src/generate/index.ts')
  return inOrder(generatedGroups({ count: 100, seed: 1, methods: ['endpoint.exchange'], meets: NEEDS }))
}

const unionOf = (id: FaultId, failed: readonly (readonly [FaultId, readonly VectorId[]])[]): VectorId[] => [
  ...new Set(failed.filter(([fault]) => fault === id).flatMap(([, vectors]) => vectors)),
]

/** Runs some at once, with the results in order. */
export async function eachOf<T, R>(list: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const left = list.map((item, at) => ({ item, at }))
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) results[next.at] = await work(next.item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}
