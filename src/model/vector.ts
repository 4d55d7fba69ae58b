import type { FaultId, Level, RequirementId, VectorId } from './base.ts'
import type { Blame, ExpectedOutputs, Method, QuestionOf } from './question.ts'

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
export type Expectation<M extends Method = Method> =
  | {
      readonly verdict: 'accept'
      readonly output: ExpectedOutputs[M]
      readonly intermediates?: Intermediates
    }
  | {
      readonly verdict: 'refuse'
      readonly reasons: readonly string[]
      /** Several, where several keywords are true; the first is the one that the schemas of this suite report. */
      readonly blame?: Blame | readonly Blame[]
    }
  | {
      readonly verdict: 'either'
      readonly reasons: readonly string[]
      /** The rule that leaves the choice; without it the first rule of the vector does. */
      readonly open?: RequirementId
      readonly output: ExpectedOutputs[M]
      readonly intermediates?: Intermediates
    }

/** The keywords that make a body wrong, all of them true. */
export const blamesIn = (expect: Expectation): readonly Blame[] =>
  expect.verdict === 'refuse' && expect.blame !== undefined ? [expect.blame].flat() : []

/** What a subject must have so that a vector can be asked. */
export const NEEDS = [
  /** The vector tests the timestamp, so a subject that reads its own clock is not asked. */
  'injected-clock',
  /** The run makes the question, relative to now, for a subject that reads its own clock. */
  'system-clock',
  /** A channel that somebody has opened. */
  'open-channel',
  /** A channel for this run alone: all of its streams may be stopped. */
  'exclusive-channel',
  /** That channel has room for three streams, as by default (4.2 rule 1). */
  'default-stream-limit',
  /** A user who is in that channel. */
  'channel-user',
  'disabled-app',
  'unpaid-app',
  /** The id and the secret of a second app that is in order. */
  'other-app',
  /** The app secret is known, so that signatures can be checked and made. */
  'known-secret',
  /** The Authorization value is made as the stand-in: its construction is known, and so are the values to refuse. */
  'stand-in',
  /** How the signature in the Authorization value writes its bytes is known. */
  'signature-bytes',
  /** The SDK repeats a start that was answered 404 (4.2 rule 4). */
  'retries-start',
  /** The client takes a base URL that has a path. */
  'base-path',
  /** This machine has the loopback address of IPv6, and the client reaches it. */
  'ipv6',
  /** The client tells its caller the status of a failure. */
  'tells-status',
  /** The client tells its caller the error code of a failure. */
  'tells-code',
] as const
export type Need = (typeof NEEDS)[number]

/** How many seconds a run may take: with its own clock a question must stay valid until it is asked. */
export const LONGEST_RUN = 1800

/** Generated calls of a client in a run: one takes a hundred times as long as a question about a token. */
export const MOST_CALLS = 300
/** How many generated questions a run asks an endpoint: with every permission each row of them once or as often as it says. */
export const ENDPOINT_QUESTIONS = 355

export interface Vector<M extends Method = Method> {
  readonly id: VectorId
  /** One sentence: what is checked. */
  readonly title: string
  readonly requirements: readonly [RequirementId, ...RequirementId[]]
  readonly level: Level
  readonly needs?: readonly Need[]
  /** A refusal names its accepted twin, which differs in one property. */
  readonly twin?: VectorId
  /** The faults it was written for. */
  readonly catches?: readonly FaultId[]
  /** Of a vector that a run kept: how it was found. */
  readonly documents?: string
  readonly question: QuestionOf<M>
  readonly expect: Expectation<M>
}

/** The vectors of one file under vectors/. */
export interface Family {
  /** `token/params`: vectors/token/params.yaml, written by src/vectors/token/params.ts. */
  readonly name: string
  readonly title: string
  readonly vectors: readonly Vector[]
}

/** Of a vector that did not exist before: `generated/<family>/<digest of the question>`. */
export const isGenerated = (id: VectorId): boolean => id.startsWith('generated/')

/** Vectors, each once: the same one may be shipped, kept and generated again. */
export const once = (vectors: readonly Vector[]): Vector[] => [
  ...new Map(vectors.map((vector) => [vector.id, vector])).values(),
]
