import { diagnoseRun, type Diagnosis, type Passed, type Wrong } from './diagnose.ts'
import { recognised } from './diagnose/clients.ts'
import { observed } from './diagnose/predict.ts'
import { stagesOf } from './diagnose/stages.ts'
import type { FaultyAnswer, OutputFault } from './faults/model.ts'
import { isBad, judge } from './judge.ts'
import type { Answer, Findings, Method, Outcome, Vector, VectorId, Verdict } from './model.ts'

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

  /** What a report says of the causes, those of HTTP clients included. */
  findings(): Findings {
    const { causes, unexplained, faultsOf } = this.diagnosis()
    const clients = recognised(this.#wrong)
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
  return !isBad(judge(vector, { ...other, askedAt, answeredAt }, true))
}
