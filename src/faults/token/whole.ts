import type { Parts } from '../../token/index.ts'
import type { Alteration } from '../fault.ts'
import { CASES } from '../forms/text.ts'
import { each } from '../forms/named.ts'
import { PARTS } from './reading.ts'
import { sdkFaults, after, inForms, instead } from '../faultySdk/index.ts'

const version = instead('version')

const joined = (parts: readonly (keyof Parts)[], separator = '.'): Alteration =>
  instead('assemble')((all) => parts.map((part) => all[part]).join(separator))

/** The finished token in another form. */
const dressed = after('assemble')

/** The token as a whole: five parts joined by dots (section 4.5). */
export const TOKEN_FAULTS = sdkFaults('token', {
  'token-other-version': {
    does: 'The version is not the text 02.',
    origin: 'Any language: the number 2, or the version of another token format.',
    repair: 'Write the version as the text 02.',
    ...inForms(['2', '01', '1', '03', '002', 'v2', '2.0', '02.0'].map((text) => version(() => text))),
  },
  'token-other-separator': {
    does: 'The parts of the token are joined with something else than a dot.',
    origin: 'Any language: a separator taken over from another token format.',
    repair: 'Join the five parts with dots.',
    ...inForms([':', '', '|', '-', '_', ',', '/', '\n', ' '].map((mark) => joined(PARTS, mark))),
  },
  'token-parts-reordered': {
    does: 'The parts of the token stand in another order.',
    origin: 'Any language: the signature before the params, as other token formats have it.',
    repair: 'Join version, appId, timestamp, params and signature in this order.',
    ...inForms([
      joined(['version', 'appId', 'timestamp', 'signature', 'params']),
      joined(['version', 'timestamp', 'appId', 'params', 'signature']),
      joined(['version', 'appId', 'params', 'timestamp', 'signature']),
      joined(['version', 'signature', 'appId', 'timestamp', 'params']),
      joined(['appId', 'version', 'timestamp', 'params', 'signature']),
    ]),
  },
  'token-part-missing': {
    does: 'A part of the token is missing.',
    origin: 'Any language: what the receiver is thought to know is left out.',
    repair: 'Join all five parts: version, appId, timestamp, params, signature.',
    ...inForms(PARTS.map((missing) => joined(PARTS.filter((part) => part !== missing)))),
  },
  'token-prefixed': {
    does: 'A word stands before the token.',
    origin: 'Any language: the value of an Authorization header, Bearer and all.',
    repair: 'Return the token alone.',
    ...inForms(['Bearer ', 'SvcSign ', 'token='].map((word) => dressed((token) => word + token))),
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
    ...inForms(each(CASES, instead('appId'))),
  },
})
