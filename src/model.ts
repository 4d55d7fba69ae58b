/**
 * The shared types and the few constants behind them. This file imports nothing.
 *
 * The way of the data: requirement → family row → vector → question → answer → verdict → report.
 */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export type JsonObject = { readonly [name: string]: Json }

/** `required`: the interface says it. `recommended`: a cited standard says it. `unspecified`: neither does. */
export const LEVELS = ['required', 'recommended', 'unspecified'] as const
export type Level = (typeof LEVELS)[number]

/** Path of the vector file and a name: `token/signature/secret-of-64-bytes`. Never renumbered, never reused. */
export type VectorId = string
export type RequirementId = string
export type FaultId = string

/** One rule of INTERFACE.md, as it stands in vectors/requirements.yaml. */
export interface Requirement {
  readonly id: RequirementId
  readonly section: string
  readonly level: Level
  readonly statement: string
  /** The standard that a `recommended` rule comes from. */
  readonly source?: string
  /** Why no vector can exist. */
  readonly untestable?: string
  /** The family that is going to test it. */
  readonly planned?: string
}

/** The request bodies of sections 4.1 to 4.4. */
export const BODY_KINDS = ['auth-token', 'streaming-start', 'streaming-update', 'streaming-stop'] as const
export type BodyKind = (typeof BODY_KINDS)[number]

/** The keyword and the place that make a body wrong, so that it cannot be refused for a wrong reason. */
export interface Blame {
  /** A keyword of JSON Schema, or `duplicate` (a member twice) or `number-text` (60.0 for 60), which it cannot see. */
  readonly keyword: string
  /** JSON Pointer; of a missing or unlisted member that of the object. */
  readonly instancePath: string
}

/** What a subject is asked, method by method; `params` goes over the wire as it stands. */
export interface Asked {
  'token.params': { joinParamsJson: string }
  'token.signature': { version: string; appId: string; timestamp: number; params: string; appSecret: string }
  'token.issue': { appId: string; appSecret: string; joinParams: Json; timestamp?: number }
  'token.verify': { token: string; appId: string; appSecret: string; now: number }
  /** Data for an SDK's own tests of section 9; the adapter protocol has no such method. */
  'sdk.minimumVersion': { sdk: string; version: string }
  /** Data for validators of request bodies; `body` is JSON text, since number text and repeated members count. */
  'body.validate': { kind: BodyKind; body: string }
}

/** What a subject gives back when it accepts. */
export interface Given {
  'token.params': { params: string }
  'token.signature': { signature: string }
  'token.issue': { token: string }
  'token.verify': { joinParams: JsonObject }
  'sdk.minimumVersion': { recognises: true }
  'body.validate': { valid: true }
}

export type Method = keyof Asked
export type Question = { readonly [M in Method]: { readonly method: M; readonly params: Asked[M] } }[Method]
export type QuestionOf<M extends Method> = Extract<Question, { method: M }>

/** The methods that an adapter can offer. Those of section 9 are data only. */
export const ADAPTER_METHODS = ['token.params', 'token.signature', 'token.issue', 'token.verify'] as const
export type AdapterMethod = (typeof ADAPTER_METHODS)[number]
/** All methods of the adapter protocol but `describe`; client.call has no vectors yet. */
export const PROTOCOL_METHODS = [...ADAPTER_METHODS, 'client.call'] as const

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

/** Values on the way to a token (section 4.5), each of them text, in the order in which they arise. */
export interface Intermediates {
  /** The JSON of the join parameters; its UTF-8 bytes are what `params` encodes. */
  readonly joinParamsJson?: string
  readonly params?: string
  /** version + appId + timestamp + params, without separators. */
  readonly message?: string
  /** The bytes of the app secret, in hex. */
  readonly keyHex?: string
  /** The 32 bytes of the HMAC-SHA256, in hex. */
  readonly hmacHex?: string
  readonly signature?: string
  readonly token?: string
}

/**
 * `accept`: the output is right. `refuse`: any of the reasons, all of which are true.
 * `either`: may refuse; if it accepts, nothing is altered.
 */
export type Expectation =
  | { readonly verdict: 'accept'; readonly output: JsonObject; readonly intermediates: Intermediates }
  | { readonly verdict: 'refuse'; readonly reasons: readonly string[]; readonly blame?: Blame }
  | {
      readonly verdict: 'either'
      readonly reasons: readonly string[]
      readonly output: JsonObject
      readonly intermediates?: Intermediates
    }

export interface Vector {
  readonly id: VectorId
  /** One sentence: what is checked. */
  readonly title: string
  readonly requirements: readonly [RequirementId, ...RequirementId[]]
  readonly level: Level
  /** `injected-clock`: the timestamp is the point, so a subject that reads its own clock is not asked. */
  readonly needs?: readonly 'injected-clock'[]
  /** A refusal names its accepted twin, which differs in one property. */
  readonly twin?: VectorId
  /** The mistakes it was written for. */
  readonly catches?: readonly FaultId[]
  readonly question: Question
  readonly expect: Expectation
}

/** The vectors of one file under vectors/. */
export interface Family {
  /** `token/params`: vectors/token/params.yaml, written by src/families/token-params.ts. */
  readonly name: string
  readonly title: string
  readonly vectors: readonly Vector[]
}

/** Why an answer is `broken`. */
export type BrokenReason = 'crash' | 'timeout' | 'bad-line' | 'not-reproduced' | 'not-asked'

/** What came back; the times are Unix seconds with a fraction. */
export type Answer = { readonly askedAt: number; readonly answeredAt: number } &
  /** `inexact`: JSON Pointers into the output of numbers that are not written as integers, where the text is known. */
  (
    | { readonly kind: 'accepted'; readonly output: JsonObject; readonly inexact?: readonly string[] }
    | { readonly kind: 'refused'; readonly reason: string }
    | { readonly kind: 'failed'; readonly message: string }
    | { readonly kind: 'unsupported'; readonly why: string }
    | { readonly kind: 'broken'; readonly reason: BrokenReason; readonly message: string }
  )

/** What a subject says of itself: the result of `describe`. */
export interface Description {
  readonly protocol: 1
  readonly sdk: { readonly name: string; readonly version: string; readonly language: string }
  readonly methods: readonly string[]
  readonly clock: 'injected' | 'system'
  readonly joinParams?: readonly string[]
  readonly maxInFlight?: number
  readonly maxLineBytes?: number
  readonly authorization?: 'given' | 'own'
  readonly retriesStart?: boolean
}

/** Something that can be asked. `ask` never rejects: what goes wrong is a `broken` answer. */
export interface Subject {
  readonly description: Description
  ask(question: Question): Promise<Answer>
  /** Ends the subject, whatever it is doing. */
  close(): Promise<Ending>
}

/** How a subject ended. */
export interface Ending {
  /** What it did wrong after its last answer: charged to that answer. */
  readonly complaint?: string
  /** Why it could not be asked any more. */
  readonly stopped?: Stopped
}

/** A run that could not go on: a stable code and a sentence. */
export interface Stopped {
  readonly code: string
  readonly message: string
}

export const OUTCOMES = ['passed', 'failed', 'observed', 'skipped', 'errored'] as const
export type Outcome = (typeof OUTCOMES)[number]

export interface Difference {
  readonly expected: string
  readonly got: string
  /** Offset of the first UTF-8 byte that differs, counted from 0. */
  readonly firstDifferentByte?: number
}

export interface Verdict {
  readonly vector: VectorId
  readonly level: Level
  readonly requirements: readonly RequirementId[]
  readonly outcome: Outcome
  /** A stable code, given unless the vector simply passed. */
  readonly reason?: string
  /** What was wrong and what to do, in words. */
  readonly message?: string
  /** The rule that is broken, where the reason tells; else one of the requirements is. */
  readonly rule?: RequirementId
  readonly difference?: Difference
  readonly diagnosis?: readonly FaultId[]
  readonly millis: number
}
