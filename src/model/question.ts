import type { Json, JsonObject } from './base.ts'
import type { ClientAnswer, ClientCall, ExpectedCall } from './client.ts'
import type { EndpointAnswer, Exchange, ExpectedExchange, Timeline } from './endpoint.ts'

/** The request bodies of sections 4.1 to 4.4. */
export const BODY_KINDS = ['auth-token', 'streaming-start', 'streaming-update', 'streaming-stop'] as const
export type BodyKind = (typeof BODY_KINDS)[number]

/** The keyword and the place that make a body wrong, so that a refusal for another reason does not count. */
export interface Blame {
  /** A keyword of JSON Schema, or `duplicate` (a member twice) or `number-text` (60.0 for 60), which it cannot see. */
  readonly keyword: string
  /** JSON Pointer; of a missing or unlisted member that of the object. */
  readonly instancePath: string
}

/** What a subject is asked, method by method; `params` goes over the wire as it stands. */
export interface QuestionParams {
  'token.params': { joinParamsJson: string }
  'token.signature': { version: string; appId: string; timestamp: number; params: string; appSecret: string }
  'token.issue': { appId: string; appSecret: string; joinParams: Json; timestamp?: number }
  'token.verify': { token: string; appId: string; appSecret: string; now: number }
  'client.call': ClientCall
  /** Data for an SDK's own tests of section 9; the adapter protocol has no such method. */
  'sdk.minimumVersion': { sdk: string; version: string }
  /** Data for validators of request bodies; `body` is JSON text, since number text and repeated members count. */
  'body.validate': { kind: BodyKind; body: string }
  'endpoint.exchange': Exchange
  /** Data for models of the service. */
  'channel.timeline': Timeline
}

/** What a subject returns when it accepts. */
export interface AnswerOutputs {
  'token.params': { params: string }
  'token.signature': { signature: string }
  'token.issue': { token: string }
  'token.verify': { joinParams: JsonObject }
  'client.call': ClientAnswer
  'sdk.minimumVersion': { recognises: true }
  'body.validate': { valid: true }
  'endpoint.exchange': EndpointAnswer
  /**
   * One for each step: `joined` or `refused: <reason>`, `left`, `closed`, a status, or the visible state. In an
   * expectation `4xx` is any refusal, and `{anyOf: […]}` any of these.
   */
  'channel.timeline': { results: readonly Json[] }
}

/** What an answer that accepts must hold, where that is not the output itself. */
export interface ExpectedOutputs extends Omit<
  AnswerOutputs,
  'token.issue' | 'client.call' | 'endpoint.exchange'
> {
  /** The JSON of the params is the SDK's own: the values that it must hold, and members of an earlier question. */
  'token.issue': { joinParams: JsonObject; earlier?: Readonly<Record<string, number>> }
  'client.call': ExpectedCall
  'endpoint.exchange': ExpectedExchange
}

export type Method = keyof QuestionParams
/** What is given back to some question. */
export type Output = AnswerOutputs[Method]
/** Questions of these methods; `method` tells them apart. */
export type QuestionOf<M extends Method> = {
  [K in M]: { readonly method: K; readonly params: QuestionParams[K] }
}[M]
export type Question = QuestionOf<Method>

/** The methods that an adapter can offer. Those of section 9 are data only. */
export const ADAPTER_METHODS = [
  'token.params',
  'token.signature',
  'token.issue',
  'token.verify',
  'client.call',
] as const
export type AdapterMethod = (typeof ADAPTER_METHODS)[number]
export const isAdapterMethod = (method: string): method is AdapterMethod =>
  ADAPTER_METHODS.some((name) => name === method)

/** Reasons with which minting code refuses (error code 1 of the adapter protocol). */
export const MINT_REASONS = [
  'missing-field',
  'wrong-type',
  'out-of-range',
  'empty-secret',
  'malformed',
] as const
export type MintReason = (typeof MINT_REASONS)[number]

/** Reasons with which verifying code refuses. Checks may run in any order. */
export const VERIFY_REASONS = ['malformed', 'version', 'app', 'signature', 'params', 'expired'] as const
export type VerifyReason = (typeof VERIFY_REASONS)[number]
