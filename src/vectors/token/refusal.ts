import { without } from '../../members.ts'
import { kebabCase } from '../../text.ts'
import type {
  Expectation,
  Family,
  Json,
  JsonObject,
  QuestionOf,
  RequirementId,
  Vector,
} from '../../model/index.ts'
import { TOKEN_FORMAT } from '../../interface/tokenFormat.ts'
import { encodeParams } from '../../token/index.ts'
import { acceptIssue, APP, IDS, NOW, SECRET, vectorOf, type Row } from '../rows/row.ts'

const FAMILY = 'token/refusal'

/** What minting code should refuse, because the service will; each with an accepted twin. */
export const tokenRefusal = (): Family => ({
  name: FAMILY,
  title: 'Join parameters and secrets that minting code should refuse (sections 2.1 and 8)',
  vectors: [...MISSING, ...WRONG_TYPES, ...NULLS, ...OUT_OF_RANGE, ...WHOLE]
    .map(toVector)
    .concat(emptySecret()),
})

interface RefusalRow extends Row {
  readonly joinParams: Json
  readonly reasons: readonly string[]
  /** What the params must hold if the question is accepted: then a refusal is only one of two right answers. */
  readonly orAccept?: JsonObject
  readonly appSecret?: string
}

const TWIN = 'token/issue/minimal'
const STRINGS = ['channelId', 'userId'] as const
const INTEGERS = ['privileges', 'channelDuration', 'duration', 'size', 'delayClose'] as const

/** Refused, beside the accepted token with the least members. */
const refused = (
  name: string,
  title: string,
  rule: RequirementId,
  joinParams: Json,
  reasons: readonly string[] = ['wrong-type', 'missing-field', 'malformed'],
): RefusalRow => ({ name, title: `Refuses ${title}`, requirements: [rule], twin: TWIN, joinParams, reasons })

const MISSING: readonly RefusalRow[] = STRINGS.map((name) =>
  refused(
    `${kebabCase(name)}-missing`,
    `join parameters without ${name}`,
    'SDK-REFUSES-MISSING-FIELD',
    without(IDS, name),
    ['missing-field', 'malformed'],
  ),
)

const given = (name: string, kind: string, value: Json, reasons?: readonly string[]): RefusalRow =>
  refused(
    `${kebabCase(name)}-${kind}`,
    `${name} given as ${JSON.stringify(value)}`,
    'SDK-REFUSES-WRONG-TYPE',
    { ...IDS, [name]: value },
    reasons,
  )

const WRONG_FOR_STRINGS = { number: 60, fraction: 60.5, boolean: true, array: ['u1'], object: { id: 'u1' } }
const WRONG_FOR_INTEGERS = { text: '60', fraction: 60.5, boolean: true, array: [60], object: { value: 60 } }
const WRONG = ['wrong-type', 'out-of-range', 'malformed']

const wrongTypes = (name: string, values: JsonObject): RefusalRow[] =>
  Object.entries(values).map(([kind, value]) => given(name, kind, value, WRONG))

const WRONG_TYPES: readonly RefusalRow[] = [
  ...STRINGS.flatMap((name) => wrongTypes(name, WRONG_FOR_STRINGS)),
  ...INTEGERS.flatMap((name) => wrongTypes(name, WRONG_FOR_INTEGERS)),
]

const NULLS: readonly RefusalRow[] = [
  ...STRINGS.map((name) => given(name, 'null', null)),
  ...INTEGERS.map((name): RefusalRow => ({
    name: `${kebabCase(name)}-null`,
    title: `Open: ${name} given as null (the text does not say)`,
    level: 'unspecified',
    requirements: ['PARAM-NULL-OPTIONAL'],
    joinParams: { ...IDS, [name]: null },
    reasons: WRONG,
    orAccept: IDS,
  })),
]

const tooLong = (name: 'duration' | 'delayClose', value: number): RefusalRow => ({
  ...refused(
    `${kebabCase(name)}-${value}`,
    `${name} ${value}: the maximum is 86400`,
    `SDK-REFUSES-LONG-${name.toUpperCase()}`,
    { ...IDS, [name]: value },
    ['out-of-range', 'malformed'],
  ),
  twin: `token/issue/${kebabCase(name)}-86400`,
})

const OUT_OF_RANGE = [
  tooLong('duration', 86401),
  tooLong('duration', 1700086400),
  tooLong('delayClose', 86401),
]

const WHOLE: readonly RefusalRow[] = Object.entries({ null: null, array: [], string: '{}', number: 1 }).map(
  ([kind, value]) =>
    refused(
      `whole-${kind}`,
      `join parameters that are ${JSON.stringify(value)} instead of an object`,
      'SDK-REFUSES-WRONG-TYPE',
      value,
    ),
)

function toVector({ joinParams, reasons, orAccept, appSecret = SECRET, ...row }: RefusalRow): Vector {
  const params = { appId: APP, appSecret, joinParams, timestamp: NOW }
  const question: QuestionOf<'token.issue'> = { method: 'token.issue', params }
  const expect: Expectation = orAccept
    ? { ...acceptIssue(params, orAccept), verdict: 'either', reasons }
    : { verdict: 'refuse', reasons }
  return vectorOf(FAMILY, { level: 'recommended', ...row }, { question, expect })
}

function emptySecret(): Vector[] {
  const row: RefusalRow = {
    ...refused('secret-empty-issue', 'to sign with an empty secret', 'SDK-REFUSES-EMPTY-SECRET', IDS),
    appSecret: '',
    reasons: ['empty-secret', 'malformed', 'missing-field', 'out-of-range'],
  }
  const issued = toVector(row)
  const params = encodeParams(JSON.stringify(IDS))
  const signed = { version: TOKEN_FORMAT.version, appId: APP, timestamp: NOW, params, appSecret: '' }
  return [
    issued,
    vectorOf(
      FAMILY,
      { ...row, level: 'recommended', name: 'secret-empty-signature', twin: 'token/signature/plain' },
      { question: { method: 'token.signature', params: signed }, expect: issued.expect },
    ),
  ]
}
