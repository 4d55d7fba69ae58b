/** What was seen of a call and what its caller learned, as the rows of client faults look at it. */
import { own } from '../../json.ts'
import { jsonOrNothing } from '../../members.ts'
import { isDeepStrictEqual } from 'node:util'
import { ROUTES } from '../../interface/operations.ts'
import type {
  ClientAnswer,
  ClientCall,
  ClientReport,
  Json,
  Manner,
  Operation,
  SeenRequest,
  ServedAnswer,
} from '../../model/index.ts'
import type { Recognises } from './clientFault.ts'

/** Requests to the base URL that could be read; requests that follow a redirect are left out. */
export const directRequests = ({ requests }: ClientAnswer): readonly SeenRequest[] =>
  requests.filter(({ elsewhere, unreadable }) => !elsewhere && unreadable === undefined)

/** A call of an earlier question carried its Tracking-Id. */
export const isSeenBefore = (answer: ClientAnswer): boolean =>
  directRequests(answer).some(({ trackingIdSeenBefore }) => trackingIdSeenBefore)

/** The values of a header; the name is given in lower case. */
export const headerValues = ({ headers }: SeenRequest, name: string): readonly string[] =>
  headers.filter(([other]) => other.toLowerCase() === name).map(([, value]) => value)

/** The statuses of redirects that were followed with Authorization: each call is sent and may then be followed. */
export function statusesFollowedWithAuthorization(
  { requests }: ClientAnswer,
  { answers }: ClientCall,
): readonly number[] {
  let sent = 0
  return requests.flatMap((request) => {
    if (!request.elsewhere) sent++
    const isFollowed = request.elsewhere && headerValues(request, 'authorization').length > 0
    return isFollowed ? ((answers[sent - 1] ?? answers.at(-1))?.status ?? []) : []
  })
}

/** One request to the base URL is enough to show it. */
export const anyRequest =
  (fits: (request: SeenRequest, answer: ClientAnswer, call: ClientCall) => boolean): Recognises =>
  (answer, call) =>
    directRequests(answer).some((request) => fits(request, answer, call))

/** A header that stands once in a request is enough to show it. */
export const anyHeader = (name: string, fits: (value: string, answer: ClientAnswer) => boolean): Recognises =>
  anyRequest((request, answer) => {
    const [value, ...others] = headerValues(request, name)
    return value !== undefined && others.length === 0 && fits(value, answer)
  })

/** There are requests, and none has this header. */
export const noHeader =
  (name: string): Recognises =>
  (answer) => {
    const requests = directRequests(answer)
    return requests.length > 0 && requests.every((request) => headerValues(request, name).length === 0)
  }

/** Path of the base URL, and that of the operation behind it. */
export const pathsOf = ({ basePath, operation }: ClientCall): { prefix: string; path: string } => ({
  prefix: basePath.replace(/\/+$/, ''),
  path: ROUTES[operation].path,
})

export const sentBytes = ({ body }: SeenRequest): Buffer => Buffer.from(body, 'base64')

export const sentText = (request: SeenRequest): string => sentBytes(request).toString('utf8')

export const same = (one: Json | undefined, other: Json | undefined): boolean => isDeepStrictEqual(one, other)

/** A member or element of what was asked, of what was sent, or of both. */
export interface BodyPlace {
  readonly name: string
  readonly asked: Json | undefined
  readonly sent: Json | undefined
}

/** Every place within two values, at any depth. */
export function placesOf(asked: Json | undefined, sent: Json | undefined): readonly BodyPlace[] {
  if (!isBranch(asked) || !isBranch(sent)) return []
  const names = new Set([...Object.keys(asked), ...Object.keys(sent)])
  return [...names].flatMap((name) => {
    const place = { name, asked: own(asked, name), sent: own(sent, name) }
    return [place, ...placesOf(place.asked, place.sent)]
  })
}

/** Every text within a value, names of members included. */
export function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value]
  return isBranch(value) ? Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)]) : []
}

type Branch = Readonly<Record<string, Json>>

export const isBranch = (value: Json | undefined): value is Branch =>
  typeof value === 'object' && value !== null

/** Objects of a body in pairs: the body itself, or the entries of its list that both have. */
function sideBySide(
  asked: Json | undefined,
  sent: Json | undefined,
  within: 'body' | 'entries',
): readonly { readonly asked: Branch; readonly sent: Branch }[] {
  if (!isBranch(asked) || !isBranch(sent)) return []
  if (within === 'body') return [{ asked, sent }]
  return placesOf(own(asked, 'streamList'), own(sent, 'streamList')).flatMap(({ asked: one, sent: other }) =>
    isBranch(one) && isBranch(other) && 'streamId' in one ? [{ asked: one, sent: other }] : [],
  )
}

/**
 * A call of this operation, alone or the first of several, has a member of this value that the question does not have:
 * in the first entry, because the others may take it from that one.
 */
export const gains = (
  operation: Operation,
  within: 'body' | 'entries',
  name: string,
  fits: (value: Json) => boolean,
): Recognises =>
  anyRequest((request, _answer, call) => {
    const [first] = sideBySide(call.body, jsonOrNothing(sentText(request)), within)
    if (call.operation !== operation || !first || Object.hasOwn(first.asked, name)) return false
    const value = own(first.sent, name)
    return value !== undefined && fits(value)
  })

/** A list that was sent with only its first entries. */
export const cutsLists = (operations: readonly Operation[], asked: number, sent: number): Recognises =>
  anyRequest((request, _answer, { operation, body }) => {
    const [right, got] = [body, jsonOrNothing(sentText(request))].map((value) =>
      isBranch(value) ? own(value, 'streamList') : undefined,
    )
    if (!operations.includes(operation) || !Array.isArray(right) || right.length !== asked) return false
    return same(right.slice(0, sent), got)
  })

/** Only calls of which every request arrived: the others got no answer. */
export const heard =
  (fits: Recognises): Recognises =>
  (answer, call) =>
    directRequests(answer).length >= call.calls &&
    directRequests(answer).length === answer.requests.length &&
    fits(answer, call)

/** Every answer was such a one, and so was every report. */
export const always = (
  fits: (served: ServedAnswer, call: ClientCall) => boolean,
  isTold: (report: ClientReport) => boolean,
): Recognises =>
  heard(({ reports }, call) => call.answers.every((served) => fits(served, call)) && reports.every(isTold))

/** Every answer was sent in this manner, and every report is this one. */
export const inManner = (manner: Manner, isTold: (report: ClientReport) => boolean): Recognises =>
  always((served) => served.manner === manner, isTold)

/** Answered with 200 and sent without any trouble. */
export const isPlain200 = ({ status, manner, framing }: ServedAnswer): boolean =>
  status === 200 && manner === undefined && framing === undefined

export const isOk = (report: ClientReport): boolean => 'ok' in report && report.ok

/** The words of JSON parsers in an error without a kind, or words that say that the answer could not be read. */
export const isSyntaxError = (report: ClientReport): boolean =>
  'error' in report
    ? /json|syntax|parse|unexpected (?:token|end)/i.test(report.error)
    : 'ok' in report && !report.ok && report.kind === 'protocol' && report.status === undefined

/** A refusal that is reported as such, with its status. */
export const isRefusal = (report: ClientReport, status: number | undefined): boolean =>
  'ok' in report && !report.ok && report.kind === 'http' && report.status === status

export const reportedCode = (report: ClientReport): string | undefined =>
  'code' in report ? report.code : undefined

export const reportedToken = (report: ClientReport): string | undefined =>
  'token' in report ? report.token : undefined

/** The error codes in a served body, in any member: words with dots between them (section 7.1). */
export const servedCodes = ({ body = '' }: ServedAnswer): readonly string[] =>
  textsIn(jsonOrNothing(body)).filter((text) => /^[A-Za-z]+(?:\.[A-Za-z]+)+$/.test(text))

/** The first member of a JSON object that has such a name. */
export const memberNamed = (body: Json | undefined, fits: (name: string) => boolean): Json | undefined =>
  isBranch(body) ? Object.entries(body).find(([name]) => fits(name))?.[1] : undefined
