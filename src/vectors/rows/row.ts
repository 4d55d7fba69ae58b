import type {
  Expectation,
  Intermediates,
  JsonObject,
  Level,
  QuestionOf,
  RequirementId,
  Vector,
  VectorId,
  ExpectedOutputs,
  Method,
} from '../../model/index.ts'
import { trace } from '../../token/index.ts'
import { catchesOf } from '../catches/index.ts'

/** Secrets say what they are, except where their form matters. */
export const SECRET = 'DO-NOT-USE-channelproof-secret'
/** Could be read as hex and as base64, but is used as plain text. */
export const HEX_LIKE_SECRET = '00a1B2c3D4e5F60718293a4b5C6d7E8f'
export const APP = 'app'
/** 2023-11-14T22:13:20Z */
export const NOW = 1700000000

export const IDS = { channelId: 'c1', userId: 'u1' }

/** Every member of section 2.1 with known values, at a value that is neither its default nor a bound. */
export const EVERY_MEMBER = {
  ...IDS,
  channelDuration: 30,
  duration: 3600,
  size: 12,
  delayClose: 60,
}

/** What every row of a family table has. */
export interface Row {
  /** Last part of the id; never changed and never reused. */
  readonly name: string
  readonly title: string
  readonly requirements: readonly [RequirementId, ...RequirementId[]]
  readonly level?: Level
  readonly twin?: VectorId
}

type Rest = Pick<Vector, 'question' | 'expect' | 'needs'>

/** A row of `family` as a vector; `required` unless the row says otherwise. */
export function vectorOf(family: string, row: Row, rest: Rest): Vector {
  const { name, title, requirements, level = 'required', twin } = row
  const id = `${family}/${name}`
  const written = level === 'unspecified' ? [] : catchesOf({ id, expect: rest.expect })
  return {
    id,
    title,
    requirements: withOpen(requirements, rest.expect),
    level,
    ...(twin !== undefined && { twin }),
    ...(written.length > 0 && { catches: written }),
    ...rest,
  }
}

/** Where the text leaves a value open, the vector has the rule that says so too. */
const withOpen = (rules: Row['requirements'], expect: Expectation): Row['requirements'] =>
  expect.verdict === 'either' && expect.open !== undefined && !rules.includes(expect.open)
    ? [...rules, expect.open]
    : rules

/** Accepts exactly this output. */
export const accept = (output: ExpectedOutputs[Method], intermediates?: Intermediates): Accepting => ({
  verdict: 'accept',
  output,
  ...(intermediates && { intermediates }),
})

type Accepting = Extract<Expectation, { verdict: 'accept' }>

/** The same, or a refusal: `open` is the rule that leaves the choice. */
export const orRefused = (accepted: Accepting, open: RequirementId): Expectation => ({
  ...accepted,
  verdict: 'either',
  reasons: ['missing-field', 'wrong-type', 'out-of-range', 'malformed'],
  open,
})

/** The answer of a right `token.issue`: the values that the params must hold, and one right token with all steps to it. */
export function acceptIssue(
  { appId, appSecret, timestamp = NOW }: QuestionOf<'token.issue'>['params'],
  joinParams: JsonObject,
): Extract<Expectation, { verdict: 'accept' }> {
  const intermediates = trace(JSON.stringify(joinParams), { appId, appSecret, timestamp })
  return { verdict: 'accept', output: { joinParams }, intermediates }
}
