import type { RequirementId } from '../../../model/index.ts'
import { openRow, SECRET } from '../../rows/row.ts'
import {
  bothSignatures,
  fittingSignature,
  fittingToken,
  replaced,
  TWIN,
  type DamagedRow,
  type PartList,
  type PlainToken,
  type VerifyRow,
} from '../../rows/verify.ts'

const PARTS = ['version', 'app-id', 'timestamp', 'params'] as const
const FIVE = ['TOKEN-VERIFY-FIVE-PARTS'] as const
const OUTER = { level: 'recommended', requirements: ['TOKEN-VERIFY-OUTER-TEXT'] } as const

/** What is true in addition to `malformed` when a part is in a wrong place: the checks may run in any order. */
const EMPTY = { version: ['version'], 'app-id': ['app'], timestamp: [], params: ['params'] } as const
/** Without its version, app stands in the place of 02, the timestamp in the place of app, and so on. */
const MISSING = { version: ['version', 'app'], 'app-id': ['app'], timestamp: [], params: [] } as const
/** The text does not say which of six parts is the signature, so a mismatch is true as well. */
const DOUBLED = { version: ['app'], 'app-id': [], timestamp: [], params: ['params'] } as const

const lost = ({ signed }: PlainToken): DamagedRow[] =>
  PARTS.flatMap((part, index) => {
    const damaged = (name: string, title: string, reasons: readonly string[], signed: PartList) => ({
      name: `${part}-${name}`,
      title,
      requirements: FIVE,
      reasons: ['malformed', ...reasons],
      signed,
    })
    const twice = signed.toSpliced(index, 0, signed[index]!)
    return [
      damaged('missing', `Refuses four parts: without ${part}`, MISSING[part], signed.toSpliced(index, 1)),
      // Empty version and appId are compared and differ; the others are decoded.
      damaged('empty', `Refuses the empty part ${part}`, EMPTY[part], signed.with(index, '')),
      damaged('doubled', `Refuses six parts: ${part} twice`, ['signature', ...DOUBLED[part]], twice),
    ]
  })

const swapped = (plain: PlainToken): DamagedRow[] =>
  (
    [
      [0, 1, ['version', 'app']],
      [1, 2, ['app', 'malformed']],
      [2, 3, ['malformed', 'params']],
      [0, 2, ['version', 'malformed']],
    ] as const
  ).map(([a, b, reasons]) => ({
    name: `${PARTS[a]}-and-${PARTS[b]}-swapped`,
    title: `Refuses ${PARTS[a]} and ${PARTS[b]} swapped`,
    requirements: ['TOKEN-VERIFY-FIVE-PARTS', 'TOKEN-PART-ORDER'],
    reasons,
    signed: replaced(plain, { [a]: plain.signed[b]!, [b]: plain.signed[a]! }),
  }))

const versions = (plain: PlainToken): DamagedRow[] =>
  Object.entries({
    2: '2',
    '03': '03',
    '002': '002',
    v02: 'v02',
    'arabic-digits': '٠٢',
    'space-before': ' 02',
    'space-after': '02 ',
  }).map(([name, version]) => ({
    name: `version-${name}`,
    title: `Refuses the version ${JSON.stringify(version)}`,
    requirements: ['TOKEN-VERIFY-VERSION'],
    ...(name.startsWith('space') && OUTER),
    reasons: /^0*[23]$/.test(version) ? ['version'] : ['version', 'malformed'],
    signed: replaced(plain, { 0: version }),
  }))

const inDigitsFrom = (zero: string, number: number): string =>
  String(number).replace(/[0-9]/g, (digit) => String.fromCodePoint(zero.codePointAt(0)! + Number(digit)))

/** Those that other rules forbid too: readers of digits accept most of these. */
const STRICT: Readonly<Record<string, RequirementId>> = {
  'minus-sign': 'TOKEN-VERIFY-EXPIRED',
  fraction: 'TOKEN-VERIFY-FIVE-PARTS',
  word: 'TOKEN-TIMESTAMP-DECIMAL',
}

const timestamps = (plain: PlainToken): DamagedRow[] =>
  Object.entries({
    'plus-sign': `+${plain.made}`,
    'minus-sign': `-${plain.made}`,
    fraction: `${plain.made}.5`,
    exponent: String(plain.made).replace(/0*$/, (zeros) => `e${zeros.length}`),
    hexadecimal: `0x${plain.made.toString(16)}`,
    'space-before': ` ${plain.made}`,
    // Section 4.5 note 2 is about base64: a line feed after the digits is what a lenient reader of digits takes.
    'line-feed-after': `${plain.made}\n`,
    underscores: String(plain.made).replace(/\B(?=(?:[0-9]{3})+$)/g, '_'),
    'full-width-digits': inDigitsFrom('０', plain.made),
    'arabic-digits': inDigitsFrom('٠', plain.made),
    word: 'now',
  }).map(([name, timestamp]) => ({
    name: `timestamp-${name}`,
    title: `Refuses the timestamp ${JSON.stringify(timestamp)}`,
    ...(STRICT[name] === undefined
      ? { level: 'recommended', requirements: ['TOKEN-VERIFY-TIMESTAMP'] }
      : { requirements: [STRICT[name], 'TOKEN-VERIFY-TIMESTAMP'] }),
    // A text that no reader takes for a number lies before every clock.
    reasons: ['malformed', 'expired'],
    signed: replaced(plain, { 2: timestamp }),
  }))

const opened = (name: string, what: string, open: RequirementId, ...also: string[]): VerifyRow => ({
  ...openRow(name, open),
  title: `Open: ${what} (the text does not say)`,
  reasons: ['malformed', ...also],
  open,
})

export const damagedForm = (plain: PlainToken): VerifyRow[] => [
  ...[...lost(plain), ...swapped(plain), ...versions(plain), ...timestamps(plain)].flatMap((damage) =>
    bothSignatures(plain, damage),
  ),
  {
    ...opened('timestamp-leading-zeros', 'leading zeros of the timestamp', 'TOKEN-TIMESTAMP-LEADING-ZEROS'),
    token: fittingToken(replaced(plain, { 2: `0${plain.made}` })),
  },
  { ...opened('app-with-a-dot', 'an appId with a dot', 'TOKEN-APPID-DOT', 'app'), appId: 'my.app' },
  { ...opened('app-empty', 'an empty appId', 'TOKEN-APPID-EMPTY', 'app'), appId: '' },
]

const wholes = (plain: string): VerifyRow[] =>
  (
    [
      ['empty', ''],
      ['no-dots', 'token'],
      ['dots-only', '....', 'version', 'app', 'params'],
      ['thousand-dots', '.'.repeat(1000), 'version', 'app', 'params'],
      ['trailing-dot', `${plain}.`, 'signature'],
      ['leading-dot', `.${plain}`],
      ['trailing-line-feed', `${plain}\n`],
      ['trailing-space', `${plain} `],
      ['leading-space', ` ${plain}`],
      ['leading-byte-order-mark', `\ufeff${plain}`],
      ['quoted', `"${plain}"`],
      ['bearer', `Bearer ${plain}`],
      ['colons-for-dots', plain.replaceAll('.', ':')],
      ['twice', `${plain}.${plain}`, 'signature'],
      ['nul-after', `${plain}\u0000`],
    ] as const
  ).map(([name, token, ...also]) => ({
    name: `token-${name}`,
    title: `Refuses a damaged token: ${name.replaceAll('-', ' ')}`,
    requirements: name === 'trailing-line-feed' ? [...FIVE, 'TOKEN-VERIFY-LINE-BREAKS'] : FIVE,
    ...(/space|order-mark|quoted|bearer|nul/.test(name) && OUTER),
    twin: TWIN,
    token,
    reasons: ['malformed', ...also],
  }))

const strangers = (plain: PlainToken, token: string): VerifyRow[] => [
  {
    ...otherSecret(token, 'secret-wrong', 'a token of another secret', 'DO-NOT-USE-another-secret'),
    requirements: ['TOKEN-VERIFY-SIGNATURE'],
  },
  otherSecret(token, 'secret-with-line-feed', 'a secret with a line feed at its end', `${SECRET}\n`),
  otherSecret(token, 'secret-in-upper-case', 'the secret in upper case', SECRET.toUpperCase()),
  otherApp(token, 'app-wrong', 'a token of another app', 'other'),
  otherApp(token, 'app-in-upper-case', 'an appId in upper case', 'APP'),
  otherApp(token, 'app-longer', 'an appId that only begins like the right one', 'app1'),
  {
    ...otherApp(
      // 02app1 + 700000000 and 02app + 1700000000 are the same message: the signature fits both.
      [...plain.signed, fittingSignature(replaced(plain, { 1: 'app1', 2: plain.signed[2]!.slice(1) }))].join(
        '.',
      ),
      'digit-moved-from-app-to-timestamp',
      'for app1 a token whose digit moved into the timestamp: the message is the same',
      'app1',
    ),
    requirements: ['TOKEN-VERIFY-APPID', 'TOKEN-SIGNATURE-MESSAGE-NO-SEPARATORS'],
  },
]

const otherSecret = (token: string, name: string, what: string, appSecret: string): VerifyRow => ({
  name,
  title: `Refuses ${what}`,
  requirements: ['TOKEN-VERIFY-SIGNATURE', 'TOKEN-SIGNATURE-KEY-SECRET'],
  twin: TWIN,
  appSecret,
  token,
  reasons: ['signature'],
})

const otherApp = (token: string, name: string, what: string, appId: string): VerifyRow => ({
  name,
  title: `Refuses ${what}`,
  requirements: ['TOKEN-VERIFY-APPID'],
  twin: TWIN,
  appId,
  token,
  reasons: ['app'],
})

/** Tokens damaged as a whole, and right tokens of another app or secret. */
export function damagedWhole(plain: PlainToken): VerifyRow[] {
  const token = [...plain.signed, plain.signature].join('.')
  return [...wholes(token), ...strangers(plain, token)]
}
