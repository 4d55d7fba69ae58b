import type { Json, JsonObject } from '../../model/index.ts'
import { isListed, JOIN_DEFAULTS, OPTIONAL_JOIN_PARAMS } from '../../interface/joinParams.ts'
import { objectOrNothing } from '../../members.ts'
import {
  ALL_NULL,
  boundless,
  CHECK_ROWS,
  corrected,
  type Entry,
  inNumber,
  inOneMember,
  isOptionalParam,
  members,
  prepared,
  readRefusing,
  refusingMore,
  values,
  withoutNulls,
} from './joinParams.ts'
import type { Alteration, SeenChoices } from '../fault.ts'
import { INTEGER_TYPES, type IntegerType } from '../forms/integer.ts'
import { each, named } from '../forms/named.ts'
import { after, faultsOf, sdkRows, inForms, instead, combined } from '../faultySdk/index.ts'
import { inJson, own } from '../../json.ts'
import { SURROGATE } from './bytes.ts'
import { JSON_STYLES, spaced } from '../faultySdk/jsonStyles.ts'
import { TEXT_ROWS } from './text.ts'

const isDigits = (value: Json): boolean => typeof value === 'string' && /^[0-9]+$/.test(value)

const isNumeric = (value: Json): boolean =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))

const numberAsText = ([name, value]: Entry): Entry[] => [
  [name, typeof value === 'number' ? `${value}` : value],
]

const userIdAsNumber = (fits: (userId: Json) => boolean): Alteration =>
  values((value, name) => (name === 'userId' && fits(value) ? Number(value) : value))

/** As PHP JSON_NUMERIC_CHECK writes numbers: 64-bit integers as they are, others as floating-point numbers. */
function numericCheck(json: string): string {
  return json.replace(/(:\s*)"([+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)"/g, (_, before, text: string) => {
    const isInteger = /^[+-]?\d+$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text)
    return before + (isInteger ? String(BigInt(text)) : phpFloat(Number(text)))
  })
}

const rewritten = after('serialise')

/** Members of these names are sent as the whole numbers that their digits mean, without loss. */
const wholeNumbers = (names: string, fits: (whole: bigint) => boolean): Alteration =>
  rewritten((json) =>
    json.replace(
      new RegExp(`("${names}"\\s*:\\s*)"([0-9]+)"`, 'g'),
      (whole, before: string, digits: string) =>
        fits(BigInt(digits)) ? `${before}${BigInt(digits)}` : whole,
    ),
  )

function phpFloat(value: number): string {
  if (Math.abs(value) < 1e15) return String(value)
  const [mantissa = '', power = ''] = value.toExponential().split('e')
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}e${power}`
}

const scaled = (member: string, factor: number): Alteration =>
  inNumber(member, (value) => Math.trunc(value * factor))

const writing = (defaults: JsonObject): Alteration =>
  prepared((joinParams) => ({ ...defaults, ...joinParams }))

const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

const renamed = (change: (name: string) => string): Alteration =>
  members(([name, value]) => [[change(name), value]])

const renamedTo = (names: Readonly<Record<string, string>>): Alteration =>
  renamed((name) => own(names, name) ?? name)

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Nothing comes of the encoding, and that is not noticed. */
const emptyWhere =
  (fails: (joinParams: JsonObject, seen: SeenChoices) => boolean): Alteration =>
  (sdk, seen) => ({ serialise: (asked) => (fails(asked, seen) ? '' : sdk.serialise(asked)) })

/** What an answer shows, of such members alone. */
const shown = (json: string, fits: (name: string, value: Json) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(objectOrNothing(json) ?? {}).filter((entry) => fits(...entry)))

const ofIntegers =
  (only?: string) =>
  (type: IntegerType): Alteration =>
    values((value, name) =>
      [undefined, name].includes(only) && Number.isSafeInteger(value) ? type(Number(value)) : value,
    )

/** Members or values that were not in the question (section 2.1). */
const MEMBER_ROWS = sdkRows({
  'json-number-as-float': {
    does: 'Integers are sent with a fraction, such as 60.0.',
    origin: 'Java Gson with Map<String, Object>; Python float; Lua numbers.',
    repair: 'Keep integers in an integer type; Java: long, Python: int.',
    alteration: rewritten((json) => json.replace(/("(?:[^"\\]|\\.)*"\s*:\s*-?\d+)(?=\s*[,}])/g, '$1.0')),
  },
  'json-integers-wrapped': {
    does: 'An integer that does not fit into its type is sent as another number.',
    origin: 'Java shortValue() and intValue(); C uint16_t; Go int32(n); JavaScript n | 0.',
    repair: 'Keep integers in 64 bits, or refuse what does not fit; Java: long, C: int64_t.',
    ...inForms([undefined, ...OPTIONAL_JOIN_PARAMS].flatMap((only) => each(INTEGER_TYPES, ofIntegers(only)))),
  },
  'json-other-names': {
    does: 'The ids stand under the names that another service has for them.',
    origin: 'An SDK ported from another service: channel, channelName, uid, user.',
    repair: 'Name the members as section 2.1 does: channelId and userId.',
    ...inForms([
      renamedTo({ channelId: 'channel', userId: 'uid' }),
      renamedTo({ channelId: 'channelName', userId: 'uid' }),
      renamedTo({ channelId: 'channel', userId: 'user' }),
      renamedTo({ channelId: 'channelName' }),
      renamedTo({ userId: 'uid' }),
    ]),
  },
  'json-wrapped': {
    does: 'The join parameters stand within another object.',
    origin: 'Any language: an envelope of a request, or a class with one field.',
    repair: 'Encode the object of the join parameters itself.',
    ...inForms(
      ['joinParams', 'params', 'data'].map((name) => prepared((joinParams) => ({ [name]: joinParams }))),
    ),
  },
  'json-members-added': {
    does: 'The params hold members that were not asked for.',
    origin: 'Any language: a timestamp, an appId, a nonce or the version of the SDK.',
    repair: 'Encode the join parameters that were asked for, and nothing else.',
    alteration: (sdk, { json }) => ({
      prepare: (joinParams, timestamp) => ({
        ...sdk.prepare(joinParams, timestamp),
        ...(json === undefined ? { timestamp } : shown(json, (name) => !isListed(name))),
      }),
    }),
  },
  'json-own-defaults': {
    does: 'An optional that was not asked for is sent with a value of its own.',
    origin: 'Any language: a default of the SDK, such as a duration of 3600.',
    repair: 'Leave out what was not asked for: the defaults of section 2.1 hold then.',
    alteration: (sdk, { json, unsteady }) => ({
      prepare: (joinParams, timestamp) => ({
        ...(json === undefined ? { duration: 3600 } : ownDefaults(json, unsteady)),
        ...sdk.prepare(joinParams, timestamp),
      }),
    }),
    others: [{ size: 50 }, { delayClose: 60 }, { channelDuration: 60 }].map(writing),
  },
  'json-optional-ignored': {
    does: 'An optional that was asked for is never sent.',
    origin: 'Any language: a member forgotten in a hand-written list.',
    repair: 'Send every member of section 2.1 that is set.',
    alteration: members((entry) => (isOptionalParam(entry[0]) ? [] : [entry])),
    others: inOneMember(() => [], OPTIONAL_JOIN_PARAMS),
  },
  'ids-exchanged': {
    does: 'channelId and userId are exchanged.',
    origin: 'Any language: two arguments of the same type in the wrong order.',
    repair: 'Hand the arguments in by name, or in their order.',
    alteration: renamedTo({ channelId: 'userId', userId: 'channelId' }),
  },
  'durations-exchanged': {
    does: 'duration and channelDuration are exchanged.',
    origin: 'Any language: two arguments of the same type in the wrong order.',
    repair: 'duration is the validity in seconds, channelDuration the life of the channel in minutes.',
    alteration: renamedTo({ duration: 'channelDuration', channelDuration: 'duration' }),
  },
  'duration-other-unit': {
    does: 'The duration is sent in another unit than seconds.',
    origin: 'Java Duration.toMillis(); C# TimeSpan.TotalMinutes.',
    repair: 'Send seconds; Java: toSeconds(), C#: TotalSeconds.',
    // Milliseconds, microseconds, ticks of C#, nanoseconds of Go; minutes and hours, and minutes taken for seconds.
    ...inForms([1000, 1e6, 1e7, 1e9, 1 / 60, 1 / 3600, 60].map((factor) => scaled('duration', factor))),
  },
  'channelduration-other-unit': {
    does: 'The channelDuration is sent in another unit than minutes.',
    origin: 'Any language: seconds everywhere, since duration has them.',
    repair: 'Send minutes in channelDuration (section 2.1).',
    ...inForms([60, 60_000, 6e10, 1 / 60, 1 / 1440].map((factor) => scaled('channelDuration', factor))),
  },
})

/** Optionals at other values than their defaults; a value that changes within a run comes from somewhere else. */
const ownDefaults = (json: string, unsteady: readonly string[] = []): JsonObject =>
  shown(json, (name, value) => {
    const isDefault = isOptionalParam(name) && typeof value === 'number' && !unsteady.includes(name)
    return isDefault && value !== JOIN_DEFAULTS[name]
  })

/** The bound of a stream's delayClose (section 2.3). */
const STREAM_MAXIMUM = 600
const isBeyondStream = ({ delayClose }: JsonObject): boolean => Number(delayClose) > STREAM_MAXIMUM

const WRITING_ROWS = sdkRows({
  'json-failed-encode-ignored': {
    does: 'The JSON encoder fails on text that is no good UTF-8, and the empty result is signed.',
    origin: 'PHP json_encode without JSON_THROW_ON_ERROR, fed with CESU-8 surrogates of Java or old MySQL.',
    repair: 'Check that the encoding succeeded before signing; PHP: JSON_THROW_ON_ERROR.',
    reference: 'ondrakoupil/csob#17',
    alteration: emptyWhere((asked) =>
      Object.values(asked).some((value) => typeof value === 'string' && value.search(SURROGATE) >= 0),
    ),
    // Whatever made it fail, nothing came of it.
    others: [emptyWhere((_asked, { params }) => params === '')],
  },
  'json-concatenated': {
    does: 'The JSON is put together from strings, without escapes.',
    origin: 'Any language: sprintf or a template around the ids.',
    repair: 'Use a JSON encoder: quotes, backslashes, control characters need escapes (RFC 8259 section 7).',
    reference: 'lestrrat-go/jwx#1817',
    // In the style of the SDK, if there is one. None or some of the escapes are thought of.
    ...inForms([/(?!)/g, /"/g, /["\\]/g, /["\\\n\r\t]/g, /["\\\b\f\n\r\t]/g].map(concatenating)),
  },
  'json-null-optional': {
    does: 'Optional members that are not set are sent as null.',
    origin: 'Java Jackson, Gson serializeNulls; Rust serde without skip_serializing_if; C# System.Text.Json.',
    repair: 'Leave members out that are not set; C#: JsonIgnoreCondition.WhenWritingNull.',
    reference: 'rusoto/rusoto#686',
    alteration: corrected(withoutNulls, (joinParams) => ({ ...ALL_NULL, ...joinParams })),
    others: [writing(ALL_NULL)],
  },
  'json-number-as-string': {
    does: 'Integers are sent as strings.',
    origin: 'Any language: values taken from a form, an environment variable or a map of strings.',
    repair: 'Send integers as JSON numbers, without quotes.',
    alteration: members(numberAsText),
    others: inOneMember(numberAsText, OPTIONAL_JOIN_PARAMS),
  },
  'json-userid-as-number': {
    does: 'A userId of digits is sent as a number.',
    origin: 'An SDK whose user id is an integer; PHP JSON_NUMERIC_CHECK.',
    repair: 'Send userId as a string, digits and leading zeros included.',
    reference: 'AgoraIO/Tools#32',
    ...inForms([
      userIdAsNumber(isDigits),
      values((value) => (isDigits(value) ? Number(value) : value)),
      userIdAsNumber(isNumeric),
      // JavaScript's Number makes 0 of an empty text.
      userIdAsNumber((value) => value === '' || isNumeric(value)),
      rewritten(numericCheck),
      // Python's int has no bound; the 64 bits of others have one, beyond which a text stays what it is.
      ...[() => true, (whole: bigint) => BigInt.asIntN(64, whole) === whole].flatMap((fits) =>
        ['[^"]*', 'userId'].map((names) => wholeNumbers(names, fits)),
      ),
    ]),
  },
  'json-key-case': {
    does: 'The names of the members are in another case.',
    origin: 'Ruby and Python attribute names; Go and C# without tags send Pascal case instead.',
    repair: 'Name the members as section 2.1 does: channelId, userId, channelDuration, delayClose.',
    ...inForms([
      renamed(snakeCase),
      renamed(pascalCase),
      renamed((name) => name.toLowerCase()),
      renamed((name) => name.toUpperCase()),
      renamed((name) => snakeCase(name).replaceAll('_', '-')),
      renamed((name) => snakeCase(name).toUpperCase()),
      // C# and Java: only the D of Id is another letter.
      renamed((name) => name.replace(/Id$/, 'ID')),
      renamed((name) => pascalCase(name).replace(/Id$/, 'ID')),
      // One field without its tag.
      ...[snakeCase, pascalCase].flatMap((cased) => inOneMember(([name, value]) => [[cased(name), value]])),
    ]),
  },
  'json-serialised-twice': {
    does: 'One serialisation of the join parameters is signed and another is sent.',
    origin: 'Python: json.dumps with separators for the signature, and without for the token.',
    repair: 'Encode the join parameters once, and sign and send that same params text.',
    reference: 'prebid/salesagent#1104',
    alteration: instead('resend')((_params, joinParams, encode) => encode(spaced(joinParams))),
    // The other way round: one text is sent, and another was signed.
    others: JSON_STYLES.map(({ of, alteration }) => named(of, signedAs(alteration))),
  },
})

const VALUE_ROWS = sdkRows({
  'zero-dropped': {
    does: 'Members with the value 0 are left out, so that their defaults take effect.',
    origin: 'Go struct tag omitempty; JavaScript if (value).',
    repair: 'Leave out only what is not set; Go: pointers with omitempty, JavaScript: value !== undefined.',
    reference: 'googleapis/google-api-go-client#54',
    alteration: members((entry) => (entry[1] === 0 ? [] : [entry])),
    // Some SDKs drop empty text as well.
    others: [members((entry) => (entry[1] === 0 || entry[1] === '' ? [] : [entry]))],
  },
  'duration-unbounded': {
    does: 'A duration above 86400 is signed.',
    origin: 'Any language: no check, because the service would refuse the token anyway.',
    repair: 'Refuse a duration above 86400 seconds (section 8).',
    reference: 'juspay/neurolink#1081',
    alteration: boundless,
  },
  'delayclose-bounds-confused': {
    does: 'A delayClose above 600 is refused or lowered: that is the bound of a stream.',
    origin: 'Any language: one validator for both members of that name.',
    repair: 'Let the delayClose of a token go up to 86400; 600 holds for streams (section 2.3).',
    alteration: refusingMore(isBeyondStream),
    others: [
      readRefusing(isBeyondStream),
      inNumber('delayClose', (value) => Math.min(value, STREAM_MAXIMUM)),
    ],
  },
})

export const JSON_FAULTS = faultsOf('json', [
  ...WRITING_ROWS,
  ...TEXT_ROWS,
  ...VALUE_ROWS,
  ...MEMBER_ROWS,
  ...CHECK_ROWS,
])

/** @param escaped the characters that get an escape */
function concatenating(escaped: RegExp): Alteration {
  return (sdk) => ({
    serialise: (joinParams) => {
      const texts: string[] = []
      const marked = Object.entries(joinParams).map(([name, value]): Entry =>
        typeof value === 'string' ? [name, `@${texts.push(value) - 1}@`] : [name, value],
      )
      const json = sdk.serialise(Object.fromEntries(marked))
      return json.replace(/@(\d+)@/g, (_, at) => texts[Number(at)]!.replace(escaped, (one) => inJson(one)))
    },
  })
}

/** The sent text is in the style of the answer. */
function signedAs(style: Alteration): Alteration {
  return combined(style, (sdk) => ({
    resend: (_params, joinParams, encode) => encode(sdk.serialise(joinParams)),
  }))
}
