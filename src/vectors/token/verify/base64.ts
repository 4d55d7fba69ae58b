import { TOKEN_FORMAT } from '../../../interface/tokenFormat.ts'
import { encodeParams, withUnusedBits } from '../../../token/index.ts'
import { APP, IDS } from '../../rows/row.ts'
import {
  bothSignatures,
  fitting,
  fittingToken,
  MINUTE,
  PLAIN_PARAMS,
  replaced,
  TWIN,
  type PartList,
  type PlainToken,
  type VerifyRow,
} from '../../rows/verify.ts'

/** In the first second from then on whose signature holds + and /. */
const bothSigns = (plain: PlainToken): PartList =>
  Array.from({ length: 600 }, (_, second) => replaced(plain, { 2: String(plain.made + second) })).find(
    (signed) => /\+.*\/|\/.*\+/.test(fitting(signed)),
  )!

const decoded = (text: string): Buffer => Buffer.from(text, 'base64')
const urlSafe = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_')

const SIGNS_JSON = JSON.stringify({ ...IDS, userId: '~~~???>>>~~~???>>>' })
const SIGNS = encodeParams(SIGNS_JSON)

/** Many decoders accept more than the encoder of section 4.5 writes; the text mentions only line breaks (note 2). */
const LENIENT = { level: 'recommended', requirements: ['TOKEN-VERIFY-BASE64'] } as const

const paramsTexts = (plain: PlainToken): VerifyRow[] =>
  (
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
      plain,
      {
        name: `params-${name}`,
        title: `Refuses params in ${name.replaceAll('-', ' ')} form`,
        ...(name.startsWith('wrapped') || name.startsWith('line')
          ? { requirements: ['TOKEN-VERIFY-LINE-BREAKS'] as const }
          : LENIENT),
        reasons: ['malformed', 'params'],
      },
      replaced(plain, { 3: params }),
    ),
  )

const signatureTexts = (plain: PlainToken, signs: PartList): VerifyRow[] =>
  (
    [
      ['url-safe', [...signs, urlSafe(fitting(signs))]],
      ['plus-as-space', [...signs, fitting(signs).replaceAll('+', ' ')]],
      ['unpadded', [...plain.signed, plain.signature.replace('=', '')]],
      ['padded-twice', [...plain.signed, `${plain.signature}=`]],
      ['wrapped', [...plain.signed, plain.signature.replace(/^.{20}/, '$&\n')]],
      ['line-feed-after', [...plain.signed, `${plain.signature}\n`]],
      ['hex', [...plain.signed, decoded(plain.signature).toString('hex')]],
      ['first-half', [...plain.signed, decoded(plain.signature).subarray(0, 16).toString('base64')]],
      ['all-zero', [...plain.signed, Buffer.alloc(32).toString('base64')]],
      [
        'one-bit-changed',
        [...plain.signed, plain.signature.replace(/^./, (one) => (one === 'A' ? 'B' : 'A'))],
      ],
      // Except the last letter: another one may have bits that the encoding does not use, and is no base64 then.
      ['lower-case', [...plain.signed, plain.signature.replace(/^.*(?=.=)/, (text) => text.toLowerCase())]],
      ['empty', [...plain.signed, '']],
      ['missing', plain.signed],
      ['doubled', [...plain.signed, plain.signature, plain.signature]],
      ['and-params-swapped', [TOKEN_FORMAT.version, APP, String(plain.made), plain.signature, PLAIN_PARAMS]],
    ] as const
  ).map(([name, parts]) => ({
    name: `signature-${name}`,
    title: `Refuses a damaged signature: ${name.replaceAll('-', ' ')}`,
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

const unusedBits = (part: 'params' | 'signature', token: string): VerifyRow => ({
  name: `unused-bits-${part}`,
  title: `Refuses ${part === 'params' ? part : 'a signature'} with unused bits that are not zero`,
  level: 'recommended',
  requirements: [`TOKEN-${part.toUpperCase()}-UNUSED-BITS`],
  twin: TWIN,
  token,
  reasons: ['malformed', part],
})

/** Accepted twins of damage that needs other params than the plain ones. */
const twins = ({ made }: PlainToken, signs: PartList): VerifyRow[] => [
  {
    name: 'params-with-plus-and-slash',
    title: 'Accepts params with + and /',
    requirements: ['TOKEN-VERIFY-VALID', 'TOKEN-PARAMS-ALPHABET'],
    json: SIGNS_JSON,
    // In ASCII only > ? and ~ make + and /, and ids may not hold them.
    open: 'PARAM-USERID-FORMAT',
    reasons: ['params', 'malformed'],
  },
  {
    name: 'signature-with-plus-and-slash',
    title: 'Accepts a signature with + and /',
    requirements: ['TOKEN-VERIFY-VALID', 'TOKEN-SIGNATURE-ALPHABET'],
    timestamp: Number(signs[2]),
    after: made + MINUTE - Number(signs[2]),
  },
]

/** Params and signatures that are not standard base64, or not the right signature. */
export function damagedBase64(plain: PlainToken): VerifyRow[] {
  const signs = bothSigns(plain)
  return [
    ...twins(plain, signs),
    ...paramsTexts(plain),
    ...signatureTexts(plain, signs),
    unusedBits('params', fittingToken(replaced(plain, { 3: withUnusedBits(PLAIN_PARAMS) }))),
    unusedBits('signature', [...plain.signed, withUnusedBits(plain.signature)].join('.')),
  ]
}
