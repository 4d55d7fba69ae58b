import { holdsObject, parseJson } from '../json.ts'
import { isUtf8 } from 'node:buffer'
import { ChannelproofError } from '../errors.ts'
import { readJson, type JsonText } from '../json.ts'
import type { EndpointAnswer, IssuedToken, JsonObject } from '../model/index.ts'
import { base64Problem, VERSION } from '../token/index.ts'
import { differenceOf, gravest, type Finding } from './finding.ts'
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
  return gravest([paramsFinding(params, token.params ?? ''), signatureFinding(token)])
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
  return 'reason' in read ? read : gravest([joinParamsFinding(asked, read), ...read.departures])
}

/** What RFC 8259 recommends and the interface does not say, by whether the params depart from it. */
const departuresOf = (bytes: Buffer, { duplicates }: JsonText): Finding[] =>
  [
    !isUtf8(bytes) && {
      reason: 'params-not-utf8',
      message: 'the params of the token are no UTF-8 (section 8.1).',
    },
    bytes.indexOf('\ufeff') === 0 && {
      reason: 'params-with-byte-order-mark',
      message: 'the params of the token begin with a byte order mark (section 8.1).',
    },
    duplicates.length > 0 && {
      reason: 'member-twice',
      message: `${duplicates[0]} stands twice in the params of the token (section 4).`,
    },
  ].flatMap((found) =>
    found ? [{ ...found, message: `RFC 8259: ${found.message}`, level: 'recommended' as const }] : [],
  )

type Read = JsonText<JsonObject> & { readonly departures: readonly Finding[] }

/** The params in whatever encoding their JSON is; only UTF-8 is right by RFC 8259 section 8.1. */
function readParams(bytes: Buffer): Read | Finding {
  const encodings = isUtf8(bytes) ? (['utf-8'] as const) : (['utf-16le', 'utf-16be', 'latin1'] as const)
  const wrong = (message: string): Finding => ({
    reason: 'params-not-json',
    message: `the params of the token are no JSON object: ${message}.`,
  })
  let problem = 'another value'
  for (const encoding of encodings)
    try {
      // Decoding takes a byte order mark away.
      const read = readJson(new TextDecoder(encoding).decode(bytes))
      if (holdsObject(read)) return { ...read, departures: departuresOf(bytes, read) }
    } catch (error) {
      if (!(error instanceof ChannelproofError)) throw error
      problem = error.message
    }
  return wrong(problem)
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
