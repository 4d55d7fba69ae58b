import type { Output, JsonObject, Method, Question, QuestionOf } from '../../model/index.ts'
import { encodeBase64, TokenError } from '../../token/index.ts'
import { isObject } from '../../json.ts'
import { onceFor, rowsWith } from '../../tables.ts'
import type {
  Alteration,
  FaultGroup,
  FaultText,
  FaultyAnswer,
  OutputFault,
  SeenChoices,
  SignedParts,
  Stages,
} from '../fault.ts'
import { RIGHT_STAGES, STAGES_OF } from './stages.ts'
import { choicesIn } from './seen.ts'

/** Code that breaks instead of refusing: with an error that it reports, or for good. */
export class Breakdown extends Error {
  override readonly name = 'Breakdown'
  readonly kind: 'failed' | 'crashed'

  constructor(kind: 'failed' | 'crashed', message: string) {
    super(message)
    this.kind = kind
  }
}

/**
 * An SDK with these faults, the first of them innermost; without any it is right.
 * @param seen the SDK's own choices that an answer shows; they are not faults
 */
export function sdkWith(alterations: readonly Alteration[], seen: SeenChoices = {}): Stages {
  let sdk = choosing(seen)
  for (const alteration of alterations) sdk = { ...sdk, ...alteration(sdk, seen) }
  return sdk
}

/** A right SDK with the choices of an answer: the search for causes asks for it thousands of times. */
const choosing = onceFor((seen: SeenChoices): Stages => ({ ...RIGHT_STAGES, ...choicesIn(seen) }))

/** Does the fault replace a stage that takes part in the method? */
export const showsIn = (alteration: Alteration, method: Method): boolean =>
  STAGES_OF[method].some((stage) => stage in alteration(RIGHT_STAGES, {}))

/** What the SDK answers; undefined where it makes no token, or one of now: there is no clock here. */
export function answerOf(sdk: Stages, question: Question): FaultyAnswer | undefined {
  if (question.method === 'body.validate')
    return sdk.bodyViolations(question.params).length > 0
      ? { kind: 'refused', reason: 'invalid' }
      : { kind: 'accepted', output: { valid: true } }
  try {
    const output = outputOf(sdk, question)
    return output && { kind: 'accepted', output }
  } catch (error) {
    if (error instanceof TokenError) return { kind: 'refused', reason: error.code }
    if (!(error instanceof Breakdown)) throw error
    return error.kind === 'crashed' ? { kind: 'crashed' } : { kind: 'failed', message: error.message }
  }
}

function outputOf(sdk: Stages, { method, params }: Question): Output | undefined {
  if (method === 'token.params') return { params: sdk.output(encodeParams(sdk, params.joinParamsJson)) }
  if (method === 'token.signature') return { signature: sdk.output(signatureOf(sdk, params)) }
  if (method === 'token.verify') return { joinParams: verify(sdk, params) }
  if (method !== 'token.issue' || params.timestamp === undefined) return undefined
  return { token: sdk.output(issue(sdk, params, params.timestamp)) }
}

const encodeParams = (sdk: Stages, json: string): string => sdk.encodeParams(sdk.encodeText(json), sdk.base64)

type ToSign = QuestionOf<'token.signature'>['params']

const signatureOf = (sdk: Stages, { appSecret, timestamp, ...rest }: ToSign): string =>
  sign(sdk, { ...rest, timestamp: sdk.timestampText(timestamp) }, appSecret)

const sign = (sdk: Stages, signed: SignedParts, appSecret: string): string =>
  sdk.encodeSignature(macOf(sdk, signed, appSecret), sdk.base64)

function macOf(sdk: Stages, signed: SignedParts, appSecret: string): Uint8Array {
  sdk.checkSecret(appSecret)
  return sdk.mac(sdk.key(appSecret), sdk.message(signed))
}

function issue(sdk: Stages, asked: QuestionOf<'token.issue'>['params'], now: number): string {
  sdk.check(asked.joinParams)
  if (!Number.isSafeInteger(now) || now < 0) throw new TokenError('malformed', 'the timestamp is no second')
  const joinParams = isObject(asked.joinParams) ? sdk.prepare(asked.joinParams, now) : undefined
  const encode = (json: string): string => encodeParams(sdk, json)
  // Code without checks also signs null.
  const params = encode(joinParams ? sdk.serialise(joinParams) : JSON.stringify(asked.joinParams))
  const timestamp = sdk.timestampText(sdk.clock(now, joinParams ?? {}))
  const signed = { version: sdk.version(), appId: sdk.appId(asked.appId), timestamp, params }
  const signature = sign(sdk, signed, asked.appSecret)
  return sdk.assemble({ ...signed, params: sdk.resend(params, joinParams ?? {}, encode), signature })
}

function verify(sdk: Stages, asked: QuestionOf<'token.verify'>['params']): JsonObject {
  const parts = sdk.parse(asked.token)
  sdk.checkVersion(parts.version)
  sdk.checkAppId(parts.appId, asked.appId)
  const bytes = sdk.decode(parts.params)
  const params = sdk.receivedParams(parts.params, bytes)
  if (!sdk.signatureFits(encodeBase64(macOf(sdk, { ...parts, params }, asked.appSecret)), parts.signature))
    throw new TokenError('signature', 'the signature does not fit')
  const joinParams = sdk.readJoinParams(bytes)
  if (asked.now > sdk.expiry(parts.timestamp, joinParams))
    throw new TokenError('expired', 'the token has expired')
  return joinParams
}

/** What a stage gets first, and what it makes. */
type Given<S extends keyof Stages> = Parameters<Stages[S]>[0]
type Made<S extends keyof Stages> = ReturnType<Stages[S]>
type Work<S extends keyof Stages> = (given: Given<S>, ...others: readonly unknown[]) => Made<S>

/** Changes what a stage gets. */
export const before =
  <S extends keyof Stages>(stage: S) =>
  (change: (given: Given<S>) => Given<S>): Alteration =>
  (sdk) => {
    const work = sdk[stage] as unknown as Work<S>
    return { [stage]: ((given, ...others) => work(change(given), ...others)) satisfies Work<S> }
  }

/** Changes what a stage makes. */
export const after =
  <S extends keyof Stages>(stage: S) =>
  (change: (made: Made<S>) => Made<S>): Alteration =>
  (sdk) => {
    const work = sdk[stage] as unknown as Work<S>
    return { [stage]: ((...given) => change(work(...given))) satisfies Work<S> }
  }

/** Does other work in the place of a stage. */
export const instead =
  <S extends keyof Stages>(stage: S) =>
  (work: Stages[S]): Alteration =>
  () => ({ [stage]: work })

/** Several changes at once, each of stages of its own. */
export const combined =
  (...alterations: readonly Alteration[]): Alteration =>
  (...given) =>
    Object.assign({}, ...alterations.map((alteration) => alteration(...given)))

/** A row of the catalogue: what is known of the fault, and the stages that it replaces. */
export type SdkRow = FaultText & Pick<OutputFault, 'alteration' | 'others'>

type Forms = Pick<SdkRow, 'alteration' | 'others'>

/** The forms of a fault, the first of which is its main one. */
export const inForms = ([alteration, ...others]: readonly Alteration[]): Forms => ({
  alteration: alteration!,
  others,
})

export const sdkRowsWith = rowsWith<SdkRow>()
export const sdkRows = sdkRowsWith({})

/** The rows of a group as faults that answer questions. */
export const faultsOf = (group: FaultGroup, rows: readonly SdkRow[]): readonly OutputFault[] =>
  rows.map((row) => {
    const sdk = sdkWith([row.alteration])
    const answer: OutputFault['answer'] = (question) =>
      showsIn(row.alteration, question.method) ? answerOf(sdk, question) : undefined
    return { ...row, group, shows: 'output', answer }
  })

/** The same from a table of rows by their ids. */
export const sdkFaults = (group: FaultGroup, rows: Parameters<typeof sdkRows>[0]): readonly OutputFault[] =>
  faultsOf(group, sdkRows(rows))
