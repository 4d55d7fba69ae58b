import { values } from './members.ts'
import type { Mistake } from './model.ts'
import { KNOWN_DEFAULT, type FaultRow } from './table.ts'

const HTML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
}

const inIds = (change: (text: string) => string): Mistake =>
  values((value, name) =>
    typeof value === 'string' && /^(?:channel|user)Id$/.test(name) ? change(value) : value,
  )

/** Ids changed on the way. Code that cleans text cleans the JSON that it is handed as well. */
export const TEXT_ROWS: readonly FaultRow[] = [
  {
    id: 'text-trimmed',
    does: 'White space is cut off both ends of text: of the ids, and of JSON that is handed in.',
    origin: 'A web framework that trims all input: Laravel TrimStrings; a validator with trim().',
    repair: 'Keep text as it is: white space at the ends of an id belongs to it.',
    seen: KNOWN_DEFAULT,
    mistake: (sdk) => ({
      ...inIds((text) => text.trim())(sdk),
      encodeText: (json) => sdk.encodeText(json.trim()),
    }),
  },
  {
    id: 'text-normalised',
    does: 'Text is brought into Unicode normalisation form C.',
    origin: 'Swift and macOS file names; Python unicodedata.normalize; a sanitiser of user names.',
    repair: 'Keep text code point by code point, without normalising it.',
    seen: KNOWN_DEFAULT,
    mistake: (sdk) => ({ encodeText: (json) => sdk.encodeText(json.normalize('NFC')) }),
  },
  {
    id: 'text-lowercased',
    does: 'The ids are turned into lower case.',
    origin: 'Any language: ids treated like e-mail addresses or host names.',
    repair: 'Keep the ids in the case in which they come.',
    seen: KNOWN_DEFAULT,
    mistake: inIds((text) => text.toLowerCase()),
  },
  {
    id: 'text-html-escaped',
    does: 'The ids hold HTML entities instead of quotes, ampersands and angle brackets.',
    origin: 'PHP htmlspecialchars; a template engine that escapes by itself.',
    repair: 'Put the ids into the JSON unescaped, and escape only what goes into HTML.',
    seen: KNOWN_DEFAULT,
    mistake: inIds((text) => text.replace(/[&<>"']/g, (character) => HTML[character] ?? character)),
  },
]
