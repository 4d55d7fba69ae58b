import type { ClientFault, ClientSteps } from '../faults/client/clientFault.ts'
import { CLIENT_FAULTS } from '../faults/client/index.ts'
import {
  usesUpTheLimit,
  type Cause,
  type FaultId,
  type Vector,
  type VectorId,
  type Verdict,
} from '../model/index.ts'
import type { JudgedVector } from '../ask.ts'
import { groupedBy } from '../tables.ts'
import type { Wrong } from './index.ts'
import { spread } from './methods.ts'
import { causesOf, type FaultPattern, type Pattern, patternOf } from './patterns.ts'

const shows = (fault: ClientFault, { question, answer }: Omit<Wrong, 'id'>): boolean =>
  question.method === 'client.call' &&
  answer.kind === 'accepted' &&
  'requests' in answer.output &&
  (fault.recognises?.(answer.output, question.params) ?? false)

/** A cause for each fault that explains something, in the order of the catalogue, whatever failed first. */
export const causesOfEach = <F extends { readonly id: FaultId }>(
  faults: readonly F[],
  explainedBy: (fault: F) => readonly VectorId[],
): Cause[] =>
  faults
    .map((fault) => ({ faults: [fault.id], explains: explainedBy(fault) }))
    .filter(({ explains }) => explains.length > 0)

/** Calls of HTTP clients show their faults on the wire: each fault recognises its own, or says nothing. */
export const recognised = (wrong: readonly Wrong[]): Cause[] =>
  causesOfEach(CLIENT_FAULTS, (fault) => wrong.filter((one) => shows(fault, one)).map(({ id }) => id))

type Calls = readonly JudgedVector[]

/** Asks a client of the catalogue these calls and judges it; the client says how many it takes at a time. */
export type Play = (steps: ClientSteps, calls: readonly Vector[]) => Promise<readonly Verdict[]>

/**
 * Names faults of a client with the failures that each reproduces. Those that show on the wire come first. For the
 * findings that they do not explain, clients with each other fault are asked: one failure may have several causes.
 * @param wrong calls that failed or had no answer
 * @param right calls that passed
 * @param alone asks a fresh client
 */
export async function clientCauses(wrong: Calls, right: readonly Vector[], alone: Play): Promise<Cause[]> {
  const play = afterOthers(alone, right)
  const causes: Cause[] = []
  const explainedBy = (fault: FaultId): VectorId[] =>
    causes.flatMap(({ faults, explains }) => (faults.includes(fault) ? explains : []))
  let left = wrong.filter(({ verdict }) => verdict.outcome === 'failed')
  const take = (explained: readonly Explained[]): void => {
    for (const { cause, kinds } of explained) {
      causes.push(cause)
      left = without(left, cause.explains, kinds)
    }
  }
  take(await shown(left, play))
  let faults = CLIENT_FAULTS.filter(({ id }) => explainedBy(id).length > 0)
  // First the faults that show on the wire, then all, and all once more where the worst finding hid another one.
  for (let round = 0; round < 3 && left.length > 0; round++) {
    const explained = await played(left, right, faults, play)
    if (round > 0 && explained.length === 0) break
    take(explained)
    faults = [...CLIENT_FAULTS]
  }
  const named = causesOfEach(CLIENT_FAULTS, ({ id }) => [...new Set(explainedBy(id))])
  return [...named, ...causes.filter((cause) => cause.candidates)]
}

/** A client with a memory is wrong only after other calls: some right ones come first, and do not count. */
const afterOthers =
  (play: Play, right: readonly Vector[]): Play =>
  async (steps, calls) => {
    const asked = new Set(calls.map(({ id }) => id))
    const first = right.filter((vector) => !asked.has(vector.id) && !isSilent(vector)).slice(0, BEFORE)
    return (await play(steps, [...first, ...calls])).filter(({ vector }) => asked.has(vector))
  }

const BEFORE = 2

/** Such a call takes its whole time limit. */
const isSilent = ({ question: { method, params } }: Vector): boolean =>
  method === 'client.call' && params.answers.some(usesUpTheLimit)

const operationOf = ({ question: { method, params } }: Vector): string | undefined =>
  method === 'client.call' ? params.operation : undefined

type Finding = Pick<Verdict, 'reason' | 'message' | 'rule' | 'difference'>

const findingsOf = (verdict: Verdict): readonly Finding[] => [verdict, ...(verdict.findings ?? [])]
const kindOf = ({ reason, rule }: Finding): string => `${reason} ${rule}`
const kindsOf = (verdict: Verdict): string[] => findingsOf(verdict).map(kindOf)

function withFindings(call: JudgedVector, [worst, ...others]: readonly Finding[]): JudgedVector[] {
  if (!worst) return []
  const { reason, message, rule, difference } = worst
  const verdict = { ...call.verdict, reason, message, rule, difference, findings: others }
  return [{ ...call, verdict: verdict as unknown as Verdict }]
}

const without = (left: Calls, explained: readonly VectorId[], kinds: ReadonlySet<string>): JudgedVector[] =>
  left.flatMap((call) => {
    const others = findingsOf(call.verdict).filter((finding) => !kinds.has(kindOf(finding)))
    return explained.includes(call.vector.id) ? withFindings(call, others) : [call]
  })

const OF_EACH_KIND = 6

interface Reproduced {
  /** Kinds of findings that a client with the fault has too. */
  readonly same: ReadonlySet<string>
  /** The worst kinds of calls that it fails only in another way. */
  readonly other: ReadonlySet<string>
}

interface Charged extends Reproduced {
  readonly fault: ClientFault
  readonly calls: Calls
}

interface Explained {
  readonly cause: Cause
  readonly kinds: ReadonlySet<string>
}

/**
 * Charges what shows on the wire with those failures alone that it reproduces. Where a request stops the judge at one
 * fault, the others are charged where they alone fail as well.
 */
async function shown(failed: Calls, play: Play): Promise<Explained[]> {
  const all: Charged[] = []
  for (const fault of CLIENT_FAULTS) {
    const calls = failed.filter(({ vector, answer }) => shows(fault, { question: vector.question, answer }))
    if (calls.length > 0) all.push({ fault, calls, ...(await reproducedBy(fault, calls, play)) })
  }
  const charged: Charged[] = []
  for (const one of all) if (!(await isContained(one, all, play))) charged.push(one)
  const hasAny = (call: JudgedVector, kinds: ReadonlySet<string>): boolean =>
    kindsOf(call.verdict).some((kind) => kinds.has(kind))
  const explained = new Set(charged.flatMap(({ calls, same }) => calls.filter((call) => hasAny(call, same))))
  return charged.map(({ fault, calls, same, other }) => {
    const explains = calls
      .filter((call) => explained.has(call) && (hasAny(call, same) || other.has(kindOf(call.verdict))))
      .map(({ vector }) => vector.id)
    return { cause: { faults: [fault.id], explains }, kinds: new Set([...same, ...other]) }
  })
}

/** A client that ignores every result ignores a cut-off one too: a part of a larger fault is not a second fault. */
async function isContained(one: Charged, all: readonly Charged[], play: Play): Promise<boolean> {
  if (one.same.size === 0) return false
  for (const larger of all.filter(({ calls }) => calls.length > one.calls.length)) {
    const { same } = await reproducedBy(larger.fault, one.calls, play)
    if ([...one.same].every((kind) => same.has(kind))) return true
  }
  return false
}

const formsOf = ({ steps, others = [], wider }: ClientFault): readonly ClientSteps[] => [
  steps,
  ...others,
  ...(wider ? [wider] : []),
]

async function reproducedBy(fault: ClientFault, calls: Calls, play: Play): Promise<Reproduced> {
  const byKind = groupedBy(calls, (call) => kindsOf(call.verdict).join())
  const sample = [...byKind.values()].flatMap((alike) => spread(alike, OF_EACH_KIND))
  const due = new Map(sample.map((call) => [call.vector.id, kindsOf(call.verdict)]))
  const asked = sample.map(({ vector }) => vector)
  const [same, other] = [new Set<string>(), new Set<string>()]
  for (const steps of formsOf(fault))
    for (const verdict of await play(steps, asked)) {
      if (verdict.outcome !== 'failed') continue
      const made = new Set(kindsOf(verdict))
      const kinds = due.get(verdict.vector)!
      const common = kinds.filter((kind) => made.has(kind))
      if (common.length === 0) other.add(kinds[0]!)
      for (const kind of common) same.add(kind)
    }
  return { same, other }
}

/** How many failures, and right answers, a client with each fault that shows nothing on the wire is asked. */
const SAMPLE = 4
/** Right answers to calls of an operation that failed say more: the same answer may have been read well there. */
const PASSED = { near: 40, far: 20 }
/** Of calls that take their whole limit so many; all vectors that look at one count, for it is made once. */
const SILENT = 12

async function played(
  left: Calls,
  right: readonly Vector[],
  faults: readonly ClientFault[],
  play: Play,
): Promise<Explained[]> {
  if (faults.length === 0) return []
  const run = patternOf(left.map(({ verdict }) => verdict))
  const failures = left.map(({ vector }) => vector)
  const quick = failures.filter((vector) => !isSilent(vector))
  const sample = spread(quick.length > 0 ? quick : failures, SAMPLE)
  const passed = rightBeside(failures, right)
  const asked = [...quick, ...silentOf(failures), ...passed]
  const failsAlike = (few: Pattern): boolean =>
    sample.some(({ id }) => run.get(id) !== undefined && few.get(id) === run.get(id))
  const made = new Map<FaultId, string[]>()
  const patternsOf = async (fault: FaultId, steps: ClientSteps): Promise<FaultPattern[]> => {
    if (!failsAlike(patternOf(await play(steps, sample)))) return []
    const verdicts = await play(steps, asked)
    made.set(fault, [...(made.get(fault) ?? []), ...verdicts.flatMap((verdict) => kindsOf(verdict))])
    return [{ fault, pattern: patternOf(verdicts) }]
  }
  const patterns = await Promise.all(
    faults.flatMap((fault) => formsOf(fault).map((steps) => patternsOf(fault.id, steps))),
  )
  const whole = new Map([...run, ...passed.map(({ id }) => [id, undefined] as const)])
  return causesOf(whole, patterns.flat()).map((cause) => {
    const named = [...cause.faults, ...(cause.candidates ?? []).flat()]
    return { cause, kinds: new Set(named.flatMap((fault) => made.get(fault) ?? [])) }
  })
}

function silentOf(vectors: readonly Vector[]): Vector[] {
  const calls = new Set<string>()
  return vectors.filter(
    (vector) => isSilent(vector) && calls.add(JSON.stringify(vector.question)).size <= SILENT,
  )
}

/** Right answers that exclude faults: most of them to operations of which a call failed. */
function rightBeside(failures: readonly Vector[], right: readonly Vector[]): Vector[] {
  const operations = new Set(failures.map(operationOf))
  const isNear = (vector: Vector): boolean => operations.has(operationOf(vector))
  const quick = right.filter((vector) => !isSilent(vector))
  const far = quick.filter((vector) => !isNear(vector))
  return [
    ...spread(quick.filter(isNear), PASSED.near),
    ...spread(far, PASSED.far),
    // Silent clients only if such calls failed: each of them takes its time.
    ...(failures.some(isSilent) ? silentOf(right) : []),
  ]
}
