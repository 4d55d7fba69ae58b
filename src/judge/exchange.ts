import { TOKEN_ERRORS } from '../interface/errors.ts'
import { objectOrNothing } from '../members.ts'
import type { AllowedAnswer, EndpointAnswer, Exchange, ExpectedExchange, JsonObject } from '../model/index.ts'
import { listOf, type Found } from './finding.ts'
import type { Times } from './issue.ts'
import { issuedFindings } from './issued.ts'

const CODES = TOKEN_ERRORS.map(({ code }) => code)
const CODE_WORDS = new RegExp(`(?<![\\w.])(?:${CODES.join('|').replaceAll('.', '\\.')})(?!\\w|\\.\\w)`, 'g')

type Question = Pick<Exchange, 'operation' | 'body'>

/** Judges the answer of an endpoint: its status and content, and what it must not show. */
export const exchangeFindings = (
  question: Question,
  expected: ExpectedExchange,
  got: EndpointAnswer,
  times: Times,
): Found[] => [
  ...answerFindings(question, { joinParams: askedOf(question), ...expected }, got, times),
  ...(got.shows ?? []).map((shown) => shownFinding(shown, got)),
]

const askedOf = ({ operation, body }: Question): JsonObject | undefined =>
  operation === 'auth.token' ? objectOrNothing(body) : undefined

type Expected = Omit<ExpectedExchange, 'joinParams'> & { readonly joinParams?: JsonObject | undefined }

function answerFindings(question: Question, due: Expected, got: EndpointAnswer, times: Times): Found[] {
  const { answers, joinParams } = due
  const answer = answers.find((one) => fits(one, got))
  return [
    ...(answer ? [] : listOf(answerFinding(question, answers, got))),
    ...(answer?.code !== undefined && codesIn(got).length > 1 ? [ambiguous(got)] : []),
    ...(answer && joinParams && got.status === 200 ? issuedFindings(joinParams, got, times) : []),
    // What the error must not hold says nothing about an answer that is none.
    ...bodyFindings(answer ? due : { ...due, absent: [] }, got),
    ...(answer?.open ? [openFinding(answer)] : []),
    ...(answer?.code !== undefined && isCodeless(got) ? [codeNotShown(answer.code, got)] : []),
  ]
}

const fits = ({ status, code }: AllowedAnswer, got: EndpointAnswer): boolean =>
  isStatus(status, got) && (code === undefined || codesIn(got).includes(code) || isCodeless(got))

/** ERROR-BODY-SHAPE: a code may stand where no client of the suite sees it. A member for it with another text is wrong. */
const isCodeless = (got: EndpointAnswer): boolean =>
  got.noJson === undefined && got.code === undefined && codesIn(got).length === 0

const codeNotShown = (code: string, { trackingId }: EndpointAnswer): Found => ({
  reason: 'code-not-shown',
  message: `the error is answered without the code ${code} of section 7.1 (Tracking-Id ${trackingId}).`,
  rule: 'ERROR-BODY-SHAPE',
  observed: 'member',
})

const isStatus = (due: AllowedAnswer['status'], { status }: EndpointAnswer): boolean =>
  due === '4xx' ? status >= 400 && status < 500 : status === due

/** The codes of section 7.1 that stand in an answer. ERROR-BODY-SHAPE: alone or within a sentence. */
export const codesIn = ({ texts }: EndpointAnswer): string[] => [
  ...new Set(texts.flatMap((text) => text.match(CODE_WORDS) ?? [])),
]

/** An endpoint that lists all codes in every error would always be right. With a pointer there is only one text. */
function ambiguous(got: EndpointAnswer): Found {
  const codes = codesIn(got).join(', ')
  return {
    reason: 'ambiguous-code',
    message: `the body holds several error codes of section 7.1 (${codes}): say with --error-code-pointer where the code stands (Tracking-Id ${got.trackingId}).`,
  }
}

const show = ({ status, code }: AllowedAnswer): string =>
  code === undefined ? String(status) : `${status} ${code}`

type Allowed = ExpectedExchange['answers']

/** Without JSON there is no code to look for, and the body's own finding says so. */
function answerFinding(question: Question, allowed: Allowed, answer: EndpointAnswer): Found | undefined {
  const { status, texts, trackingId } = answer
  const due = allowed.filter((one) => isStatus(one.status, answer)).map(({ code }) => code)
  if (due.length > 0 && answer.noJson !== undefined) return undefined
  const expected = allowed.map(show).join(' or ')
  const got = [status, ...texts.filter((text) => /^[A-Za-z]+(?:\.[A-Za-z]+)+$/.test(text))].join(' ')
  return {
    reason: due.length > 0 ? 'wrong-code' : 'wrong-status',
    asked: ruleOfStatus(question, allowed, answer),
    message:
      due.length > 0
        ? `the status is right, but the body does not hold the error code ${due.join(' or ')} of section 7.1 (Tracking-Id ${trackingId}).`
        : `the answer must be ${expected} (Tracking-Id ${trackingId}).`,
    difference: { expected, got },
  }
}

/** What the status itself breaks: a right code stands with its own (section 7.1), and success is 200. */
function ruleOfStatus({ operation }: Question, allowed: Allowed, got: EndpointAnswer): Found['asked'] {
  const right = codesIn(got).find((code) => allowed.some((one) => one.code === code))
  if (right !== undefined) return TOKEN_ERRORS.find(({ code }) => code === right)?.rule
  if (got.status <= 200 || got.status > 299) return undefined
  return operation === 'auth.token' ? 'TOKEN-RESPONSE-STATUS' : 'ERROR-STREAMING-SUCCESS'
}

/** The rules of every body (section 1), and those that this vector adds. */
function bodyFindings({ joinParams, absent = [], noDuplicates }: Expected, answer: EndpointAnswer): Found[] {
  const { noJson: problem, members = [], duplicates = [], trackingId } = answer
  if (problem !== undefined) return [noJson(answer, problem)]
  const [code] = joinParams && answer.status === 200 ? codesIn(answer) : []
  const present = absent.filter((name) => members.includes(name))
  return [
    ...(code === undefined ? [] : [codeInSuccess(code, trackingId)]),
    ...present.map((name) => ({
      reason: 'token-in-error',
      message: `the body of an error holds a member ${name} (Tracking-Id ${trackingId}).`,
    })),
    ...(noDuplicates ? duplicates : []).map((name) => ({
      reason: 'response-member-twice',
      message: `${name} stands twice in the response: readers take different ones (Tracking-Id ${trackingId}).`,
    })),
  ]
}

const codeInSuccess = (code: string, trackingId: string): Found => ({
  reason: 'code-in-success',
  message: `200 reports success, and the body holds the error code ${code} (Tracking-Id ${trackingId}).`,
  rule: 'ERROR-TOKEN-SUCCESS',
})

const noJson = ({ trackingId }: EndpointAnswer, problem: string): Found => ({
  reason: 'response-no-json',
  message: `the response has a body that is no JSON text (section 1): ${problem} (Tracking-Id ${trackingId}).`,
  rule: 'API-RESPONSE-BODY-JSON',
})

const openFinding = (answer: AllowedAnswer): Found => ({
  reason: 'open-answer',
  message: `it answers ${show(answer)}, and whether that is right is not shown.`,
  observed: 'answer',
})

const SHOWN = {
  secret: {
    reason: 'secret-in-answer',
    rule: 'API-RESPONSE-NO-SECRET',
    message: 'headers or body of the answer hold the app secret, plain or encoded: any reader of it can sign',
  },
  signature: {
    reason: 'signature-in-error',
    rule: 'ERROR-NO-RIGHT-SIGNATURE',
    message:
      'the error shows the signature that would have been right: sent again with it, the request passes',
  },
} as const

function shownFinding(shown: keyof typeof SHOWN, { trackingId }: EndpointAnswer): Found {
  const { message, ...rest } = SHOWN[shown]
  return { ...rest, message: `${message} (Tracking-Id ${trackingId}).`, level: 'recommended' }
}
