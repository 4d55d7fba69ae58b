import type { ClientAnswer, ClientCall, ClientReport, Json, JsonObject, WireCall } from '../../model/index.ts'
import { faultOf, type FaultText, type FaultWords } from '../faultText.ts'

/** Random bytes, which the runner hands in. */
export type Random = (bytes: number) => Uint8Array

/** How a redirect is followed. */
export interface Followed {
  readonly method: string
  /** With the header Authorization. */
  readonly authorization: boolean
  /** With the body. */
  readonly body: boolean
}

/** Why there is no answer, as node:http says it. */
export interface Broken {
  readonly code?: string
  readonly message: string
}

/** What an HTTP client does in the place of the plain thing; what is absent, it does rightly. */
export interface ClientSteps {
  /** The Tracking-Id of a call, of which the count is handed in; undefined sends none. */
  readonly trackingId?: (random: Random, count: number) => string | undefined
  /** The value of Authorization, out of the one that was given; undefined sends none. */
  readonly authorization?: (given: string) => string | undefined
  /** Says that it makes its Authorization itself. */
  readonly own?: boolean
  /** Writes the request by hand, with a line feed behind the value of Authorization. */
  readonly raw?: boolean
  readonly method?: () => string
  /** The whole URL; the path begins with a slash, the base URL may end with one. */
  readonly url?: (baseUrl: string, path: string) => string
  /** The body as JSON text. */
  readonly serialise?: (body: JsonObject) => string
  /** The JSON text as bytes. */
  readonly encode?: (text: string) => Uint8Array
  /** Undefined sends no Content-Type. */
  readonly contentType?: () => string | undefined
  /** The headers that frame the body, and whatever else goes beside the usual ones. */
  readonly headers?: (length: number, call: WireCall) => Readonly<Record<string, string | number>>
  /** Follows redirects, which the plain client does not; handed in is the method of the request. */
  readonly follow?: (method: string) => Followed
  /** What the caller learns of the error code that was found. */
  readonly codeOf?: (code: string | undefined) => string | undefined
  /** What is told of a status other than 200. */
  readonly failure?: (status: number, text: string) => ClientReport | undefined
  /** What is told of status 200. */
  readonly success?: (text: string) => ClientReport | undefined
  /** The token that the caller gets, out of the one that came. */
  readonly tokenOf?: (token: string) => string
  /** Where the token is looked for in the JSON that came. */
  readonly tokenIn?: (body: Json | undefined) => Json | undefined
  /** What is told of an answer that ends before its time. */
  readonly aborted?: (status: number, text: string) => ClientReport
  /** Ends a call when nothing has come for as long as its limit, instead of at the limit. */
  readonly idle?: boolean
  /** What is told where no answer came; `exit` ends the program, and what it throws reaches the caller. */
  readonly broken?: (error: Broken, call: WireCall) => ClientReport | 'exit' | undefined
  /** Takes the first answer for the last, interim ones too. */
  readonly interim?: boolean
  /** The limit in milliseconds, in the place of the one that was given. */
  readonly timeout?: () => number
  /** A line for standard error before each call. */
  readonly log?: (call: WireCall) => string
  /** What is told without any call. */
  readonly skip?: () => ClientReport
  /** Asks once for all calls that are alike. */
  readonly cache?: boolean
  /** Answers one question after the other. */
  readonly sequential?: boolean
  /** Says that it repeats a start that is answered 404. */
  readonly announces?: boolean
  /** Does so. */
  readonly retries?: boolean
}

/** Does what was seen of a call show this very mistake beyond doubt? A wrong name is worse than none. */
export type Recognises = (answer: ClientAnswer, call: ClientCall) => boolean

/** A mistake of an HTTP client, which shows on the wire and in what the caller is told. */
export interface ClientFault extends FaultText {
  readonly group: 'request' | 'response' | 'secret'
  readonly shows: 'client'
  readonly steps: ClientSteps
  /** The same mistake in other forms. */
  readonly others?: readonly ClientSteps[]
  /** Absent where it looks like another one. */
  readonly recognises?: Recognises
}

/** A row of the catalogue: what is known of the mistake, what it does and how it is told from others. */
export type ClientRow = FaultWords & Pick<ClientFault, 'steps' | 'others' | 'recognises'>

/** The rows of a group as faults. */
export const clientFaultsOf = (
  group: ClientFault['group'],
  rows: readonly ClientRow[],
): readonly ClientFault[] => rows.map((row) => faultOf(row, group, 'client' as const))
