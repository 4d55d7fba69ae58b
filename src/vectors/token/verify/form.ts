import { bothSignatures, fittingToken, replaced, type PlainToken, type VerifyRow } from '../../rows/verify.ts'

const PARTS = ['version', 'app-id', 'timestamp', 'params'] as const
const FIVE = ['TOKEN-VERIFY-FIVE-PARTS'] as const

/** What is true in addition to `malformed` when a part is in a wrong place: the checks may run in any order. */
const ALSO = { version: ['version'], 'app-id': ['app'], timestamp: [], params: ['params'] } as const

const lost = (plain: PlainToken): VerifyRow[] =>
  PARTS.flatMap((part, index) => [
    ...bothSignatures(
      plain,
      {
        name: `${part}-missing`,
        title: `Refuses four parts: without ${part}`,
        requirements: FIVE,
        // Without its version, app stands in the place of 02, the timestamp in the place of app, and so on.
        reasons: ['malformed', ...(index === 0 ? ['version', 'app'] : []), ...(index === 1 ? ['app'] : [])],
      },
      plain.signed.filter((_, at) => at !== index),
    ),
    ...bothSignatures(
      plain,
      {
        name: `${part}-empty`,
        title: `Refuses the empty part ${part}`,
        requirements: FIVE,
        reasons: ['malformed', ...ALSO[part]],
        // Empty version and appId are compared and differ; the others are decoded.
      },
      replaced(plain, { [index]: '' }),
    ),
    ...bothSignatures(
      plain,
      {
        name: `${part}-doubled`,
        title: `Refuses six parts: ${part} twice`,
        requirements: FIVE,
        // The text does not say which of six parts is the signature, so a mismatch is true as well.
        reasons: [
          'malformed',
          'signature',
          ...(index === 0 ? ['app'] : []),
          ...(index === 3 ? ['params'] : []),
        ],
      },
      plain.signed.flatMap((text, at) => (at === index ? [text, text] : [text])),
    ),
  ])

const swapped = (plain: PlainToken): VerifyRow[] =>
  (
    [
      [0, 1, ['version', 'app']],
      [1, 2, ['app', 'malformed']],
      [2, 3, ['malformed', 'params']],
      [0, 2, ['version', 'malformed']],
    ] as const
  ).flatMap(([a, b, reasons]) =>
    bothSignatures(
      plain,
      {
        name: `${PARTS[a]}-and-${PARTS[b]}-swapped`,
        title: `Refuses ${PARTS[a]} and ${PARTS[b]} swapped`,
        requirements: ['TOKEN-VERIFY-FIVE-PARTS', 'TOKEN-PART-ORDER'],
        reasons,
      },
      replaced(plain, { [a]: plain.signed[b]!, [b]: plain.signed[a]! }),
    ),
  )

const versions = (plain: PlainToken): VerifyRow[] =>
  (
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
      plain,
      {
        name: `version-${name}`,
        title: `Refuses the version ${JSON.stringify(version)}`,
        ...(name.startsWith('space')
          ? ({ level: 'recommended', requirements: ['TOKEN-VERIFY-OUTER-TEXT'] } as const)
          : { requirements: ['TOKEN-VERIFY-VERSION'] as const }),
        reasons: ['version', ...also],
      },
      replaced(plain, { 0: version }),
    ),
  )

const inDigitsFrom = (zero: string, number: number): string =>
  String(number).replace(/[0-9]/g, (digit) => String.fromCodePoint(zero.codePointAt(0)! + Number(digit)))

/** Readers of digits accept most of these; the last column is the rule that forbids them. */
const timestamps = (plain: PlainToken): VerifyRow[] =>
  (
    [
      ['plus-sign', `+${plain.made}`],
      ['minus-sign', `-${plain.made}`, 'TOKEN-VERIFY-EXPIRED'],
      ['fraction', `${plain.made}.5`, 'TOKEN-VERIFY-FIVE-PARTS'],
      ['exponent', String(plain.made).replace(/0*$/, (zeros) => `e${zeros.length}`)],
      ['hexadecimal', `0x${plain.made.toString(16)}`],
      ['space-before', ` ${plain.made}`],
      // Section 4.5 note 2 is about base64: a line feed after the digits is what a lenient reader of digits takes.
      ['line-feed-after', `${plain.made}\n`],
      ['underscores', String(plain.made).replace(/\B(?=(?:[0-9]{3})+$)/g, '_')],
      ['full-width-digits', inDigitsFrom('０', plain.made)],
      ['arabic-digits', inDigitsFrom('٠', plain.made)],
      ['word', 'now', 'TOKEN-TIMESTAMP-DECIMAL'],
    ] as const
  ).flatMap(([name, timestamp, strict]) =>
    bothSignatures(
      plain,
      {
        name: `timestamp-${name}`,
        title: `Refuses the timestamp ${JSON.stringify(timestamp)}`,
        ...(strict === undefined
          ? ({ level: 'recommended', requirements: ['TOKEN-VERIFY-TIMESTAMP'] } as const)
          : { requirements: [strict, 'TOKEN-VERIFY-TIMESTAMP'] as const }),
        // A text that no reader takes for a number lies before every clock.
        reasons: ['malformed', 'expired'],
      },
      replaced(plain, { 2: timestamp }),
    ),
  )

const open = (plain: PlainToken): VerifyRow[] => [
  {
    name: 'open-timestamp-leading-zeros',
    title: 'Open: leading zeros of the timestamp (the text does not say)',
    level: 'unspecified',
    requirements: ['TOKEN-TIMESTAMP-LEADING-ZEROS'],
    token: fittingToken(replaced(plain, { 2: `0${plain.made}` })),
    reasons: ['malformed'],
    open: 'TOKEN-TIMESTAMP-LEADING-ZEROS',
  },
  {
    name: 'open-app-with-a-dot',
    title: 'Open: an appId with a dot (the text does not say)',
    level: 'unspecified',
    requirements: ['TOKEN-APPID-DOT'],
    appId: 'my.app',
    reasons: ['malformed', 'app'],
    open: 'TOKEN-APPID-DOT',
  },
  {
    name: 'open-app-empty',
    title: 'Open: an empty appId (the text does not say)',
    level: 'unspecified',
    requirements: ['TOKEN-APPID-EMPTY'],
    appId: '',
    reasons: ['malformed', 'app'],
    open: 'TOKEN-APPID-EMPTY',
  },
]

export const damagedForm = (plain: PlainToken): VerifyRow[] => [
  ...lost(plain),
  ...swapped(plain),
  ...versions(plain),
  ...timestamps(plain),
  ...open(plain),
]
