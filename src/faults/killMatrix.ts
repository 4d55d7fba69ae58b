import type { Fault } from './catalogue.ts'
import type { FaultyAnswer, Alteration, OutputFault } from './fault.ts'
import { answerOf, sdkWith, showsIn } from './faultySdk/index.ts'
import { isBad, judge } from '../judge/index.ts'
import type { Answer, FaultId, Vector, VectorId } from '../model/index.ts'

/** A fault, and the vectors that a subject with it fails. */
export interface Kills {
  readonly fault: FaultId
  readonly kills: readonly VectorId[]
}

/** The result of a kill matrix. */
export interface Summary {
  /** Faults that no vector fails. */
  readonly survivors: readonly FaultId[]
  /** Faults that a vector names and does not fail. */
  readonly idle: readonly { readonly vector: VectorId; readonly fault: FaultId }[]
  readonly catching: number
  /** Faults that only one vector kills. */
  readonly single: readonly { readonly fault: FaultId; readonly vector: VectorId }[]
  /** Output faults that give the same answers to every vector. */
  readonly classes: readonly (readonly FaultId[])[]
}

/** The answer of a fault as it comes out of a pipe. */
export function stamped(answer: FaultyAnswer): Answer {
  const times = { askedAt: 0, answeredAt: 0 }
  if (answer.kind === 'crashed') return { ...times, kind: 'broken', reason: 'crash', message: 'it ended' }
  return { ...times, ...answer }
}

const fails = (vector: Vector, answer: FaultyAnswer): boolean =>
  isBad(judge(vector, stamped(answer), 'twin-accepted'))

/** Vectors that an SDK with these faults fails. */
export function outputFailures(alterations: readonly Alteration[], vectors: readonly Vector[]): VectorId[] {
  const sdk = sdkWith(alterations)
  const isFailed = (vector: Vector): boolean => {
    if (!alterations.some((alteration) => showsIn(alteration, vector.question.method))) return false
    const answer = answerOf(sdk, vector.question)
    return answer !== undefined && fails(vector, answer)
  }
  return vectors.filter(isFailed).map(({ id }) => id)
}

/** Vectors that an output fault fails, in any of its forms. */
export function outputKills({ id, alteration, others = [] }: OutputFault, vectors: readonly Vector[]): Kills {
  const forms = [alteration, ...others]
  return { fault: id, kills: [...new Set(forms.flatMap((form) => outputFailures([form], vectors)))] }
}

/** @param judged ids of vectors that were run against faulty subjects; the others are data for other uses */
export function summaryOf(
  matrix: readonly Kills[],
  vectors: readonly Vector[],
  faults: readonly Fault[],
): Summary {
  const killsOf = new Map(matrix.map(({ fault, kills }) => [fault, new Set(kills)]))
  const named = vectors.flatMap(({ id, catches = [] }) => catches.map((fault) => ({ vector: id, fault })))
  return {
    survivors: matrix.filter(({ kills }) => kills.length === 0).map(({ fault }) => fault),
    // Neither a fault that was not run nor one that does not exist is killed.
    idle: named.filter(({ vector, fault }) => !killsOf.get(fault)?.has(vector)),
    catching: vectors.filter(({ catches }) => catches).length,
    // Of generated questions the first that fails a fault ends its run.
    single: matrix
      .filter(({ kills }) => kills.length === 1 && vectors.some(({ id }) => id === kills[0]))
      .map(({ fault, kills }) => ({ fault, vector: kills[0]! })),
    classes: classesOf(faults, vectors),
  }
}

/** Faults that answer every vector alike. */
function classesOf(faults: readonly Fault[], vectors: readonly Vector[]): FaultId[][] {
  const alike = new Map<string, FaultId[]>()
  for (const fault of faults) {
    // Faults that only generated questions find answer every vector rightly.
    if (fault.shows !== 'output' || fault.by) continue
    const answers = JSON.stringify(vectors.map(({ question }) => fault.answer(question) ?? null))
    alike.set(answers, [...(alike.get(answers) ?? []), fault.id])
  }
  return [...alike.values()].filter((ids) => ids.length > 1)
}
