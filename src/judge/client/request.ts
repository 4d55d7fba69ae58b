/** How a request must stand on the wire (sections 1, 4 and 5; RFC 8259, 9110, 9112). */
import { counted } from '../../text.ts'
import { isUtf8 } from 'node:buffer'
import { ROUTES } from '../../interface/operations.ts'
import { BROKEN_LINE, TOO_LARGE, type RequirementId, type SeenRequest } from '../../model/index.ts'
import { own } from '../../json.ts'
import { listOf, type Found } from '../finding.ts'
import { seenBytes, direct, eachRequest, single, seenText, valuesOf, type Check, type Seen } from './seen.ts'

/** An unreadable request breaks the rule of the part to blame: mostly the framing. @param what was sent */
export const foundUnreadable = ({ unreadable: why = '' }: SeenRequest, what: string): Found => ({
  reason: 'unreadable-request',
  rule: own(RULES, why) ?? 'SDK-BODY-FRAMING',
  message: `${what} cannot be read as a request: ${why}.`,
})

const RULES: Readonly<Record<string, RequirementId>> = {
  [BROKEN_LINE]: 'AUTH-HEADER-SCHEME',
  [TOO_LARGE]: 'SDK-BODY-VALUES',
}

/** As many requests as calls: a client that never calls has done nothing right. */
export const asked = single((seen) => {
  const { call, answer } = seen
  const wrong = answer.requests.find((request) => request.unreadable !== undefined)
  if (wrong) {
    const isHost = call.host === 'ipv6' && /\bHost\b/.test(wrong.unreadable!)
    return { ...foundUnreadable(wrong, 'what the SDK sent'), ...(isHost && { rule: 'SDK-BASE-URL-IPV6' }) }
  }
  const arrived = answer.requests.filter(({ elsewhere }) => !elsewhere).length
  if (arrived >= call.calls) return undefined
  return { reason: 'no-request', rule: ROUTES[call.operation].rule, message: missing(seen, arrived) }
})

function missing({ call: { calls, answers }, answer: { requests, reports } }: Seen, arrived: number): string {
  const isLed = answers.some(({ elsewhere }) => elsewhere)
  const [other] = isLed ? [] : requests.filter(({ elsewhere }) => elsewhere)
  const made = `${counted(calls, 'call')} ${calls === 1 ? 'was' : 'were'} made, but ${counted(arrived, 'request')} arrived`
  if (other) {
    const host = valuesOf(other, 'host').join(', ') || 'no value'
    return `${made} under the host of the base URL; another one has Host: ${host}. Host is host and port of the URL that is called (RFC 9110 section 7.2).`
  }
  // Section 2.1 lets a token be reused, but these calls name users and secrets of their own.
  if (reports.some((report) => 'token' in report && report.token !== undefined))
    return `${made}, and the caller got a token: it comes from a cache, or the SDK made it. One of another app, secret, channel or user is no answer (section 2.1): keep a token under all of them, and ask for each that is not there.`
  const failed = reports.find((report) => 'error' in report)
  if (failed)
    return `${made}: the adapter answered with the error ${JSON.stringify(failed.error.slice(0, 200))}.`
  return `${made}. Send every call to the base URL that is given.`
}

/** One path, however it is written: in a whole URL (RFC 9112 section 3.2.2), with a query, with letters escaped. */
const pathOf = (target: string): string =>
  target
    .replace(/^https?:\/\/[^/?]*/i, '')
    .replace(/\?.*$/s, '')
    // RFC 3986 section 6.2.2.2: an escaped unreserved character is that character.
    .replace(/%(?:[46][1-9a-f]|[57][0-9a]|3[0-9]|2[de]|5f|7e)/gi, (code) => decodeURIComponent(code))

export const route: Check = eachRequest(({ method, target }, { call }) => {
  const { method: right, path, rule } = ROUTES[call.operation]
  const prefix = call.basePath.replace(/\/+$/, '')
  const difference = { expected: `${right} ${prefix}${path}`, got: `${method} ${target}` }
  const message = `${call.operation} is a ${right} request.`
  const found = [
    ...listOf(pathFinding(pathOf(target), prefix + path, call.basePath + path)),
    ...(method === right ? [] : [{ reason: 'wrong-method', rule, message }]),
  ]
  return found.map((one) => ({ ...one, difference }))
})

/** Such as /v1 or /2.0: the paths of the operations have none (section 9). */
const VERSION_SEGMENT = /\/v?[0-9]+(?:\.[0-9]+)*(?=\/)/i

/** @param joined the base URL and the path, one after the other */
function pathFinding(sent: string, due: string, joined: string): Found | undefined {
  if (sent === due) return undefined
  return {
    reason: 'wrong-path',
    ...(sent === joined
      ? { rule: 'API-BASE-URL-SLASH', level: 'recommended' }
      : { rule: sent.replace(VERSION_SEGMENT, '') === due ? 'API-PATHS-UNVERSIONED' : 'API-PATHS-BASE-URL' }),
    message:
      'the path must be that of the base URL, without a slash at its end, followed by that of the operation.',
  }
}

export const contentType: Check = eachRequest((request) => {
  const values = valuesOf(request, 'content-type')
  const [mediaType] = (values[0] ?? '').split(';')
  if (values.length === 1 && mediaType!.trim().toLowerCase() === 'application/json') return undefined
  return {
    reason: 'wrong-content-type',
    rule: 'HEADER-CONTENT-TYPE',
    message: 'every request has one Content-Type, and it is application/json.',
    difference: { expected: 'application/json', got: values.join(', ') || 'no Content-Type' },
  }
})

/** Section 5. The value is a secret: no finding repeats it. */
export const authorization: Check = eachRequest((request, { answer: { scheme, given } }) => {
  const values = valuesOf(request, 'authorization')
  const rule = values.length === 0 ? 'AUTH-HEADER-PRESENT' : 'AUTH-HEADER-SCHEME'
  const wrong = (message: string): Found => ({ reason: 'wrong-authorization', rule, message })
  if (values.length !== 1)
    return wrong(`a request has one Authorization header, this one has ${values.length}.`)
  const value = values[0]!
  if (!value.startsWith(`${scheme} `)) return wrong(schemeText(value, scheme))
  // How an SDK makes its own signature is not shown (section 5): any printable text.
  if (!/^[\t -~]*[!-~]$/.test(value.slice(scheme.length + 1)))
    return wrong('behind the scheme and one space stands the signature, in printable ASCII on one line.')
  if (given !== undefined && given !== value)
    return wrong('the value of Authorization is not the one that was given; send it byte for byte.')
  return undefined
})

/** Letters before a space are no secret, so the message quotes them: the word that the SDK sent as the scheme. */
function schemeText(value: string, scheme: string): string {
  const due = `the value of Authorization must begin with the word ${scheme} and one space.`
  const [, word] = /^([A-Za-z]{1,16}) /.exec(value) ?? []
  if (word === undefined || word === scheme) return due
  return `${due} This one begins with ${word}: send ${scheme}, or run with --scheme ${word} if that is the word of your service.`
}

export const trackingId: Check = eachRequest((request) => {
  const values = valuesOf(request, 'tracking-id')
  if (values.length === 0 || (values.length === 1 && /^[0-9a-f]{32}$/i.test(values[0]!))) return undefined
  return {
    reason: 'wrong-tracking-id',
    rule: 'HEADER-TRACKING-ID-FORMAT',
    message: 'a Tracking-Id is exactly 32 hexadecimal digits: no dashes, and zeros in front are kept.',
    difference: { expected: '32 hexadecimal digits', got: values.join(', ') },
  }
})

/** Within a question or over the whole run, each call has its own. */
export const trackingIdsDiffer: Check = (seen) => {
  const shared = trackingIdsShared(seen)
  const isOfEarlier = direct(seen).some(({ trackingIdSeenBefore }) => trackingIdSeenBefore)
  return shared.length === 0 && isOfEarlier ? [repeatedId('an earlier call of this run carried')] : shared
}

export const repeatedId = (who: string): Found => ({
  reason: 'tracking-id-repeated',
  rule: 'SDK-TRACKING-ID-UNIQUE',
  message: `${who} the same Tracking-Id; make a new one for each call.`,
})

/** A repeated call is the same call, so its body must be the same too. */
export const trackingIdsShared = single((seen) => {
  const calls = direct(seen).flatMap((request) =>
    valuesOf(request, 'tracking-id').map((id) => ({ id, sent: `${request.target} ${seenText(request)}` })),
  )
  const isShared = calls.some(({ id, sent }) => calls.some((other) => other.id === id && other.sent !== sent))
  return isShared ? repeatedId('two calls carry') : undefined
})

/** For calls that are answered 200: a success is not sent again. */
export const sentOnce = single((seen) => {
  const { length } = direct(seen)
  if (length <= seen.call.calls) return undefined
  return {
    reason: 'sent-again',
    rule: 'SDK-CALL-ONCE',
    message: 'a call that was answered 200 was sent again; repeat only what failed.',
    difference: { expected: `${seen.call.calls} requests`, got: `${length} requests` },
  }
})

/** POST is not idempotent (RFC 9110 section 9.2.2), and the first start may have been carried out. */
export const startedAgain = single((seen) => {
  const isAgain = direct(seen).length > seen.call.calls
  return {
    reason: isAgain ? 'start-sent-again' : 'start-sent-once',
    message: isAgain
      ? 'sends a start again whose connection broke, though POST is not idempotent (RFC 9110 section 9.2.2)'
      : 'does not send a start again whose connection broke (RFC 9110 section 9.2.2)',
    observed: 'answer',
  }
})

/** RFC 9112 section 6: one Content-Length, or chunked, never both. The JSON shows whether the length is right. */
export const framing: Check = eachRequest((request) => {
  const [lengths, codings] = [valuesOf(request, 'content-length'), valuesOf(request, 'transfer-encoding')]
  if (lengths.length + codings.length === 1 && codings.every((value) => /^chunked$/i.test(value.trim())))
    return undefined
  const sent = [
    ...lengths.map((value) => `Content-Length: ${value}`),
    ...codings.map((value) => `Transfer-Encoding: ${value}`),
  ]
  return {
    reason: 'wrong-framing',
    rule: 'SDK-BODY-FRAMING',
    message: 'a body has one Content-Length or is chunked, never both and never neither.',
    difference: {
      expected: 'Content-Length or Transfer-Encoding: chunked',
      got: sent.join(', ') || 'neither',
    },
  }
})

export const encoding: Check = eachRequest((request) => {
  const bytes = seenBytes(request)
  if (bytes.subarray(0, 3).equals(Buffer.from('efbbbf', 'hex')))
    return {
      reason: 'byte-order-mark',
      rule: 'API-REQUEST-BODY-NO-BYTE-ORDER-MARK',
      message: 'the body begins with a byte order mark; write UTF-8 without one (RFC 8259 section 8.1).',
    }
  if (isUtf8(bytes)) return undefined
  return {
    reason: 'body-not-utf8',
    rule: 'API-REQUEST-BODY-UTF8',
    message: 'the body is no UTF-8 (RFC 8259 section 8.1); encode the JSON text as UTF-8.',
  }
})

/** The text says nothing about these: they are reported, not failed. */
export const contentTypeParameter: Check = eachRequest((request) => {
  const [value = ''] = valuesOf(request, 'content-type')
  const message = `Content-Type is ${JSON.stringify(value)}, with a parameter.`
  return value.includes(';') ? { reason: 'content-type-parameter', message, observed: 'answer' } : undefined
})

export const trackingIdSent: Check = eachRequest((request) =>
  valuesOf(request, 'tracking-id').length === 0
    ? {
        reason: 'no-tracking-id',
        observed: 'answer',
        message: 'No Tracking-Id is sent; without one the request cannot be looked up.',
      }
    : undefined,
)

/** A query is no part of the path, and the text does not mention one. It may hold anything, so none is shown. */
export const queryAdded: Check = eachRequest(({ target }, { call: { operation } }) =>
  target.includes('?')
    ? {
        reason: 'query-added',
        rule: 'SDK-QUERY-ADDED',
        observed: 'answer',
        message: `sends ${operation} with a query behind the path`,
      }
    : undefined,
)
