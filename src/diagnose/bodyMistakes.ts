/** Mistakes that a body gives away by itself: the same names as in a run. */
import type { BodyViolation } from '../body/index.ts'
import { valueAt } from '../json.ts'
import type { FaultId, Json } from '../model/index.ts'

type Row = readonly [fault: FaultId, fits: (violation: BodyViolation, value: unknown) => boolean]

const ROWS: readonly Row[] = [
  [
    'numbers-as-text',
    ({ message }, value) =>
      message.includes('must be an integer') && typeof value === 'string' && /^-?[0-9]+$/.test(value),
  ],
  ['member-repeated', ({ keyword }) => keyword === 'duplicate'],
  ['member-added', ({ keyword }) => keyword === 'additionalProperties'],
]

/** The mistake of the catalogue that makes such a body; undefined where several would, or none, or it may be right. */
export const bodyMistake = (violation: BodyViolation, body: Json): FaultId | undefined =>
  violation.level === 'unspecified'
    ? undefined
    : ROWS.find(([, fits]) => fits(violation, valueAt(body, violation.instancePath)))?.[0]
