import { without } from '../../members.ts'
import { kebabCase } from '../../text.ts'
import type { Expectation, Family, Json, JsonObject, QuestionOf, Vector } from '../../model/index.ts'
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

const MISSING: readonly RefusalRow[] = STRINGS.map((name) => ({
  name: `${kebabCase(name)}-missing`,
  title: `Refuses join parameters without ${name}`,
  requirements: ['SDK-REFUSES-MISSING-FIELD'],
  twin: TWIN,
  joinParams: without(IDS, name),
  reasons: ['missing-field', 'malformed'],
}))

const WRONG_FOR_STRINGS: Readonly<Record<string, Json>> = {
  number: 60,
  fraction: 60.5,
  boolean: true,
  array: ['u1'],
  object: { id: 'u1' },
}

const WRONG_FOR_INTEGERS: Readonly<Record<string, Json>> = {
  text: '60',
  fraction: 60.5,
  boolean: true,
  array: [60],
  object: { value: 60 },
}

const WRONG_TYPES: readonly RefusalRow[] = [
  ...STRINGS.flatMap((name) => wrongTypes(name, WRONG_FOR_STRINGS)),
  ...INTEGERS.flatMap((name) => wrongTypes(name, WRONG_FOR_INTEGERS)),
]

function wrongTypes(name: string, values: Readonly<Record<string, Json>>): RefusalRow[] {
  return Object.entries(values).map(([kind, value]) => ({
    name: `${kebabCase(name)}-${kind}`,
    title: `Refuses ${name} given as ${JSON.stringify(value)}`,
    requirements: ['SDK-REFUSES-WRONG-TYPE'],
    twin: TWIN,
    joinParams: { ...IDS, [name]: value },
    reasons: ['wrong-type', 'out-of-range', 'malformed'],
  }))
}

const NULLS: readonly RefusalRow[] = [
  ...STRINGS.map((name) => ({
    name: `${kebabCase(name)}-null`,
    title: `Refuses ${name} given as null`,
    requirements: ['SDK-REFUSES-WRONG-TYPE'] as const,
    twin: TWIN,
    joinParams: { ...IDS, [name]: null },
    reasons: ['wrong-type', 'missing-field', 'malformed'],
  })),
  ...INTEGERS.map((name) => ({
    name: `${kebabCase(name)}-null`,
    title: `Open: ${name} given as null (the text does not say)`,
    level: 'unspecified' as const,
    requirements: ['PARAM-NULL-OPTIONAL'] as const,
    joinParams: { ...IDS, [name]: null },
    reasons: ['wrong-type', 'out-of-range', 'malformed'],
    orAccept: IDS,
  })),
]

const OUT_OF_RANGE: readonly RefusalRow[] = (
  [
    ['duration', 86401, 'token/issue/duration-86400'],
    ['duration', 1700086400, 'token/issue/duration-86400'],
    ['delayClose', 86401, 'token/issue/delay-close-86400'],
  ] as const
).map(([name, value, twin]) => ({
  name: `${kebabCase(name)}-${value}`,
  title: `Refuses ${name} ${value}: the maximum is 86400`,
  requirements: [name === 'duration' ? 'SDK-REFUSES-LONG-DURATION' : 'SDK-REFUSES-LONG-DELAYCLOSE'],

  twin,
  joinParams: { ...IDS, [name]: value },
  reasons: ['out-of-range', 'malformed'],
}))

/** Join parameters that are no object at all. */
const WHOLE: readonly RefusalRow[] = [null, [], '{}', 1].map((value) => ({
  name: `whole-${value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value}`,
  title: `Refuses join parameters that are ${JSON.stringify(value)} instead of an object`,
  requirements: ['SDK-REFUSES-WRONG-TYPE'],
  twin: TWIN,
  joinParams: value,
  reasons: ['wrong-type', 'missing-field', 'malformed'],
}))

function toVector({ joinParams, reasons, orAccept, appSecret = SECRET, ...row }: RefusalRow): Vector {
  const params = { appId: APP, appSecret, joinParams, timestamp: NOW }
  const question: QuestionOf<'token.issue'> = { method: 'token.issue', params }
  const expect: Expectation = orAccept
    ? { ...acceptIssue(params, orAccept), verdict: 'either', reasons }
    : { verdict: 'refuse', reasons }
  return vectorOf(FAMILY, { level: 'recommended', ...row }, { question, expect })
}

function emptySecret(): Vector[] {
  const row = {
    title: 'Refuses to sign with an empty secret',
    requirements: ['SDK-REFUSES-EMPTY-SECRET'] as const,
  }
  const reasons = ['empty-secret', 'malformed', 'missing-field', 'out-of-range']
  const params = encodedMinimal()
  return [
    toVector({
      ...row,
      name: 'secret-empty-issue',
      twin: TWIN,
      joinParams: IDS,
      appSecret: '',
      reasons,
    }),
    vectorOf(
      FAMILY,
      {
        ...row,
        name: 'secret-empty-signature',
        level: 'recommended',
        twin: 'token/signature/plain',
      },
      {
        question: {
          method: 'token.signature',
          params: { version: '02', appId: APP, timestamp: NOW, params, appSecret: '' },
        },
        expect: { verdict: 'refuse', reasons },
      },
    ),
  ]
}

function encodedMinimal(): string {
  return Buffer.from('{"channelId":"c1","userId":"u1"}').toString('base64')
}
