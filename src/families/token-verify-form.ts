import { VERSION } from '../token/index.ts'
import { APP, SECRET } from './common.ts'
import {
  bothSignatures,
  fitting,
  fittingToken,
  PLAIN_PARAMS,
  PLAIN_SIGNATURE,
  PLAIN_SIGNED,
  replaced,
  TWIN,
  type VerifyRow,
} from './token-verify-row.ts'

const PARTS = ['version', 'app-id', 'timestamp', 'params'] as const
const FIVE = ['TOKEN-VERIFY-FIVE-PARTS'] as const
const CRASH = { catches: ['parse-crash'] }

/** What is true beside `malformed` when a part is not where it belongs: the checks may run in any order. */
const ALSO = { version: ['version'], 'app-id': ['app'], timestamp: [], params: ['params'] } as const

const lost = PARTS.flatMap((part, index) => [
  ...bothSignatures(
    {
      name: `${part}-missing`,
      title: `Refuses four parts: no ${part}`,
      requirements: FIVE,
      // Without its version, app stands where 02 belongs, and the timestamp where app belongs; and so on.
      reasons: ['malformed', ...(index === 0 ? ['version', 'app'] : []), ...(index === 1 ? ['app'] : [])],
      ...CRASH,
    },
    PLAIN_SIGNED.filter((_, at) => at !== index),
  ),
  ...bothSignatures(
    {
      name: `${part}-empty`,
      title: `Refuses an empty ${part}`,
      requirements: FIVE,
      reasons: ['malformed', ...ALSO[part]],
      // Empty version and appId are compared and differ; the others are decoded.
      catches: index < 2 ? [] : ['parse-crash'],
    },
    replaced({ [index]: '' }),
  ),
  ...bothSignatures(
    {
      name: `${part}-doubled`,
      title: `Refuses six parts: ${part} twice`,
      requirements: FIVE,
      // Which of six parts is the signature is not known, so a misfit is true as well.
      reasons: [
        'malformed',
        'signature',
        ...(index === 0 ? ['app'] : []),
        ...(index === 3 ? ['params'] : []),
      ],
    },
    PLAIN_SIGNED.flatMap((text, at) => (at === index ? [text, text] : [text])),
  ),
])

const swapped = (
  [
    [0, 1, ['version', 'app']],
    [1, 2, ['app', 'malformed']],
    [2, 3, ['malformed', 'params']],
    [0, 2, ['version', 'malformed']],
  ] as const
).flatMap(([a, b, reasons]) =>
  bothSignatures(
    {
      name: `${PARTS[a]}-and-${PARTS[b]}-swapped`,
      title: `Refuses ${PARTS[a]} and ${PARTS[b]} swapped`,
      requirements: ['TOKEN-VERIFY-FIVE-PARTS', 'TOKEN-PART-ORDER'],
      reasons,
    },
    replaced({ [a]: PLAIN_SIGNED[b]!, [b]: PLAIN_SIGNED[a]! }),
  ),
)

const versions = (
  [
    ['2', '2', []],
    ['03', '03', []],
    ['002', '002', []],
    ['v02', 'v02', ['malformed']],
    ['arabic-digits', '٠٢', ['malformed']],
    ['space-before', ' 02', ['malformed']],
    ['space-after', '02 ', ['malformed']],
  ] as const
).flatMap(([name, version, also]) =>
  bothSignatures(
    {
      name: `version-${name}`,
      title: `Refuses the version ${JSON.stringify(version)}`,
      requirements: ['TOKEN-VERIFY-VERSION'],
      reasons: ['version', ...also],
      catches: ['version-unchecked'],
    },
    replaced({ 0: version }),
  ),
)

const timestamps = (
  [
    ['plus-sign', '+1700000000', []],
    // A negative timestamp lies long before now, whatever it is taken for.
    ['minus-sign', '-1700000000', ['expired']],
    ['fraction', '1700000000.5', ['signature', 'params']],
    ['exponent', '17e8', ['expired']],
    ['hexadecimal', '0x6553f100', ['expired']],
    ['space-before', ' 1700000000', []],
    ['line-feed-after', '1700000000\n', []],
    ['underscores', '1_700_000_000', ['expired']],
    ['full-width-digits', '１７００００００００', []],
    ['arabic-digits', '١٧٠٠٠٠٠٠٠٠', []],
    ['word', 'now', ['expired']],
  ] as const
).flatMap(([name, timestamp, also]) =>
  bothSignatures(
    {
      name: `timestamp-${name}`,
      title: `Refuses the timestamp ${JSON.stringify(timestamp)}`,
      requirements: ['TOKEN-VERIFY-TIMESTAMP'],
      reasons: ['malformed', ...also],
      ...CRASH,
    },
    replaced({ 2: timestamp }),
  ),
)

const PLAIN_TOKEN = [...PLAIN_SIGNED, PLAIN_SIGNATURE].join('.')

const wholes: readonly VerifyRow[] = (
  [
    ['empty', '', ['version', 'app', 'signature']],
    ['no-dots', 'token', ['version', 'app', 'signature']],
    ['dots-only', '....', ['version', 'app', 'params', 'signature']],
    ['thousand-dots', '.'.repeat(1000), ['version', 'app', 'params', 'signature']],
    ['trailing-dot', `${PLAIN_TOKEN}.`, ['signature']],
    ['leading-dot', `.${PLAIN_TOKEN}`, ['version', 'app', 'signature']],
    ['trailing-line-feed', `${PLAIN_TOKEN}\n`, ['signature']],
    ['trailing-space', `${PLAIN_TOKEN} `, ['signature']],
    ['leading-space', ` ${PLAIN_TOKEN}`, ['version', 'signature']],
    ['leading-byte-order-mark', `\ufeff${PLAIN_TOKEN}`, ['version', 'signature']],
    ['quoted', `"${PLAIN_TOKEN}"`, ['version', 'signature']],
    ['bearer', `Bearer ${PLAIN_TOKEN}`, ['version', 'signature']],
    ['colons-for-dots', PLAIN_TOKEN.replaceAll('.', ':'), ['version', 'app', 'signature']],
    ['twice', `${PLAIN_TOKEN}.${PLAIN_TOKEN}`, ['signature']],
    ['nul-after', `${PLAIN_TOKEN}\u0000`, ['signature']],
  ] as const
).map(([name, token, also]) => ({
  name: `token-${name}`,
  title: `Refuses a token: ${name.replaceAll('-', ' ')}`,
  requirements: [
    'TOKEN-VERIFY-FIVE-PARTS',
    ...(name === 'trailing-line-feed' ? ['TOKEN-VERIFY-LINE-BREAKS'] : []),
  ] as const,
  twin: TWIN,
  token,
  reasons: ['malformed', ...also],
  ...(/empty|dots|twice|trailing-dot/.test(name)
    ? CRASH
    : /line|trailing-space/.test(name)
      ? { catches: ['base64-lenient'] }
      : {}),
}))

const strangers: readonly VerifyRow[] = [
  {
    name: 'secret-wrong',
    title: 'Refuses a token of another secret',
    requirements: ['TOKEN-VERIFY-SIGNATURE'],
    twin: TWIN,
    appSecret: 'DO-NOT-USE-another-secret',
    token: PLAIN_TOKEN,
    reasons: ['signature'],
  },
  {
    name: 'secret-with-line-feed',
    title: 'Refuses a secret with a line feed at its end',
    requirements: ['TOKEN-VERIFY-SIGNATURE', 'TOKEN-SIGNATURE-KEY-SECRET'],
    twin: TWIN,
    appSecret: `${SECRET}\n`,
    token: PLAIN_TOKEN,
    reasons: ['signature'],
    catches: ['key-trimmed'],
  },
  {
    name: 'secret-in-upper-case',
    title: 'Refuses the secret in upper case',
    requirements: ['TOKEN-VERIFY-SIGNATURE', 'TOKEN-SIGNATURE-KEY-SECRET'],
    twin: TWIN,
    appSecret: SECRET.toUpperCase(),
    token: PLAIN_TOKEN,
    reasons: ['signature'],
  },
  {
    name: 'app-wrong',
    title: 'Refuses a token of another app',
    requirements: ['TOKEN-VERIFY-APPID'],
    twin: TWIN,
    appId: 'other',
    token: PLAIN_TOKEN,
    reasons: ['app'],
  },
  {
    name: 'app-in-upper-case',
    title: 'Refuses an appId in upper case',
    requirements: ['TOKEN-VERIFY-APPID'],
    twin: TWIN,
    appId: 'APP',
    token: PLAIN_TOKEN,
    reasons: ['app'],
  },
  {
    name: 'app-longer',
    title: 'Refuses an appId that only begins alike',
    requirements: ['TOKEN-VERIFY-APPID'],
    twin: TWIN,
    appId: 'app1',
    token: PLAIN_TOKEN,
    reasons: ['app'],
  },
  // 02app1 + 700000000 and 02app + 1700000000 are the same message: the signature fits both.
  {
    name: 'digit-moved-from-app-to-timestamp',
    title: 'Refuses for app1 a token whose digit moved into the timestamp: the message is the same',
    requirements: ['TOKEN-VERIFY-APPID', 'TOKEN-SIGNATURE-MESSAGE-NO-SEPARATORS'],
    twin: TWIN,
    appId: 'app1',
    token: [
      VERSION,
      APP,
      '1700000000',
      PLAIN_PARAMS,
      fitting([VERSION, 'app1', '700000000', PLAIN_PARAMS]),
    ].join('.'),
    reasons: ['app'],
  },
]

const open: readonly VerifyRow[] = [
  {
    name: 'open-timestamp-leading-zeros',
    title: 'Open: leading zeros of the timestamp (the text does not say)',
    level: 'unspecified',
    requirements: ['TOKEN-TIMESTAMP-LEADING-ZEROS'],
    token: fittingToken(replaced({ 2: '01700000000' })),
    reasons: ['malformed'],
    orAccept: true,
  },
  {
    name: 'open-app-with-a-dot',
    title: 'Open: an appId with a dot (the text does not say)',
    level: 'unspecified',
    requirements: ['TOKEN-APPID-DOT'],
    appId: 'my.app',
    reasons: ['malformed', 'app'],
    orAccept: true,
  },
  {
    name: 'open-app-empty',
    title: 'Open: an empty appId (the text does not say)',
    level: 'unspecified',
    requirements: ['TOKEN-APPID-EMPTY'],
    appId: '',
    reasons: ['malformed', 'app'],
    orAccept: true,
  },
]

export const DAMAGED_FORM: readonly VerifyRow[] = [
  ...lost,
  ...swapped,
  ...versions,
  ...timestamps,
  ...wholes,
  ...strangers,
  ...open,
]
