import { encodeParams, VERSION, withUnusedBits } from '../../../token/index.ts'
import { APP, IDS, NOW } from '../../rows/row.ts'
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
} from '../../rows/verify.ts'

/** The first second from NOW on whose signature holds + and /. */
const BOTH_SIGNS = Array.from({ length: 60 }, (_, second) => replaced({ 2: String(NOW + second) })).find(
  (signed) => /\+.*\/|\/.*\+/.test(fitting(signed)),
)!

const urlSafe = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_')

const SIGNS_JSON = JSON.stringify({ ...IDS, userId: '~~~???>>>~~~???>>>' })
const SIGNS = encodeParams(SIGNS_JSON)

/** Many decoders take more than the encoder of section 4.5 writes; only line breaks are spoken of (note 2). */
const LENIENT = { level: 'recommended', requirements: ['TOKEN-VERIFY-BASE64'] } as const

const paramsTexts = (
  [
    ['url-safe', urlSafe(SIGNS)],
    ['unpadded', PLAIN_PARAMS.replace(/=+$/, '')],
    ['padded-twice', `${PLAIN_PARAMS.replace(/=+$/, '')}====`],
    ['wrapped', PLAIN_PARAMS.replace(/^.{20}/, '$&\n')],
    ['wrapped-with-returns', PLAIN_PARAMS.replace(/^.{20}/, '$&\r\n')],
    ['line-feed-after', `${PLAIN_PARAMS}\n`],
    ['space-inside', PLAIN_PARAMS.replace(/^.{20}/, '$& ')],
    ['plus-as-space', SIGNS.replaceAll('+', ' ')],
    ['percent-encoded', encodeURIComponent(PLAIN_PARAMS)],
    ['raw-json', '{"channelId":"c1","userId":"u1"}'],
    ['hex', Buffer.from(JSON.stringify(IDS)).toString('hex').toUpperCase()],
  ] as const
).flatMap(([name, params]) =>
  bothSignatures(
    {
      name: `params-${name}`,
      title: `Refuses params in ${name.replaceAll('-', ' ')} form`,
      ...(name.startsWith('wrapped') || name.startsWith('line')
        ? { requirements: ['TOKEN-VERIFY-LINE-BREAKS'] as const }
        : LENIENT),
      reasons: ['malformed', 'params'],
    },
    replaced({ 3: params }),
  ),
)

const signatureTexts: readonly VerifyRow[] = (
  [
    ['url-safe', [...BOTH_SIGNS, urlSafe(fitting(BOTH_SIGNS))]],
    ['plus-as-space', [...BOTH_SIGNS, fitting(BOTH_SIGNS).replaceAll('+', ' ')]],
    ['unpadded', [...PLAIN_SIGNED, PLAIN_SIGNATURE.replace('=', '')]],
    ['padded-twice', [...PLAIN_SIGNED, `${PLAIN_SIGNATURE}=`]],
    ['wrapped', [...PLAIN_SIGNED, PLAIN_SIGNATURE.replace(/^.{20}/, '$&\n')]],
    ['line-feed-after', [...PLAIN_SIGNED, `${PLAIN_SIGNATURE}\n`]],
    ['hex', [...PLAIN_SIGNED, Buffer.from(PLAIN_SIGNATURE, 'base64').toString('hex')]],
    [
      'first-half',
      [...PLAIN_SIGNED, Buffer.from(PLAIN_SIGNATURE, 'base64').subarray(0, 16).toString('base64')],
    ],
    ['all-zero', [...PLAIN_SIGNED, Buffer.alloc(32).toString('base64')]],
    [
      'one-bit-changed',
      [...PLAIN_SIGNED, PLAIN_SIGNATURE.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
    ],
    ['lower-case', [...PLAIN_SIGNED, PLAIN_SIGNATURE.toLowerCase()]],
    ['empty', [...PLAIN_SIGNED, '']],
    ['missing', PLAIN_SIGNED],
    ['doubled', [...PLAIN_SIGNED, PLAIN_SIGNATURE, PLAIN_SIGNATURE]],
    ['and-params-swapped', [VERSION, APP, String(NOW), PLAIN_SIGNATURE, PLAIN_PARAMS]],
  ] as const
).map(([name, parts]) => ({
  name: `signature-${name}`,
  title: `Refuses a signature: ${name.replaceAll('-', ' ')}`,
  ...(/url-safe|plus|padded/.test(name)
    ? LENIENT
    : {
        requirements: [
          /wrapped|line/.test(name) ? 'TOKEN-VERIFY-LINE-BREAKS' : 'TOKEN-VERIFY-SIGNATURE',
          ...(/missing|empty|doubled/.test(name) ? ['TOKEN-VERIFY-FIVE-PARTS'] : []),
        ] as const,
      }),
  twin: TWIN,
  token: parts.join('.'),
  reasons: ['malformed', 'signature', ...(name === 'and-params-swapped' ? ['params'] : [])],
}))

const unusedBits: readonly VerifyRow[] = [
  {
    name: 'unused-bits-params',
    title: 'Refuses params with unused bits that are not zero',
    level: 'recommended',
    requirements: ['TOKEN-PARAMS-UNUSED-BITS'],
    twin: TWIN,
    token: fittingToken(replaced({ 3: withUnusedBits(PLAIN_PARAMS) })),
    reasons: ['malformed', 'params'],
  },
  {
    name: 'unused-bits-signature',
    title: 'Refuses a signature with unused bits that are not zero',
    level: 'recommended',
    requirements: ['TOKEN-SIGNATURE-UNUSED-BITS'],
    twin: TWIN,
    token: [...PLAIN_SIGNED, withUnusedBits(PLAIN_SIGNATURE)].join('.'),
    reasons: ['malformed', 'signature'],
  },
]

/** Accepted twins of damage that needs other params than the plain ones. */
const twins: readonly VerifyRow[] = [
  {
    name: 'params-with-plus-and-slash',
    title: 'Accepts params with + and /',
    requirements: ['TOKEN-VERIFY-VALID', 'TOKEN-PARAMS-ALPHABET'],
    json: SIGNS_JSON,
    // Of ASCII only > ? and ~ make + and /, and ids may not hold them.
    open: 'PARAM-USERID-FORMAT',
    reasons: ['params', 'malformed'],
  },
  {
    name: 'signature-with-plus-and-slash',
    title: 'Accepts a signature with + and /',
    requirements: ['TOKEN-VERIFY-VALID', 'TOKEN-SIGNATURE-ALPHABET'],
    timestamp: Number(BOTH_SIGNS[2]),
  },
]

/** Params and signatures that are not standard base64, or not the right signature. */
export const DAMAGED_BASE64: readonly VerifyRow[] = [
  ...twins,
  ...paramsTexts,
  ...signatureTexts,
  ...unusedBits,
]
