import type { FaultId, Json, JsonObject, Question } from '../model.ts'
import type { Parts } from '../token/index.ts'

export type FaultGroup = 'base64' | 'hmac' | 'message' | 'time' | 'json' | 'verify'

/** A mistake that real code makes, and what such code answers. */
export interface Fault {
  readonly id: FaultId
  readonly group: FaultGroup
  /** One sentence: what the code does. */
  readonly does: string
  /** The usual origin: language and call. */
  readonly origin: string
  /** The repair, one sentence, imperative. */
  readonly repair: string
  /** Where it was seen: an issue, or `known default`. */
  readonly seen: string
  /** The stages that it changes; several faults make one SDK with `sdkWith`. */
  readonly mistake: Mistake
  /** The answer of code with this mistake to a question; undefined where it does not show in that method. */
  readonly answer: (question: Question) => FaultyAnswer | undefined
}

export type FaultyAnswer =
  | { readonly kind: 'accepted'; readonly output: JsonObject }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'crashed' }

export type Base64 = (bytes: Uint8Array) => string
export type Signed = Omit<Parts, 'signature'>

/** The steps of section 4.5, each of which a mistake can replace. First those that mint, then those that verify. */
export interface Stages {
  /** @throws TokenError where the join parameters break a rule of section 2.1 */
  readonly check: (joinParams: Json) => void
  /** The join parameters that are going to be serialised, out of those that were asked for. */
  readonly prepare: (joinParams: JsonObject, timestamp: number) => JsonObject
  readonly serialise: (joinParams: JsonObject) => string
  readonly encodeText: (json: string) => Uint8Array
  /** Of params and signature alike. */
  readonly base64: Base64
  /** What the code takes for the present second. */
  readonly clock: (timestamp: number) => number
  readonly timestampText: (timestamp: number) => string
  /** The params that are sent, out of those that were signed. */
  readonly resend: (params: string, joinParams: JsonObject, encode: (json: string) => string) => string
  readonly encodeSignature: (mac: Uint8Array, base64: Base64) => string
  /** Every text on its way out. */
  readonly output: (text: string) => string
  /** @throws TokenError `empty-secret` */
  readonly checkSecret: (appSecret: string) => void
  readonly key: (appSecret: string) => Uint8Array
  readonly message: (signed: Signed) => string
  readonly mac: (key: Uint8Array, message: string) => Uint8Array
  readonly parse: (token: string) => Parts
  readonly decode: (base64: string) => Uint8Array
  readonly checkVersion: (version: string) => void
  /** The params over which the signature is checked, out of those received. */
  readonly receivedParams: (params: string, bytes: Uint8Array) => string
  /** The last second of validity. */
  readonly expiry: (timestamp: string, joinParams: JsonObject) => number
}

/** Replaces stages of an SDK by wrong ones; those of before are handed in, so that mistakes can be stacked. */
export type Mistake = (sdk: Stages) => Partial<Stages>
