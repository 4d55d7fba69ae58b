import { isUtf8 } from 'node:buffer'
import { ChannelproofError } from '../errors.ts'
import { readJson, type JsonText } from '../json.ts'
import type { AllowedAnswer, EndpointAnswer, IssuedToken, JsonObject } from '../model.ts'
import { base64Mistake, isObject, VERSION } from '../token/index.ts'
import { differenceOf, type Finding } from './finding.ts'
import type { Times } from './issue.ts'
import { joinParamsFinding } from './joinParams.ts'

/** What an exchange with an endpoint must lead to. */
export interface ExpectedExchange {
  readonly answers: readonly AllowedAnswer[]
  /** What a token that is issued must hold; `{{channel}}` stands for the channel of the run. */
  readonly joinParams?: JsonObject
}

/** Judges the answer of an endpoint: status and code first, then the token that it issued. */
export function exchangeFinding(
  expected: ExpectedExchange,
  got: EndpointAnswer,
  times: Times,
): Finding | undefined {
  const { answers, joinParams } = expected
  if (!answers.some((answer) => fits(answer, got))) return answerFinding(answers, got)
  return joinParams && got.status === 200 ? tokenFinding(joinParams, got, times) : undefined
}

const fits = ({ status, code }: AllowedAnswer, got: EndpointAnswer): boolean =>
  status === got.status && (code === undefined || got.texts.includes(code))

const show = ({ status, code }: AllowedAnswer): string =>
  code === undefined ? String(status) : `${status} ${code}`

function answerFinding(
  answers: readonly AllowedAnswer[],
  { status, texts, trackingId }: EndpointAnswer,
): Finding {
  const due = answers.find((answer) => answer.status === status)
  const expected = answers.map(show).join(' or ')
  const got = [status, ...texts.filter((text) => /^[A-Za-z]+(?:\.[A-Za-z]+)+$/.test(text))].join(' ')
  return {
    reason: due ? 'wrong-code' : 'wrong-status',
    message: due
      ? `the status is right, but the body does not hold the error code ${due.code} of section 7.1 (Tracking-Id ${trackingId}).`
      : `the answer must be ${expected} (Tracking-Id ${trackingId}).`,
    difference: { expected, got },
  }
}

/** A token that the endpoint issued: form, version, app, time, params, signature (sections 4.1 and 4.5). */
function tokenFinding(
  asked: JsonObject,
  { token, channel, trackingId }: EndpointAnswer,
  times: Times,
): Finding | undefined {
  if (!token)
    return {
      reason: 'no-token',
      message: `200 without a JSON object that holds token as a string (Tracking-Id ${trackingId}).`,
    }
  const params = JSON.parse(JSON.stringify(asked).replaceAll('{{channel}}', channel)) as JsonObject
  return (
    formFinding(token) ??
    timestampFinding(token, times) ??
    paramsFinding(params, token.params ?? '') ??
    signatureFinding(token)
  )
}

function formFinding({ misformed, version, appIdFits }: IssuedToken): Finding | undefined {
  if (misformed !== undefined)
    return { reason: 'token-misformed', message: `the token is wrong: ${misformed}.` }
  if (version !== VERSION)
    return {
      reason: 'wrong-version',
      message: 'the version must be 02.',
      difference: differenceOf(VERSION, version ?? ''),
    }
  return appIdFits
    ? undefined
    : { reason: 'wrong-app-id', message: 'the token is not of the app that asked for it.' }
}

/** TOKEN-VALIDITY-START-ISSUED: validity starts when the service generates the token. */
function timestampFinding(
  { timestamp = '', skew }: IssuedToken,
  { askedAt, answeredAt }: Times,
): Finding | undefined {
  const [from, to] = [Math.floor(askedAt) - skew, Math.ceil(answeredAt) + skew]
  if (Number(timestamp) >= from && Number(timestamp) <= to) return undefined
  return {
    reason: 'wrong-timestamp',
    message: `the timestamp must be the time at which the token was made, within ${skew} s (--skew): compare the clocks.`,
    difference: { expected: `${from} to ${to}`, got: timestamp },
  }
}

function paramsFinding(asked: JsonObject, params: string): Finding | undefined {
  const mistake = base64Mistake(params)
  if (mistake !== undefined)
    return { reason: 'params-not-standard-base64', message: `params is not standard base64: ${mistake}.` }
  const read = readParams(Buffer.from(params, 'base64'))
  if ('reason' in read) return read
  if (read.duplicates.length > 0)
    return {
      reason: 'member-twice',
      message: `${read.duplicates[0]} stands twice in the params of the token (RFC 8259 section 4).`,
    }
  return joinParamsFinding(asked, { value: read.value as JsonObject, inexact: read.inexact })
}

function readParams(bytes: Buffer): JsonText | Finding {
  const wrong = (message: string): Finding => ({
    reason: 'params-not-json',
    message: `the params of the token are no JSON object: ${message}.`,
  })
  if (!isUtf8(bytes)) return wrong('no UTF-8')
  try {
    const read = readJson(bytes.toString('utf8'))
    return isObject(read.value) ? read : wrong('another value')
  } catch (error) {
    if (!(error instanceof ChannelproofError)) throw error
    return wrong(error.message)
  }
}

const signatureFinding = ({ signatureFits }: IssuedToken): Finding | undefined =>
  signatureFits === false
    ? {
        reason: 'token-signature',
        message: 'the signature of the token does not fit the app secret (section 4.5).',
      }
    : undefined
