import { TOKEN_FORMAT } from '../../../interface/tokenFormat.ts'
import { without } from '../../../members.ts'
import type { JsonObject } from '../../../model/index.ts'
import { kebabCase } from '../../../text.ts'
import { encodeBase64, encodeParams, withUnusedBits } from '../../../token/index.ts'
import { APP, IDS } from '../../rows/row.ts'
import {
  bothSignatures,
  fittingSignature,
  fittingToken,
  MINUTE,
  PLAIN_PARAMS,
  replaced,
  TWIN,
  type DamagedRow,
  type PartList,
  type PlainToken,
  type VerifyRow,
} from '../../rows/verify.ts'

/** In the first second from then on whose signature holds + and /. */
const bothSigns = (plain: PlainToken): PartList =>
  Array.from({ length: 600 }, (_, second) => replaced(plain, { 2: String(plain.made + second) })).find(
    (signed) => /\+.*\/|\/.*\+/.test(fittingSignature(signed)),
  )!

const decoded = (text: string): Buffer => Buffer.from(text, 'base64')
const urlSafe = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_')

const SIGNS_JSON = JSON.stringify({ ...IDS, userId: '~~~???>>>~~~???>>>' })
const SIGNS = encodeParams(SIGNS_JSON)

/** Many decoders accept more than the encoder of section 4.5 writes; the text mentions only line breaks (note 2). */
const LENIENT = { level: 'recommended', requirements: ['TOKEN-VERIFY-BASE64'] } as const

const paramsTexts = (plain: PlainToken): DamagedRow[] =>
  Object.entries({
    'url-safe': urlSafe(SIGNS),
    unpadded: PLAIN_PARAMS.replace(/=+$/, ''),
    'padded-twice': `${PLAIN_PARAMS.replace(/=+$/, '')}====`,
    wrapped: PLAIN_PARAMS.replace(/^.{20}/, '$&\n'),
    'wrapped-with-returns': PLAIN_PARAMS.replace(/^.{20}/, '$&\r\n'),
    'line-feed-after': `${PLAIN_PARAMS}\n`,
    'space-inside': PLAIN_PARAMS.replace(/^.{20}/, '$& '),
    'plus-as-space': SIGNS.replaceAll('+', ' '),
    'percent-encoded': encodeURIComponent(PLAIN_PARAMS),
    'raw-json': '{"channelId":"c1","userId":"u1"}',
    hex: Buffer.from(JSON.stringify(IDS)).toString('hex').toUpperCase(),
  }).map(([name, params]) => ({
    name: `params-${name}`,
    title: `Refuses params in ${name.replaceAll('-', ' ')} form`,
    ...(/^(?:wrapped|line)/.test(name) ? { requirements: ['TOKEN-VERIFY-LINE-BREAKS'] } : LENIENT),
    reasons: ['malformed', 'params'],
    signed: replaced(plain, { 3: params }),
  }))

const signatureTexts = ({ signed, signature, made }: PlainToken, signs: PartList): VerifyRow[] =>
  Object.entries({
    'url-safe': [...signs, urlSafe(fittingSignature(signs))],
    'plus-as-space': [...signs, fittingSignature(signs).replaceAll('+', ' ')],
    unpadded: [...signed, signature.replace('=', '')],
    'padded-twice': [...signed, `${signature}=`],
    wrapped: [...signed, signature.replace(/^.{20}/, '$&\n')],
    'line-feed-after': [...signed, `${signature}\n`],
    hex: [...signed, decoded(signature).toString('hex')],
    'first-half': [...signed, decoded(signature).subarray(0, 16).toString('base64')],
    'all-zero': [...signed, Buffer.alloc(32).toString('base64')],
    'one-bit-changed': [...signed, signature.replace(/^./, (one) => (one === 'A' ? 'B' : 'A'))],
    // Except the last letter: another one may have bits that the encoding does not use, and is no base64 then.
    'lower-case': [...signed, signature.replace(/^.*(?=.=)/, (text) => text.toLowerCase())],
    empty: [...signed, ''],
    missing: signed,
    doubled: [...signed, signature, signature],
    'and-params-swapped': [TOKEN_FORMAT.version, APP, String(made), signature, PLAIN_PARAMS],
  }).map(([name, parts]) => ({
    name: `signature-${name}`,
    title: `Refuses a damaged signature: ${name.replaceAll('-', ' ')}`,
    requirements: [
      /wrapped|line/.test(name) ? 'TOKEN-VERIFY-LINE-BREAKS' : 'TOKEN-VERIFY-SIGNATURE',
      ...(/missing|empty|doubled/.test(name) ? ['TOKEN-VERIFY-FIVE-PARTS'] : []),
    ],
    ...(/url-safe|plus|padded/.test(name) && LENIENT),
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
    ...paramsTexts(plain).flatMap((damage) => bothSignatures(plain, damage)),
    ...signatureTexts(plain, signs),
    unusedBits('params', fittingToken(replaced(plain, { 3: withUnusedBits(PLAIN_PARAMS) }))),
    unusedBits('signature', [...plain.signed, withUnusedBits(plain.signature)].join('.')),
  ]
}

const ascii = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const withBytes = (...bytes: number[]): Uint8Array =>
  Buffer.concat([ascii('{"channelId":"'), Uint8Array.from(bytes), ascii('","userId":"u1"}')])
const TWO_IDS = '"channelId":"c1","userId":"u1"'

const NO_JSON: Readonly<Record<string, string | Uint8Array>> = {
  words: 'channelId=c1&userId=u1',
  'cut-off': '{"channelId":"c1","userId":',
  'two-values': `{${TWO_IDS}}{${TWO_IDS}}`,
  'trailing-comma': `{${TWO_IDS},}`,
  comment: `{${TWO_IDS}/* comment */}`,
  'single-quotes': "{'channelId':'c1','userId':'u1'}",
  'raw-line-feed-in-string': '{"channelId":"c\n1","userId":"u1"}',
  'not-a-number': `{${TWO_IDS},"size":NaN}`,
  infinity: `{${TWO_IDS},"size":Infinity}`,
  'leading-zero': `{${TWO_IDS},"size":012}`,
  hexadecimal: `{${TWO_IDS},"size":0x10}`,
  'invalid-utf-8': withBytes(0xff),
  'latin-1': ascii('{"channelId":"caf\u00e9","userId":"u1"}'),
  'surrogates-as-utf-8': withBytes(0xed, 0xa0, 0xbd),
  'overlong-utf-8': withBytes(0xc0, 0xaf),
  'utf-16': Buffer.from(JSON.stringify(IDS), 'utf16le'),
  array: `[{${TWO_IDS}}]`,
  string: '"channelId"',
  number: '1',
  null: 'null',
  'encoded-twice': JSON.stringify(JSON.stringify(IDS)),
}

const WRONG_TYPES: Readonly<Record<string, JsonObject>> = {
  channelId: { null: null, number: 1, array: ['c1'] },
  userId: { null: null, number: 1, boolean: true },
  privileges: { string: '1', fraction: 1.5 },
  channelDuration: { string: '90', fraction: 1.5 },
  duration: { string: '3600', fraction: 3600.5, boolean: true },
  size: { string: '12', fraction: 1.5 },
  delayClose: { string: '60', fraction: 1.5 },
}

const BROKEN: readonly (readonly [name: string, params: JsonObject])[] = [
  ['channel-id-missing', without(IDS, 'channelId')],
  ['user-id-missing', without(IDS, 'userId')],
  ['name-in-snake-case', { channel_id: 'c1', userId: 'u1' }],
  ['name-in-pascal-case', { ChannelId: 'c1', userId: 'u1' }],
  ['duration-86401', { ...IDS, duration: 86401 }],
  ['delay-close-86401', { ...IDS, delayClose: 86401 }],
  ...Object.entries(WRONG_TYPES).flatMap(([name, values]) =>
    Object.entries(values).map(
      ([type, value]) => [`${kebabCase(name)}-as-${type}`, { ...IDS, [name]: value }] as const,
    ),
  ),
]

const OPEN: readonly (readonly [name: string, rule: string, json: string])[] = [
  ...['privileges', 'channelDuration', 'duration', 'size', 'delayClose'].map(
    (name) => [`${kebabCase(name)}-as-null`, 'PARAM-NULL-OPTIONAL', `{${TWO_IDS},"${name}":null}`] as const,
  ),
  ['byte-order-mark', 'TOKEN-PARAMS-NO-BYTE-ORDER-MARK', `\ufeff{${TWO_IDS}}`],
  ['unlisted-member', 'PARAM-UNLISTED-MEMBERS', `{${TWO_IDS},"role":"admin"}`],
  ['integer-as-fraction', 'PARAM-INTEGER-AS-FRACTION', `{${TWO_IDS},"size":60.0}`],
  ['integer-with-exponent', 'PARAM-INTEGER-AS-FRACTION', `{${TWO_IDS},"size":6e1}`],
  ['user-id-empty', 'PARAM-USERID-EMPTY', '{"channelId":"c1","userId":""}'],
  ['channel-id-empty', 'PARAM-CHANNELID-EMPTY', '{"channelId":"","userId":"u1"}'],
  ['size-negative', 'PARAM-SIZE-NEGATIVE', `{${TWO_IDS},"size":-1}`],
]

const words = (name: string): string => name.replaceAll('-', ' ')

/** Tokens whose signature fits, around params that they should not hold. */
export function damagedParams(plain: PlainToken): VerifyRow[] {
  const around = (params: string): string => fittingToken(replaced(plain, { 3: params }))
  const refused = (name: string, what: string, requirement: string, content: string | Uint8Array) => ({
    name: `params-${name}`,
    title: `Refuses params that ${what}`,
    level: 'recommended' as const,
    requirements: [requirement] as const,
    twin: TWIN,
    token: around(typeof content === 'string' ? encodeParams(content) : encodeBase64(content)),
    reasons: ['params', 'malformed'],
  })
  return [
    ...Object.entries(NO_JSON).map(([name, content]) =>
      refused(
        `json-${name}`,
        `decode to no JSON object: ${words(name)}`,
        'TOKEN-VERIFY-PARAMS-JSON',
        content,
      ),
    ),
    ...BROKEN.map(([name, params]) =>
      refused(
        `rule-${name}`,
        `break a rule of section 2.1: ${words(name)}`,
        'TOKEN-VERIFY-PARAM-RULES',
        JSON.stringify(params),
      ),
    ),
    refused(
      'member-twice',
      'hold userId twice',
      'TOKEN-PARAMS-DUPLICATE-KEYS',
      `{"channelId":"c1","userId":"u2","userId":"u1"}`,
    ),
    ...OPEN.map(([name, requirement, json]) => ({
      name: `open-params-${name}`,
      title: `Open: params with ${words(name)} (the text does not say)`,
      requirements: [requirement] as const,
      json: json.replace('\ufeff', ''),
      token: around(encodeParams(json)),
      reasons: ['params', 'malformed'],
      open: requirement,
    })),
  ]
}
