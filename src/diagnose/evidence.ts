import { diagnoseRun, type Diagnosis, type Passed, type Wrong } from './index.ts'
import { recognised } from './recogniseClients.ts'
import { observed } from './predict.ts'
import { stagesOf } from './stages.ts'
import { CLIENT_FAULTS } from '../faults/client/index.ts'
import type { FaultyAnswer, OutputFault } from '../faults/fault.ts'
import type { Kept } from '../model/index.ts'
import { isBad, judge } from '../judge/index.ts'
import { asAsked, type AskedOf } from '../ask.ts'
import type { Answer, FaultId, Findings, Method, Outcome, Vector, VectorId, Verdict } from '../model/index.ts'

interface WrongAnswer extends Wrong {
  readonly vector: Vector
  readonly outcome: Outcome
}

/** Collects the answers of a run, of which the causes are found at its end. */
export class Evidence {
  readonly #wrong: WrongAnswer[] = []
  readonly #passed: (() => Passed | undefined)[] = []

  add(vector: Vector, answer: Answer, verdict: Verdict): void {
    const { id, question } = vector
    const { outcome } = verdict
    if (isBad(verdict)) this.#wrong.push({ id, question, answer, vector, outcome })
    // Taken apart only where something is wrong.
    if (outcome === 'passed') this.#passed.push(() => passedBy(vector, answer))
  }

  /** @param faults the catalogue, or a part of it */
  diagnosis(faults?: readonly OutputFault[]): Diagnosis {
    const passed = this.#wrong.length === 0 ? [] : this.#passed.flatMap((make) => make() ?? [])
    return diagnoseRun(this.#wrong, passed, faults)
  }

  /**
   * What a report says of the causes, those of HTTP clients included.
   * @param clients mistakes of clients, and the vectors that show them
   */
  findings(clients: ReadonlyMap<FaultId, readonly VectorId[]> = recognised(this.#wrong)): Findings {
    const { causes, unexplained, faultsOf } = this.diagnosis()
    const byClient = new Set([...clients.values()].flat())
    // Where no answer came, the verdict says what happened: there is nothing to explain.
    const silent = new Set(this.#wrong.filter(({ outcome }) => outcome === 'errored').map(({ id }) => id))
    const left = unexplained.filter((id) => !byClient.has(id) && !silent.has(id))
    return {
      causes: [
        ...causes.map(({ candidates, explains }) =>
          candidates.length === 1
            ? { faults: candidates[0]!, explains }
            : { faults: [], candidates, explains },
        ),
        ...[...clients].map(([fault, explains]) => ({ faults: [fault], explains })),
      ],
      unexplained: left,
      faultsOf: (id) => [
        ...(faultsOf.get(id) ?? []),
        ...[...clients].filter(([, explains]) => explains.includes(id)).map(([fault]) => fault),
      ],
      stages: this.#stages(left),
    }
  }

  /** Of the first wrong answer to each method that nothing explains, where it shows anything on the way. */
  #stages(ids: readonly VectorId[]): Findings['stages'] {
    const firsts = new Map<Method, WrongAnswer>()
    for (const wrong of this.#wrong) {
      const { method } = wrong.question
      if (ids.includes(wrong.id) && !firsts.has(method)) firsts.set(method, wrong)
    }
    return [...firsts.values()]
      .map(({ id, vector, answer }) => ({ vector: id, stages: stagesOf(vector, answer) }))
      .filter(({ stages }) => stages.length > 0)
  }
}

function passedBy(vector: Vector, answer: Answer): Passed | undefined {
  const given = observed(vector.question, answer)
  return given && { ...given, passes: (other) => passes(vector, answer, other) }
}

/** Would this answer have been right as well? */
function passes(vector: Vector, { askedAt, answeredAt }: Answer, other: FaultyAnswer): boolean {
  if (other.kind === 'crashed') return false
  return !isBad(judge(vector, { ...other, askedAt, answeredAt }, 'twin-accepted'))
}

/** Where a part kept no answer: that of a client, whose mistakes it has named already. */
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
  return evidence.findings(clientsNamed(verdicts, find))
}

/** Mistakes of clients as the parts have named them, in the order of the catalogue. */
function clientsNamed(
  verdicts: readonly Verdict[],
  find: (id: VectorId) => Vector | undefined,
): Map<FaultId, VectorId[]> {
  const calls = verdicts.filter(({ vector }) => find(vector)?.question.method === 'client.call')
  const rows = CLIENT_FAULTS.map(({ id }): [FaultId, VectorId[]] => [
    id,
    calls.filter(({ diagnosis = [] }) => diagnosis.includes(id)).map(({ vector }) => vector),
  ])
  return new Map(rows.filter(([, ids]) => ids.length > 0))
}
