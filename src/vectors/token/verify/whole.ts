import { TOKEN_FORMAT } from '../../../interface/tokenFormat.ts'
import { APP, SECRET } from '../../rows/row.ts'
import { fitting, PLAIN_PARAMS, TWIN, type PlainToken, type VerifyRow } from '../../rows/verify.ts'

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

const strangers = ({ made }: PlainToken, plain: string): VerifyRow[] => [
  {
    name: 'secret-wrong',
    title: 'Refuses a token of another secret',
    requirements: ['TOKEN-VERIFY-SIGNATURE'],
    twin: TWIN,
    appSecret: 'DO-NOT-USE-another-secret',
    token: plain,
    reasons: ['signature'],
  },
  {
    name: 'secret-with-line-feed',
    title: 'Refuses a secret with a line feed at its end',
    requirements: ['TOKEN-VERIFY-SIGNATURE', 'TOKEN-SIGNATURE-KEY-SECRET'],
    twin: TWIN,
    appSecret: `${SECRET}\n`,
    token: plain,
    reasons: ['signature'],
  },
  {
    name: 'secret-in-upper-case',
    title: 'Refuses the secret in upper case',
    requirements: ['TOKEN-VERIFY-SIGNATURE', 'TOKEN-SIGNATURE-KEY-SECRET'],
    twin: TWIN,
    appSecret: SECRET.toUpperCase(),
    token: plain,
    reasons: ['signature'],
  },
  {
    name: 'app-wrong',
    title: 'Refuses a token of another app',
    requirements: ['TOKEN-VERIFY-APPID'],
    twin: TWIN,
    appId: 'other',
    token: plain,
    reasons: ['app'],
  },
  {
    name: 'app-in-upper-case',
    title: 'Refuses an appId in upper case',
    requirements: ['TOKEN-VERIFY-APPID'],
    twin: TWIN,
    appId: 'APP',
    token: plain,
    reasons: ['app'],
  },
  {
    name: 'app-longer',
    title: 'Refuses an appId that only begins like the right one',
    requirements: ['TOKEN-VERIFY-APPID'],
    twin: TWIN,
    appId: 'app1',
    token: plain,
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
      TOKEN_FORMAT.version,
      APP,
      String(made),
      PLAIN_PARAMS,
      fitting([TOKEN_FORMAT.version, 'app1', String(made).slice(1), PLAIN_PARAMS]),
    ].join('.'),
    reasons: ['app'],
  },
]

/** Tokens damaged as a whole, and right tokens of another app or secret. */
export function damagedWhole(plain: PlainToken): VerifyRow[] {
  const token = [...plain.signed, plain.signature].join('.')
  return [...wholes(token), ...strangers(plain, token)]
}
