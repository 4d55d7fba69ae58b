import type { JsonObject, Method, Question, QuestionOf } from '../model.ts'
import {
  encodeBase64,
  equalInConstantTime,
  isObject,
  readJoinParams,
  TokenError,
  VERSION,
} from '../token/index.ts'
import type { FaultyAnswer, Mistake, Signed, Stages } from './model.ts'
import { RIGHT, STAGES_OF } from './stages.ts'

/** Code that does not refuse but breaks: by an error that it reports, or for good. */
export class Breakdown extends Error {
  override readonly name = 'Breakdown'
  readonly kind: 'failed' | 'crashed'

  constructor(kind: 'failed' | 'crashed', message: string) {
    super(message)
    this.kind = kind
  }
}

/** An SDK with these mistakes, the first of them innermost; without any it is right. */
export function sdkWith(mistakes: readonly Mistake[]): Stages {
  let sdk = RIGHT
  for (const mistake of mistakes) sdk = { ...sdk, ...mistake(sdk) }
  return sdk
}

/** Whether a stage that the mistake replaces takes part in the method. */
export const showsIn = (mistake: Mistake, method: Method): boolean =>
  STAGES_OF[method].some((stage) => stage in mistake(RIGHT))

/** What the SDK answers; undefined where it is not asked for a token, or for one of now: there is no clock here. */
export function answerOf(sdk: Stages, question: Question): FaultyAnswer | undefined {
  try {
    const output = outputOf(sdk, question)
    return output && { kind: 'accepted', output }
  } catch (error) {
    if (error instanceof TokenError) return { kind: 'refused', reason: error.code }
    if (!(error instanceof Breakdown)) throw error
    return error.kind === 'crashed' ? { kind: 'crashed' } : { kind: 'failed', message: error.message }
  }
}

function outputOf(sdk: Stages, { method, params }: Question): JsonObject | undefined {
  if (method === 'token.params') return { params: sdk.output(encodeParams(sdk, params.joinParamsJson)) }
  if (method === 'token.signature') return { signature: sdk.output(signatureOf(sdk, params)) }
  if (method === 'token.verify') return { joinParams: verify(sdk, params) }
  if (method !== 'token.issue' || params.timestamp === undefined) return undefined
  return { token: sdk.output(issue(sdk, params, params.timestamp)) }
}

const encodeParams = (sdk: Stages, json: string): string => sdk.base64(sdk.encodeText(json))

type ToSign = QuestionOf<'token.signature'>['params']

const signatureOf = (sdk: Stages, { appSecret, timestamp, ...rest }: ToSign): string =>
  sign(sdk, { ...rest, timestamp: sdk.timestampText(timestamp) }, appSecret)

const sign = (sdk: Stages, signed: Signed, appSecret: string): string =>
  sdk.encodeSignature(macOf(sdk, signed, appSecret), sdk.base64)

function macOf(sdk: Stages, signed: Signed, appSecret: string): Uint8Array {
  sdk.checkSecret(appSecret)
  return sdk.mac(sdk.key(appSecret), sdk.message(signed))
}

function issue(sdk: Stages, asked: QuestionOf<'token.issue'>['params'], now: number): string {
  const { appId, appSecret } = asked
  sdk.check(asked.joinParams)
  if (!isObject(asked.joinParams)) throw new TokenError('wrong-type', 'join parameters must be an object')
  if (!Number.isSafeInteger(now) || now < 0) throw new TokenError('malformed', 'the timestamp is no second')
  const joinParams = sdk.prepare(asked.joinParams, now)
  const encode = (json: string): string => encodeParams(sdk, json)
  const params = encode(sdk.serialise(joinParams))
  const timestamp = sdk.timestampText(sdk.clock(now))
  const signature = sign(sdk, { version: VERSION, appId, timestamp, params }, appSecret)
  return [VERSION, appId, timestamp, sdk.resend(params, joinParams, encode), signature].join('.')
}

function verify(
  sdk: Stages,
  { token, appId, appSecret, now }: QuestionOf<'token.verify'>['params'],
): JsonObject {
  const parts = sdk.parse(token)
  sdk.checkVersion(parts.version)
  if (parts.appId !== appId) throw new TokenError('app', 'the token is of another app')
  const bytes = sdk.decode(parts.params)
  const params = sdk.receivedParams(parts.params, bytes)
  if (!equalInConstantTime(encodeBase64(macOf(sdk, { ...parts, params }, appSecret)), parts.signature))
    throw new TokenError('signature', 'the signature does not fit')
  const joinParams = readJoinParams(bytes)
  if (now > sdk.expiry(parts.timestamp, joinParams)) throw new TokenError('expired', 'the token has expired')
  return joinParams
}
