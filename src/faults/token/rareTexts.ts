import type { Alteration } from '../fault.ts'
import { sdkRows, type SdkRow } from '../faultySdk/index.ts'
import { values } from './members.ts'

const text = (change: (value: string) => string): Alteration =>
  values((value) => (typeof value === 'string' ? change(value) : value))

const points = (from: number, to: number): RegExp =>
  new RegExp(`[\\u{${from.toString(16)}}-\\u{${to.toString(16)}}]`, 'gu')

/** Characters of planes and blocks that no shipped vector holds. */
export const RARE_TEXT_ROWS: readonly SdkRow[] = sdkRows({
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
    repair: 'Sign ids as they are.',
    alteration: text((value) => value.replace(points(0xe000, 0xf8ff), '')),
  },
  'text-tags-removed': {
    does: 'Tag characters (U+E0020 to U+E007E) are removed.',
    origin: 'A filter against invisible text.',
    repair: 'Sign ids as they are.',
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
    repair: 'Sign ids as they are.',
    alteration: text((value) => value.replace(/\u200c|\u200d|\u00ad/g, '')),
  },
  'text-quotes-straightened': {
    does: 'Typographic quotes and dashes become those of ASCII.',
    origin: 'A clean-up of texts that were pasted from a word processor.',
    repair: 'Sign ids as they are.',
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
    repair: 'Sign ids as they are.',
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
    repair: 'Sign ids as they are.',
    alteration: text((value) => value.replaceAll('\r\n', '\n')),
  },
  'text-no-break-spaces-plain': {
    does: 'No-break spaces become spaces.',
    origin: 'A clean-up of text from a page.',
    repair: 'Sign ids as they are.',
    alteration: text((value) => value.replace(/\u00a0|\u202f/g, ' ')),
  },
})
