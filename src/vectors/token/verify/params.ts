import { without } from '../../../members.ts'
import { kebabCase } from '../../../text.ts'
import type { Json } from '../../../model/index.ts'
import { encodeBase64, encodeParams } from '../../../token/index.ts'
import { IDS } from '../../rows/row.ts'
import { fittingToken, replaced, TWIN, type PlainToken, type VerifyRow } from '../../rows/verify.ts'

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
