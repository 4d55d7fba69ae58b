import { without } from '../../../members.ts'
import { kebabCase } from '../../../text.ts'
import type { Json } from '../../../model/index.ts'
import { encodeBase64, encodeParams } from '../../../token/index.ts'
import { IDS } from '../../rows/row.ts'
import { fittingToken, replaced, TWIN, type PlainToken, type VerifyRow } from '../../rows/verify.ts'

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values)
const ascii = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const TWO_IDS = '"channelId":"c1","userId":"u1"'

/** A token whose signature fits, around params that encode this text or these bytes. */
type Around = (content: string | Uint8Array) => string
const aroundOf =
  (plain: PlainToken): Around =>
  (content) =>
    fittingToken(
      replaced(plain, { 3: typeof content === 'string' ? encodeParams(content) : encodeBase64(content) }),
    )

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
      ['invalid-utf-8', Buffer.concat([ascii('{"channelId":"'), bytes(0xff), ascii('","userId":"u1"}')])],
      ['latin-1', ascii('{"channelId":"caf\u00e9","userId":"u1"}')],
      [
        'surrogates-as-utf-8',
        Buffer.concat([ascii('{"channelId":"'), bytes(0xed, 0xa0, 0xbd), ascii('","userId":"u1"}')]),
      ],
      [
        'overlong-utf-8',
        Buffer.concat([ascii('{"channelId":"'), bytes(0xc0, 0xaf), ascii('","userId":"u1"}')]),
      ],
      ['utf-16', Buffer.from(JSON.stringify(IDS), 'utf16le')],
      ['array', `[{${TWO_IDS}}]`],
      ['string', '"channelId"'],
      ['number', '1'],
      ['null', 'null'],
      ['encoded-twice', JSON.stringify(JSON.stringify(IDS))],
    ] as const
  ).map(([name, content]) => ({
    name: `params-json-${name}`,
    title: `Refuses params that decode to no JSON object: ${name.replaceAll('-', ' ')}`,
    level: 'recommended' as const,
    requirements: ['TOKEN-VERIFY-PARAMS-JSON'],
    twin: TWIN,
    token: around(content),
    reasons: ['params', 'malformed'],
  }))

const WRONG: Readonly<Record<string, readonly Json[]>> = {
  channelId: [null, 1, ['c1']],
  userId: [null, 1, true],
  privileges: ['1', 1.5],
  channelDuration: ['90', 1.5],
  duration: ['3600', 3600.5, true],
  size: ['12', 1.5],
  delayClose: ['60', 1.5],
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
          const kind =
            value === null
              ? 'null'
              : Array.isArray(value)
                ? 'array'
                : typeof value === 'number' && !Number.isInteger(value)
                  ? 'fraction'
                  : typeof value
          const slug = kebabCase(name)
          return [`${slug}-as-${kind}`, JSON.stringify({ ...IDS, [name]: value })] as const
        }),
      ),
    ] as const
  ).map(([name, json]) => ({
    name: `params-rule-${name}`,
    title: `Refuses params that break a rule of section 2.1: ${name.replaceAll('-', ' ')}`,
    level: 'recommended' as const,
    requirements: ['TOKEN-VERIFY-PARAM-RULES'],
    twin: TWIN,
    token: around(json),
    reasons: ['params', 'malformed'],
  }))

const recommended = (around: Around): VerifyRow[] => [
  {
    name: 'params-member-twice',
    title: 'Refuses params that hold userId twice',
    level: 'recommended',
    requirements: ['TOKEN-PARAMS-DUPLICATE-KEYS'],
    twin: TWIN,
    token: around('{"channelId":"c1","userId":"u2","userId":"u1"}'),
    reasons: ['params', 'malformed'],
  },
]

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
    level: 'unspecified' as const,
    requirements: [requirement] as const,
    json: json.replace('\ufeff', ''),
    token: around(json),
    reasons: ['params', 'malformed'],
    open: requirement,
  }))

export function damagedParams(plain: PlainToken): VerifyRow[] {
  const around = aroundOf(plain)
  return [...noJson(around), ...brokenRules(around), ...recommended(around), ...open(around)]
}
