import { OUTPUT_FAULTS } from '../../src/faults/catalogue.ts'
import { CLIENT_VARIANTS } from '../../src/variants/client/index.ts'
import { CLIENT_FAULTS } from '../../src/faults/client/index.ts'
import { SERVICE_FAULTS } from '../../src/faults/service/index.ts'
import { BODY_VARIANTS } from '../../src/variants/body/index.ts'
import { SERVICE_VARIANTS } from '../../src/variants/service/index.ts'
import { together } from '../../src/variants/service/serviceVariant.ts'
import { TIMELINE_VARIANTS } from '../../src/variants/timeline/index.ts'
import { answerOf, sdkWith } from '../../src/faults/faultySdk/index.ts'
import { runTimeline } from '../../src/service/timeline.ts'
import { JSON_STYLES } from '../../src/faults/faultySdk/jsonStyles.ts'
import { isBad, judge } from '../../src/judge/index.ts'
import { accusations, singlesAndPairs } from '../../src/variants/law.ts'
import type { Variant } from '../../src/variants/variant.ts'
import { outputFailures, outputKills, stamped, type Kills } from '../../src/faults/killMatrix.ts'
import type { FaultId, Vector, VectorId, Verdict } from '../../src/model/index.ts'
import type { Suite } from '../suite/index.ts'
import { verdictsOf } from './runClient.ts'
import { clientAdapter, formNames, RIGHT } from './clientForms.ts'
import { verdictsWith } from './faultyService.ts'

/** A subject that is right in one of the allowed ways, and what it failed all the same. */
export interface RightSubject {
  readonly subject: string
  readonly failed: readonly VectorId[]
}

export type Tell = (what: string) => void

const ofMethods = ({ vectors }: Suite, methods: RegExp): Vector[] =>
  vectors.filter(({ question }) => methods.test(question.method))
const TOKEN_AND_BODY = /^(?:token|body)\./
const CLIENT = /^client\.call$/
const ENDPOINT = /^endpoint\.exchange$/

/** Time limits are measured, so few clients are run at once; what is not killed then is run once more, alone. */
const AT_ONCE = 2

/** Every vector against every faulty subject that shows by outputs, as a client or as a service. */
export async function kills(suite: Suite, tell: Tell): Promise<Kills[]> {
  const answered = ofMethods(suite, TOKEN_AND_BODY)
  tell(`${OUTPUT_FAULTS.length} faults of outputs`)
  const outputs = OUTPUT_FAULTS.map((fault) => outputKills(fault, answered))
  return [...outputs, ...(await clientKills(suite, tell)), ...(await serviceKills(suite, tell))]
}

async function clientKills(suite: Suite, tell: Tell): Promise<Kills[]> {
  const calls = ofMethods(suite, CLIENT)
  const failed = await eachOf(
    CLIENT_FAULTS.flatMap((fault) => formNames(fault).map((name) => [fault.id, name] as const)),
    async ([fault, name]) => {
      tell(`client ${name}`)
      const verdicts = await verdictsOf(clientAdapter(name), calls, suite.find)
      return [fault, verdicts.filter(isBad).map(({ vector }) => vector)] as const
    },
  )
  const found = CLIENT_FAULTS.map(({ id }) => ({ fault: id, kills: unionOf(id, failed) }))
  const again: Kills[] = []
  for (const row of found) again.push(await onceMore(row, calls, suite, tell))
  return again
}

/** On a busy machine a client may stop before its time limit was ever at stake. */
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
  const found: Kills[] = []
  for (const { id, alteration, others = [] } of SERVICE_FAULTS) {
    tell(id)
    const failed: (readonly [FaultId, VectorId[]])[] = []
    for (const form of [alteration, ...others])
      failed.push([id, (await verdictsWith(form, exchanges)).filter(isBad).map(({ vector }) => vector)])
    found.push({ fault: id, kills: unionOf(id, failed) })
  }
  return found
}

const unionOf = (id: FaultId, failed: readonly (readonly [FaultId, readonly VectorId[]])[]): VectorId[] => [
  ...new Set(failed.filter(([fault]) => fault === id).flatMap(([, vectors]) => vectors)),
]

/** Subjects that are right, each in another allowed way: none of them may fail anything. */
export async function rightSubjects(suite: Suite, tell: Tell): Promise<RightSubject[]> {
  const answered = ofMethods(suite, TOKEN_AND_BODY)
  const styles = JSON_STYLES.map(({ id, alteration }) => ({
    subject: `json-${id}`,
    failed: outputFailures([alteration], answered),
  }))
  const calls = ofMethods(suite, CLIENT)
  const clients = await eachOf([RIGHT, ...CLIENT_VARIANTS.map(({ id }) => id)], async (name) => {
    tell(`client ${name}`)
    const verdicts = await verdictsOf(clientAdapter(name), calls, suite.find)
    return { subject: `client-${name}`, failed: verdicts.filter(isBad).map(({ vector }) => vector) }
  })
  return [
    ...styles,
    ...clients,
    ...rightValidators(suite),
    ...rightModels(suite),
    ...(await rightServices(suite, tell)),
  ]
}

async function rightServices(suite: Suite, tell: Tell): Promise<RightSubject[]> {
  const exchanges = ofMethods(suite, ENDPOINT)
  const found: RightSubject[] = []
  for (const variants of [[], ...singlesAndPairs(SERVICE_VARIANTS)]) {
    const subject = namesOf('service-right', variants)
    tell(subject)
    const { alteration, ...ways } = together(variants)
    const verdicts = await verdictsWith(alteration, exchanges, ways)
    found.push({ subject, failed: accusedOf(verdicts, variants) })
  }
  return found
}

const namesOf = (none: string, variants: readonly Variant[]): string =>
  variants.map(({ id }) => id).join(' and ') || none

const accusedOf = (verdicts: readonly Verdict[], variants: readonly Variant[]): VectorId[] =>
  accusations(verdicts, variants).map(({ vector }) => vector)

/** By what they answer, without a port. */
function rightValidators(suite: Suite): RightSubject[] {
  const bodies = ofMethods(suite, /^body\./)
  return singlesAndPairs(BODY_VARIANTS).map((variants) => {
    const validator = sdkWith(variants.map(({ alteration }) => alteration))
    const verdicts = bodies.map((vector) =>
      judge(vector, stamped(answerOf(validator, vector.question)!), 'twin-accepted'),
    )
    return { subject: namesOf('', variants), failed: accusedOf(verdicts, variants) }
  })
}

/** Against what is required of a channel over time; no adapter is asked that, so a model runs each timeline. */
function rightModels({ vectors }: Suite): RightSubject[] {
  return TIMELINE_VARIANTS.map((variant) => {
    const verdicts = vectors.flatMap((vector) => {
      if (vector.question.method !== 'channel.timeline') return []
      const { params } = vector.question
      const output = { results: runTimeline(params, variant.make(params)) }
      return [judge(vector, stamped({ kind: 'accepted', output }), 'twin-accepted')]
    })
    return { subject: variant.id, failed: accusedOf(verdicts, [variant]) }
  })
}

/** Some at once, the results in order. */
async function eachOf<T, R>(list: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const left = list.map((item, at) => ({ item, at }))
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) results[next.at] = await work(next.item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}
