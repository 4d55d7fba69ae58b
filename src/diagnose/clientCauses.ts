import type { ClientFault, ClientSteps } from '../faults/client/clientFault.ts'
import { CLIENT_FAULTS } from '../faults/client/index.ts'
import type { Answer, Cause, FaultId, Question, Vector, VectorId, Verdict } from '../model/index.ts'
import type { JudgedVector } from '../ask.ts'
import { spread } from './ground.ts'
import { causesOf, type FaultPattern, type Pattern, patternOf } from './patterns.ts'

interface Call {
  readonly id: VectorId
  readonly question: Question
  readonly answer: Answer
}

/** Does what was seen of a call show the mistake? */
export const shows = (fault: ClientFault, { question, answer }: Omit<Call, 'id'>): boolean =>
  question.method === 'client.call' &&
  answer.kind === 'accepted' &&
  'requests' in answer.output &&
  (fault.recognises?.(answer.output, question.params) ?? false)

/** Calls of HTTP clients show their mistakes on the wire: each fault recognises its own, or says nothing. */
export const recognised = (wrong: readonly Call[]): Cause[] =>
  // In the order of the catalogue, whatever failed first.
  CLIENT_FAULTS.map((fault) => ({
    faults: [fault.id],
    explains: wrong.filter((one) => shows(fault, one)).map(({ id }) => id),
  })).filter(({ explains }) => explains.length > 0)

/** Causes of failed calls: what each mistake shows on the wire, and whether a client with it fails in the same way. */

/** Asks a client of the catalogue these calls and judges it; the client says how many it takes at a time. */
export type Play = (steps: ClientSteps, calls: readonly Vector[]) => Promise<readonly Verdict[]>

/**
 * Names mistakes of a client with the failures that each reproduces. Those that show on the wire come first. For what
 * they do not explain, clients with each other mistake are asked.
 * @param wrong calls that failed or had no answer
 * @param right calls that passed
 * @param playAlone asks a fresh client
 */
export async function clientCauses(
  wrong: readonly JudgedVector[],
  right: readonly Vector[],
  playAlone: Play,
): Promise<Cause[]> {
  const play = afterOthers(playAlone, right)
  const found = new Map<FaultId, VectorId[]>()
  const note = (fault: FaultId, ids: readonly VectorId[]): void =>
    void (ids.length > 0 && found.set(fault, [...(found.get(fault) ?? []), ...ids]))
  note('no-timeout', hanging(wrong))
  const failed = wrong.filter(({ verdict }) => verdict.outcome === 'failed')
  for (const [fault, ids] of await shown(failed, play)) note(fault, ids)
  const doubtful: Cause[] = []
  // First the mistakes that show on the wire; the rest is asked of clients with all others.
  for (const isTried of [isIn(found), () => true]) {
    const explained = new Set([...found.values()].flat())
    const left = failed.filter(({ vector }) => !explained.has(vector.id))
    const faults = CLIENT_FAULTS.filter(({ id }) => isTried(id))
    for (const cause of await played({ left, right, faults }, play))
      if (cause.faults.length === 1) note(cause.faults[0]!, cause.explains)
      else doubtful.push(cause)
  }
  return [...inOrder(found), ...doubtful]
}

const isIn =
  (found: ReadonlyMap<FaultId, unknown>) =>
  (id: FaultId): boolean =>
    found.has(id)

/** A client with a memory is wrong only after other calls: some right ones come first, and do not count. */
const afterOthers =
  (play: Play, right: readonly Vector[]): Play =>
  async (steps, calls) => {
    const asked = new Set(calls.map(({ id }) => id))
    const first = right.filter((vector) => !asked.has(vector.id) && !isSilent(vector)).slice(0, BEFORE)
    return (await play(steps, [...first, ...calls])).filter(({ vector }) => asked.has(vector))
  }

const BEFORE = 2

/** In the order of the catalogue, whatever was found first. */
const inOrder = (found: ReadonlyMap<FaultId, readonly VectorId[]>): Cause[] =>
  CLIENT_FAULTS.flatMap(({ id }) => {
    const explains = found.get(id)
    return explains ? [{ faults: [id], explains }] : []
  })

/** Such a call takes its whole time limit. */
const isSilent = ({ question: { method, params } }: Vector): boolean =>
  method === 'client.call' && params.answers.some(({ manner }) => manner === 'silent' || manner === 'dribble')

const operationOf = ({ question: { method, params } }: Vector): string | undefined =>
  method === 'client.call' ? params.operation : undefined

/** Calls without an answer where the service was silent: a client that waits for ever. Elsewhere it is the adapter. */
function hanging(wrong: readonly JudgedVector[]): VectorId[] {
  const late = wrong.filter(({ verdict }) => verdict.outcome === 'errored' && verdict.reason === 'timeout')
  return late.every(({ vector }) => isSilent(vector)) ? late.map(({ vector }) => vector.id) : []
}

const kindOf = ({ reason, rule }: Verdict): string => `${reason} ${rule}`

/** How many calls of each kind of failure a client with the mistake is asked again. */
const OF_EACH_KIND = 6

interface Charged {
  readonly fault: ClientFault
  readonly calls: readonly JudgedVector[]
  /** Kinds of failure that a client with the mistake fails as well: in the same way, or in another. */
  readonly same: ReadonlySet<string>
  readonly other: ReadonlySet<string>
}

/**
 * Charges what shows on the wire with those failures alone that it reproduces. Of several mistakes in one request the
 * verdict names one; the others are charged where they alone fail as well.
 */
async function shown(failed: readonly JudgedVector[], play: Play): Promise<[FaultId, VectorId[]][]> {
  const all: Charged[] = []
  for (const fault of CLIENT_FAULTS) {
    const calls = failed.filter(({ vector, answer }) => shows(fault, { question: vector.question, answer }))
    if (calls.length > 0) all.push({ fault, calls, ...(await kindsOf(fault, calls, play)) })
  }
  const charged: Charged[] = []
  for (const one of all) if (!(await isContained(one, all, play))) charged.push(one)
  const explained = new Set(
    charged.flatMap(({ calls, same }) => calls.filter(({ verdict }) => same.has(kindOf(verdict)))),
  )
  return charged.map(({ fault, calls, same, other }) => [
    fault.id,
    calls
      .filter((call) => explained.has(call))
      .filter(({ verdict }) => same.has(kindOf(verdict)) || other.has(kindOf(verdict)))
      .map(({ vector }) => vector.id),
  ])
}

/** A client that ignores every result ignores a cut-off one too: a part of a larger mistake is not a second mistake. */
async function isContained(one: Charged, all: readonly Charged[], play: Play): Promise<boolean> {
  if (one.same.size === 0) return false
  for (const larger of all.filter(({ calls }) => calls.length > one.calls.length)) {
    const { same } = await kindsOf(larger.fault, one.calls, play)
    if ([...one.same].every((kind) => same.has(kind))) return true
  }
  return false
}

const formsOf = ({ steps, others = [], wider }: ClientFault): readonly ClientSteps[] => [
  steps,
  ...others,
  ...(wider ? [wider] : []),
]

async function kindsOf(
  fault: ClientFault,
  calls: readonly JudgedVector[],
  play: Play,
): Promise<Pick<Charged, 'same' | 'other'>> {
  const sample = [...new Set(calls.map(({ verdict }) => kindOf(verdict)))].flatMap((kind) =>
    spread(
      calls.filter(({ verdict }) => kindOf(verdict) === kind),
      OF_EACH_KIND,
    ),
  )
  const due = new Map(sample.map(({ vector, verdict }) => [vector.id, kindOf(verdict)]))
  const [same, other] = [new Set<string>(), new Set<string>()]
  for (const steps of formsOf(fault))
    for (const verdict of await play(
      steps,
      sample.map(({ vector }) => vector),
    )) {
      if (verdict.outcome !== 'failed') continue
      const kind = due.get(verdict.vector)!
      ;(kindOf(verdict) === kind ? same : other).add(kind)
    }
  return { same, other }
}

/** How many failures, and right answers, a client with each mistake that shows nothing on the wire is asked. */
const SAMPLE = 4
/** Right answers to calls of an operation that failed say more: the same answer may have been read well there. */
const RIGHT = { near: 40, far: 20 }
const SILENT = 6

interface Left {
  readonly left: readonly JudgedVector[]
  readonly right: readonly Vector[]
  readonly faults: readonly ClientFault[]
}

/** Explains what is left by the patterns of clients with each mistake. */
async function played({ left, right, faults }: Left, play: Play): Promise<Cause[]> {
  if (left.length === 0 || faults.length === 0) return []
  const run = patternOf(left.map(({ verdict }) => verdict))
  const failures = left.map(({ vector }) => vector)
  const quick = failures.filter((vector) => !isSilent(vector))
  const sample = spread(quick.length > 0 ? quick : failures, SAMPLE)
  const operations = new Set(failures.map(operationOf))
  const isNear = (vector: Vector): boolean => operations.has(operationOf(vector)) && !isSilent(vector)
  const passed = [
    ...spread(right.filter(isNear), RIGHT.near),
    ...spread(
      right.filter((vector) => !isNear(vector) && !isSilent(vector)),
      RIGHT.far,
    ),
    // Silent clients only if such calls failed: each of them takes its time.
    ...right.filter((vector) => failures.some(isSilent) && isSilent(vector)).slice(0, SILENT),
  ]
  const asked = [...quick, ...failures.filter(isSilent).slice(0, SILENT), ...passed]
  const whole = new Map([...run, ...passed.map(({ id }) => [id, undefined] as const)])
  const failsAlike = (few: Pattern): boolean =>
    sample.some(({ id }) => run.get(id) !== undefined && few.get(id) === run.get(id))
  const patternsOf = async (fault: FaultId, steps: ClientSteps): Promise<FaultPattern[]> =>
    failsAlike(patternOf(await play(steps, sample)))
      ? [{ fault, pattern: patternOf(await play(steps, asked)) }]
      : []
  const patterns = await Promise.all(
    faults.flatMap((fault) => formsOf(fault).map((steps) => patternsOf(fault.id, steps))),
  )
  return causesOf(whole, patterns.flat())
}
