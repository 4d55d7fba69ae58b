import { VERSION } from '../../../token/index.ts'
import { APP, SECRET } from '../../rows/row.ts'
import {
  fitting,
  PLAIN_PARAMS,
  PLAIN_SIGNATURE,
  PLAIN_SIGNED,
  TWIN,
  type VerifyRow,
} from '../../rows/verify.ts'

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

/** Tokens damaged as a whole, and right tokens of another app or secret. */
export const DAMAGED_WHOLE: readonly VerifyRow[] = [...wholes, ...strangers]
