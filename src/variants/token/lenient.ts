import { parse } from 'jsonc-parser'
import type { Alteration } from '../../faults/fault.ts'
import { anyObject, canonical, numeric, parseLeniently, withTimestamp } from '../../faults/token/verify.ts'
import { isObject } from '../../json.ts'
import { jsonOrNothing, objectOrNothing } from '../../members.ts'
import type { JsonObject } from '../../model/index.ts'
import { TokenError } from '../../token/index.ts'
import type { TokenVariant } from './tokenVariant.ts'

/** Readers that accept more than the encoder of section 4.5 writes; RFC 8259 section 9 allows extensions. */
const LENIENT: readonly (readonly [
  id: string,
  does: string,
  departs: readonly string[],
  alteration: Alteration,
])[] = [
  [
    'base64',
    'White space other than line breaks, the URL-safe alphabet, missing padding and unused bits are let through.',
    [
      'TOKEN-VERIFY-BASE64',
      'TOKEN-VERIFY-OUTER-TEXT',
      'TOKEN-PARAMS-UNUSED-BITS',
      'TOKEN-SIGNATURE-UNUSED-BITS',
    ],
    (sdk) => ({
      parse: (token) => (/[\r\n]/.test(token) ? sdk.parse(token) : parseLeniently(token, sdk.parse)),
      decode: (text) => sdk.decode(canonical(text)),
      signatureFits: (own, received) => own === canonical(received),
    }),
  ],
  [
    'digits',
    'The timestamp is read as any number, with signs and exponents.',
    ['TOKEN-VERIFY-TIMESTAMP'],
    (sdk) => ({
      parse: (token) => (/[\r\n]/.test(token) ? sdk.parse(token) : withTimestamp(token, sdk.parse, numeric)),
    }),
  ],
  [
    'unicode-digits',
    'Digits of any script are digits.',
    ['TOKEN-VERIFY-TIMESTAMP'],
    (sdk) => ({ parse: (token) => withTimestamp(token, sdk.parse, latinDigits) }),
  ],
  [
    'json',
    'Comments, trailing commas, single quotes, NaN and numbers of JavaScript are read.',
    ['TOKEN-VERIFY-PARAMS-JSON', 'TOKEN-VERIFY-PARAM-RULES', 'TOKEN-PARAMS-DUPLICATE-KEYS'],
    () => ({ readJoinParams: (bytes) => leniently(bytes) }),
  ],
  [
    'utf8',
    'Bytes that are no UTF-8 turn into replacement characters.',
    ['TOKEN-VERIFY-PARAMS-JSON'],
    (sdk) => ({
      readJoinParams: (bytes) => sdk.readJoinParams(Buffer.from(Buffer.from(bytes).toString('utf8'))),
    }),
  ],
  [
    'rules',
    'The rules of section 2.1 are left to the service.',
    ['TOKEN-VERIFY-PARAM-RULES', 'TOKEN-PARAMS-DUPLICATE-KEYS', 'TOKEN-VERIFY-PARAMS-JSON'],
    () => ({ readJoinParams: (bytes) => anyObject(bytes) }),
  ],
  [
    'duplicates',
    'Of a member that stands twice the last one counts.',
    ['TOKEN-PARAMS-DUPLICATE-KEYS', 'TOKEN-VERIFY-PARAMS-JSON'],
    (sdk) => ({
      readJoinParams: (bytes) => sdk.readJoinParams(Buffer.from(JSON.stringify(parsed(bytes)))),
    }),
  ],
  [
    'outer-white-space',
    'Spaces around the token are taken away.',
    ['TOKEN-VERIFY-OUTER-TEXT'],
    (sdk) => ({ parse: (token) => sdk.parse(token.replace(/^[ \t\ufeff]+|[ \t]+$/g, '')) }),
  ],
]

/** JSON with the extensions that readers are known for. */
function leniently(bytes: Uint8Array): JsonObject {
  const text = Buffer.from(bytes).toString('utf8')
  const plain = jsonOrNothing(text)
  const value: unknown =
    plain ??
    parse(text.replaceAll("'", '"').replace(/\bNaN\b|\bInfinity\b/g, '0'), [], { allowTrailingComma: true })
  if (isObject(value)) return value
  throw new TokenError('params', 'no JSON object')
}

function parsed(bytes: Uint8Array): JsonObject {
  const content = objectOrNothing(Buffer.from(bytes).toString('utf8'))
  if (!content) throw new TokenError('params', 'no JSON object')
  return content
}

/** Reads Arabic-Indic and full-width digits as ASCII. */
const latinDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) & 0xf))

export const LENIENT_VARIANTS: readonly TokenVariant[] = LENIENT.map(
  ([id, does, departs, alteration]): TokenVariant => ({
    id: `verify-lenient-${id}`,
    section: '4.5',
    open: 'The rules of section 4.5 are for who makes a token; what a reader must refuse beside line breaks is not said.',
    does,
    departs,
    alteration,
  }),
)
