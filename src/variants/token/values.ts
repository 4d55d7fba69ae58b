import { isObject } from '../../json.ts'
import { objectOrNothing } from '../../members.ts'
import { type TokenQuestion, type TokenVariant, tokenWaysWith } from './tokenVariant.ts'
import { withoutNulls } from '../../faults/token/joinParams.ts'
import type { JsonObject } from '../../model/index.ts'

/** The texts whose rules are not shown. */
type Named = 'channelId' | 'userId' | 'appId' | 'appSecret'

/** The value of that name in a question; for a token to verify, the value in its params. */
function textsOf(question: TokenQuestion, name: Named): string[] {
  const { method, params } = question
  if (name === 'appId' || name === 'appSecret') return method === 'token.params' ? [] : [params[name]]
  const part = method === 'token.verify' ? params.token.split('.').at(-2) : undefined
  const held =
    part === undefined ? joinParamsIn(question) : objectOrNothing(Buffer.from(part, 'base64').toString())
  const text = held?.[name]
  return typeof text === 'string' ? [text] : []
}

/** The join parameters of a question for a token. */
export const joinParamsIn = ({ method, params }: TokenQuestion): JsonObject =>
  method === 'token.issue' && isObject(params.joinParams) ? params.joinParams : {}

/** What an application may require of a text: the texts that a row refuses, in words, and those that it accepts. */
const FORMS: readonly (readonly [id: string, does: string, takes: RegExp])[] = [
  ['ascii', 'in characters beyond ASCII', /^[\0-\u007f]*$/],
  ['printable', 'with control characters or white space', /^[^\p{C}\p{Z}]*$/u],
  ['at-most-64', 'of more than 64 characters', /^[^]{0,64}$/],
  ['not-empty', 'that is empty', /^[^]+$/],
  ['word-characters', 'with characters beyond letters, digits, hyphen and underscore', /^[A-Za-z0-9_-]*$/],
]

const IDS: readonly (readonly [id: string, does: string, takes: RegExp])[] = [
  ...FORMS,
  ['letters-and-digits', 'with other characters than letters and digits', /^[A-Za-z0-9]+$/],
  ['lower-case', 'with other characters than lower-case letters and digits', /^[a-z0-9]+$/],
  ['letter-first', 'that does not begin with a letter', /^[A-Za-z]/],
  ['not-numeric', 'that reads as a number', /^(?!\d+$|\d+e\d+$)/],
  ['basic-plane', 'with characters beyond U+FFFF', /^[\0-\uffff]*$/u],
]

const SECRETS: readonly (readonly [id: string, does: string, takes: RegExp])[] = [
  ...FORMS.filter(([id]) => id !== 'at-most-64' && id !== 'not-empty'),
  ['at-least-16', 'of less than 16 characters', /^[^]{16,}$/],
  ['at-most-32', 'of more than 32 characters', /^[^]{0,32}$/],
]

const DECIDES = {
  channelId: ['PARAM-CHANNELID-NAMING', 'PARAM-CHANNELID-EMPTY'],
  userId: ['PARAM-USERID-FORMAT', 'PARAM-USERID-EMPTY'],
  appId: ['TOKEN-APPID-NAMING', 'TOKEN-APPID-DOT', 'TOKEN-APPID-EMPTY'],
  appSecret: ['TOKEN-SECRET-FORMAT'],
} as const

const REASONS = ['malformed', 'out-of-range', 'missing-field'] as const

function refusing(name: Named, [form, does, takes]: (typeof FORMS)[number], at: number): TokenVariant {
  const mint = REASONS[at % REASONS.length]!
  return {
    id: `${name}-${form}`,
    section: name.startsWith('app') ? '4.5' : '2.1',
    open: `Which texts may be a ${name} is not shown.`,
    does: `It refuses a ${name} ${does}.`,
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

/** An SDK that takes some values of one number alone. @param decides the end of the id of the rule */
const bound =
  (name: string) =>
  (id: string, does: string, decides: string, takes: (value: number) => boolean): TokenVariant => ({
    id,
    section: '2.1',
    open: `No bound of ${name} is shown there.`,
    does: `It ${does}.`,
    decides: [`PARAM-${name.toUpperCase()}-${decides}`],
    refuses: (question) => {
      const value = joinParamsIn(question)[name]
      return typeof value === 'number' && !takes(value) ? 'out-of-range' : undefined
    },
  })
const privileges = bound('privileges')
const channelDuration = bound('channelDuration')
const duration = bound('duration')
const size = bound('size')
const delayClose = bound('delayClose')

const atLeast = (least: number) => (value: number) => value >= least
const atMost = (most: number) => (value: number) => value <= most

const NUMBER_VARIANTS: readonly TokenVariant[] = [
  privileges('privileges-none', 'takes no privileges at all', 'VALUES', () => false),
  privileges('privileges-0-only', 'takes privileges 0 alone', 'VALUES', (value) => value === 0),
  privileges('privileges-powers', 'takes 2, 4 and 8 alone', 'VALUES', (value) => [2, 4, 8].includes(value)),
  channelDuration('channel-duration-a-day', 'takes a channelDuration up to 1440', 'MAXIMUM', atMost(1440)),
  channelDuration('channel-duration-an-hour', 'takes a channelDuration up to 60', 'MAXIMUM', atMost(60)),
  channelDuration('channel-duration-not-negative', 'refuses channelDuration below 0', 'NEGATIVE', atLeast(0)),
  duration('duration-positive', 'refuses a duration below 1', 'ZERO', atLeast(1)),
  duration('duration-not-negative', 'refuses a negative duration', 'NEGATIVE', atLeast(0)),
  size('size-at-most-100', 'refuses a size above 100', 'MAXIMUM', atMost(100)),
  size('size-at-least-2', 'refuses a size below 2', 'ZERO', atLeast(2)),
  size('size-positive', 'refuses a size below 1', 'ZERO', atLeast(1)),
  size('size-not-negative', 'refuses a negative size', 'NEGATIVE', atLeast(0)),
  delayClose('delay-close-not-negative', 'refuses a negative delayClose', 'NEGATIVE', atLeast(0)),
]

const TIMESTAMPS: readonly (readonly [id: string, does: string, takes: (second: number) => boolean])[] = [
  ['timestamp-after-2020', 'refuses timestamps before 2020', (second) => second >= 1577836800],
  ['timestamp-32-bits', 'refuses timestamps beyond 31 bits', (second) => second < 2 ** 31],
  ['timestamp-ten-digits', 'refuses timestamps not of ten digits', (second) => String(second).length === 10],
]

const UNASKED = {
  section: '2.1',
  open: 'Meaning and allowed values of privileges are not shown, and it has no default.',
  decides: ['PARAM-PRIVILEGES-UNASKED', 'PARAM-PRIVILEGES-MEANING'],
} as const

const withFraction = ([name, value]: readonly [string, unknown]): string =>
  `${JSON.stringify(name)}:${JSON.stringify(value)}${Number.isSafeInteger(value) ? '.0' : ''}`

export const VALUE_VARIANTS: readonly TokenVariant[] = [
  ...NUMBER_VARIANTS,
  ...TIMESTAMPS.map(([id, does, takes]): TokenVariant => ({
    id,
    section: '4.5',
    open: 'The timestamp is the present second; what becomes of one that is far from now is not shown.',
    does: `It ${does}.`,
    decides: ['TOKEN-TIMESTAMP-RANGE'],
    refuses: ({ method, params }) => {
      if (method === 'token.params') return undefined
      if (method === 'token.verify') {
        const part = params.token.split('.')[2] ?? ''
        return /^[1-9][0-9]*$/.test(part) && !takes(Number(part)) ? 'malformed' : undefined
      }
      return params.timestamp === undefined || takes(params.timestamp) ? undefined : 'out-of-range'
    },
  })),
  ...[0, 1, 7, -1].map((value): TokenVariant => ({
    ...UNASKED,
    id: `privileges-always-${value}`,
    does: `privileges ${value} stands in every token that asks for none.`,
    alteration: (sdk) => ({ prepare: (...asked) => ({ privileges: value, ...sdk.prepare(...asked) }) }),
  })),
  ...tokenWaysWith({ section: '4.5' })({
    'timestamp-leading-zeros': {
      open: 'Whether the timestamp may have leading zeros is not shown.',
      does: 'Whole tokens have a timestamp of twelve digits.',
      decides: ['TOKEN-TIMESTAMP-LEADING-ZEROS'],
      alteration: () => ({ timestampText: (timestamp) => String(timestamp).padStart(12, '0') }),
      describes: { methods: ['token.params', 'token.issue', 'token.verify'] },
    },
    'params-integers-with-fraction': {
      section: '2.1',
      open: 'How an integer is written in JSON is not said: 60.0 has the value of 60.',
      does: 'Integers are written with .0.',
      departs: ['TOKEN-PARAMS-INTEGER-TEXT'],
      alteration: () => ({ serialise: (value) => `{${Object.entries(value).map(withFraction).join(',')}}` }),
    },
  }),
  ...tokenWaysWith({ section: '2.1', open: 'What null means for an optional join parameter is not said.' })({
    'null-as-left-out': {
      does: 'An optional member that is null is taken as left out.',
      decides: ['PARAM-NULL-OPTIONAL'],
      alteration: (sdk) => ({
        check: (value) => sdk.check(isObject(value) ? withoutNulls(value) : value),
        prepare: (value, now) => sdk.prepare(withoutNulls(value), now),
      }),
    },
    'null-passed-on': {
      does: 'An optional member that is null is written as null.',
      decides: ['PARAM-NULL-OPTIONAL'],
      alteration: (sdk) => ({ check: (value) => sdk.check(isObject(value) ? withoutNulls(value) : value) }),
    },
  }),
]
