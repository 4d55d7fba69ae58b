import { inJson } from '../../json.ts'
import { percentDecoded } from '../../text.ts'
import { values } from './joinParams.ts'
import type { Alteration } from '../fault.ts'
import { type SdkRow, sdkRows, sdkRowsWith, inForms } from '../faultySdk/index.ts'
import { LOWERS, cutsAt, TRIMS } from '../forms/text.ts'
import { each, named } from '../forms/named.ts'
import { bytesDecoded, OTHER_ENCODERS } from '../forms/encodings.ts'

const HTML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
}

/** The control characters below the space; without U+007F, which some code forgets. */
const C0 = /(?!\u007f)(?=\p{ASCII})\p{Cc}/gu
const ASCII_CONTROL = /(?=\p{ASCII})\p{Cc}/gu

const IDS = ['channelId', 'userId'] as const
/** A trim has a form of each language: in one id alone its main form will do. */
const MANY = 20
/** Where columns and buffers end. */
const LENGTHS = [64, 16, 20, 32, 36, 40, 50, 63, 100, 127, 128, 255, 256] as const
const [, ...UNIT_CUTS] = cutsAt(LENGTHS, ['UTF-16 units'])

const inIds = (change: (text: string) => string): Alteration =>
  values((value, name) =>
    typeof value === 'string' && /^(?:channel|user)Id$/.test(name) ? change(value) : value,
  )

const escaped = (text: string, entities: Readonly<Record<string, string>>): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

const [trimmed, ...trimmedOtherwise] = each(TRIMS, everywhere)

/** Ids that code changes on the way. */
export const TEXT_ROWS: readonly SdkRow[] = inOneId(
  sdkRows({
    'text-trimmed': {
      does: 'White space is cut off both ends of text: of the ids, and of JSON that is handed in.',
      origin: 'A web framework that trims all input: Laravel TrimStrings; a validator with trim().',
      repair: 'Keep text as it is: white space at the ends of an id belongs to it.',
      ...inForms([trimmed!, ...each(TRIMS, inIds), ...trimmedOtherwise]),
    },
    'text-lowercased': {
      does: 'The ids are turned into lower case.',
      origin: 'Any language: ids treated like e-mail addresses or host names.',
      repair: 'Keep the ids in the case in which they come.',
      ...inForms(each(LOWERS, inIds)),
    },
    'text-html-escaped': {
      does: 'The ids hold HTML entities instead of quotes, ampersands and angle brackets.',
      origin: 'PHP htmlspecialchars; a template engine that escapes by itself.',
      repair: 'Put the ids into the JSON unescaped, and escape only what goes into HTML.',
      alteration: inIds((text) => escaped(text, HTML)),
      others: [
        // Go and Python write &#34; and &#39;, and &#x27;.
        inIds((text) => escaped(text, { ...HTML, '"': '&#34;', "'": '&#39;' })),
        inIds((text) => escaped(text, { ...HTML, "'": '&#x27;' })),
        inIds((text) => escaped(text, { ...HTML, "'": '&#39;' })),
        inIds((text) => escaped(text, { ...HTML, "'": "'" })),
      ],
    },
    'text-separators-tightened': {
      does: 'The ids lose the blanks behind commas and colons.',
      origin: 'Python: json.dumps, and replace(", ", ",") to make the JSON compact.',
      repair: 'Make compact JSON by the encoder; Python: separators=(",", ":").',
      alteration: inIds((text) => text.replaceAll(', ', ',').replaceAll(': ', ':')),
      others: [
        inIds((text) => text.replace(/([,:])\s+/g, '$1')),
        inIds((text) => text.replaceAll(', ', ',')),
        inIds((text) => text.replaceAll(': ', ':')),
        inIds((text) => text.replaceAll('", "', '","').replaceAll('": ', '":')),
      ],
    },
    'text-percent-encoded': {
      does: 'The ids are percent-encoded.',
      origin: 'JavaScript encodeURIComponent; Python quote; a client that builds URLs.',
      repair: 'Put the ids into the JSON as they are.',
      alteration: named('JavaScript encodeURIComponent', inIds(encodeURIComponent)),
      others: [
        inIds((text) => encodeURIComponent(text).replaceAll('%20', '+')),
        ...each(OTHER_ENCODERS, inIds),
      ],
    },
    'text-url-decoded': {
      does: 'Plus signs and percent signs in the ids are decoded as in a form.',
      origin: 'PHP urldecode of what was decoded already; a router that decodes twice.',
      repair: 'Decode what comes out of a URL once, and nothing else.',
      alteration: inIds((text) => percentDecoded(text.replaceAll('+', ' '))),
      others: [inIds(percentDecoded), inIds((text) => bytesDecoded(text.replaceAll('+', ' ')))],
    },
    'text-escaped-twice': {
      does: 'Quotation marks and backslashes in the ids are escaped once more.',
      origin: 'PHP addslashes; text escaped by hand before a JSON encoder escapes it.',
      repair: 'Leave all escapes to the JSON encoder.',
      alteration: inIds((text) => text.replace(/["\\]/g, '\\$&')),
      others: [inIds((text) => text.replace(/["'\\]/g, '\\$&').replaceAll('\0', '\\0')), inIds(inJson)],
    },
    'text-cut-at-nul': {
      does: 'The ids end at the first NUL character.',
      origin: 'C strings, and bindings to C libraries.',
      repair: 'Pass text with its length.',
      alteration: inIds((text) => text.replace(/\0.*$/s, '')),
    },
    'text-control-removed': {
      does: 'Control characters are taken out of the ids.',
      origin: 'A sanitiser of input; XML 1.0, which knows none.',
      repair: 'Keep the characters of an id; JSON can hold all of them.',
      alteration: inIds((text) => text.replace(ASCII_CONTROL, '')),
      others: [
        inIds((text) => text.replace(/\p{Cc}/gu, '')),
        inIds((text) => text.replace(C0, ' ')),
        inIds((text) => text.replace(/[\p{Cc}\p{Cf}]/gu, '')),
      ],
    },
    'text-ascii-only': {
      does: 'Characters beyond ASCII, or only those beyond U+FFFF, are taken out of the ids.',
      origin: 'A sanitiser such as FILTER_FLAG_STRIP_HIGH of PHP.',
      repair: 'Keep the characters of an id; it is Unicode text.',
      alteration: inIds((text) => text.replace(/[^\0-\u007f]/g, '')),
      others: [inIds((text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, ''))],
    },
    'text-white-space-collapsed': {
      does: 'Runs of white space in the ids turn into one space.',
      origin: 'HTML and XML attribute values; a validator that tidies text.',
      repair: 'Keep the white space of an id.',
      alteration: inIds((text) => text.replace(/\s+/g, ' ').trim()),
      others: [inIds((text) => text.replace(/\s+/g, ' ')), inIds((text) => text.replace(/\s+/g, ''))],
    },
    'text-null-as-null': {
      does: 'An id that reads null is sent as the JSON value null.',
      origin: 'Any language: JSON.parse of each value; YAML.',
      repair: 'Send the ids as text, whatever they look like.',
      alteration: values((value, name) =>
        /^(?:channel|user)Id$/.test(name) && value === 'null' ? null : value,
      ),
    },
    'text-cut-short': {
      does: 'Long ids are cut.',
      origin: 'A database column, or a buffer of fixed size.',
      repair: 'Keep the whole id, whatever its length; refuse what cannot be kept.',
      ...inForms([
        ...each(cutsAt(LENGTHS), inIds),
        ...IDS.flatMap((id) => each(UNIT_CUTS, (cut) => only(id, inIds(cut)))),
      ]),
    },
  }),
)

/** Each fault in the userId or the channelId alone, too. */
function inOneId(rows: readonly SdkRow[]): readonly SdkRow[] {
  return rows.map(({ alteration, others = [], ...row }) => ({
    ...row,
    alteration,
    others: [
      ...others,
      ...IDS.flatMap((id) =>
        each(others.length > MANY ? [alteration] : [alteration, ...others], (form) => only(id, form)),
      ),
    ],
  }))
}

function only(id: string, alteration: Alteration): Alteration {
  return (sdk, seen) => {
    const { prepare = sdk.prepare } = alteration(sdk, seen)
    return {
      prepare: (joinParams, timestamp) => {
        const changed = prepare(joinParams, timestamp)
        const kept = sdk.prepare(joinParams, timestamp)
        return Object.hasOwn(kept, id) && changed[id] !== undefined ? { ...kept, [id]: changed[id] } : kept
      },
    }
  }
}

/** Code that cleans text also cleans the JSON that it gets. */
function everywhere(change: (text: string) => string): Alteration {
  return (sdk, seen) => ({
    ...inIds(change)(sdk, seen),
    encodeText: (json) => sdk.encodeText(change(json)),
  })
}

const text = (change: (value: string) => string): Alteration =>
  values((value) => (typeof value === 'string' ? change(value) : value))

const points = (from: number, to: number): RegExp =>
  new RegExp(`[\\u{${from.toString(16)}}-\\u{${to.toString(16)}}]`, 'gu')

/** Characters of planes and blocks that no shipped vector holds. */
export const RARE_TEXT_ROWS: readonly SdkRow[] = sdkRowsWith({ repair: 'Sign ids as they are.' })({
  'text-plane-one-scripts-removed': {
    does: 'Old scripts of plane 1 are removed.',
    origin: 'A filter that knows emoji as the only characters above U+FFFF.',
    repair: 'Sign ids as they are, whatever the plane.',
    alteration: text((value) => value.replace(points(0x10000, 0x103ff), '')),
  },
  'text-plane-15-removed': {
    does: 'Characters of plane 15 are removed.',
    origin: 'A filter for private characters.',
    repair: 'Sign ids as they are, whatever the plane.',
    alteration: text((value) => value.replace(points(0xf0000, 0xffffd), '')),
  },
  'text-private-use-removed': {
    does: 'Characters of the private use area are removed.',
    origin: 'A filter for icons of fonts.',
    alteration: text((value) => value.replace(points(0xe000, 0xf8ff), '')),
  },
  'text-tags-removed': {
    does: 'Tag characters (U+E0020 to U+E007E) are removed.',
    origin: 'A filter against invisible text.',
    alteration: text((value) => value.replace(points(0xe0020, 0xe007e), '')),
  },
  'text-plane-two-replaced': {
    does: 'Characters of plane 2 become U+FFFD.',
    origin: 'A font or database of the basic planes only.',
    repair: 'Sign ids as they are, whatever the plane.',
    alteration: text((value) => value.replace(points(0x20000, 0x2fffd), '\ufffd')),
  },
  'text-joiners-removed': {
    does: 'Zero-width joiners and soft hyphens are removed.',
    origin: 'A filter against invisible text; it takes emoji of families apart.',
    alteration: text((value) => value.replace(/\u200c|\u200d|\u00ad/g, '')),
  },
  'text-quotes-straightened': {
    does: 'Typographic quotes and dashes become those of ASCII.',
    origin: 'A clean-up of texts that were pasted from a word processor.',
    alteration: text((value) =>
      value
        .replace(/[\u2018\u2019]/g, "'")
        .replace(/[\u201c\u201d]/g, '"')
        .replace(/\u2013|\u2014/g, '-'),
    ),
  },
  'text-digits-of-ascii': {
    does: 'Digits of other scripts become those of ASCII.',
    origin: 'A conversion of numbers that users type.',
    alteration: text((value) =>
      value.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) =>
        // All three blocks begin at a multiple of 16.
        String(digit.codePointAt(0)! % 16),
      ),
    ),
  },
  'text-line-ends-unified': {
    does: 'A carriage return before a line feed is removed.',
    origin: 'A file, form or editor in text mode.',
    alteration: text((value) => value.replaceAll('\r\n', '\n')),
  },
  'text-no-break-spaces-plain': {
    does: 'No-break spaces become spaces.',
    origin: 'A clean-up of text from a page.',
    alteration: text((value) => value.replace(/\u00a0|\u202f/g, ' ')),
  },
})
