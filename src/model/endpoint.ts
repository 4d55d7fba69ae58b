import type { JsonObject } from './base.ts'

/** What happens to one channel: at second `at` of the timeline somebody does something. */
export type TimelineStep = { readonly at: number } &
  /** Without `token` a client comes with none. */
  (
    | { readonly do: 'join'; readonly token?: string }
    | { readonly do: 'leave'; readonly userId: string }
    /** Through a server-side API, which is no part of the interface. */
    | { readonly do: 'close' }
    | { readonly do: 'look'; readonly channelId?: string }
    /** An operation of sections 4.1 to 4.4; a token that it issues is kept under a name. */
    | {
        readonly do: 'auth.token' | 'streaming.start' | 'streaming.update' | 'streaming.stop'
        readonly body: JsonObject
        readonly keepAs?: string
      }
  )

/** Join parameters of a token but the channelId, and the second in which it is made. */
export type TimelineToken = { readonly issuedAt: number; readonly userId: string } & JsonObject

/**
 * `"{{layout}}"` and `"{{watermark}}"` in a body stand for a layout and for an element of watermarks that the model
 * accepts, because their fields are not shown (section 2.3). They are written so again where they are seen.
 */
export type Timeline = {
  readonly channelId: string
  /** The users of the channel use its whiteboard, which delayClose is about (section 2.1). */
  readonly whiteboard?: true
  readonly tokens: Readonly<Record<string, TimelineToken>>
  readonly steps: readonly TimelineStep[]
}

/** The four operations of the interface (sections 4.1 to 4.4). */
export const OPERATIONS = ['auth.token', 'streaming.start', 'streaming.update', 'streaming.stop'] as const
export type Operation = (typeof OPERATIONS)[number]

/** How a request to an endpoint is authorised; the runner makes each value, because it knows the credentials. */
export const AUTHORIZATIONS = [
  'right',
  'missing',
  'wrong-scheme',
  'lower-case-scheme',
  'malformed',
  'wrong-signature',
  'other-secret',
  'unknown-app',
  'other-case-app',
  'disabled-app',
  'unpaid-app',
] as const
export type AuthorizationKind = (typeof AUTHORIZATIONS)[number]

/**
 * The right value, changed in one place: of its scheme, of all the rest (`value`), or of the signature, which is the last
 * text of bytes in it; or one of them without the other, or only its beginning. Of the stand-in also its time: signed
 * with it, or under the signature of another one.
 */
export type AlteredAuthorization = {
  readonly altered: 'scheme' | 'value' | 'signature' | 'time'
  readonly how:
    | 'other-letter'
    | 'other-case'
    | 'letter-added'
    | 'left-out'
    | 'cut-off'
    /** One bit of the bytes that it writes, so that they are others however they are read. */
    | 'other-bit'
    /** The same bytes: in the other letter case of hex, or with a bit of base64 that says nothing (RFC 4648 section 3.5). */
    | 'same-bytes'
    /** After two blanks. */
    | 'white-space'
    | 'signed'
    | 'unsigned'
  /**
   * The place among its characters, counted round; the first letter or digit from there is changed. Of a time: how many
   * seconds it lies back.
   */
  readonly at: number
  /** Under the scheme in small letters (RFC 9110 section 11.1). */
  readonly isSchemeLower?: true
  /** Counted from the end, where the signature stands. */
  readonly fromEnd?: true
}

/**
 * One request to an endpoint. The body is JSON text in which the runner puts the channel, its stream ids, a user who
 * is in the channel and the push address in the place of `{{channel}}`, `"{{stream1}}"` to `"{{stream7}}"` (numbers),
 * `{{channelUser}}` and `{{pushUrl1}}` to `{{pushUrl7}}`, of each stream its own. Of wrong types: `{{streamText1}}` to
 * `{{streamText7}}` are the digits of a stream id, `"{{channelNumber}}"` is a number that is no channel, and `.5` within
 * the quotes makes it a fraction.
 */
export type EndpointRequest = {
  readonly operation: Operation
  readonly body: string
}

/** A request before the one that is judged: it must be answered 200, or nothing is judged. */
export type EarlierRequest = EndpointRequest & {
  /** Absent: right. */
  readonly authorization?: AuthorizationKind
  readonly headers?: Readonly<Record<string, string>>
  /** Any answer will do, but not the failure of a server: the text shows none, or another question asks for it. */
  readonly open?: true
  /** Sent at the same time as the one before it. */
  readonly together?: true
}

/**
 * How the stream ids of an exchange are chosen, all of them positive. `prefix`: the digits of the first begin the second.
 * `beyond-32-bits`: the same lowest 32 bits, each smaller than the one before it. `neighbours`: each greater by one.
 */
export const STREAM_ID_KINDS = ['prefix', 'beyond-32-bits', 'neighbours'] as const
export type StreamIdKind = (typeof STREAM_ID_KINDS)[number]

/** One exchange with an endpoint, after others. Clean-up stops the streams that it starts. */
export type Exchange = EndpointRequest & {
  readonly authorization: AuthorizationKind | AlteredAuthorization
  /**
   * Headers in addition to the usual ones, or in place of them; an empty text leaves one out, and {{authorization}} is the
   * value of the Authorization.
   */
  readonly headers?: Readonly<Record<string, string>>
  readonly before?: readonly EarlierRequest[]
  /**
   * It is sent at the same time as the last of those before it, and so many of all these may be answered 200. The answer
   * that counts is that of one more: a success where there is one, and a refusal otherwise.
   */
  readonly room?: number
  /** The body goes out in two pieces, cut within a letter of several bytes where it has one. */
  readonly isCut?: true
  /** Absent: of no kind. */
  readonly streamIds?: StreamIdKind
  /** The channel that the body names: one that has not been opened, or the open one. */
  readonly channel: 'unopened' | 'open'
}

/** What an endpoint answered, without secrets: a token is taken apart before. */
export type EndpointAnswer = {
  readonly status: number
  /** Every text and name in the JSON body and the headers that look like a code, or the text at the pointer. */
  readonly texts: readonly string[]
  /** A text in a member of the body whose name says that it is a code. */
  readonly code?: string
  /** The content of `token`, where the JSON body has one of type string. */
  readonly token?: IssuedToken
  /** Names of the members of the JSON body that are not null, if it is an object. */
  readonly members?: readonly string[]
  /** JSON Pointers of members of the body that stand more than once in their object. */
  readonly duplicates?: readonly string[]
  /** Why the body is no JSON text, where there is one. */
  readonly noJson?: string
  /** Secrets that it shows: the app secret in any form, or the signature that would have been right. */
  readonly shows?: readonly ('secret' | 'signature')[]
  /** The id by which an operator finds the request. */
  readonly trackingId: string
  /** The channel that stood in the place of `{{channel}}`. */
  readonly channel: string
}

/** A token taken apart; `misformed` says what is wrong with its form. */
export type IssuedToken = {
  readonly misformed?: string
  readonly version?: string
  readonly timestamp?: string
  readonly params?: string
  readonly appIdFits?: boolean
  /** Absent where the secret is not known. */
  readonly signatureFits?: boolean
  /** Every token so far has this timestamp, and the first was requested so many seconds before this one. */
  readonly stoodFor?: number
  /** Seconds by which the clocks of endpoint and runner may differ. */
  readonly skew: number
}

/** One answer that an endpoint may give: a status, and where section 7.1 gives one, its code. */
export type AllowedAnswer = {
  /** `4xx`: any refusal, where the text does not say which. */
  readonly status: number | '4xx'
  readonly code?: string
  /** The text does not say whether this is right: such an answer is observed, neither passed nor failed. */
  readonly open?: true
}

/** What an exchange with an endpoint must lead to. */
export type ExpectedExchange = {
  readonly answers: readonly AllowedAnswer[]
  /** What a token that is issued must hold; `{{channel}}` stands for the channel of the run. */
  readonly joinParams?: JsonObject
  /** Members that the body must not have. */
  readonly absent?: readonly string[]
  /** No object of the body has a member twice. */
  readonly noDuplicates?: true
}

/** The parts of a request that a signature may cover. */
export interface ToSign {
  readonly method: string
  /** As in the request line: the path of the base URL, then that of the operation. */
  readonly path: string
  readonly body: string
  readonly appId: string
}

/**
 * Default export of a `--authorization module:<file>`: the whole value of the header in one line, the scheme included.
 * @param secret the app secret, where it is known
 */
export type Authorizer = (request: ToSign, secret: string | undefined) => string | Promise<string>
