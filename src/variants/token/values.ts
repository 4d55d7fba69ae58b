import { isObject } from '../../json.ts'
import { objectOrNothing } from '../../members.ts'
import { type TokenQuestion, type TokenVariant, tokenWays, tokenWaysWith } from './tokenVariant.ts'
import type { Alteration } from '../../faults/fault.ts'
import { withoutNulls } from '../../faults/token/joinParams.ts'
import type { Json, JsonObject } from '../../model/index.ts'

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

function asked({ method, params }: TokenQuestion): JsonObject {
  return method === 'token.issue' && isObject(params.joinParams) ? params.joinParams : {}
}

type Bounds = Readonly<Record<string, Bound>>
interface Bound {
  readonly does: string
  readonly takes: (value: number) => boolean
  readonly decides: string
}

/** SDKs that take some values of one number alone. */
const bounds = (name: string, rows: Bounds): TokenVariant[] =>
  Object.entries(rows).map(([id, { does, takes, decides }]) => ({
    id,
    section: '2.1',
    open: `No bound of ${name} is shown there.`,
    does: `It ${does}.`,
    decides: [decides],
    refuses: (question) => {
      const value = asked(question)[name]
      return typeof value === 'number' && !takes(value) ? 'out-of-range' : undefined
    },
  }))

const ALLOWED = 'PARAM-PRIVILEGES-VALUES'
const LONGEST = 'PARAM-CHANNELDURATION-MAXIMUM'
const SHORTEST = 'PARAM-CHANNELDURATION-NEGATIVE'
const isPower = (value: number): boolean => [2, 4, 8].includes(value)
const atLeast =
  (least: number) =>
  (value: number): boolean =>
    value >= least
const atMost =
  (most: number) =>
  (value: number): boolean =>
    value <= most

const NUMBER_VARIANTS: readonly TokenVariant[] = [
  ...bounds('privileges', {
    'privileges-none': { does: 'takes no privileges at all', takes: () => false, decides: ALLOWED },
    'privileges-0-only': {
      does: 'takes privileges 0 alone',
      takes: (value) => value === 0,
      decides: ALLOWED,
    },
    'privileges-powers': { does: 'takes powers of two as privileges', takes: isPower, decides: ALLOWED },
  }),
  ...bounds('channelDuration', {
    'channel-duration-a-day': {
      does: 'takes a channelDuration of at most 1440',
      takes: atMost(1440),
      decides: LONGEST,
    },
    'channel-duration-an-hour': {
      does: 'takes a channelDuration of at most 60',
      takes: atMost(60),
      decides: LONGEST,
    },
    'channel-duration-not-negative': {
      does: 'refuses a negative channelDuration',
      takes: atLeast(0),
      decides: SHORTEST,
    },
  }),
  ...bounds('duration', {
    'duration-positive': {
      does: 'refuses a duration below 1',
      takes: atLeast(1),
      decides: 'PARAM-DURATION-ZERO',
    },
    'duration-not-negative': {
      does: 'refuses a negative duration',
      takes: atLeast(0),
      decides: 'PARAM-DURATION-NEGATIVE',
    },
  }),
  ...bounds('size', {
    'size-at-most-100': {
      does: 'refuses a size above 100',
      takes: atMost(100),
      decides: 'PARAM-SIZE-MAXIMUM',
    },
    'size-at-least-2': { does: 'refuses a size below 2', takes: atLeast(2), decides: 'PARAM-SIZE-ZERO' },
    'size-positive': { does: 'refuses a size below 1', takes: atLeast(1), decides: 'PARAM-SIZE-ZERO' },
    'size-not-negative': {
      does: 'refuses a negative size',
      takes: atLeast(0),
      decides: 'PARAM-SIZE-NEGATIVE',
    },
  }),
  ...bounds('delayClose', {
    'delay-close-not-negative': {
      does: 'refuses a negative delayClose',
      takes: atLeast(0),
      decides: 'PARAM-DELAYCLOSE-NEGATIVE',
    },
  }),
]

const TIMESTAMPS: readonly (readonly [id: string, does: string, takes: (second: number) => boolean])[] = [
  ['timestamp-after-2020', 'refuses timestamps before 2020', (second) => second >= 1577836800],
  ['timestamp-32-bits', 'refuses timestamps beyond 31 bits', (second) => second < 2 ** 31],
  [
    'timestamp-ten-digits',
    'refuses timestamps that have not ten digits',
    (second) => String(second).length === 10,
  ],
]

const always =
  (privileges: Json): Alteration =>
  (sdk) => ({ prepare: (joinParams, now) => ({ privileges, ...sdk.prepare(joinParams, now) }) })

/** A field of twelve digits. */
const padded = (timestamp: number): string => String(timestamp).padStart(12, '0')

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
    alteration: always(value),
  })),
  ...tokenWays({
    'timestamp-leading-zeros': {
      section: '4.5',
      open: 'Whether the timestamp may have leading zeros is not shown.',
      does: 'Whole tokens have a timestamp of twelve digits.',
      decides: ['TOKEN-TIMESTAMP-LEADING-ZEROS'],
      alteration: () => ({ timestampText: padded }),
      describes: { methods: ['token.params', 'token.issue', 'token.verify'] },
    },
    'params-integers-with-fraction': {
      section: '2.1',
      open: 'How an integer is written in JSON is not said: 60.0 has the value of 60.',
      does: 'Integers are written with .0.',
      departs: ['TOKEN-PARAMS-INTEGER-TEXT'],
      alteration: () => ({
        serialise: (value) => `{${Object.entries(value).map(withFraction).join(',')}}`,
      }),
    },
  }),
  ...tokenWaysWith({
    section: '2.1',
    open: 'What null means for an optional join parameter is not mentioned.',
  })({
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
