import type { Parts } from '../../token/index.ts'
import type { Alteration } from '../fault.ts'
import { CASES } from '../forms/text.ts'
import { each } from '../forms/named.ts'
import { sdkFaults, after, inForms } from '../faultySdk/index.ts'

const assembled =
  (text: (parts: Parts) => string): Alteration =>
  () => ({ assemble: text })

/** The finished token in another form. */
const dressed = after('assemble')

const version =
  (text: string): Alteration =>
  () => ({ version: () => text })

const appId =
  (change: (appId: string) => string): Alteration =>
  () => ({ appId: change })

/** The token as a whole: five parts joined by dots (section 4.5). */
export const TOKEN_FAULTS = sdkFaults('token', {
  'token-other-version': {
    does: 'The version is not the text 02.',
    origin: 'Any language: the number 2, or the version of another token format.',
    repair: 'Write the version as the text 02.',
    ...inForms(['2', '01', '1', '03', '002', 'v2', '2.0', '02.0'].map(version)),
  },
  'token-other-separator': {
    does: 'The parts of the token are joined with something else than a dot.',
    origin: 'Any language: a separator taken over from another token format.',
    repair: 'Join the five parts with dots.',
    ...inForms([':', '', '|', '-', '_', ',', '/', '\n', ' '].map(joinedBy)),
  },
  'token-parts-reordered': {
    does: 'The parts of the token stand in another order.',
    origin: 'Any language: the signature before the params, as other token formats have it.',
    repair: 'Join version, appId, timestamp, params and signature in this order.',
    alteration: assembled((p) => [p.version, p.appId, p.timestamp, p.signature, p.params].join('.')),
    others: [
      assembled((p) => [p.version, p.timestamp, p.appId, p.params, p.signature].join('.')),
      assembled((p) => [p.version, p.appId, p.params, p.timestamp, p.signature].join('.')),
      assembled((p) => [p.version, p.signature, p.appId, p.timestamp, p.params].join('.')),
      assembled((p) => [p.appId, p.version, p.timestamp, p.params, p.signature].join('.')),
    ],
  },
  'token-part-missing': {
    does: 'A part of the token is missing.',
    origin: 'Any language: what the receiver is thought to know is left out.',
    repair: 'Join all five parts: version, appId, timestamp, params, signature.',
    alteration: assembled((p) => [p.appId, p.timestamp, p.params, p.signature].join('.')),
    others: [
      assembled((p) => [p.version, p.timestamp, p.params, p.signature].join('.')),
      assembled((p) => [p.version, p.appId, p.params, p.signature].join('.')),
      assembled((p) => [p.version, p.appId, p.timestamp, p.signature].join('.')),
      assembled((p) => [p.version, p.appId, p.timestamp, p.params].join('.')),
    ],
  },
  'token-prefixed': {
    does: 'A word stands before the token.',
    origin: 'Any language: the value of an Authorization header, Bearer and all.',
    repair: 'Return the token alone.',
    alteration: dressed((token) => `Bearer ${token}`),
    others: [dressed((token) => `SvcSign ${token}`), dressed((token) => `token=${token}`)],
  },
  'token-base64': {
    does: 'The whole token is encoded in base64 once more.',
    origin: 'Any language: a helper for opaque tokens.',
    repair: 'Return the five parts joined by dots as they are.',
    alteration: dressed((token) => Buffer.from(token).toString('base64')),
  },
  'token-quoted': {
    does: 'The token stands between quotation marks.',
    origin: 'Any language: the JSON encoder of a string instead of the string.',
    repair: 'Return the token without quotation marks.',
    alteration: dressed((token) => `"${token}"`),
    others: [dressed((token) => `'${token}'`)],
  },
  'token-trailing-dot': {
    does: 'A dot stands at the end of the token.',
    origin: 'Any language: a loop that writes a dot after each part.',
    repair: 'Write dots between the parts only.',
    alteration: dressed((token) => `${token}.`),
    others: [dressed((token) => `.${token}`)],
  },
  'token-line-feed': {
    does: 'A line feed stands after the token.',
    origin: 'Any language: println or echo in the place of print.',
    repair: 'Return the token without a line feed.',
    alteration: dressed((token) => `${token}\n`),
    others: [dressed((token) => `${token}\r\n`)],
  },
  'token-with-secret': {
    does: 'The app secret is part of the token.',
    origin: 'Any language: a format in which both sides were thought to need it.',
    repair: 'Never put the app secret into a token: tokens go to clients.',
    alteration: (sdk) => {
      let secret = ''
      return {
        key: (appSecret) => sdk.key((secret = appSecret)),
        assemble: (parts) => sdk.assemble({ ...parts, appId: `${parts.appId}${secret}` }),
      }
    },
  },
  'appid-changed': {
    does: 'The appId is turned into lower case or upper case.',
    origin: 'Any language: ids brought into one form.',
    repair: 'Use the appId as it is, in the message and in the token.',
    ...inForms(each(CASES, appId)),
  },
})

function joinedBy(separator: string): Alteration {
  return assembled(({ version, appId, timestamp, params, signature }) =>
    [version, appId, timestamp, params, signature].join(separator),
  )
}
