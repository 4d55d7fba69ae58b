import { array, constantFrom, integer, oneof, record, type Arbitrary } from 'fast-check'
import type { Json, JsonObject, RequirementId, Vector } from '../model/index.ts'
import { TOKEN_FORMAT } from '../interface/tokenFormat.ts'
import { encodeParams, sign, trace } from '../token/index.ts'
import { acceptedOrOdd, generatedVector, suffixed, type Questions } from './generated.ts'
import { textOf, within, type Drawing, type Source } from './drawing.ts'
import { joinParamsOf, plainJoinParams, timestampOf } from './joinParams.ts'
import { anyAppId, anySecret, plainId, plainSecret } from './texts.ts'
import { verifyGroup } from './verify.ts'

const JSON_RULES = ['TOKEN-PARAMS-BASE64', 'TOKEN-PARAMS-PADDING', 'TOKEN-PARAMS-NO-LINE-BREAKS'] as const
// A drawn question is about no single part of the signature, so the widest rule stands before the others.
const SIGN_RULES = [
  'TOKEN-SIGNATURE-HMAC-SHA256',
  'TOKEN-SIGNATURE-MESSAGE-PARTS',
  'TOKEN-SIGNATURE-KEY-UTF8',
] as const
const ISSUE_RULES = [
  'TOKEN-PARAMS-VALUES',
  'TOKEN-FIVE-PARTS',
  'TOKEN-SIGNATURE-MESSAGE-PARTS',
  'TOKEN-SIGNATURE-PARAMS-AS-SENT',
] as const

/** White space that JSON allows, as SDKs write it; it brings every residue of the length modulo 3 and 64. */
export const style = record({
  colon: constantFrom(':', ': ', ' : '),
  comma: constantFrom(',', ', ', ',\n  '),
  outer: constantFrom('', '\n', ' '),
})

export type Spacing = Readonly<Record<'colon' | 'comma' | 'outer', string>>

export function spacedJson(value: JsonObject, { colon, comma, outer }: Spacing): string {
  const members = Object.entries(value).map(([name, member]) => `"${name}"${colon}${JSON.stringify(member)}`)
  return `{${members.join(comma)}}${outer}`
}

export function paramsVector({ value, style }: { value: JsonObject; style: Spacing }): Vector {
  const joinParamsJson = spacedJson(value, style)
  const params = encodeParams(joinParamsJson)
  return generatedVector('token-params', 'Encodes a generated text', JSON_RULES, {
    question: { method: 'token.params', params: { joinParamsJson } },
    expect: { verdict: 'accept', output: { params }, intermediates: { joinParamsJson, params } },
  })
}

export const signatureVector = (drawn: Issued): Vector => signatureOf(JSON.stringify(drawn.joinParams), drawn)

function signatureOf(json: string, { appId, appSecret, timestamp }: Omit<Issued, 'joinParams'>): Vector {
  const signed = { version: TOKEN_FORMAT.version, appId, timestamp, params: encodeParams(json), appSecret }
  const question = { method: 'token.signature', params: signed } as const
  const output = { signature: sign(signed, appSecret) }
  return generatedVector('token-signature', 'Signs generated parts', SIGN_RULES, {
    question,
    expect: acceptedOrOdd<'token.signature'>(question, output, () => trace(json, signed)),
  })
}

export interface Issued {
  readonly appId: string
  readonly appSecret: string
  readonly joinParams: JsonObject
  readonly timestamp: number
}

/** The same question with other members. */
export const withJoinParams = (one: Issued, members: JsonObject): Issued => ({
  ...one,
  joinParams: { ...one.joinParams, ...members },
})

/** Signatures over messages of every length modulo 64, the block of SHA-256: the JSON is padded with spaces. */
const lengthsGroup = (drawing: Drawing): Questions =>
  issued(drawing).map((one) => ofEachLength({ ...one, appSecret: one.appSecret.slice(0, LONGEST) }))

/** 64 questions with a long secret would be most of the long ones of a run. */
const LONGEST = 300

const BLOCK = 64

function ofEachLength({ joinParams, appId, timestamp, appSecret }: Issued): Vector[] {
  const json = JSON.stringify(joinParams)
  const bytes = Buffer.byteLength(json)
  const head = Buffer.byteLength(`${TOKEN_FORMAT.version}${appId}${timestamp}`)
  // Base64 grows by four characters for every third byte; up to three more letters in the appId fill the gap.
  const params = 4 * Math.ceil(bytes / 3)
  const fill = 3 * Math.ceil(bytes / 3) - bytes + 1
  return Array.from({ length: BLOCK }, (_, residue) => {
    const missing = (((residue - head - params) % BLOCK) + BLOCK) % BLOCK
    const spaces = missing < 4 ? 0 : fill + 3 * (Math.floor(missing / 4) - 1)
    const padded = appId + 'a'.repeat(missing % 4)
    return signatureOf(json + ' '.repeat(spaces), { appId: padded, appSecret, timestamp })
  })
}

/** One token to issue. @param earlier what an earlier question asked for: it must not stand in this token */
export function issueVector(issuer: Issued, suffix = '', earlier?: Record<string, number>): Vector {
  const { appId, appSecret, timestamp, joinParams } = issuer
  const question = { method: 'token.issue', params: { appId, appSecret, timestamp, joinParams } } as const
  const output = earlier ? { joinParams, earlier } : { joinParams }
  const vector = generatedVector('token-issue', 'Issues a token for generated join parameters', ISSUE_RULES, {
    question,
    expect: acceptedOrOdd<'token.issue'>(question, output, () => trace(JSON.stringify(joinParams), issuer)),
  })
  return suffix === '' ? vector : suffixed(vector, suffix)
}

const issued = (drawing: Drawing): Arbitrary<Issued> =>
  record({
    appId: textOf(drawing, 'appId', anyAppId),
    appSecret: textOf(drawing, 'appSecret', anySecret),
    joinParams: joinParamsOf(drawing),
    timestamp: timestampOf(drawing),
  })

/** What is drawn for, with plain values: made once, because expressions of limits take their time and memory. */
export type Plainly = Drawing & { readonly plain: Arbitrary<Issued> }

/** Values that no reading of the text can refuse. */
export const plainIssued = (drawing: Drawing): Arbitrary<Issued> =>
  record({
    appId: textOf(drawing, 'appId', plainId),
    appSecret: textOf(drawing, 'appSecret', plainSecret),
    joinParams: plainJoinParams(drawing),
    timestamp: within(drawing, 'timestamp', integer({ min: 1600000000, max: 1999999999 })),
  })

/**
 * Questions that only an SDK with a memory answers differently in sequence: the same app with another secret, another
 * app with the same secret, a member present and then absent, and the first question again at the end.
 */
const issueSequence = (drawing: Drawing): Questions =>
  record({
    first: oneof({ arbitrary: plainIssued(drawing), weight: 2 }, { arbitrary: issued(drawing), weight: 1 }),
    other: issued(drawing),
    turns: array(constantFrom(...turnsOf(drawing)), { minLength: 2, maxLength: 5 }),
    step: integer({ min: 1, max: 90000 }),
    // One bit, which no SDK has of its own.
    privileges: integer({ min: 17, max: 28 }).map((bit) => 2 ** bit),
  }).map(sequence)

/** A refusal twice: it shows only where the right question beside it is accepted. */
const TURNS = ['secret', 'app', 'ids', 'members', 'more', 'time', 'refused', 'refused'] as const

/** The member that an SDK must be able to set: a duration that is too long, and privileges once and then not. */
const NEEDED: Readonly<Partial<Record<Turn, string>>> = { refused: 'duration', more: 'privileges' }

const turnsOf = ({ joinParams, limits }: Drawing): readonly Turn[] =>
  TURNS.filter(
    (turn) =>
      (NEEDED[turn] === undefined || (joinParams?.includes(NEEDED[turn]) ?? true)) &&
      // Few values are left where there are limits, and one of them may be the SDK's own.
      (turn !== 'more' || limits?.privileges === undefined),
  )

type Turn = (typeof TURNS)[number]

interface DrawnSequence {
  readonly first: Issued
  readonly other: Issued
  readonly turns: readonly Turn[]
  readonly step: number
  readonly privileges: number
}

function sequence({ first, other, turns, step, privileges }: DrawnSequence): readonly Vector[] {
  const { channelId = '', userId = '' } = first.joinParams
  const changed: Readonly<Record<Exclude<Turn, 'refused'>, Partial<Issued>>> = {
    secret: { appSecret: other.appSecret },
    app: { appId: other.appId },
    ids: { joinParams: { ...first.joinParams, userId: other.joinParams['userId']! } },
    members: { joinParams: { channelId, userId } },
    more: { joinParams: { ...other.joinParams, channelId, userId, privileges } },
    time: { timestamp: first.timestamp + step },
  }
  const twin = issueVector(first, '-in-1')
  const between = turns.map((turn, at) =>
    turn === 'refused' && twin.expect.verdict === 'accept'
      ? suffixed(tooLong(first, twin), `-in-${at + 2}`)
      : issueVector({ ...first, ...(turn !== 'refused' && changed[turn]) }, `-in-${at + 2}`),
  )
  const earlier = turns.includes('more') ? { privileges } : undefined
  return [twin, ...between, issueVector(first, `-in-${turns.length + 2}`, earlier)]
}

/** A value that section 2.1 forbids: a refusal; the same question without it, the twin, is accepted. */
export function refusal(
  one: Issued,
  twin: Vector,
  [name, value]: readonly [name: string, value: Json],
  { rule, reasons }: { readonly rule: RequirementId; readonly reasons: readonly string[] },
): Vector {
  return generatedVector('token-issue', `Refuses a generated ${name}`, [rule], {
    question: { method: 'token.issue', params: withJoinParams(one, { [name]: value }) },
    expect: { verdict: 'refuse', reasons },
    level: 'recommended',
    twin: twin.id,
  })
}

const TOO_LONG = { rule: 'SDK-REFUSES-LONG-DURATION', reasons: ['out-of-range', 'malformed'] } as const
/** Its digest depends on the order of the members: the join parameters are the last. */
const tooLong = ({ joinParams, ...issuer }: Issued, twin: Vector): Vector =>
  refusal({ ...issuer, joinParams }, twin, ['duration', 86401], TOO_LONG)

/** Questions of the four token methods. */
export const tokenSources = (drawing: Drawing): Source[] => [
  {
    method: 'token.params',
    share: 2,
    drawn: alone(record({ value: joinParamsOf(drawing), style }).map(paramsVector)),
  },
  { method: 'token.signature', share: 2, drawn: lengthsGroup(drawing), usual: BLOCK },
  { method: 'token.signature', share: 2, drawn: alone(issued(drawing).map(signatureVector)) },
  { method: 'token.issue', share: 3, drawn: alone(issued(drawing).map((drawn) => issueVector(drawn))) },
  { method: 'token.issue', share: 2, drawn: issueSequence(drawing), usual: 5 },
  { method: 'token.verify', share: 5, drawn: verifyGroup(drawing), usual: 2 },
]

const alone = (one: Arbitrary<Vector>): Questions => one.map((vector) => [vector])
