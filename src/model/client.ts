import type { JsonObject } from './base.ts'
import type { Operation } from './endpoint.ts'

/** How the recording service sends an answer, where not plainly. */
export const MANNERS = [
  /** Compressed, where the request allows it. */
  'gzip',
  /** Its first byte late, then piece by piece. */
  'slow',
  /** With a member that makes the body 10 MB long. */
  'large',
  /** The connection ends before what Content-Length announces. */
  'cut-off',
  /** The connection ends in the middle of the headers. */
  'head-cut-off',
  /** Byte by byte, for longer than the time limit of the call. */
  'dribble',
  /** Its head and the half of its body, and then nothing. */
  'stalled',
  /** In one piece, when more than the half of the time limit is over. */
  'late',
  /** After an interim answer with status 103 (RFC 9110 section 15.2). */
  'interim',
  /** In HTTP/1.0 (RFC 9110 section 2.5). */
  'http-1.0',
  /** The connection ends after the answer, which does not say so (RFC 9112 section 9.5). */
  'closed-after',
  /** Of several calls at a time the newest is answered first: each answer has the token of its own request. */
  'newest-first',
  /** The connection is reset instead of an answer. */
  'reset',
  /** No process listens on the port. */
  'refused',
  /** No answer within the time limit of the call. */
  'silent',
] as const
export type Manner = (typeof MANNERS)[number]

/** Stands in an answer for a token that the run makes at that moment, with the secret of the call. */
export const TOKEN_PLACE = '{{token}}'
/** For the same token with `\/`, `\u002b` and `\u003d`, as PHP's json_encode and Gson write them (RFC 8259 section 7). */
export const ESCAPED_TOKEN_PLACE = '{{escapedToken}}'

/** Content codings in which an answer may be sent to a request that names them (RFC 9110 section 8.4.1). */
export const CODINGS = ['gzip', 'deflate', 'br'] as const
export type Coding = (typeof CODINGS)[number]

/** What ends the body of an answer (RFC 9112 section 6.3). */
export const BODY_ENDS = ['length', 'chunks', 'close'] as const

/** How an answer lies on the wire. A client that speaks HTTP takes every way. */
export type Framing = {
  /** Content-Length, a last chunk, or the end of the connection; a request of HTTP/1.0 is answered without chunks. */
  readonly ends: (typeof BODY_ENDS)[number]
  /** Lengths of the chunks in bytes; the list starts again where it is too short. */
  readonly chunks?: readonly number[]
  /** Where the bytes, head included, are cut into pieces that are written one by one: in thousandths of the whole. */
  readonly cuts?: readonly number[]
  /** Milliseconds between two pieces; absent: the least that keeps them apart. */
  readonly pause?: number
  /** The coding is used only if Accept-Encoding names it. */
  readonly coding?: Coding
  /** Chunks have extensions (RFC 9112 section 7.1.1), and headers follow the last one (section 7.1.2). */
  readonly extras?: true
  /** The letter case of header names (RFC 9110 section 5.1); absent: as they are mostly written. */
  readonly names?: 'lower' | 'upper'
}

/** One answer of the recording service. */
export type ServedAnswer = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly manner?: Manner
  readonly framing?: Framing
  /** Location names the other host name of the service, or another path of it: every request there is answered 500. */
  readonly elsewhere?: true | 'same-host'
  /** What is answered there instead of that. */
  readonly there?: { readonly status: number; readonly body?: string }
}

/** A client waits for it until its time limit. */
export const usesUpTheLimit = ({ manner }: ServedAnswer): boolean =>
  manner === 'silent' || manner === 'dribble' || manner === 'stalled'

/** One call of an SDK's HTTP client, or several, one after the other. */
export type ClientCall = {
  readonly appId: string
  readonly appSecret: string
  readonly operation: Operation
  readonly body: JsonObject
  /** The bodies of the calls after the first, where they differ. */
  readonly nextBodies?: readonly JsonObject[]
  /** What follows scheme, host and port in the base URL: empty, `/`, `/prefix`, `/prefix/`. */
  readonly basePath: string
  readonly timeoutMillis: number
  /** The first request gets the first answer, and so on; all others get the last one. */
  readonly answers: readonly ServedAnswer[]
  readonly calls: number
  /** The calls are made at a time, and not one after the other. */
  readonly together?: true
  /** So many milliseconds before each call but the first. */
  readonly pause?: number
  /** The host of the base URL, where it is not the usual one: `[::1]`. */
  readonly host?: 'ipv6'
  /** So many letters stand in the member `filler` of the layout, which the vector itself leaves out. */
  readonly filler?: number
  /** The calls that follow it at the same base URL. */
  readonly next?: readonly NextCall[]
}

/** The body of each call as it is asked. */
export const bodiesOf = ({ body, nextBodies = [], calls }: ClientCall): readonly JsonObject[] =>
  Array.from({ length: calls }, (_, at) => (at === 0 ? body : (nextBodies[at - 1] ?? body)))

/** A call that follows another one: it shows what a client keeps from one to the next. */
export type NextCall = Pick<ClientCall, 'appId' | 'appSecret' | 'operation' | 'body' | 'answers'>

/** A call and those that follow it, each as a call of its own. */
export const callsOf = ({ next = [], ...first }: ClientCall): readonly ClientCall[] => {
  const { nextBodies: _, ...rest } = first
  return [first, ...next.map((one) => ({ ...rest, ...one, calls: 1 }))]
}

/** A body as it is asked: a long text stands in no vector, so that files and reports stay short. */
export function withFiller(body: JsonObject, filler?: number): JsonObject {
  if (filler === undefined) return body
  const text = 'x'.repeat(filler)
  return JSON.parse(JSON.stringify(body), (name, value: unknown) =>
    name === 'filler' ? text : value,
  ) as JsonObject
}

/** `params` of `client.call` as they go over the wire. */
export type WireCall = Omit<
  ClientCall,
  'basePath' | 'answers' | 'calls' | 'nextBodies' | 'next' | 'together' | 'pause' | 'host' | 'filler'
> & {
  readonly baseUrl: string
  /** The whole header value, ready to send. */
  readonly authorization: string
}

/**
 * What an SDK reported to its caller. `error`: the adapter had only an error without a meaning. `unanswered`: nothing,
 * and after so many milliseconds the suite waited no longer.
 */
export type ClientReport =
  | { readonly ok: true; readonly status?: number; readonly token?: string }
  | {
      readonly ok: false
      readonly kind: 'http' | 'network' | 'timeout' | 'protocol'
      readonly status?: number
      readonly code?: string
    }
  | { readonly error: string }
  | { readonly unanswered: number }

/** The request could not be read, and the header Authorization is to blame. */
export const BROKEN_LINE = 'a line break within the value of Authorization'

/** Why a request was not read to its end. */
export const TOO_LARGE = 'it has more than 16 MiB, and no right request has'

/** A request as it stood on the wire. */
export type SeenRequest = {
  /** Why the bytes could not be read as a request. */
  readonly unreadable?: string
  /** It arrived at the other host name, after a redirect. */
  readonly elsewhere: boolean
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Base64 of its bytes. */
  readonly body: string
  /** The same start of the SDK sent its Tracking-Id in a call of an earlier question too. */
  readonly trackingIdSeenBefore?: true
}

/** Everything that was seen of a call. */
export type ClientAnswer = {
  readonly reports: readonly ClientReport[]
  readonly requests: readonly SeenRequest[]
  /** The tokens in the answers. */
  readonly tokens?: readonly string[]
  /** Of each call. */
  readonly millis: readonly number[]
  /** The SDK reported while the service was still sending an answer: after so many milliseconds of it. */
  readonly unfinished?: readonly number[]
  /** The scheme word, and the given value; absent where the SDK makes its own. */
  readonly scheme: string
  readonly given?: string
  /** Where the app secret was seen, whole, in part or encoded; in the first two also the Authorization value. */
  readonly leaks: readonly ('error' | 'output' | 'request')[]
  /** Of the calls that follow. */
  readonly next?: readonly ClientAnswer[]
}

/** The checks that a vector names: rows of src/judge/client. */
export const CLIENT_CHECKS = [
  'asked',
  'route',
  'content-type',
  'authorization',
  'tracking-id',
  'body',
  'gained',
  'framing',
  'encoding',
  'unlisted',
  'integers',
  'repeated',
  'tracking-ids-differ',
  'once',
  'content-type-parameter',
  'tracking-id-sent',
  'query-added',
  'success',
  'token',
  'own-token',
  'no-success',
  'status',
  'code',
  'retried',
  'started-again',
  'call-sent-again',
  'failure-kind',
  'time-limit',
  'waited',
  'no-crash',
  'no-secret-in-error',
  'no-secret-in-output',
  'no-secret-in-request',
  'redirect-authorization',
  'redirect-method',
  'redirect-answered',
] as const
export type ClientCheck = (typeof CLIENT_CHECKS)[number]

/** What `client.call` must lead to. */
export type ExpectedCall = {
  readonly checks: readonly ClientCheck[]
  readonly status?: number
  readonly code?: string
  /** The same at level `recommended`, whatever the level of the vector. */
  readonly recommended?: readonly ClientCheck[]
  /** The client may return a token that it has, without a request (section 2.1). */
  readonly reusable?: true
  /** Of the calls that follow. */
  readonly next?: readonly ExpectedCall[]
}
