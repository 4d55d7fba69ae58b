import type { BodyViolation } from '../body/index.ts'
import type { FaultId, Output, Json, JsonObject, Reply, Question, QuestionOf } from '../model/index.ts'
import type { Parts } from '../token/index.ts'
import type { Named } from './forms/named.ts'

/** What is known of a fault that real code has. */
export interface FaultText {
  readonly id: FaultId
  /** One sentence: what the code does. */
  readonly does: string
  /** The usual origin: language and call. */
  readonly origin: string
  /** The repair, one sentence, imperative. */
  readonly repair: string
  /** Issues of real projects in which it was seen. */
  readonly reference?: string
  /** Questions that are made in the run find it; no shipped vector does. */
  readonly by?: 'generated'
}

export type FaultGroup =
  | 'base64'
  | 'hmac'
  | 'message'
  | 'token'
  | 'time'
  | 'json'
  | 'verify'
  | 'body'
  | 'request'
  | 'response'
  | 'secret'
  | 'service'
  | 'protocol'
  | 'state'

/** A fault whose wrong outputs can be computed. */
export interface OutputFault extends FaultText {
  readonly group: FaultGroup
  readonly shows: 'output'
  /** The stages that it changes; several faults make one SDK with `sdkWith`. */
  readonly alteration: Alteration
  /** The same fault in other forms, such as with CRLF for LF. */
  readonly others?: readonly Alteration[]
  /** The answer of code with this fault to a question; undefined where it does not show in that method. */
  readonly answer: (question: Question) => FaultyAnswer | undefined
}

/** What a faulty subject answers; `crashed`: nothing, from then on. */
export type FaultyAnswer =
  Extract<Reply<Output>, { kind: 'accepted' | 'refused' | 'failed' }> | { readonly kind: 'crashed' }

export type Base64 = (bytes: Uint8Array) => string
export type SignedParts = Omit<Parts, 'signature'>

/** The steps of section 4.5, each of which a fault can replace: first those that mint, then those that verify. */
export interface Stages {
  /** @throws TokenError where the join parameters break a rule of section 2.1 */
  readonly check: (joinParams: Json) => void
  /** The join parameters to serialise, from those in the question. */
  readonly prepare: (joinParams: JsonObject, timestamp: number) => JsonObject
  readonly serialise: (joinParams: JsonObject) => string
  readonly encodeText: (json: string) => Uint8Array
  /** Of params and signature alike. */
  readonly base64: Base64
  readonly encodeParams: (bytes: Uint8Array, base64: Base64) => string
  /** What the code takes for the present second. */
  readonly clock: (timestamp: number, joinParams: JsonObject) => number
  readonly timestampText: (timestamp: number) => string
  readonly version: () => string
  readonly appId: (appId: string) => string
  /** The params that are sent, from those that were signed. */
  readonly resend: (params: string, joinParams: JsonObject, encode: (json: string) => string) => string
  readonly encodeSignature: (mac: Uint8Array, base64: Base64) => string
  /** The five parts as one text. */
  readonly assemble: (parts: Parts) => string
  /** Every text on its way out. */
  readonly output: (text: string) => string
  /** @throws TokenError `empty-secret` */
  readonly checkSecret: (appSecret: string) => void
  readonly key: (appSecret: string) => Uint8Array
  readonly message: (signed: SignedParts) => string
  readonly mac: (key: Uint8Array, message: string) => Uint8Array
  readonly parse: (token: string) => Parts
  readonly decode: (base64: string) => Uint8Array
  readonly checkVersion: (version: string) => void
  readonly checkAppId: (received: string, own: string) => void
  /** The params over which the signature is checked, from those received. */
  readonly receivedParams: (params: string, bytes: Uint8Array) => string
  readonly signatureFits: (own: string, received: string) => boolean
  readonly readJoinParams: (bytes: Uint8Array) => JsonObject
  /** The last second of validity. */
  readonly expiry: (timestamp: string, joinParams: JsonObject) => number
  /** What is wrong with a request body. */
  readonly bodyViolations: (body: QuestionOf<'body.validate'>['params']) => readonly BodyViolation[]
}

/** Replaces stages of an SDK by wrong ones; it gets the stages before it, so that faults can be stacked. */
export type Alteration = ((sdk: Stages, seen: SeenChoices) => Partial<Stages>) & Named

/** The choices that an SDK makes itself, as an answer shows them: without an answer there are none. */
export interface SeenChoices {
  /** The third part of the token. */
  readonly timestamp?: string
  /** The fourth part, and the last. */
  readonly params?: string
  readonly signature?: string
  /** The text that the params hold. */
  readonly json?: string
  /** How members at their defaults are written: by the SDK's choice, as in the question, or all of them. */
  readonly defaults?: 'chosen' | 'plain' | 'written'
  /** What the SDK writes in every token where the question has no privileges. */
  readonly privileges?: number
  /** Members that nobody asked for and that come with several values in a run: no default of the SDK. */
  readonly unsteady?: readonly string[]
}
