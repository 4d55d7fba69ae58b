import { isObject } from '../../json.ts'
import type { Alteration } from '../../faults/fault.ts'
import type { Json, JsonObject } from '../../model/index.ts'
import { JOIN_PARAMS } from '../../interface/joinParams.ts'
import { TokenError, withUnusedBits } from '../../token/index.ts'
import { checkJoinParams } from '../../token/joinParams.ts'
import { tokenWays, tokenWaysWith, type TokenVariant } from './tokenVariant.ts'

const OPEN = 'The interface lets the service refuse; code that makes tokens owes no refusal.'
const REFUSALS = [
  'SDK-REFUSES-MISSING-FIELD',
  'SDK-REFUSES-WRONG-TYPE',
  'SDK-REFUSES-LONG-DURATION',
  'SDK-REFUSES-LONG-DELAYCLOSE',
  'SDK-REFUSES-EMPTY-SECRET',
] as const
const row = { section: '2.1', open: OPEN } as const

/** What the SDK does where `check` finds a broken rule. */
const insteadOfCheck =
  (otherwise: (error: TokenError) => void): Alteration =>
  () => ({
    check: (joinParams) => {
      try {
        checkJoinParams(joinParams)
      } catch (error) {
        if (!(error instanceof TokenError)) throw error
        otherwise(error)
      }
    },
  })

const INTEGERS = new Set(JOIN_PARAMS.filter(({ type }) => type === 'integer').map(({ name }) => name))

/** Converts like a language without strict types: digits in a text are a number. */
function coerced(value: Json): JsonObject {
  if (!isObject(value)) return {}
  const number = (member: Json): Json =>
    typeof member === 'string' && /^[0-9]+$/.test(member) ? Number(member) : member
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, INTEGERS.has(name) ? number(member) : member]),
  )
}

export const MINT_VARIANTS: readonly TokenVariant[] = [
  ...tokenWaysWith(row)({
    'mint-unchecked': {
      does: 'Whatever it gets is signed.',
      departs: REFUSALS,
      alteration: () => ({ check: () => undefined, checkSecret: () => undefined }),
    },
  }),
  ...(
    [
      ['missing-field', ['SDK-REFUSES-MISSING-FIELD']],
      ['wrong-type', ['SDK-REFUSES-WRONG-TYPE']],
      ['out-of-range', ['SDK-REFUSES-LONG-DURATION', 'SDK-REFUSES-LONG-DELAYCLOSE']],
    ] as const
  ).map(([reason, departs]): TokenVariant => ({
    ...row,
    id: `mint-takes-${reason}`,
    does: `Join parameters that the service refuses (${reason}) are signed.`,
    departs,
    alteration: insteadOfCheck((error) => {
      if (error.code !== reason) throw error
    }),
  })),
  ...tokenWaysWith(row)({
    'mint-empty-secret': {
      does: 'An empty secret signs.',
      departs: ['SDK-REFUSES-EMPTY-SECRET'],
      alteration: () => ({ checkSecret: () => undefined }),
    },
    'mint-digits-as-numbers': {
      does: 'Digits in a text are taken for the integer that they say.',
      departs: ['SDK-REFUSES-WRONG-TYPE'],
      alteration: (sdk) => ({
        check: (joinParams) => sdk.check(isObject(joinParams) ? coerced(joinParams) : joinParams),
        prepare: (joinParams, now) => sdk.prepare(coerced(joinParams), now),
      }),
    },
    'mint-refuses-as-malformed': {
      does: 'Every refusal has the reason malformed.',
      alteration: insteadOfCheck(() => {
        throw new TokenError('malformed', 'refused')
      }),
    },
  }),
  ...tokenWaysWith({
    section: '4.5',
    open: 'Standard base64 leaves bits at the end that say nothing; RFC 4648 section 3.5 wants them to be zero.',
  })({
    'mint-unused-bits': {
      does: 'The unused bits of the signature are not zero.',
      departs: ['TOKEN-SIGNATURE-UNUSED-BITS'],
      alteration: (sdk) => ({
        encodeSignature: (mac, base64) => withUnusedBits(sdk.encodeSignature(mac, base64)),
      }),
    },
    'mint-params-unused-bits': {
      does: 'The unused bits of the params are not zero.',
      departs: ['TOKEN-PARAMS-UNUSED-BITS'],
      alteration: (sdk) => ({
        encodeParams: (bytes, base64) => withUnusedBits(sdk.encodeParams(bytes, base64)),
      }),
    },
  }),
  ...tokenWays({
    'mint-byte-order-mark': {
      section: '4.5',
      open: 'The JSON encoding is not described; RFC 8259 section 8.1 forbids the mark and lets readers ignore it.',
      does: 'The JSON of the params begins with a byte order mark.',
      departs: ['TOKEN-PARAMS-NO-BYTE-ORDER-MARK'],
      alteration: (sdk) => ({ serialise: (value) => `\ufeff${sdk.serialise(value)}` }),
    },
    'mint-member-twice': {
      section: '4.5',
      open: 'The JSON encoding is not described; RFC 8259 section 4 says that names should be unique.',
      does: 'The userId stands twice, with the same value.',
      departs: ['TOKEN-PARAMS-DUPLICATE-KEYS'],
      alteration: (sdk) => ({
        serialise: (value) =>
          sdk.serialise(value).replace('{', () => `{"userId":${JSON.stringify(value['userId'])},`),
      }),
    },
    'mint-member-added': {
      section: '2.1',
      open: 'Whether the params may hold members that the interface does not list is not shown.',
      does: 'A member of its own stands in the params.',
      decides: ['PARAM-UNLISTED-MEMBERS'],
      departs: ['TOKEN-PARAMS-NOTHING-ADDED'],
      alteration: (sdk) => ({
        prepare: (joinParams, now) => ({ ...sdk.prepare(joinParams, now), issuedBy: 'sdk' }),
      }),
    },
    'mint-utf-16': {
      section: '4.5',
      open: 'Section 4.5 names UTF-8 for key and message; for the JSON of the params RFC 8259 section 8.1 does.',
      does: 'The JSON of the params is UTF-16.',
      departs: ['TOKEN-PARAMS-UTF8'],
      alteration: () => ({ encodeText: (json) => Buffer.from(json, 'utf16le') }),
    },
  }),
]
