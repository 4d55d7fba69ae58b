import { JSON_STYLES } from '../../faults/faultySdk/jsonStyles.ts'
import { without } from '../../members.ts'
import { unicodeEscape } from '../../text.ts'
import type { Json, JsonObject } from '../../model/index.ts'
import { JOIN_DEFAULTS, JOIN_PARAMS } from '../../interface/joinParams.ts'
import { type TokenVariant, tokenWaysWith } from './tokenVariant.ts'
import { isObject } from '../../json.ts'
import type { Alteration, Stages } from '../../faults/fault.ts'
import { TokenError, withUnusedBits } from '../../token/index.ts'
import { checkJoinParams } from '../../token/joinParams.ts'

const STYLE = {
  section: '4.5',
  open: 'Section 4.5 asks for the JSON encoding of the join parameters, and shows neither order, white space nor escapes.',
  decides: ['TOKEN-PARAMS-JSON-STYLE'],
} as const

const compact = (value: Json): string => JSON.stringify(value)

/** Writes each text of the JSON, names included, with a function of its own. */
const texts = (write: (text: string) => string) => (value: JsonObject) =>
  `{${Object.entries(value)
    .map(([name, member]) => `${write(name)}:${typeof member === 'string' ? write(member) : compact(member)}`)
    .join(',')}}`

const controlAsHex = (one: string): string => (one < ' ' ? unicodeEscape(one) : compact(one).slice(1, -1))

const style = (does: string, serialise: Stages['serialise']) => ({ does, alteration: () => ({ serialise }) })

/** Another order of members; those of one weight stay as they are. */
const sorted = (value: JsonObject, weight: (member: readonly [string, Json]) => number): JsonObject =>
  Object.fromEntries(Object.entries(value).sort((a, b) => weight(a) - weight(b)))

export const JSON_VARIANTS: readonly TokenVariant[] = [
  ...JSON_STYLES.map(({ id, of, alteration }) => ({
    ...STYLE,
    id: `json-${id}`,
    does: `The params are written as by ${of}.`,
    alteration,
  })),
  ...tokenWaysWith(STYLE)({
    'json-every-character-escaped': style(
      'Every character of names and texts is written as an escape.',
      texts((text) => `"${text.replace(/[^]/g, unicodeEscape)}"`),
    ),
    'json-solidus-and-ascii': style('A solidus and all beyond ASCII are escaped, as PHP does.', (value) =>
      compact(value)
        .replaceAll('/', '\\/')
        .replace(/[^\0-\u007e]/g, unicodeEscape),
    ),
    'json-punctuation-escaped': style(
      'Punctuation in texts is escaped.',
      texts((text) => compact(text).replace(/(?!^|.$)[&'()*+:;<=>@]/g, unicodeEscape)),
    ),
    'json-names-escaped': style('The first letter of each name is an escape.', (value) =>
      compact(value).replace(/(?<=")[a-zA-Z](?=[a-zA-Z]*":)/g, unicodeEscape),
    ),
    'json-white-space-around': style(
      'White space stands before and after the object.',
      (value) => ` \t\r\n${compact(value)}\n\n`,
    ),
    'json-one-member-a-line': style('Each member has a line, with the comma in front.', (value) => {
      const members = Object.entries(value).map(([name, member]) => `${compact(name)}:${compact(member)}`)
      return `{${members.join('\n, ')}}`
    }),
    'json-ids-last': style('Numbers stand before the ids.', (value) =>
      compact(sorted(value, ([, member]) => (typeof member === 'string' ? 1 : 0))),
    ),
    'json-control-as-hex': style(
      'Control characters are written as \\u escapes and never as \\n or \\t.',
      texts((text) => `"${Array.from(text, controlAsHex).join('')}"`),
    ),
    'json-by-length': style('Members are ordered by the length of their names.', (value) =>
      compact(sorted(value, ([name]) => name.length)),
    ),
  }),
  ...Object.entries(JOIN_DEFAULTS).flatMap(([name, standing]): TokenVariant[] => {
    const row = (end: string, does: string, prepare: (asked: JsonObject) => JsonObject): TokenVariant => ({
      id: `default-${name}-${end.replace(' ', '-')}`,
      section: '2.1',
      open: `A missing ${name} means ${standing}; whether it is ${end} is not said.`,
      does: `${name} ${does}.`,
      alteration: (sdk) => ({ prepare: (asked, now) => prepare(sdk.prepare(asked, now)) }),
    })
    return [
      row('written', `${standing} always stands in the params`, (asked) => ({ [name]: standing, ...asked })),
      row('left out', `is left out where it is ${standing}`, (asked) =>
        asked[name] === standing ? without(asked, name) : asked,
      ),
    ]
  }),
]

const OPEN = 'The interface lets the service refuse; code that makes tokens owes no refusal.'
const REFUSALS = [
  ['missing-field', ['SDK-REFUSES-MISSING-FIELD']],
  ['wrong-type', ['SDK-REFUSES-WRONG-TYPE']],
  ['out-of-range', ['SDK-REFUSES-LONG-DURATION', 'SDK-REFUSES-LONG-DELAYCLOSE']],
] as const
const MINT = { section: '2.1', open: OPEN } as const

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

function coerced(value: Json): JsonObject {
  if (!isObject(value)) return {}
  const number = (member: Json): Json =>
    typeof member === 'string' && /^[0-9]+$/.test(member) ? Number(member) : member
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, INTEGERS.has(name) ? number(member) : member]),
  )
}

export const MINT_VARIANTS: readonly TokenVariant[] = [
  ...tokenWaysWith(MINT)({
    'mint-unchecked': {
      does: 'Whatever it gets is signed.',
      departs: [...REFUSALS.flatMap(([, departs]) => departs), 'SDK-REFUSES-EMPTY-SECRET'],
      alteration: () => ({ check: () => undefined, checkSecret: () => undefined }),
    },
  }),
  ...REFUSALS.map(([reason, departs]): TokenVariant => ({
    ...MINT,
    id: `mint-takes-${reason}`,
    does: `Join parameters that the service refuses (${reason}) are signed.`,
    departs,
    alteration: insteadOfCheck((error) => {
      if (error.code !== reason) throw error
    }),
  })),
  ...tokenWaysWith(MINT)({
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
      alteration: (sdk) => ({ encodeSignature: (...mac) => withUnusedBits(sdk.encodeSignature(...mac)) }),
    },
    'mint-params-unused-bits': {
      does: 'The unused bits of the params are not zero.',
      departs: ['TOKEN-PARAMS-UNUSED-BITS'],
      alteration: (sdk) => ({ encodeParams: (...bytes) => withUnusedBits(sdk.encodeParams(...bytes)) }),
    },
  }),
  ...tokenWaysWith({ section: '4.5' })({
    'mint-byte-order-mark': {
      open: 'The JSON encoding is not described; RFC 8259 section 8.1 forbids the mark and lets readers ignore it.',
      does: 'The JSON of the params begins with a byte order mark.',
      departs: ['TOKEN-PARAMS-NO-BYTE-ORDER-MARK'],
      alteration: (sdk) => ({ serialise: (value) => `\ufeff${sdk.serialise(value)}` }),
    },
    'mint-member-twice': {
      open: 'The JSON encoding is not described; RFC 8259 section 4 says that names should be unique.',
      does: 'The userId stands twice, with the same value.',
      departs: ['TOKEN-PARAMS-DUPLICATE-KEYS'],
      alteration: (sdk) => ({
        serialise: (all) => sdk.serialise(all).replace('{', () => `{"userId":${compact(all['userId']!)},`),
      }),
    },
    'mint-member-added': {
      section: '2.1',
      open: 'Whether the params may hold members that the interface does not list is not shown.',
      does: 'A member of its own stands in the params.',
      decides: ['PARAM-UNLISTED-MEMBERS'],
      departs: ['TOKEN-PARAMS-NOTHING-ADDED'],
      alteration: (sdk) => ({ prepare: (...asked) => ({ ...sdk.prepare(...asked), issuedBy: 'sdk' }) }),
    },
    'mint-utf-16': {
      open: 'Section 4.5 names UTF-8 for key and message; for the JSON of the params RFC 8259 section 8.1 does.',
      does: 'The JSON of the params is UTF-16.',
      departs: ['TOKEN-PARAMS-UTF8'],
      alteration: () => ({ encodeText: (json) => Buffer.from(json, 'utf16le') }),
    },
  }),
]
