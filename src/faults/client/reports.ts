/** What a caller learned, next to what was served, as the rows of client faults look at it. */
import { jsonOrNothing } from '../../members.ts'
import type { ClientReport, Json, Manner, ServedAnswer } from '../../model/index.ts'
import type { Recognises } from './clientFault.ts'
import { direct, isBranch, textsIn } from './seenRequests.ts'

/** Only calls of which every request arrived: the others got no answer. */
export const heard =
  (fits: Recognises): Recognises =>
  (answer, call) =>
    direct(answer).length >= call.calls &&
    direct(answer).length === answer.requests.length &&
    fits(answer, call)

/** Every answer was sent in this manner, and every report is this one. */
export const inManner = (manner: Manner, fits: (report: ClientReport) => boolean): Recognises =>
  heard(
    ({ reports }, { answers }) => answers.every((served) => served.manner === manner) && reports.every(fits),
  )

/** Answered with 200 and sent without any trouble. */
export const isPlain200 = ({ status, manner, framing }: ServedAnswer): boolean =>
  status === 200 && manner === undefined && framing === undefined

export const isSuccess = (report: ClientReport): boolean => 'ok' in report && report.ok

/** The words of JSON parsers in an error without a kind, or words that say that the answer could not be read. */
export const isSyntaxError = (report: ClientReport): boolean =>
  'error' in report
    ? /json|syntax|parse|unexpected (?:token|end)/i.test(report.error)
    : !report.ok && report.kind === 'protocol' && report.status === undefined

/** A refusal that is reported as such, with its status. */
export const isRefusal = (report: ClientReport, status: number | undefined): boolean =>
  'ok' in report && !report.ok && report.kind === 'http' && report.status === status

export const codeOf = (report: ClientReport): string | undefined =>
  'code' in report ? report.code : undefined

export const tokenOf = (report: ClientReport): string | undefined =>
  'token' in report ? report.token : undefined

/** The error codes in a served body, in any member: words with dots between them (section 7.1). */
export const codesIn = ({ body = '' }: ServedAnswer): readonly string[] =>
  textsIn(jsonOrNothing(body)).filter((text) => /^[A-Za-z]+(?:\.[A-Za-z]+)+$/.test(text))

/** The first member of a JSON object that has such a name. */
export const memberNamed = (body: Json | undefined, fits: (name: string) => boolean): Json | undefined =>
  isBranch(body) ? Object.entries(body).find(([name]) => fits(name))?.[1] : undefined
