import { inJson, own, parseJson } from '../json.ts'
import { objectOrNothing } from '../members.ts'
import type { EndpointAnswer, IssuedToken, JsonObject } from '../model/index.ts'
import { listOf, type Found } from './finding.ts'
import { versionFindings, type Times } from './issue.ts'
import { sentParamsFindings } from './sentParams.ts'

/** A token that the endpoint issued: form, version, app, time, params, signature (sections 4.1 and 4.5). */
export function issuedFindings(
  asked: JsonObject,
  { token, channel, trackingId }: EndpointAnswer,
  times: Times,
): Found[] {
  const missing = `200 without a JSON object that holds token as a string (Tracking-Id ${trackingId}).`
  if (!token) return [{ reason: 'no-token', asked: 'TOKEN-RESPONSE-TOKEN', message: missing }]
  const params = parseJson<JsonObject>(JSON.stringify(asked).replaceAll('{{channel}}', () => inJson(channel)))
  const wrong = `the token is wrong: ${token.misformed}.`
  if (token.misformed !== undefined)
    return [{ reason: 'token-misformed', asked: 'TOKEN-RESPONSE-TOKEN-FORM', message: wrong }]
  return [
    ...partFindings(token),
    ...listOf(timestampFinding(token, times) ?? standingFinding(token)),
    ...sentParamsFindings({ ...ownSize(token), ...params }, token.params ?? '').map(asRequested),
    ...listOf(signatureFinding(token)),
  ]
}

const NOT_REQUESTED: ReadonlySet<string> = new Set(['member-missing', 'value-changed', 'wrong-type'])

/** Of a token that the service made, the request says what it must hold. */
const asRequested = (found: Found): Found =>
  NOT_REQUESTED.has(found.reason) ? { rule: 'TOKEN-RESPONSE-TOKEN-VALUES', ...found } : found

/** PARAM-SIZE-DEFAULT: technical support may have changed the default of an app, so any size may stand for it. */
function ownSize({ params = '' }: IssuedToken): JsonObject {
  const held = objectOrNothing(Buffer.from(params, 'base64').toString('utf8'))
  const size = held && own(held, 'size')
  return Number.isInteger(size) ? { size: size! } : {}
}

const partFindings = ({ version = '', appIdFits }: IssuedToken): Found[] => [
  ...versionFindings(version),
  ...(appIdFits
    ? []
    : [{ reason: 'wrong-app-id', message: 'the token is not of the app that asked for it.' }]),
]

/** TOKEN-VALIDITY-START-ISSUED: validity starts when the service generates the token. */
function timestampFinding({ timestamp = '', skew }: IssuedToken, times: Times): Found | undefined {
  const [from, to] = [Math.floor(times.askedAt) - skew, Math.ceil(times.answeredAt) + skew]
  if (Number(timestamp) >= from && Number(timestamp) <= to) return undefined
  return {
    reason: 'wrong-timestamp',
    message: `the timestamp must be the time at which the token was made, within ${skew} s (--skew): compare the clocks.`,
    difference: { expected: `${from} to ${to}`, got: timestamp },
  }
}

/** Equal within the skew: two tokens that were made seconds apart must not have the same second. */
function standingFinding({ timestamp, stoodFor }: IssuedToken): Found | undefined {
  if (stoodFor === undefined) return undefined
  return {
    reason: 'clock-stands-still',
    rule: 'TOKEN-TIMESTAMP-UTC',
    message: `every token bears the timestamp ${timestamp}, also this one, ${stoodFor} s after the first: read the clock for each token.`,
  }
}

function signatureFinding({ signatureFits }: IssuedToken): Found | undefined {
  if (signatureFits === undefined) return UNCHECKED
  return signatureFits ? undefined : UNFIT
}

const UNCHECKED: Found = {
  reason: 'signature-not-checked',
  message: 'the signature was not checked: the secret is not known.',
  observed: 'unchecked',
}
const UNFIT: Found = {
  reason: 'token-signature',
  message: 'the signature of the token does not fit the app secret (section 4.5).',
}
