import { TOKEN_FORMAT } from '../../../interface/tokenFormat.ts'
import { without } from '../../../members.ts'
import type { Json } from '../../../model/index.ts'
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
      ['url-safe', [...signs, urlSafe(fittingSignature(signs))]],
      ['plus-as-space', [...signs, fittingSignature(signs).replaceAll('+', ' ')]],
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

const ascii = (text: string): Uint8Array => Buffer.from(text, 'latin1')
/** The JSON of two ids, with these bytes as the channelId. */
const withBytes = (...bytes: number[]): Uint8Array =>
  Buffer.concat([ascii('{"channelId":"'), Uint8Array.from(bytes), ascii('","userId":"u1"}')])
const TWO_IDS = '"channelId":"c1","userId":"u1"'

/** A token whose signature fits, around params that encode this text or these bytes. */
type Around = (content: string | Uint8Array) => string
const aroundOf =
  (plain: PlainToken): Around =>
  (content) =>
    fittingToken(
      replaced(plain, { 3: typeof content === 'string' ? encodeParams(content) : encodeBase64(content) }),
    )

const refused = (name: string, what: string, requirement: string, token: string): VerifyRow => ({
  name: `params-${name}`,
  title: `Refuses params that ${what}`,
  level: 'recommended',
  requirements: [requirement],
  twin: TWIN,
  token,
  reasons: ['params', 'malformed'],
})

const noJson = (around: Around): VerifyRow[] =>
  (
    [
      ['words', 'channelId=c1&userId=u1'],
      ['cut-off', '{"channelId":"c1","userId":'],
      ['two-values', `{${TWO_IDS}}{${TWO_IDS}}`],
      ['trailing-comma', `{${TWO_IDS},}`],
      ['comment', `{${TWO_IDS}/* comment */}`],
      ['single-quotes', "{'channelId':'c1','userId':'u1'}"],
      ['raw-line-feed-in-string', '{"channelId":"c\n1","userId":"u1"}'],
      ['not-a-number', `{${TWO_IDS},"size":NaN}`],
      ['infinity', `{${TWO_IDS},"size":Infinity}`],
      ['leading-zero', `{${TWO_IDS},"size":012}`],
      ['hexadecimal', `{${TWO_IDS},"size":0x10}`],
      ['invalid-utf-8', withBytes(0xff)],
      ['latin-1', ascii('{"channelId":"caf\u00e9","userId":"u1"}')],
      ['surrogates-as-utf-8', withBytes(0xed, 0xa0, 0xbd)],
      ['overlong-utf-8', withBytes(0xc0, 0xaf)],
      ['utf-16', Buffer.from(JSON.stringify(IDS), 'utf16le')],
      ['array', `[{${TWO_IDS}}]`],
      ['string', '"channelId"'],
      ['number', '1'],
      ['null', 'null'],
      ['encoded-twice', JSON.stringify(JSON.stringify(IDS))],
    ] as const
  ).map(([name, content]) =>
    refused(
      `json-${name}`,
      `decode to no JSON object: ${name.replaceAll('-', ' ')}`,
      'TOKEN-VERIFY-PARAMS-JSON',
      around(content),
    ),
  )

const WRONG: Readonly<Record<string, readonly Json[]>> = {
  channelId: [null, 1, ['c1']],
  userId: [null, 1, true],
  privileges: ['1', 1.5],
  channelDuration: ['90', 1.5],
  duration: ['3600', 3600.5, true],
  size: ['12', 1.5],
  delayClose: ['60', 1.5],
}

function kindOf(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'number' && !Number.isInteger(value) ? 'fraction' : typeof value
}

const brokenRules = (around: Around): VerifyRow[] =>
  (
    [
      ['channel-id-missing', JSON.stringify(without(IDS, 'channelId'))],
      ['user-id-missing', JSON.stringify(without(IDS, 'userId'))],
      ['name-in-snake-case', '{"channel_id":"c1","userId":"u1"}'],
      ['name-in-pascal-case', '{"ChannelId":"c1","userId":"u1"}'],
      ['duration-86401', JSON.stringify({ ...IDS, duration: 86401 })],
      ['delay-close-86401', JSON.stringify({ ...IDS, delayClose: 86401 })],
      ...Object.entries(WRONG).flatMap(([name, values]) =>
        values.map((value) => {
          return [
            `${kebabCase(name)}-as-${kindOf(value)}`,
            JSON.stringify({ ...IDS, [name]: value }),
          ] as const
        }),
      ),
    ] as const
  ).map(([name, json]) =>
    refused(
      `rule-${name}`,
      `break a rule of section 2.1: ${name.replaceAll('-', ' ')}`,
      'TOKEN-VERIFY-PARAM-RULES',
      around(json),
    ),
  )

const open = (around: Around): VerifyRow[] =>
  (
    [
      ...['privileges', 'channelDuration', 'duration', 'size', 'delayClose'].map(
        (name) =>
          [`${kebabCase(name)}-as-null`, 'PARAM-NULL-OPTIONAL', `{${TWO_IDS},"${name}":null}`] as const,
      ),
      ['byte-order-mark', 'TOKEN-PARAMS-NO-BYTE-ORDER-MARK', `\ufeff{${TWO_IDS}}`],
      ['unlisted-member', 'PARAM-UNLISTED-MEMBERS', `{${TWO_IDS},"role":"admin"}`],
      ['integer-as-fraction', 'PARAM-INTEGER-AS-FRACTION', `{${TWO_IDS},"size":60.0}`],
      ['integer-with-exponent', 'PARAM-INTEGER-AS-FRACTION', `{${TWO_IDS},"size":6e1}`],
      ['user-id-empty', 'PARAM-USERID-EMPTY', '{"channelId":"c1","userId":""}'],
      ['channel-id-empty', 'PARAM-CHANNELID-EMPTY', '{"channelId":"","userId":"u1"}'],
      ['size-negative', 'PARAM-SIZE-NEGATIVE', `{${TWO_IDS},"size":-1}`],
    ] as const
  ).map(([name, requirement, json]) => ({
    name: `open-params-${name}`,
    title: `Open: params with ${name.replaceAll('-', ' ')} (the text does not say)`,
    requirements: [requirement] as const,
    json: json.replace('\ufeff', ''),
    token: around(json),
    reasons: ['params', 'malformed'],
    open: requirement,
  }))

export function damagedParams(plain: PlainToken): VerifyRow[] {
  const around = aroundOf(plain)
  return [
    ...noJson(around),
    ...brokenRules(around),
    refused(
      'member-twice',
      'hold userId twice',
      'TOKEN-PARAMS-DUPLICATE-KEYS',
      around('{"channelId":"c1","userId":"u2","userId":"u1"}'),
    ),
    ...open(around),
  ]
}
