/** Section 2.1 in one place: what the schema says of each join parameter, and what it cannot say. */
import type { Json, RequirementId } from '../model/index.ts'
import { JOIN_PARAM_SCHEMAS } from './schemas.ts'

export type JoinParamName = keyof typeof JOIN_PARAM_SCHEMAS

/** What the schema does not say of a member. */
interface BeyondSchema {
  /** The rule that leaves open whether a subject takes a value that is not plain. */
  readonly open: RequirementId
  /**
   * Integers that no reading of the text can refuse, both ends included, and beside them the default; absent: every
   * value may be refused.
   */
  readonly plain?: readonly [min: number, max: number]
  /** A value other than the default, which `doctor` asks for. */
  readonly sample: Json
}

const BEYOND_SCHEMA: Readonly<Record<JoinParamName, BeyondSchema>> = {
  channelId: { open: 'PARAM-CHANNELID-NAMING', sample: 'doctor' },
  userId: { open: 'PARAM-USERID-FORMAT', sample: 'doctor' },
  privileges: { open: 'PARAM-PRIVILEGES-VALUES', sample: 1 },
  channelDuration: { open: 'PARAM-CHANNELDURATION-MAXIMUM', plain: [5, 60], sample: 120 },
  duration: { open: 'PARAM-DURATION-MINIMUM', plain: [60, 86400], sample: 120 },
  size: { open: 'PARAM-SIZE-MAXIMUM', plain: [2, 100], sample: 2 },
  delayClose: { open: 'PARAM-DELAYCLOSE-NEGATIVE', plain: [0, 86400], sample: 1 },
}

/** One member of the join parameters: a row of the table of section 2.1. */
export interface JoinParam extends BeyondSchema {
  readonly name: string
  readonly type: 'string' | 'integer'
  readonly required: boolean
  /** Means the same as a member that is left out. */
  readonly default?: number
  readonly minimum?: number
  readonly maximum?: number
}

/** The table of section 2.1. PARAM-* in vectors/requirements.yaml. */
export const JOIN_PARAMS: readonly JoinParam[] = Object.entries(JOIN_PARAM_SCHEMAS).map(([name, schema]) => ({
  name,
  ...schema,
  ...BEYOND_SCHEMA[name as JoinParamName],
}))

export const OPTIONAL_JOIN_PARAMS: readonly string[] = JOIN_PARAMS.flatMap(({ name, required }) =>
  required ? [] : [name],
)

/** The value that a missing member means; that of `privileges` is not shown. */
export const JOIN_DEFAULTS: Readonly<Record<string, number>> = Object.fromEntries(
  JOIN_PARAMS.flatMap((row) => (row.default === undefined ? [] : [[row.name, row.default]])),
)

export const joinParam = (name: string): JoinParam | undefined => JOIN_PARAMS.find((row) => row.name === name)

export const isListed = (name: string): boolean => joinParam(name) !== undefined

/** The optional ones that are integers: the others are texts. */
export const INTEGER_JOIN_PARAMS: readonly JoinParam[] = JOIN_PARAMS.filter(
  ({ type, required }) => type === 'integer' && !required,
)
