import { parseJson, textIn } from '../../json.ts'
import { without } from '../../members.ts'
import type { JsonObject } from '../../model/index.ts'
import { issueText } from '../../token/index.ts'
import {
  serviceRows,
  SECRET,
  type FaultyResponse,
  type ServiceAlteration,
  type ServiceRow,
} from './serviceFault.ts'

/** Changes the answer where the service issues a token. */
const issuing =
  (change: (token: string) => FaultyResponse): ServiceAlteration =>
  (_, right) => {
    const response = right()
    const token = response.body?.['token']
    return token === undefined ? response : change(token)
  }
const tokenOf = (change: (token: string) => string): ServiceAlteration =>
  issuing((token) => ({ status: 200, body: { token: change(token) } }))

/** The token with the JSON of its params written otherwise, rightly signed. @param seconds added to its time */
export const rewritten = (change: (json: string) => string, seconds = 0): ServiceAlteration =>
  tokenOf((token) => {
    const [, appId = '', timestamp = '', params = ''] = token.split('.')
    const issuer = { appId, appSecret: SECRET, timestamp: Number(timestamp) + seconds }
    return issueText(change(Buffer.from(params, 'base64').toString()), issuer)
  })
/** A rightly signed token of other join parameters. */
export const reissued = (change: (joinParams: JsonObject) => JsonObject, seconds = 0): ServiceAlteration =>
  rewritten((json) => JSON.stringify(change(parseJson<JsonObject>(json))), seconds)

/** What services get wrong in the tokens that they issue (sections 2.2, 4.1 and 4.5). */
export const TOKEN_ROWS: readonly ServiceRow[] = serviceRows({
  'service-token-ends-with-dot': {
    does: 'The tokens issued end with a dot.',
    origin: 'Any language: a separator written after each part instead of between the parts.',
    repair: 'Join the five parts with dots, and write none after the last (section 4.5).',
    alteration: tokenOf((token) => `${token}.`),
  },
  'service-token-url-safe': {
    does: 'The tokens issued are in the URL-safe alphabet and without padding.',
    origin: 'A helper of a JWT library; Go base64.RawURLEncoding.',
    repair: 'Use standard base64 with padding for params and signature (section 4.5).',
    alteration: tokenOf((token) => token.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')),
  },
  'service-token-version-03': {
    does: 'The tokens issued are of version 03.',
    origin: 'A build that is ahead of the interface.',
    repair: 'Write the fixed version 02 (sections 4.5 and 9).',
    alteration: tokenOf((token) => token.replace(/^02/, '03')),
  },
  'service-token-of-another-app': {
    does: 'The tokens issued name another app than the one that asked.',
    origin: 'Any language: an appId out of the configuration instead of the request.',
    repair: 'Write the appId of the app that signed the request (section 4.5).',
    alteration: tokenOf((token) => token.replace('.active.', '.other.')),
  },
  'service-token-signature-wrong': {
    does: 'The signature of the tokens issued does not fit them.',
    origin: 'Any language: the secret of another app, or of the staging system.',
    repair:
      'Sign with HMAC-SHA256 under the secret of the app, over version, appId, timestamp and params (section 4.5).',
    alteration: tokenOf((token) => token.replace(/[^.]+$/, `${'A'.repeat(43)}=`)),
  },
  'service-token-an-hour-old': {
    does: 'The timestamp of the tokens issued lies an hour back.',
    origin: 'Local time taken for UTC, or tokens out of a cache.',
    repair:
      'Write the present UTC time: validity starts when the service generates the token (sections 2.1 and 4.5).',
    alteration: reissued((params) => params, -3600),
  },
  'service-token-of-tomorrow': {
    does: 'The timestamp of the tokens issued lies a day ahead.',
    origin: 'Any language: the time of expiry written in the place of the time of issue.',
    repair: 'Write the present UTC time; the duration stands in the params (section 4.5).',
    alteration: reissued((params) => params, 86400),
  },
  'service-token-without-duration': {
    does: 'The duration that was asked for is not in the token.',
    origin: 'Any language: the params are put together from a list of members that lacks it.',
    repair: 'Write every join parameter of the request into the params (sections 2.1 and 4.5).',
    alteration: reissued((params) => without(params, 'duration')),
  },
  'service-token-without-privileges': {
    does: 'The privileges that were asked for are not in the token.',
    origin: 'Any language: the params are put together from a list of members that lacks it.',
    repair: 'Write every join parameter of the request into the params (sections 2.1 and 4.5).',
    alteration: reissued((params) => without(params, 'privileges')),
  },
  'service-token-user-lower-cased': {
    does: 'The userId stands in the token in lower case.',
    origin: 'A database or an identity provider that folds letter case.',
    repair: 'Write the userId into the params as it was sent (section 2.1).',
    alteration: reissued((params) => ({ ...params, userId: textIn(params, 'userId').toLowerCase() })),
  },
  'service-token-with-role': {
    does: 'The params of the token hold a member role, which was not asked for.',
    origin: 'Any language: claims of the service itself merged into the join parameters.',
    repair: 'Write nothing into the params but the join parameters of section 2.1.',
    alteration: reissued((params) => ({ ...params, role: 'x' })),
  },
  'service-token-fractions': {
    does: 'Integers stand in the params of the token like 3600.0.',
    origin: 'Lua before 5.3, PHP serialize_precision and Go map[string]any: numbers kept as doubles.',
    repair: 'Write integers into the params without a fraction (RFC 8259 section 6).',
    alteration: rewritten((json) => json.replace(/:(\d+)(?=[,}])/g, ':$1.0')),
  },
  'service-token-byte-order-mark': {
    does: 'The params of the token begin with a byte order mark.',
    origin: 'C# and PowerShell: new UTF8Encoding(true).',
    repair: 'Write the params without a byte order mark (RFC 8259 section 8.1); C#: new UTF8Encoding(false).',
    alteration: rewritten((json) => `\ufeff${json}`),
  },
  'service-token-member-twice': {
    does: 'A member stands twice in the params of the token.',
    origin: 'Any language: defaults written before the members that were asked for, as text.',
    repair: 'Write each member of the params once (RFC 8259 section 4).',
    alteration: rewritten((json) => json.replace('{', '{"userId":"x",')),
  },
  'service-token-twice': {
    does: 'The member token stands twice in the answer.',
    origin: 'Java and Go: JSON written by a stream writer, or a member of two mapped types.',
    repair: 'Write the member token once (section 4.1; RFC 8259 section 4).',
    alteration: issuing((token) => ({
      status: 200,
      raw: `{"token":"other","token":${JSON.stringify(token)}}`,
    })),
  },
  'service-token-beside-code': {
    does: 'An error code stands beside the token.',
    origin: 'Any language: one type for all answers, with a code that is never cleared.',
    repair: 'Send no error code with a token: the code of 200 is none (section 7.1).',
    alteration: issuing((token) => ({ status: 200, body: { token, code: 'Sign.Error' } })),
  },
})
