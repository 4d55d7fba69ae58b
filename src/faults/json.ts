import type { Json, JsonObject } from '../model.ts'
import { isObject, TokenError } from '../token/index.ts'
import { ALL_NULL, boundless, members, values, withoutNulls } from './members.ts'
import { faultsOf, KNOWN_DEFAULT } from './table.ts'
import { TEXT_ROWS } from './text.ts'

/** The bound of a stream's delayClose (section 2.3). */
const STREAM_MAXIMUM = 600

/** Half of a character beyond U+FFFF, alone or not. */
const SURROGATE = /[\ud800-\udfff]/g

export const JSON_FAULTS = faultsOf('json', [
  {
    id: 'json-failed-encode-ignored',
    does: 'The JSON encoder fails on text that is no good UTF-8, and the empty result is signed.',
    origin:
      'PHP json_encode without JSON_THROW_ON_ERROR, fed with surrogates (CESU-8, as from Java or old MySQL).',
    repair: 'Check that the encoding succeeded before signing; PHP: JSON_THROW_ON_ERROR.',
    seen: 'ondrakoupil/csob#17',
    mistake: (sdk) => ({
      serialise: (joinParams) => (hasSurrogates(joinParams) ? '' : sdk.serialise(joinParams)),
    }),
  },
  {
    id: 'json-surrogate-lost',
    does: 'Characters beyond U+FFFF turn into replacement characters.',
    origin: 'Text encoded one UTF-16 unit at a time: Java and C# char loops, Python errors="replace".',
    repair: 'Encode the whole text as UTF-8 at once; Java: getBytes(StandardCharsets.UTF_8).',
    seen: 'agent0ai/agent-zero#1773',
    mistake: (sdk) => ({ encodeText: (json) => sdk.encodeText(json.replace(SURROGATE, '\ufffd')) }),
  },
  {
    id: 'json-concatenated',
    does: 'The JSON is put together from strings, without escapes.',
    origin: 'Any language: sprintf or a template around the ids.',
    repair:
      'Use a JSON encoder: quotes, backslashes and control characters need escapes (RFC 8259 section 7).',
    seen: 'lestrrat-go/jwx#1817',
    mistake: () => ({ serialise: concatenated }),
  },
  {
    id: 'json-null-optional',
    does: 'Optional members that are not set are sent as null.',
    origin:
      'Java Jackson and Gson serializeNulls; Rust serde without skip_serializing_if; C# System.Text.Json.',
    repair: 'Leave members out that are not set; C#: JsonIgnoreCondition.WhenWritingNull.',
    seen: 'rusoto/rusoto#686',
    mistake: (sdk) => ({
      check: (joinParams) => sdk.check(isObject(joinParams) ? withoutNulls(joinParams) : joinParams),
      prepare: (joinParams, timestamp) => ({ ...ALL_NULL, ...sdk.prepare(joinParams, timestamp) }),
    }),
  },
  {
    id: 'json-number-as-string',
    does: 'Integers are sent as strings.',
    origin: 'Any language: values taken from a form, an environment variable or a map of strings.',
    repair: 'Send integers as JSON numbers, without quotes.',
    seen: KNOWN_DEFAULT,
    mistake: values((value) => (typeof value === 'number' ? String(value) : value)),
  },
  {
    id: 'json-userid-as-number',
    does: 'A userId of digits is sent as a number.',
    origin: 'An SDK whose user id is an integer; PHP JSON_NUMERIC_CHECK.',
    repair: 'Send userId as a string, digits and leading zeros included.',
    seen: 'AgoraIO/Tools#32',
    mistake: values((value, name) => (name === 'userId' && isDigits(value) ? Number(value) : value)),
  },
  {
    id: 'json-key-case',
    does: 'The names of the members are in snake case.',
    origin: 'Ruby and Python attribute names; Go and C# without tags send Pascal case instead.',
    repair: 'Name the members as section 2.1 does: channelId, userId, channelDuration, delayClose.',
    seen: KNOWN_DEFAULT,
    mistake: members(([name, value]) => [[snakeCase(name), value]]),
  },
  {
    id: 'json-serialised-twice',
    does: 'One serialisation of the join parameters is signed and another is sent.',
    origin: 'Python: json.dumps with separators for the signature, and without for the token.',
    repair: 'Encode the join parameters once, and sign and send that same params text.',
    seen: 'prebid/salesagent#1104',
    mistake: () => ({ resend: (_params, joinParams, encode) => encode(spaced(joinParams)) }),
  },
  ...TEXT_ROWS,
  {
    id: 'zero-dropped',
    does: 'Members with the value 0 are left out, so that their defaults take effect.',
    origin: 'Go struct tag omitempty; JavaScript if (value).',
    repair: 'Leave out only what is not set; Go: a pointer with omitempty, JavaScript: value !== undefined.',
    seen: 'googleapis/google-api-go-client#54',
    mistake: members((entry) => (entry[1] === 0 ? [] : [entry])),
  },
  {
    id: 'duration-unbounded',
    does: 'A duration above 86400 is signed.',
    origin: 'Any language: no check, because the service would refuse the token anyway.',
    repair: 'Refuse a duration above 86400 seconds (section 8).',
    seen: 'juspay/neurolink#1081',
    mistake: (sdk) => ({ check: boundless(sdk.check) }),
  },
  {
    id: 'delayclose-bounds-confused',
    does: 'A delayClose above 600 is refused: that is the bound of a stream.',
    origin: 'Any language: one validator for both members of that name.',
    repair: 'Let the delayClose of a token go up to 86400; 600 holds for streams (section 2.3).',
    seen: KNOWN_DEFAULT,
    mistake: (sdk) => ({
      check: (joinParams) => {
        sdk.check(joinParams)
        if (isObject(joinParams) && Number(joinParams['delayClose']) > STREAM_MAXIMUM)
          throw new TokenError('out-of-range', 'delayClose must be at most 600')
      },
    }),
  },
])

function hasSurrogates(joinParams: JsonObject): boolean {
  return Object.values(joinParams).some((value) => typeof value === 'string' && value.search(SURROGATE) >= 0)
}

function isDigits(value: Json): boolean {
  return typeof value === 'string' && /^[0-9]+$/.test(value)
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function concatenated(joinParams: JsonObject): string {
  const written = Object.entries(joinParams).map(
    ([name, value]) => `"${name}":${typeof value === 'string' ? `"${value}"` : JSON.stringify(value)}`,
  )
  return `{${written.join(',')}}`
}

/** As json.dumps writes it by default. */
function spaced(joinParams: JsonObject): string {
  const written = Object.entries(joinParams).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`)
  return `{${written.join(', ')}}`
}
