import type { Fault } from './catalogue.ts'
import type { FaultyAnswer, Alteration, OutputFault } from './fault.ts'
import { answerOf, sdkWith, showsIn } from './faultySdk/index.ts'
import { isBad, judge } from '../judge/index.ts'
import { groupedBy } from '../tables.ts'
import type { Answer, FaultId, RequirementId, Vector, VectorId, Verdict } from '../model/index.ts'

/** A fault, and the vectors that a subject with it fails. */
export interface Kills {
  readonly fault: FaultId
  readonly kills: readonly VectorId[]
  /** The rules that the failures cite, each set once. */
  readonly cited: readonly (readonly RequirementId[])[]
}

/** What a subject with a fault fails, from its verdicts in all forms. */
export function killsOf(fault: FaultId, verdicts: readonly Verdict[]): Kills {
  const bad = verdicts.filter(isBad)
  const cited = bad.filter(({ outcome }) => outcome === 'failed').map(rulesCited)
  return {
    fault,
    kills: [...new Set(bad.map(({ vector }) => vector))],
    cited: [...new Map(cited.map((rules) => [rules.join(), rules])).values()],
  }
}

/** The rules of its findings; a failure without a rule of its own breaks the first of its vector, as reports say. */
const rulesCited = ({ rule, requirements, findings = [] }: Verdict): RequirementId[] =>
  [...new Set([rule ?? requirements[0]!, ...findings.map((one) => one.rule)])].sort()

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
  readonly rules: Proofs
}

/** The required rules that vectors ask about. */
export interface Proofs {
  /** A wrong answer of a fault would pass without the check of this rule: nothing else refuses it. */
  readonly proved: readonly RequirementId[]
  readonly unproved: readonly RequirementId[]
}

/** The answer of a fault as it comes out of a pipe. */
export function stamped(answer: FaultyAnswer): Answer {
  const times = { askedAt: 0, answeredAt: 0 }
  if (answer.kind === 'crashed') return { ...times, kind: 'broken', reason: 'crash', message: 'it ended' }
  return { ...times, ...answer }
}

function outputVerdicts(alterations: readonly Alteration[], vectors: readonly Vector[]): Verdict[] {
  const sdk = sdkWith(alterations)
  return vectors
    .filter(({ question }) => alterations.some((alteration) => showsIn(alteration, question.method)))
    .flatMap((vector) => {
      const answer = answerOf(sdk, vector.question)
      return answer === undefined ? [] : [judge(vector, stamped(answer), 'twin-accepted')]
    })
    .filter(isBad)
}

/** Vectors that an SDK with these faults fails. */
export const outputFailures = (alterations: readonly Alteration[], vectors: readonly Vector[]): VectorId[] =>
  outputVerdicts(alterations, vectors).map(({ vector }) => vector)

/** Vectors that an output fault fails, in any of its forms. */
export function outputKills({ id, alteration, others = [] }: OutputFault, vectors: readonly Vector[]): Kills {
  const verdicts = [alteration, ...others].flatMap((form) => outputVerdicts([form], vectors))
  return killsOf(id, verdicts)
}

/** @param required the rules of which a proof is looked for */
export function summaryOf(
  matrix: readonly Kills[],
  vectors: readonly Vector[],
  faults: readonly Fault[],
  required: readonly RequirementId[] = [],
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
    rules: proofsOf(matrix, required),
  }
}

function proofsOf(matrix: readonly Kills[], required: readonly RequirementId[]): Proofs {
  const alone = new Set(matrix.flatMap(({ cited }) => cited.filter(({ length }) => length === 1).flat()))
  return {
    proved: required.filter((rule) => alone.has(rule)),
    unproved: required.filter((rule) => !alone.has(rule)),
  }
}

function classesOf(faults: readonly Fault[], vectors: readonly Vector[]): FaultId[][] {
  // Faults that only generated questions find answer every vector rightly.
  const shown = faults.filter((fault) => fault.shows === 'output').filter(({ by }) => !by)
  const alike = groupedBy(shown, ({ answer }) =>
    JSON.stringify(vectors.map(({ question }) => answer(question) ?? null)),
  )
  return [...alike.values()].filter(({ length }) => length > 1).map((same) => same.map(({ id }) => id))
}
