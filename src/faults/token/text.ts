import type { Json } from '../../model/index.ts'
import { isOneOf } from '../../tables.ts'
import { inJson } from '../../json.ts'
import { percentDecoded } from '../../text.ts'
import { values } from './joinParams.ts'
import type { Alteration } from '../fault.ts'
import { before, sdkRows, sdkRowsWith, inForms, combined, type SdkRow } from '../faultySdk/index.ts'
import { LOWERS, cutsAt, TRIMS } from '../forms/text.ts'
import { each, named } from '../forms/named.ts'
import { bytesDecoded, OTHER_ENCODERS } from '../forms/encodings.ts'

const HTML = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' }

const IDS = ['channelId', 'userId'] as const
/** A trim has a form of each language: in one id alone its main form will do. */
const MANY = 20
/** Where columns and buffers end. */
const LENGTHS = [64, 16, 20, 32, 36, 40, 50, 63, 100, 127, 128, 255, 256] as const
const [, ...UNIT_CUTS] = cutsAt(LENGTHS, ['UTF-16 units'])

const inIds = (change: (text: string) => Json): Alteration =>
  values((value, name) => (typeof value === 'string' && isOneOf(IDS, name) ? change(value) : value))

/** @param own of the code: HTML has several entities for one character */
const entities = (own: Readonly<Record<string, string>>): Alteration => {
  const all: Readonly<Record<string, string>> = { ...HTML, ...own }
  return inIds((text) => text.replace(/[&<>"']/g, (character) => all[character]!))
}

/** Code that cleans text also cleans the JSON that it gets. */
const everywhere = (change: (text: string) => string): Alteration =>
  combined(inIds(change), before('encodeText')(change))
const [trimmed, ...trimmedOtherwise] = each(TRIMS, everywhere)

const ROWS = sdkRows({
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
    // Go and Python write &#34; and &#39;, and &#x27;.
    ...inForms([
      entities({}),
      entities({ '"': '&#34;', "'": '&#39;' }),
      ...['&#x27;', '&#39;', "'"].map((apostrophe) => entities({ "'": apostrophe })),
    ]),
  },
  'text-separators-tightened': {
    does: 'The ids lose the blanks behind commas and colons.',
    origin: 'Python: json.dumps, and replace(", ", ",") to make the JSON compact.',
    repair: 'Make compact JSON by the encoder; Python: separators=(",", ":").',
    ...inForms([
      inIds((text) => text.replaceAll(', ', ',').replaceAll(': ', ':')),
      inIds((text) => text.replace(/([,:])\s+/g, '$1')),
      inIds((text) => text.replaceAll(', ', ',')),
      inIds((text) => text.replaceAll(': ', ':')),
      inIds((text) => text.replaceAll('", "', '","').replaceAll('": ', '":')),
    ]),
  },
  'text-percent-encoded': {
    does: 'The ids are percent-encoded.',
    origin: 'JavaScript encodeURIComponent; Python quote; a client that builds URLs.',
    repair: 'Put the ids into the JSON as they are.',
    ...inForms([
      named('JavaScript encodeURIComponent', inIds(encodeURIComponent)),
      inIds((text) => encodeURIComponent(text).replaceAll('%20', '+')),
      ...each(OTHER_ENCODERS, inIds),
    ]),
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
    ...inForms([
      inIds((text) => text.replace(/(?=\p{ASCII})\p{Cc}/gu, '')),
      inIds((text) => text.replace(/\p{Cc}/gu, '')),
      // Without U+007F, which some code forgets.
      inIds((text) => text.replace(/(?!\u007f)(?=\p{ASCII})\p{Cc}/gu, ' ')),
      inIds((text) => text.replace(/[\p{Cc}\p{Cf}]/gu, '')),
    ]),
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
    alteration: inIds((text) => (text === 'null' ? null : text)),
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
})

/** Ids that code changes on the way. */
export const TEXT_ROWS = inOneId(ROWS)

/** Each fault in the userId or the channelId alone, too. */
function inOneId(rows: readonly SdkRow[]): readonly SdkRow[] {
  return rows.map((row) => {
    const { alteration, others = [] } = row
    const ofOne = others.length > MANY ? [alteration] : [alteration, ...others]
    return { ...row, others: [...others, ...IDS.flatMap((id) => each(ofOne, (form) => only(id, form)))] }
  })
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

const inTexts = (change: (text: string) => string): Alteration =>
  values((value) => (typeof value === 'string' ? change(value) : value))
const replacing = (characters: RegExp, by = ''): Alteration => inTexts((text) => text.replace(characters, by))

/** Characters of planes and blocks that no shipped vector holds. */
export const RARE_TEXT_ROWS = sdkRowsWith({
  repair: 'Sign ids as they are, whatever characters they hold.',
})({
  'text-plane-one-scripts-removed': {
    does: 'Old scripts of plane 1 are removed.',
    origin: 'A filter that knows emoji as the only characters above U+FFFF.',
    alteration: replacing(/[\u{10000}-\u{103ff}]/gu),
  },
  'text-plane-15-removed': {
    does: 'Characters of plane 15 are removed.',
    origin: 'A filter for private characters.',
    alteration: replacing(/[\u{f0000}-\u{ffffd}]/gu),
  },
  'text-private-use-removed': {
    does: 'Characters of the private use area are removed.',
    origin: 'A filter for icons of fonts.',
    alteration: replacing(/[\ue000-\uf8ff]/g),
  },
  'text-tags-removed': {
    does: 'Tag characters (U+E0020 to U+E007E) are removed.',
    origin: 'A filter against invisible text.',
    alteration: replacing(/[\u{e0020}-\u{e007e}]/gu),
  },
  'text-plane-two-replaced': {
    does: 'Characters of plane 2 become U+FFFD.',
    origin: 'A font or database of the basic planes only.',
    alteration: replacing(/[\u{20000}-\u{2fffd}]/gu, '\ufffd'),
  },
  'text-joiners-removed': {
    does: 'Zero-width joiners and soft hyphens are removed.',
    origin: 'A filter against invisible text; it takes emoji of families apart.',
    alteration: replacing(/\u200c|\u200d|\u00ad/g),
  },
  'text-quotes-straightened': {
    does: 'Typographic quotes and dashes become those of ASCII.',
    origin: 'A clean-up of texts that were pasted from a word processor.',
    alteration: inTexts((text) =>
      text
        .replace(/[\u2018\u2019]/g, "'")
        .replace(/[\u201c\u201d]/g, '"')
        .replace(/\u2013|\u2014/g, '-'),
    ),
  },
  'text-digits-of-ascii': {
    does: 'Digits of other scripts become those of ASCII.',
    origin: 'A conversion of numbers that users type.',
    // All three blocks begin at a multiple of 16.
    alteration: inTexts((text) =>
      text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => `${digit.charCodeAt(0) % 16}`),
    ),
  },
  'text-line-ends-unified': {
    does: 'A carriage return before a line feed is removed.',
    origin: 'A file, form or editor in text mode.',
    alteration: replacing(/\r\n/g, '\n'),
  },
  'text-no-break-spaces-plain': {
    does: 'No-break spaces become spaces.',
    origin: 'A clean-up of text from a page.',
    alteration: replacing(/\u00a0|\u202f/g, ' '),
  },
})
