import { commonTo, type Shown, type Variation } from './common.ts'
import { diagnoseRun, type Diagnosis, type Passed, type Told, type Wrong } from './index.ts'
import { causesOfEach, recognised } from './clientCauses.ts'
import { idsIn, spread } from './methods.ts'
import { observed } from './predict.ts'
import { stagesOf } from './stages.ts'
import { CLIENT_FAULTS } from '../faults/client/index.ts'
import { SERVICE_FAULTS } from '../faults/service/index.ts'
import type { FaultyAnswer, OutputFault } from '../faults/fault.ts'
import { isBad, judge } from '../judge/index.ts'
import { troubleOf } from '../judge/trouble.ts'
import { asAsked, type AskedOf, type JudgedVector } from '../ask.ts'
import { groupedBy } from '../tables.ts'
import {
  isGenerated,
  type Answer,
  type Cause,
  type Findings,
  type Kept,
  type Method,
  type StagesOfAnswer,
  type Vector,
  type VectorId,
  type Verdict,
} from '../model/index.ts'

interface WrongAnswer extends Wrong {
  readonly vector: Vector
  readonly isTrouble: boolean
}

type Right = Pick<JudgedVector, 'vector' | 'answer'>

/** Collects the answers of a run and finds their causes at the end. */
export class Evidence {
  readonly #wrong: WrongAnswer[] = []
  readonly #right: Right[] = []
  /** In the order in which they were asked. */
  readonly #shown: Shown[] = []
  #decided?: { readonly diagnosis: Diagnosis; readonly asked: number }

  add(vector: Vector, answer: Answer, verdict: Verdict): void {
    const { id, question } = vector
    const isRight = verdict.outcome === 'passed'
    if (!isRight && !isBad(verdict)) return
    this.#shown.push({ id, question, isRight, should: vector.expect.verdict, was: answer.kind })
    if (isRight) this.#right.push({ vector, answer })
    else this.#wrong.push(wrongBy({ vector, answer, verdict }))
  }

  /** A right answer that contradicts causes, and says nothing of what failures share: it was given apart from the run. */
  addRight(vector: Vector, answer: Answer): void {
    this.#right.push({ vector, answer })
  }

  /** @param faults the catalogue, or a part of it */
  diagnosis(faults?: readonly OutputFault[]): Diagnosis {
    // Taken apart only where something is wrong.
    const right = this.#wrong.length === 0 ? [] : enough(this.#right)
    return diagnoseRun(this.#wrong.filter(isShowing), right.flatMap(passedBy), faults)
  }

  /**
   * Asks what tells apart causes that explain the same failures.
   * @param pool questions that were not asked yet, of these methods
   * @param ask answers come as far as there is time
   */
  async decide(
    pool: (methods: ReadonlySet<Method>) => Promise<readonly Vector[]>,
    ask: (vectors: readonly Vector[]) => Promise<readonly JudgedVector[]>,
  ): Promise<void> {
    const diagnosis = this.diagnosis()
    this.#decided = { diagnosis, asked: 0 }
    const { openMethods, deciding } = diagnosis
    const questions = openMethods.size === 0 ? [] : deciding(await pool(openMethods))
    const judged = questions.length === 0 ? [] : await ask(questions)
    const bad = judged.filter(({ verdict }) => isBad(verdict))
    const wrong = bad.map(wrongBy).filter(isShowing)
    const right = judged.filter(({ verdict }) => verdict.outcome === 'passed')
    const asked = wrong.length + right.length
    this.#decided = { diagnosis: diagnosis.decidedBy(wrong, right.flatMap(passedBy)), asked }
  }

  /**
   * What a report says about causes, those of HTTP clients included.
   * @param clients the faults of an HTTP client
   * @param variations smaller forms of failures that were asked
   */
  findings(
    clients: readonly Cause[] = recognised(this.#wrong),
    variations: readonly Variation[] = [],
  ): Findings {
    const { diagnosis, asked } = this.#decided ?? { diagnosis: this.diagnosis(), asked: 0 }
    const { causes, unexplained, faultsOf, likely } = withFollowers(diagnosis, this.#wrong)
    const byClient = new Set(clients.flatMap(({ explains }) => explains))
    // The report names the trouble: there is nothing to explain.
    const troubled = new Set(idsIn(this.#wrong.filter(({ isTrouble }) => isTrouble)))
    const isTroubled = ({ id, follows = id }: Wrong): boolean => troubled.has(id) || troubled.has(follows)
    const silent = new Set(idsIn(this.#wrong.filter(isTroubled)))
    const left = unexplained.filter((id) => !byClient.has(id) && !silent.has(id))
    return {
      causes: [
        ...causes.map(({ candidates, forms, ...rest }) => ({
          ...(candidates.length === 1 ? { faults: candidates[0]! } : { faults: [], candidates }),
          ...rest,
          ...(forms.length > 0 && { forms }),
        })),
        ...clients,
      ],
      unexplained: left,
      faultsOf: (id) => [
        ...(faultsOf.get(id) ?? []),
        ...clients.filter(({ explains }) => explains.includes(id)).flatMap(({ faults }) => faults),
      ],
      stages: this.#stages(left),
      common: commonTo(this.#told(unexplained), new Set(left), variations),
      likely,
      ...(asked > 0 && { asked }),
    }
  }

  /** An answer that a cause explains shows nothing of what is wrong in the others: in that it is right. */
  #told(unexplained: readonly VectorId[]): readonly Shown[] {
    const left = new Set(unexplained)
    return this.#shown.map((one) => ({ ...one, isRight: !left.has(one.id) }))
  }

  #stages(ids: readonly VectorId[]): Findings['stages'] {
    const left = new Set(ids)
    const firsts = new Map<Method, StagesOfAnswer>()
    for (const { id, question, vector, answer } of this.#wrong) {
      if (!left.has(id) || firsts.has(question.method)) continue
      const stages = stagesOf(vector, answer)
      if (stages.length > 0) firsts.set(question.method, { vector: id, stages })
    }
    return [...firsts.values()]
  }
}

const isShowing = ({ isTrouble }: WrongAnswer): boolean => !isTrouble

/** So many right answers to generated questions of a method contradict causes: more would cost more than the run. */
const RIGHT_GENERATED = 500

/** Right answers to all that is shipped, and evenly spread ones to what was generated. */
function enough(right: readonly Right[]): Right[] {
  const generated = right.filter(({ vector }) => isGenerated(vector.id))
  const byMethod = groupedBy(generated, ({ vector }) => vector.question.method)
  const kept = new Set([...byMethod.values()].flatMap((own) => spread(own, RIGHT_GENERATED)))
  return right.filter((one) => !isGenerated(one.vector.id) || kept.has(one))
}

const wrongBy = ({ vector, answer, verdict }: JudgedVector): WrongAnswer => ({
  id: vector.id,
  question: vector.question,
  answer,
  vector,
  isTrouble: verdict.outcome === 'errored' || troubleOf(verdict) !== undefined,
  ...(verdict.reason === 'twin-not-accepted' && vector.twin !== undefined && { follows: vector.twin }),
})

/** A cause explains what follows from what it explains. */
function withFollowers(diagnosis: Told, wrong: readonly WrongAnswer[]): Told {
  const { unexplained, faultsOf } = diagnosis
  const after = wrong.filter(({ id, follows }) => follows !== undefined && unexplained.includes(id))
  const causes = diagnosis.causes.map((cause) => ({
    ...cause,
    explains: [
      ...cause.explains,
      ...after.filter(({ follows }) => cause.explains.includes(follows!)).map(({ id }) => id),
    ],
  }))
  const explained = new Set(causes.flatMap(({ explains }) => explains))
  return {
    causes,
    likely: diagnosis.likely,
    unexplained: unexplained.filter((id) => !explained.has(id)),
    faultsOf: new Map([
      ...faultsOf,
      ...after.map(({ id, follows }) => [id, faultsOf.get(follows!) ?? []] as const),
    ]),
  }
}

function passedBy({ vector, answer }: Right): Passed[] {
  const given = observed(vector.question, answer)
  const { askedAt, answeredAt } = answer
  const passes = (other: FaultyAnswer): boolean =>
    other.kind !== 'crashed' && !isBad(judge(vector, { ...other, askedAt, answeredAt }, 'twin-accepted'))
  return given ? [{ id: vector.id, ...given, passes }] : []
}

/** A part that kept no answer is a client's, and names its faults itself. */
const NOT_KEPT: Answer = { kind: 'failed', message: '', askedAt: 0, answeredAt: 0 }

/**
 * The findings of a run of which parts were judged apart; undefined where nothing failed.
 * @param verdicts of all parts, in the order of the vectors
 * @param kept what the parts kept of the answers
 */
export function findingsOfParts(
  verdicts: readonly Verdict[],
  kept: readonly Kept[],
  find: (id: VectorId) => Vector | undefined,
  asked: AskedOf,
): Findings | undefined {
  if (!verdicts.some(isBad)) return undefined
  const answers = new Map(kept.map(({ vector, answer }) => [vector, answer]))
  const evidence = new Evidence()
  for (const verdict of verdicts) {
    const vector = find(verdict.vector)!
    const answer = answers.get(vector.id)
    const isCall = vector.question.method === 'client.call'
    if (answer ?? isCall) evidence.add(asAsked(vector, asked), answer ?? NOT_KEPT, verdict)
  }
  return evidence.findings(namedInParts(verdicts, find))
}

function namedInParts(verdicts: readonly Verdict[], find: (id: VectorId) => Vector | undefined): Cause[] {
  const played = verdicts.filter(({ vector }) => PLAYED.has(find(vector)?.question.method ?? ''))
  return causesOfEach([...CLIENT_FAULTS, ...SERVICE_FAULTS], ({ id }) =>
    played.filter(({ diagnosis = [] }) => diagnosis.includes(id)).map(({ vector }) => vector),
  )
}

const PLAYED: ReadonlySet<string> = new Set(['client.call', 'endpoint.exchange'])
