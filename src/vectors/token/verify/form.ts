import { TOKEN_FORMAT } from '../../../interface/tokenFormat.ts'
import { APP, openRow, SECRET } from '../../rows/row.ts'
import {
  bothSignatures,
  fittingSignature,
  fittingToken,
  PLAIN_PARAMS,
  replaced,
  TWIN,
  type PartList,
  type PlainToken,
  type VerifyRow,
} from '../../rows/verify.ts'

const PARTS = ['version', 'app-id', 'timestamp', 'params'] as const
const FIVE = ['TOKEN-VERIFY-FIVE-PARTS'] as const

/** What is true in addition to `malformed` when a part is in a wrong place: the checks may run in any order. */
const EMPTY = { version: ['version'], 'app-id': ['app'], timestamp: [], params: ['params'] } as const
/** Without its version, app stands in the place of 02, the timestamp in the place of app, and so on. */
const MISSING = { version: ['version', 'app'], 'app-id': ['app'], timestamp: [], params: [] } as const
/** The text does not say which of six parts is the signature, so a mismatch is true as well. */
const DOUBLED = { version: ['app'], 'app-id': [], timestamp: [], params: ['params'] } as const

const lost = (plain: PlainToken): VerifyRow[] =>
  PARTS.flatMap((part, index) => {
    const damaged = (
      name: string,
      title: string,
      reasons: readonly string[],
      signed: PartList,
    ): VerifyRow[] =>
      bothSignatures(
        plain,
        { name: `${part}-${name}`, title, requirements: FIVE, reasons: ['malformed', ...reasons] },
        signed,
      )
    const { signed } = plain
    return [
      ...damaged('missing', `Refuses four parts: without ${part}`, MISSING[part], signed.toSpliced(index, 1)),
      // Empty version and appId are compared and differ; the others are decoded.
      ...damaged('empty', `Refuses the empty part ${part}`, EMPTY[part], signed.with(index, '')),
      ...damaged(
        'doubled',
        `Refuses six parts: ${part} twice`,
        ['signature', ...DOUBLED[part]],
        signed.toSpliced(index, 0, signed[index]!),
      ),
    ]
  })

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
    ...openRow('timestamp-leading-zeros', 'TOKEN-TIMESTAMP-LEADING-ZEROS'),
    title: 'Open: leading zeros of the timestamp (the text does not say)',
    token: fittingToken(replaced(plain, { 2: `0${plain.made}` })),
    reasons: ['malformed'],
    open: 'TOKEN-TIMESTAMP-LEADING-ZEROS',
  },
  {
    ...openRow('app-with-a-dot', 'TOKEN-APPID-DOT'),
    title: 'Open: an appId with a dot (the text does not say)',
    appId: 'my.app',
    reasons: ['malformed', 'app'],
    open: 'TOKEN-APPID-DOT',
  },
  {
    ...openRow('app-empty', 'TOKEN-APPID-EMPTY'),
    title: 'Open: an empty appId (the text does not say)',
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

const wholes = (plain: string): VerifyRow[] =>
  (
    [
      ['empty', '', ['version', 'app', 'signature']],
      ['no-dots', 'token', ['version', 'app', 'signature']],
      ['dots-only', '....', ['version', 'app', 'params', 'signature']],
      ['thousand-dots', '.'.repeat(1000), ['version', 'app', 'params', 'signature']],
      ['trailing-dot', `${plain}.`, ['signature']],
      ['leading-dot', `.${plain}`, ['version', 'app', 'signature']],
      ['trailing-line-feed', `${plain}\n`, ['signature']],
      ['trailing-space', `${plain} `, ['signature']],
      ['leading-space', ` ${plain}`, ['version', 'signature']],
      ['leading-byte-order-mark', `\ufeff${plain}`, ['version', 'signature']],
      ['quoted', `"${plain}"`, ['version', 'signature']],
      ['bearer', `Bearer ${plain}`, ['version', 'signature']],
      ['colons-for-dots', plain.replaceAll('.', ':'), ['version', 'app', 'signature']],
      ['twice', `${plain}.${plain}`, ['signature']],
      ['nul-after', `${plain}\u0000`, ['signature']],
    ] as const
  ).map(([name, token, also]) => ({
    name: `token-${name}`,
    title: `Refuses a damaged token: ${name.replaceAll('-', ' ')}`,
    ...(/space|order-mark|quoted|bearer|nul/.test(name)
      ? ({ level: 'recommended', requirements: ['TOKEN-VERIFY-OUTER-TEXT'] } as const)
      : {
          requirements: [
            'TOKEN-VERIFY-FIVE-PARTS',
            ...(name === 'trailing-line-feed' ? ['TOKEN-VERIFY-LINE-BREAKS'] : []),
          ] as const,
        }),
    twin: TWIN,
    token,
    reasons: ['malformed', ...also],
  }))

/** A right token that is verified with another secret or appId. */
const stranger = (
  token: string,
  name: string,
  title: string,
  asked: Pick<VerifyRow, 'appId' | 'appSecret'>,
): VerifyRow => ({
  name,
  title,
  requirements:
    'appId' in asked ? ['TOKEN-VERIFY-APPID'] : ['TOKEN-VERIFY-SIGNATURE', 'TOKEN-SIGNATURE-KEY-SECRET'],
  twin: TWIN,
  ...asked,
  token,
  reasons: ['appId' in asked ? 'app' : 'signature'],
})

const strangers = ({ made }: PlainToken, plain: string): VerifyRow[] => [
  {
    ...stranger(plain, 'secret-wrong', 'Refuses a token of another secret', {
      appSecret: 'DO-NOT-USE-another-secret',
    }),
    requirements: ['TOKEN-VERIFY-SIGNATURE'],
  },
  stranger(plain, 'secret-with-line-feed', 'Refuses a secret with a line feed at its end', {
    appSecret: `${SECRET}\n`,
  }),
  stranger(plain, 'secret-in-upper-case', 'Refuses the secret in upper case', {
    appSecret: SECRET.toUpperCase(),
  }),
  stranger(plain, 'app-wrong', 'Refuses a token of another app', { appId: 'other' }),
  stranger(plain, 'app-in-upper-case', 'Refuses an appId in upper case', { appId: 'APP' }),
  stranger(plain, 'app-longer', 'Refuses an appId that only begins like the right one', { appId: 'app1' }),
  // 02app1 + 700000000 and 02app + 1700000000 are the same message: the signature fits both.
  {
    name: 'digit-moved-from-app-to-timestamp',
    title: 'Refuses for app1 a token whose digit moved into the timestamp: the message is the same',
    requirements: ['TOKEN-VERIFY-APPID', 'TOKEN-SIGNATURE-MESSAGE-NO-SEPARATORS'],
    twin: TWIN,
    appId: 'app1',
    token: [
      TOKEN_FORMAT.version,
      APP,
      String(made),
      PLAIN_PARAMS,
      fittingSignature([TOKEN_FORMAT.version, 'app1', String(made).slice(1), PLAIN_PARAMS]),
    ].join('.'),
    reasons: ['app'],
  },
]

/** Tokens damaged as a whole, and right tokens of another app or secret. */
export function damagedWhole(plain: PlainToken): VerifyRow[] {
  const token = [...plain.signed, plain.signature].join('.')
  return [...wholes(token), ...strangers(plain, token)]
}
