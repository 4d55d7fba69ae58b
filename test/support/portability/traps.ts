import type { JsonObject } from '../../../src/model/index.ts'

/** Texts that some YAML parser reads as another type, or refuses, unless they are quoted and escaped. */
const TEXTS = [
  ['no', 'No', 'yes', 'on', 'off', 'y', 'n', 'true', 'null', '~', ''],
  ['02', '010', '0o7', '0x1F', '0b1', '+1', '1_000', '1:30', '190:20:30', '60', '60.0'],
  ['1e3', '1.5e3', '.5', '.inf', '-.INF', '.nan'],
  ['2001-01-01', '2001-01-01T00:00:00Z', '2001-01-01 00:00:00 +2'],
  ['<<', '=', '!tag', '!!int 1', '&anchor', '*alias', '? key', '- item', 'a: b', ': ', 'a #b', '# b'],
  ['---', '...', '%YAML 1.1', '@', '`', '|', '>', '[]', '{}', '[a', '{a', ',', ':symbol', ':', '-', '?'],
  [' before', 'after ', '  ', '\t', '\n', '\r', '\r\n', 'two\nlines\n', 'a\tb'],
  ['"', "'", '\\', '\\x41', '\\"', '/', '\\/'],
  ['\0', '\x01', '\x07', '\b', '\x1B', '\x7F', '\x80', '\x85', '\xA0', 'caf\xE9', 'A\u0308'],
  ['\u2028', '\u2029', '\uFEFF', '\uFEFFa', '\u200B', '\uD7FF', '\uE000', '\uFFFD', '\uFFFE', '\uFFFF'],
  ['\u{1F600}', '\u{10000}', '\u{10FFFF}', '\u{1F468}\u200D\u{1F469}'],
].flat()

/** Everything that a vector may hold and a parser may get wrong. */
export const TRAPS: JsonObject = {
  texts: TEXTS,
  longTexts: ['x'.repeat(5000), 'a b '.repeat(500), '\u{1F600}'.repeat(500)],
  names: Object.fromEntries(TEXTS.map((text) => [text, text])),
  ownName: JSON.parse('{"__proto__":"a","constructor":"b"}') as JsonObject,
  integers: [0, 1, -1, 60, 1700000000, 2147483648, 4294967296, -4294967296, Number.MAX_SAFE_INTEGER],
  fractions: [60.5, -0.5, 0.1, 1700000000.25],
  others: [true, false, null],
  empty: { list: [], object: {}, text: '' },
  nested: [[1, [2]], [[]], [{}], [{ list: [{ a: 1, b: [null] }] }]],
}

/** Without its quotes, none of these is a text. */
export const NEED_QUOTES = { a: 'no', b: '02', c: '2001-01-01' }

/** The same, written by hand without the quotes. */
export const UNQUOTED = 'a: no\nb: 02\nc: 2001-01-01\n'
