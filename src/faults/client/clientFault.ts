import type {
  ClientAnswer,
  ClientCall,
  ClientReport,
  Coding,
  Description,
  Json,
  JsonObject,
  MintReason,
  Operation,
  WireCall,
} from '../../model/index.ts'
import { rowsWith } from '../../tables.ts'
import type { FaultText } from '../fault.ts'

/** Random bytes, which the runner hands in. */
export type Random = (bytes: number) => Uint8Array

/** How a redirect is followed. */
export interface Followed {
  readonly method: string
  /** With the header Authorization, or with its value under another name. */
  readonly authorization: boolean | string
  /** With the body. */
  readonly body: boolean
}

/** Headers as they are handed to node:http, in this order. */
export type Headers = Readonly<Record<string, string | number | undefined>>

/** What an adapter answers instead of a result: error code 1 with a reason, or 2. */
export class Declined extends Error {
  readonly code: 1 | 2
  readonly reason: MintReason | undefined

  constructor(code: 1 | 2, reason?: MintReason) {
    super(reason ?? 'the types of the SDK cannot hold it')
    this.code = code
    this.reason = reason
  }
}

/** Why there is no answer, in the words of node:http. */
export interface Broken {
  readonly code?: string
  readonly message: string
}

/** What an HTTP client does differently from the plain one; it does everything that is absent rightly. */
export interface ClientSteps {
  /** The Tracking-Id of a call, from the number of the call and the calls before it; undefined sends none. */
  readonly trackingId?: (
    random: Random,
    count: number,
    call: WireCall,
    earlier: readonly WireCall[],
  ) => string | undefined
  /** The value of Authorization, from the given one; undefined sends none. */
  readonly authorization?: (given: string) => string | undefined
  /** What its adapter says about it in `describe`. */
  readonly says?: Partial<Description>
  /** Writes the request by hand, over a socket: its head, from the plain one. */
  readonly byHand?: (head: string) => string
  readonly method?: () => string
  /** The whole URL; the path begins with a slash, the base URL may end with one. */
  readonly url?: (baseUrl: string, path: string, call: WireCall) => string
  /** The body as JSON text. */
  readonly serialise?: (body: JsonObject) => string
  /** The JSON text as bytes. */
  readonly encode?: (text: string) => Uint8Array
  /** Undefined sends no Content-Type. */
  readonly contentType?: () => string | undefined
  /** The headers that frame the body, and headers in addition to the usual ones. */
  readonly headers?: (length: number, call: WireCall) => Readonly<Record<string, string | number>>
  /** Changes all headers at the end: their names, their order, and headers in addition. */
  readonly allHeaders?: (headers: Headers) => Headers
  /** The content codings that it can read, whatever Accept-Encoding says; absent: all of them. */
  readonly decodes?: readonly Coding[]
  /** One connection for many requests. */
  readonly keepsConnection?: boolean
  /** Its time limit ends when the head of the answer has come. */
  readonly limitOfHead?: boolean
  /** Sends a call of this operation a second time when so many milliseconds have brought no answer. */
  readonly sendsTwiceAfter?: readonly [operation: Operation, millis: number]
  /** Uses a connection that the service has closed. */
  readonly keepsClosedConnection?: boolean
  /** Gives the answer that comes first to the call that was made first. */
  readonly answersInOrder?: boolean
  /** Follows redirects, which the plain client does not; gets the method of the request and the status. */
  readonly follow?: (method: string, status: number) => Followed | undefined
  /** What the caller learns about the error code that was found. */
  readonly codeOf?: (code: string | undefined) => string | undefined
  /** The report for a status other than 200. */
  readonly failure?: (status: number, text: string) => ClientReport | undefined
  /** The report for status 200, at a time in Unix seconds. */
  readonly success?: (text: string, call: WireCall, now: number) => ClientReport | undefined
  /** The token that the caller gets, from the one that came. */
  readonly tokenOf?: (token: string) => string
  /** Where the token is looked for in the JSON that came. */
  readonly tokenIn?: (body: Json | undefined) => Json | undefined
  /** The report for an answer that ends too early. */
  readonly aborted?: (status: number, text: string) => ClientReport
  /** Ends a call when nothing has come for as long as its limit, instead of at the limit. */
  readonly idle?: boolean
  /** The report where no answer came; `exit` ends the program, and what the stage throws reaches the caller. */
  readonly broken?: (error: Broken, call: WireCall) => ClientReport | 'exit' | undefined
  /** Takes the first answer as the final one, interim answers too. */
  readonly interim?: boolean
  /** The limit in milliseconds, instead of the given one. */
  readonly timeout?: () => number
  /** A line for standard error before each call. */
  readonly log?: (call: WireCall) => string
  /** The call that is sent, from the one in the question and those before it at the same base URL. */
  readonly remembers?: (call: WireCall, earlier: readonly WireCall[]) => WireCall
  /** What the caller gets, from the result and what it got before at the same base URL. */
  readonly told?: (report: ClientReport, earlier: readonly ClientReport[], call: WireCall) => ClientReport
  /** The text of an answer as the client reads it. */
  readonly received?: (text: string) => string
  /** In a client that reads its answers by hand: the bytes that it looks at, from the pieces in which they came. */
  readonly piecesRead?: (pieces: readonly Buffer[]) => Buffer
  /** The body of such an answer, from its head and what follows it. */
  readonly bodyRead?: (head: string, rest: Buffer) => Buffer
  /** A report without any request; what it throws reaches the caller. */
  readonly before?: (call: WireCall) => ClientReport | undefined
  /** Sends one request for all calls of the same key; a call of key undefined is never cached. */
  readonly cache?: (call: WireCall) => string | undefined
  /** Answers one question after the other. */
  readonly sequential?: boolean
  /** Sends a call again after this status; undefined: after a network failure. */
  readonly retries?: (status: number | undefined, call: WireCall) => boolean
  /** A second attempt carries the Tracking-Id of the first. */
  readonly keepsTrackingId?: boolean
  /** What the caller gets, from the result; what it throws reaches the caller. */
  readonly report?: (report: ClientReport) => ClientReport
}

/** Shows what was seen of a call this very fault beyond doubt? A wrong name is worse than none. */
export type Recognises = (answer: ClientAnswer, call: ClientCall) => boolean

/** A fault of an HTTP client, which shows on the wire and in what the caller learns. */
export interface ClientFault extends FaultText {
  readonly group: 'request' | 'response' | 'secret'
  readonly shows: 'client'
  readonly steps: ClientSteps
  /** The same fault in other forms. */
  readonly others?: readonly ClientSteps[]
  /** The same fault everywhere: it also looks like others, so only the search for causes plays it. */
  readonly wider?: ClientSteps
  /** Absent where it looks like another fault. */
  readonly recognises?: Recognises
}

/** A row of the catalogue: what is known of the fault, what it does and how to tell it from others. */
export type ClientFaultRow = Omit<ClientFault, 'group' | 'shows'>

export const clientRowsWith = rowsWith<ClientFaultRow>()
export const clientRows = clientRowsWith({})

/** The rows of a group as faults. */
export const clientFaultsOf = (
  group: ClientFault['group'],
  rows: readonly ClientFaultRow[],
): readonly ClientFault[] => rows.map((row) => ({ ...row, group, shows: 'client' }))
