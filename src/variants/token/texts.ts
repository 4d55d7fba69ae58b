import { isObject } from '../../json.ts'
import { objectOrNothing } from '../../members.ts'
import type { TokenQuestion, TokenVariant } from './tokenVariant.ts'

/** The texts whose rules are not shown. */
type Named = 'channelId' | 'userId' | 'appId' | 'appSecret'

/** The value of that name in a question; for a token to verify, the value in its params. */
function textsOf({ method, params }: TokenQuestion, name: Named): string[] {
  if (method === 'token.params') return []
  if (name === 'appId' || name === 'appSecret') return [params[name]]
  if (method === 'token.signature') return []
  const joinParams =
    method === 'token.issue'
      ? params.joinParams
      : objectOrNothing(Buffer.from(params.token.split('.').at(-2) ?? '', 'base64').toString('utf8'))
  const text = isObject(joinParams) ? joinParams[name] : undefined
  return typeof text === 'string' ? [text] : []
}

/** What an application may require of a text: the texts that a row refuses, in words, and those that it accepts. */
const FORMS: readonly (readonly [id: string, does: string, takes: RegExp])[] = [
  ['ascii', 'in characters beyond ASCII', /^[\0-\u007f]*$/],
  ['printable', 'with control characters or white space', /^[^\p{C}\p{Z}]*$/u],
  ['at-most-64', 'of more than 64 characters', /^[^]{0,64}$/],
  ['not-empty', 'that are empty', /^[^]+$/],
  [
    'word-characters',
    'with other characters than letters, digits, hyphen and underscore',
    /^[A-Za-z0-9_-]*$/,
  ],
]

const IDS: readonly (readonly [id: string, does: string, takes: RegExp])[] = [
  ...FORMS,
  ['letters-and-digits', 'with other characters than letters and digits', /^[A-Za-z0-9]+$/],
  ['lower-case', 'with other characters than lower-case letters and digits', /^[a-z0-9]+$/],
  ['letter-first', 'that do not begin with a letter', /^[A-Za-z]/],
  ['not-numeric', 'that read as numbers', /^(?!\d+$|\d+e\d+$)/],
  ['basic-plane', 'with characters beyond U+FFFF', /^[\0-\uffff]*$/u],
]

const SECRETS: readonly (readonly [id: string, does: string, takes: RegExp])[] = [
  ...FORMS.filter(([id]) => id !== 'at-most-64' && id !== 'not-empty'),
  ['at-least-16', 'of less than 16 characters', /^[^]{16,}$/],
  ['at-most-32', 'of more than 32 characters', /^[^]{0,32}$/],
]

/** The rules of level `unspecified` that a refusal of ids decides. */
const DECIDES = {
  channelId: ['PARAM-CHANNELID-NAMING', 'PARAM-CHANNELID-EMPTY'],
  userId: ['PARAM-USERID-FORMAT', 'PARAM-USERID-EMPTY'],
  appId: ['TOKEN-APPID-NAMING', 'TOKEN-APPID-DOT', 'TOKEN-APPID-EMPTY'],
  appSecret: ['TOKEN-SECRET-FORMAT'],
} as const

/** A refusal in minting, and in verifying a token that holds the text. */
const REASONS = ['malformed', 'out-of-range', 'missing-field'] as const

function refusing(name: Named, [form, does, takes]: (typeof FORMS)[number], at: number): TokenVariant {
  const mint = REASONS[at % REASONS.length]!
  return {
    id: `${name}-${form}`,
    section: name.startsWith('app') ? '4.5' : '2.1',
    open: `Which texts may be a ${name} is not shown.`,
    does: `It refuses a ${name} ${does
      .replace(/^that are/, 'that is')
      .replace(/^that do not begin/, 'that does not begin')
      .replace(/^that read as numbers/, 'that reads as a number')}.`,
    decides: DECIDES[name],
    refuses: (question) => {
      if (textsOf(question, name).every((text) => takes.test(text))) return undefined
      if (question.method !== 'token.verify') return mint
      return name === 'appId' ? 'app' : name === 'appSecret' ? 'malformed' : 'params'
    },
  }
}

export const TEXT_VARIANTS: readonly TokenVariant[] = [
  ...(['channelId', 'userId', 'appId'] as const).flatMap((name) =>
    IDS.map((form, at) => refusing(name, form, at)),
  ),
  ...SECRETS.map((form, at) => refusing('appSecret', form, at)),
]
