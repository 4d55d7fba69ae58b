import { array, constantFrom, integer, record, type Arbitrary } from 'fast-check'
import type { JsonObject, Vector } from '../model/index.ts'
import { encodeParams, sign, trace, VERSION } from '../token/index.ts'
import { acceptedOrOdd, generatedVector } from './generated.ts'
import { textOf, type Drawing, type Source } from './drawing.ts'
import { joinParamsOf, timestampOf } from './joinParams.ts'
import { anyAppId, anySecret } from './texts.ts'
import { verifyGroup } from './verify.ts'

const JSON_RULES = ['TOKEN-PARAMS-BASE64', 'TOKEN-PARAMS-PADDING', 'TOKEN-PARAMS-NO-LINE-BREAKS'] as const
const SIGN_RULES = [
  'TOKEN-SIGNATURE-HMAC-SHA256',
  'TOKEN-SIGNATURE-KEY-UTF8',
  'TOKEN-SIGNATURE-MESSAGE-PARTS',
] as const
const ISSUE_RULES = ['TOKEN-PARAMS-VALUES', 'TOKEN-FIVE-PARTS', 'TOKEN-SIGNATURE-PARAMS-AS-SENT'] as const

/** White space that JSON allows, and how SDKs write it; every residue of the length modulo 3 and 64 comes of it. */
export const style = record({
  colon: constantFrom(':', ': ', ' : '),
  comma: constantFrom(',', ', ', ',\n  '),
  outer: constantFrom('', '\n', ' '),
})

export interface Style {
  readonly colon: string
  readonly comma: string
  readonly outer: string
}

export function written(value: JsonObject, { colon, comma, outer }: Style): string {
  const members = Object.entries(value).map(([name, member]) => `"${name}"${colon}${JSON.stringify(member)}`)
  return `{${members.join(comma)}}${outer}`
}

/** `token.params`: any JSON text of join parameters. */
const paramsQuestion = (drawing: Drawing): Arbitrary<Vector> =>
  record({ value: joinParamsOf(drawing), style }).map(paramsVector)

function paramsVector(drawn: { value: JsonObject; style: Style }): Vector {
  const joinParamsJson = written(drawn.value, drawn.style)
  const params = encodeParams(joinParamsJson)
  return generatedVector('token-params', 'Encodes a generated text', JSON_RULES, {
    question: { method: 'token.params', params: { joinParamsJson } },
    expect: { verdict: 'accept', output: { params }, intermediates: { joinParamsJson, params } },
  })
}

/** `token.signature`: any secret, appId and second, over params of any length. */
const signatureQuestion = (drawing: Drawing): Arbitrary<Vector> => issued(drawing).map(signatureVector)

function signatureVector({ joinParams: value, appSecret, ...head }: Issued): Vector {
  const signed = { version: VERSION, ...head, params: encodeParams(JSON.stringify(value)) }
  const question = { method: 'token.signature', params: { ...signed, appSecret } } as const
  const output = { signature: sign(signed, appSecret) }
  const steps = trace(JSON.stringify(value), { ...head, appSecret })
  return generatedVector('token-signature', 'Signs generated parts', SIGN_RULES, {
    question,
    expect: acceptedOrOdd<'token.signature'>(question, output, steps),
  })
}

interface Issued {
  readonly appId: string
  readonly appSecret: string
  readonly joinParams: JsonObject
  readonly timestamp: number
}

/** One token to issue. */
export function issueVector({ joinParams, ...issuer }: Issued, suffix = ''): Vector {
  const question = { method: 'token.issue', params: { ...issuer, joinParams } } as const
  const steps = trace(JSON.stringify(joinParams), issuer)
  const vector = generatedVector('token-issue', 'Issues a token for generated join parameters', ISSUE_RULES, {
    question,
    expect: acceptedOrOdd<'token.issue'>(question, { joinParams }, steps),
  })
  return suffix === '' ? vector : { ...vector, id: `${vector.id}${suffix}` }
}

const issued = (drawing: Drawing): Arbitrary<Issued> =>
  record({
    appId: textOf(drawing, 'appId', anyAppId),
    appSecret: textOf(drawing, 'appSecret', anySecret),
    joinParams: joinParamsOf(drawing),
    timestamp: timestampOf(drawing),
  })

const issueQuestion = (drawing: Drawing): Arbitrary<Vector> =>
  issued(drawing).map((drawn) => issueVector(drawn))

/**
 * Questions that only an SDK with a memory answers otherwise than apart: the same app with another secret, another app
 * with the same one, a member asked for and then not, and the first question again at the end.
 */
const issueSequence = (drawing: Drawing): Arbitrary<readonly Vector[]> =>
  record({
    first: issued(drawing),
    other: issued(drawing),
    turns: array(constantFrom(...TURNS), { minLength: 2, maxLength: 5 }),
    step: integer({ min: 1, max: 90000 }),
  }).map(sequence)

const TURNS = ['secret', 'app', 'ids', 'members', 'time'] as const

interface DrawnSequence {
  readonly first: Issued
  readonly other: Issued
  readonly turns: readonly (typeof TURNS)[number][]
  readonly step: number
}

function sequence({ first, other, turns, step }: DrawnSequence): readonly Vector[] {
  const { channelId, userId } = first.joinParams
  const changed: Readonly<Record<(typeof TURNS)[number], Partial<Issued>>> = {
    secret: { appSecret: other.appSecret },
    app: { appId: other.appId },
    ids: { joinParams: { ...first.joinParams, userId: other.joinParams['userId']! } },
    members: { joinParams: { channelId: channelId!, userId: userId! } },
    time: { timestamp: first.timestamp + step },
  }
  const asked = [first, ...turns.map((turn) => ({ ...first, ...changed[turn] })), first]
  return asked.map((one, at) => issueVector(one, `-in-${at + 1}`))
}

/** Questions of the four token methods. */
export const tokenSources = (drawing: Drawing): Source[] => [
  { method: 'token.params', share: 2, drawn: alone(paramsQuestion(drawing)) },
  { method: 'token.signature', share: 3, drawn: alone(signatureQuestion(drawing)) },
  { method: 'token.issue', share: 3, drawn: alone(issueQuestion(drawing)) },
  { method: 'token.issue', share: 2, drawn: issueSequence(drawing) },
  { method: 'token.verify', share: 4, drawn: verifyGroup(drawing) },
]

const alone = (one: Arbitrary<Vector>): Arbitrary<readonly Vector[]> => one.map((vector) => [vector])
