import { bothSignatures, fittingToken, PLAIN_SIGNED, replaced, type VerifyRow } from '../../rows/verify.ts'

const PARTS = ['version', 'app-id', 'timestamp', 'params'] as const
const FIVE = ['TOKEN-VERIFY-FIVE-PARTS'] as const

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
    },
    replaced({ 2: timestamp }),
  ),
)

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

export const DAMAGED_FORM: readonly VerifyRow[] = [...lost, ...swapped, ...versions, ...timestamps, ...open]
