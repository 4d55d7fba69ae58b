import { holdsObject, parseJson } from '../json.ts'
import { isUtf8 } from 'node:buffer'
import { ChannelproofError } from '../errors.ts'
import { readJson, type JsonText } from '../json.ts'
import type { EndpointAnswer, IssuedToken, JsonObject } from '../model/index.ts'
import { base64Problem, VERSION } from '../token/index.ts'
import { differenceOf, type Finding } from './finding.ts'
import type { Times } from './issue.ts'
import { joinParamsFinding } from './joinParams.ts'

/** A token that the endpoint issued: form, version, app, time, params, signature (sections 4.1 and 4.5). */
export function issuedFinding(
  asked: JsonObject,
  { token, channel, trackingId }: EndpointAnswer,
  times: Times,
): Finding | undefined {
  if (!token)
    return {
      reason: 'no-token',
      message: `200 without a JSON object that holds token as a string (Tracking-Id ${trackingId}).`,
    }
  const params = parseJson<JsonObject>(JSON.stringify(asked).replaceAll('{{channel}}', channel))
  const problem = formFinding(token) ?? timestampFinding(token, times)
  if (problem) return problem
  const findings = [paramsFinding(params, token.params ?? ''), signatureFinding(token)]
  // What is only observed must not hide a wrong signature.
  return findings.find((finding) => finding && !finding.observed) ?? findings.find(Boolean)
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
  const problem = base64Problem(params)
  if (problem !== undefined)
    return { reason: 'params-not-standard-base64', message: `params is not standard base64: ${problem}.` }
  const read = readParams(Buffer.from(params, 'base64'))
  if ('reason' in read) return read
  if (read.duplicates.length > 0)
    return {
      reason: 'member-twice',
      message: `${read.duplicates[0]} stands twice in the params of the token (RFC 8259 section 4).`,
    }
  return joinParamsFinding(asked, read)
}

function readParams(bytes: Buffer): JsonText<JsonObject> | Finding {
  const wrong = (message: string): Finding => ({
    reason: 'params-not-json',
    message: `the params of the token are no JSON object: ${message}.`,
  })
  if (!isUtf8(bytes)) return wrong('no UTF-8')
  try {
    const read = readJson(bytes.toString('utf8'))
    return holdsObject(read) ? read : wrong('another value')
  } catch (error) {
    if (!(error instanceof ChannelproofError)) throw error
    return wrong(error.message)
  }
}

function signatureFinding({ signatureFits }: IssuedToken): Finding | undefined {
  if (signatureFits === undefined)
    return {
      reason: 'signature-not-checked',
      message: 'the signature was not checked: the secret is not known.',
      observed: true,
    }
  return signatureFits
    ? undefined
    : {
        reason: 'token-signature',
        message: 'the signature of the token does not fit the app secret (section 4.5).',
      }
}
