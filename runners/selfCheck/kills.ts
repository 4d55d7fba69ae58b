import type { generatedGroups } from '../../src/generate/index.ts'
import { OUTPUT_FAULTS } from '../../src/faults/catalogue.ts'
import { CLIENT_FAULTS } from '../../src/faults/client/index.ts'
import { SERVICE_FAULTS } from '../../src/faults/service/index.ts'
import { isBad } from '../../src/judge/index.ts'
import { killsOf, outputKills, type Kills } from '../../src/faults/killMatrix.ts'
import { ENDPOINT_QUESTIONS, NEEDS, type FaultId, type Vector, type Verdict } from '../../src/model/index.ts'
import { Turns } from '../live/rateLimit.ts'
import type { Suite } from '../suite/index.ts'
import { verdictsOfAdapter } from './clientInProcess.ts'
import { clientAdapter, formNames } from './faultyClient.ts'
import { verdictsWith } from './faultyService.ts'

/** A step of a part: `at` of `of` are begun. */
export interface Step {
  readonly part: string
  readonly at: number
  readonly of: number
  /** Of the subject. */
  readonly name?: string
}

export type Tell = (step: Step) => void

export const ofMethods = ({ vectors }: Suite, methods: RegExp): Vector[] =>
  vectors.filter(({ question }) => methods.test(question.method))
const TOKEN_AND_BODY = /^(?:token|body)\./
/** Everything that a faulty subject is asked. */
export const JUDGED = /^(?:token|body|client|endpoint)\./
export const CLIENT = /^client\.call$/
export const ENDPOINT = /^endpoint\.exchange$/

/**
 * A client that waits for its time limit leaves the machine to others. Time limits are measured, so only so many run at
 * once; a fault that is not killed then runs once more, alone.
 */
const AT_ONCE = 4

/**
 * Every vector against every faulty subject that shows by outputs, as a client or as a service.
 * @param sample a client or a service is asked the vectors that name its fault, and one of so many others; 1: all
 */
export async function kills(suite: Suite, sample: number, tell: Tell): Promise<Kills[]> {
  const answered = ofMethods(suite, TOKEN_AND_BODY)
  tell({ part: 'faults of outputs', at: OUTPUT_FAULTS.length, of: OUTPUT_FAULTS.length })
  const outputs = OUTPUT_FAULTS.map((fault) => outputKills(fault, answered))
  return [
    ...outputs,
    ...(await clientKills(suite, sample, tell)),
    ...(await serviceKills(suite, sample, tell)),
  ]
}

async function clientKills(suite: Suite, sample: number, tell: Tell): Promise<Kills[]> {
  const generated = await generatedFor({ count: 200, seed: 1, methods: ['client.call'] })
  const calls = ofMethods(suite, CLIENT)
  const forms = CLIENT_FAULTS.flatMap((fault) => formNames(fault).map((name) => ({ fault, name })))
  const verdicts = await eachOf(forms, async ({ fault, name }, at) => {
    tell({ part: 'faulty clients', at: at + 1, of: forms.length, name })
    // That one of the generated questions fails it is enough.
    const bail = fault.by === 'generated'
    const asked = bail ? generated : namedFirst(calls, fault.id, shareOf(calls, suite, sample, at))
    return (await verdictsOfAdapter(clientAdapter(name), asked, { ...suite, bail })).filter(isBad)
  })
  const found = CLIENT_FAULTS.map((fault) =>
    killsOf(fault.id, verdicts.filter((_, at) => forms[at]!.fault === fault).flat()),
  )
  const again: Kills[] = []
  for (const [at, row] of found.entries()) {
    const step = { part: 'faulty clients, again', at: at + 1, of: found.length, name: row.fault }
    again.push(await onceMore(row, calls, suite, () => tell(step)))
  }
  return again
}

/** On a busy machine a client may stop before the fault in its time limit can show. */
async function onceMore(
  row: Kills,
  calls: readonly Vector[],
  { find }: Suite,
  tell: () => void,
): Promise<Kills> {
  const named = calls.filter(({ catches }) => catches?.includes(row.fault))
  const missing = named.filter(({ id }) => !row.kills.includes(id))
  if (missing.length === 0) return row
  tell()
  const verdicts = await verdictsOfAdapter(clientAdapter(row.fault), missing, { find })
  const more = killsOf(row.fault, verdicts)
  return { ...row, kills: [...row.kills, ...more.kills], cited: [...row.cited, ...more.cited] }
}

async function serviceKills(suite: Suite, sample: number, tell: Tell): Promise<Kills[]> {
  const exchanges = ofMethods(suite, ENDPOINT)
  const generated = await generatedFor({
    count: ENDPOINT_QUESTIONS,
    seed: 1,
    methods: ['endpoint.exchange'],
    meets: NEEDS,
  })
  const found: Kills[] = []
  for (const [at, { id, alteration, others = [], by }] of SERVICE_FAULTS.entries()) {
    tell({ part: 'faulty services', at: at + 1, of: SERVICE_FAULTS.length, name: id })
    const asked = by ? generated : namedFirst(exchanges, id, shareOf(exchanges, suite, sample, at))
    const verdicts: Verdict[] = []
    for (const form of [alteration, ...others])
      verdicts.push(...(await verdictsWith(form, asked, {}, { bail: by !== undefined })).filter(isBad))
    found.push(killsOf(id, verdicts))
  }
  return found
}

/** The vectors that name a fault, and a share of the others; where none does, all: any of them may be what kills it. */
function namedFirst(vectors: readonly Vector[], fault: FaultId, share: readonly Vector[]): readonly Vector[] {
  const named = vectors.filter(({ catches }) => catches?.includes(fault))
  const chosen = new Set([...named, ...share])
  return named.length === 0 ? vectors : vectors.filter((vector) => chosen.has(vector))
}

/** The share of a subject; where it begins follows from the vectors, so that a change of them makes other shares. */
export function shareOf(
  vectors: readonly Vector[],
  { digest }: Pick<Suite, 'digest'>,
  sample: number,
  at: number,
): Vector[] {
  const turn = at + Number.parseInt(digest.slice(0, 8), 16)
  return vectors.filter((_, place) => (place + turn) % sample === 0)
}

/** The generated questions for subjects that fail no vector: the same in every self-check. */
async function generatedFor(drawing: Parameters<typeof generatedGroups>[0]): Promise<Vector[]> {
  const { generatedGroups, inOrder } = await import('../../src/generate/index.ts')
  return inOrder(generatedGroups(drawing))
}

/** Runs some at once, with the results in order. */
export function eachOf<T, R>(list: readonly T[], work: (item: T, at: number) => Promise<R>): Promise<R[]> {
  const turns = new Turns(AT_ONCE)
  return Promise.all(list.map((item, at) => turns.take(() => work(item, at))))
}
