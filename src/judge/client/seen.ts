import { isUtf8 } from 'node:buffer'
import { readJson, type JsonText } from '../../json.ts'
import type { ClientAnswer, ClientCall, ExpectedCall, SeenRequest } from '../../model/index.ts'
import { listOf, type Found } from '../finding.ts'

/** Everything that a check looks at. */
export interface Seen {
  readonly call: ClientCall
  readonly expected: ExpectedCall
  readonly answer: ClientAnswer
}

/** What one check has against a call; a later check may find the consequences of an earlier one. */
export type Check = (seen: Seen) => readonly Found[]

/** A check that finds one thing at most. */
export const single =
  (check: (seen: Seen) => Found | undefined): Check =>
  (seen) =>
    listOf(check(seen))

/** The values of a header, in the order in which they stood; names in any case. */
export const valuesOf = ({ headers }: SeenRequest, name: string): string[] =>
  headers.filter(([other]) => other.toLowerCase() === name).map(([, value]) => value)

/** Requests that the SDK made itself; the checks of redirects look at those that follow one. */
export const direct = ({ answer }: Seen): SeenRequest[] =>
  answer.requests.filter(({ elsewhere, unreadable }) => !elsewhere && unreadable === undefined)

/** What is found in the requests, each finding once: a call that is sent again repeats its own. */
export const eachRequest =
  (check: (request: SeenRequest, seen: Seen) => readonly Found[] | Found | undefined): Check =>
  (seen) =>
    unlike(direct(seen).flatMap((request) => check(request, seen) ?? []))

export const unlike = (found: readonly Found[]): Found[] => [
  ...new Map(found.map((one) => [JSON.stringify([one.rule, one.message]), one])).values(),
]

export const seenBytes = ({ body }: SeenRequest): Buffer => Buffer.from(body, 'base64')

/**
 * The body as text, without a byte order mark. Another rule checks that it is UTF-8 (RFC 8259 section 8.1), so text
 * in UTF-16 and Latin-1 is read as well.
 */
export function seenText(request: SeenRequest): string {
  const bytes = seenBytes(request)
  const [first, second] = bytes
  // The first character of a JSON object is ASCII, or a byte order mark.
  const wide = first === 0 || first === 0xfe ? 'utf-16be' : second === 0 || first === 0xff ? 'utf-16le' : ''
  if (wide === '' && !isUtf8(bytes)) return bytes.toString('latin1')
  return new TextDecoder(wide || 'utf-8').decode(bytes)
}

/** The body as JSON; undefined where it is none, which the check `body` reports. */
export function jsonOf(request: SeenRequest): JsonText | undefined {
  try {
    return readJson(seenText(request))
  } catch {
    return undefined
  }
}
