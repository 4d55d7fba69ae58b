import { andMore, counted } from '../../text.ts'
import type { Fault } from '../../faults/catalogue.ts'
import type { Kills, Summary } from '../../faults/killMatrix.ts'
import type { FaultId, RequirementId, Vector, VectorId } from '../../model/index.ts'
import type { Variant } from '../../variants/variant.ts'

/** The kill matrix as a file: what `self-check --report json=FILE` writes. */
export interface MatrixReport {
  readonly schema: 1
  readonly suite: {
    readonly version: string
    readonly vectors: { readonly digest: string; readonly count: number }
  }
  readonly faults: readonly (Pick<
    Fault,
    'id' | 'group' | 'shows' | 'does' | 'origin' | 'repair' | 'reference'
  > & {
    readonly killedBy: readonly VectorId[]
  })[]
  readonly vectors: readonly {
    readonly id: VectorId
    readonly catches?: readonly FaultId[]
    /** How many faults it kills. */
    readonly kills: number
  }[]
  readonly summary: Summary
  /** Ways to be right: rows of src/variants. */
  readonly variants: readonly (Pick<Variant, 'id' | 'section' | 'open' | 'does'> & {
    /** The kind of subject: a token SDK, a client, a service, a validator of bodies, a model of a channel. */
    readonly kind: string
    readonly departs: readonly RequirementId[]
  })[]
  /** Subjects that use one or two of them. */
  readonly right: readonly { readonly subject: string; readonly failed: readonly VectorId[] }[]
  /** Clients and services were asked one of so many questions each, wrong ones also those that name their fault. */
  readonly sample: number
  /** Subjects that can do nothing. `passed`: what they passed and should not have. */
  readonly falseGreen: readonly {
    readonly subject: FaultId
    readonly judged: number
    readonly passed: readonly VectorId[]
  }[]
  readonly holds: boolean
}

/** Why a self-check does not hold, one sentence each. */
export function shortcomings({
  summary,
  right,
  falseGreen,
}: Pick<MatrixReport, 'summary' | 'right' | 'falseGreen'>): string[] {
  return [
    ...summary.survivors.map(
      (id) => `no vector fails the fault ${id}: write one, or take the row out of the catalogue`,
    ),
    ...summary.idle.map(
      ({ vector, fault }) => `${vector} names ${fault} and does not fail it: correct its catches`,
    ),
    ...summary.rules.unproved.map(
      (id) => `without the check of ${id} no wrong answer would pass: write a fault that breaks it alone`,
    ),
    ...right
      .filter(({ failed }) => failed.length > 0)
      .map(
        ({ subject, failed }) =>
          `${subject} is right and is accused by ${counted(failed.length, 'vector')}, such as ${failed[0]}`,
      ),
    ...falseGreen
      .filter(({ passed }) => passed.length > 0)
      .map(
        ({ subject, passed }) =>
          `${subject} can do nothing and passes ${passed.length} vectors, such as ${passed[0]}`,
      ),
    ...falseGreen
      .filter(({ judged }) => judged === 0)
      .map(({ subject }) => `${subject} was not judged at all, which proves nothing`),
  ]
}

/** Puts the results of a self-check together. @param kills of every fault, those of the group protocol included */
export function makeMatrixReport(
  facts: Pick<MatrixReport, 'suite' | 'summary' | 'variants' | 'right' | 'sample' | 'falseGreen'>,
  faults: readonly Fault[],
  kills: readonly Kills[],
  vectors: readonly Vector[],
): MatrixReport {
  const killedBy = new Map(kills.map(({ fault, kills: own }) => [fault, own]))
  const counts = new Map<VectorId, number>()
  for (const { kills: own } of kills) for (const id of own) counts.set(id, (counts.get(id) ?? 0) + 1)
  return {
    schema: 1,
    ...facts,
    faults: faults.map(({ id, group, shows, does, origin, repair, reference }) => ({
      id,
      group,
      shows,
      does,
      origin,
      repair,
      ...(reference !== undefined && { reference }),
      killedBy: killedBy.get(id) ?? [],
    })),
    vectors: vectors.map(({ id, catches }) => ({
      id,
      ...(catches && { catches }),
      kills: counts.get(id) ?? 0,
    })),
    holds: shortcomings(facts).length === 0,
  }
}

const asked = (sample: number): string => (sample === 1 ? '' : `, asked one of ${sample} questions each`)

/** The terminal report of a self-check. */
export function matrixText(report: MatrixReport): string {
  const { suite, faults, summary, variants, right, sample, falseGreen, holds } = report
  const accused = right.filter(({ failed }) => failed.length > 0).length
  const killed = faults.length - summary.survivors.length
  const bySort = ['output', 'client', 'service', 'symptom'].map(
    (shows) => `${faults.filter((fault) => fault.shows === shows).length} ${shows}`,
  )
  const wrong = shortcomings(report)
  return [
    `channelproof ${suite.version} on itself: ${suite.vectors.count} vectors, digest ${suite.vectors.digest.slice(0, 12)}`,
    '',
    `  faults killed              ${killed} of ${faults.length} (${bySort.join(', ')})`,
    `  vectors that kill all that they name   ${summary.catching - new Set(summary.idle.map(({ vector }) => vector)).size} of ${summary.catching}`,
    `  variants                   ${variants.length}, alone and in pairs ${right.length} subjects${asked(sample)}: ${accused} accused`,
    `  subjects that can do nothing           ${falseGreen.filter(({ passed }) => passed.length === 0).length} of ${falseGreen.length} pass nothing: ${falseGreen.map(({ subject }) => subject).join(', ')}`,
    `  faults that one vector alone kills     ${summary.single.length}: ${
      andMore(
        summary.single.map(({ fault }) => fault),
        12,
      ) || 'none'
    }`,
    `  faults that cannot be told apart       ${summary.classes.map((ids) => ids.join(' = ')).join('; ') || 'none'}`,
    `  rules without whose check a fault would pass  ${summary.rules.proved.length} of ${summary.rules.proved.length + summary.rules.unproved.length} required ones`,
    '',
    ...wrong.slice(0, 40).map((text) => `  wrong: ${text}`),
    ...(wrong.length > 40 ? [`  … and ${wrong.length - 40} more`] : []),
    holds ? 'the self-check holds' : `the self-check does not hold: ${wrong.length} shortcomings`,
    '',
  ].join('\n')
}
