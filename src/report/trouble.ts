import { groupedBy, keysOf } from '../tables.ts'
import { troubleOf, type TroubleKind } from '../judge/trouble.ts'
import type { VectorId, Verdict } from '../model/index.ts'
import { andMore, counted } from '../text.ts'
import { visible } from './visible.ts'

export interface Trouble {
  readonly kind: TroubleKind
  readonly vectors: readonly VectorId[]
  /** What the first verdict says about it. */
  readonly message: string
}

interface Words {
  /** After the number of questions. */
  readonly says: string
  readonly repair: string
}

/** In the order of repair. */
export const TROUBLE: Readonly<Record<TroubleKind, Words>> = {
  crash: {
    says: 'crashed the adapter',
    repair: 'Send the first of them to the adapter by hand; the end of its stderr says where it broke.',
  },
  timeout: {
    says: 'had no answer in time',
    repair: 'Send the first of them to the adapter by hand; "--timeout" gives it more time.',
  },
  protocol: {
    says: 'had an answer that breaks the adapter protocol',
    repair: 'Write one JSON answer a line to standard output, in the shape of the protocol; log to stderr.',
  },
  missing: {
    says: 'were about a method that "describe" offers and the adapter does not have',
    repair: 'Write the method, or take it out of "methods" of describe.',
  },
  error: {
    says: 'ended in an error of the adapter or the SDK',
    repair: 'Repair the error; a refusal is code 1 with data.reason, and what a type cannot hold is code 2.',
  },
}

/** The trouble of the adapter comes first, because it says nothing about what the SDK makes. */
export function troubleIn(verdicts: readonly Verdict[]): Trouble[] {
  const kinds = groupedBy(verdicts, troubleOf)
  return keysOf(TROUBLE).flatMap((kind) => {
    const own = kinds.get(kind)
    return own ? [{ kind, vectors: own.map(({ vector }) => vector), message: own[0].message ?? '' }] : []
  })
}

/** `12 questions crashed the adapter` */
export const troubleTitle = ({ kind, vectors }: Trouble): string =>
  `${counted(vectors.length, 'question')} ${TROUBLE[kind].says}`

/** Each kind with its first vector and what to do. */
export const troubleText = (trouble: readonly Trouble[]): string[] =>
  trouble.map((row) =>
    [
      `Trouble with the adapter: ${troubleTitle(row)}: ${andMore(row.vectors, 1)}`,
      `    said     ${visible(row.message)}`,
      `    repair   ${TROUBLE[row.kind].repair}`,
    ].join('\n'),
  )
