/** Texts that code takes for something else: data alone, so that others read it without the library that draws. */

/** Texts that stand in one line of a table. */
export const textsInLine = (line: string): string[] => line.split(' ¦ ')

/** Ranges of characters, as tables of Unicode write them: `a0-2ff 3000`. */
export const rangesOf = (line: string): (readonly [from: number, to: number])[] =>
  line.split(' ').map((range) => {
    const [from = '', to = from] = range.split('-')
    return [parseInt(from, 16), parseInt(to, 16)]
  })

/** What formats, JSON, URLs, HTML, shells, templates and databases read as one of their own. */
export const SYNTAX = [
  `", " ¦ ": ¦ ":" ¦ "," ¦ "" ¦ {" ¦ "} ¦ \\" ¦ \\\\ ¦ \\/ ¦ / ¦ ,b ¦ :b ¦ $$ ¦ $& ¦ $1 ¦ \${a} ¦ #{a} ¦ {{a}} ¦ <%=`,
  '%% ¦ %s ¦ %d ¦ %41 ¦ %00 ¦ %u0041 ¦ + ¦ # ¦ ? ¦ &amp; ¦ &lt; ¦ &#65; ¦ & ¦ < ¦ > ¦ </script> ¦ \\u0026 ¦ \\u003c',
  "\\n ¦ \\x41 ¦ \\0 ¦ ' ¦ ` ¦ '' ¦ -- ¦ ; ¦ | ¦ = ¦ == ¦ _ ¦ - ¦ : ¦ :: ¦ @ ¦ ~ ¦ * ¦ [ ¦ ] ¦ ( ¦ ) ¦ ^ ¦ !",
  'userId ¦ channelId ¦ duration ¦ "size": ¦ null ¦ ,null ¦ [] ¦ {}',
].flatMap(textsInLine)

/** What code takes for a value of another type, each as the whole text. */
export const SHAPES = [
  '2026-01-31 ¦ 2026-01-31T10:00:00Z ¦ 2026-01-31 10:00:00 ¦ 12:30 ¦ 01/02/2026 ¦ 1970-01-01 ¦ P1D ¦ 1e3 ¦ 1E5 ¦ 0.5',
  '1.0 ¦ 1.10 ¦ 10. ¦ .5 ¦ -0 ¦ +1 ¦ 007 ¦ 0 ¦ -1 ¦ 42 ¦ 1_000 ¦ 1,000 ¦ 0x1f ¦ 0b11 ¦ 0o17 ¦ 9007199254740993',
  '18446744073709551617 ¦ 1318781876406583296 ¦ 3fffffff ¦ true ¦ false ¦ True ¦ TRUE ¦ null ¦ None ¦ NULL ¦ nil',
  'undefined ¦ NaN ¦ Infinity ¦ -Infinity ¦ yes ¦ no ¦ on ¦ off ¦ y ¦ [] ¦ {} ¦ [1,2] ¦ "quoted" ¦ {"userId":"x"}',
  "'quoted' ¦ :symbol ¦ +491701234567 ¦ +1 (555) 010-0199 ¦ User.Name+tag@Example.COM ¦ http://Example.com/A%2fb",
  '10% ¦ $HOME ¦ 5d41402a-bc4b-2a76-b971-9d911017c592 ¦ 5D41402A-BC4B-2A76-B971-9D911017C592 ¦ ~ ¦ .. ¦ ./a ¦ C:\\a',
  '{5d41402a-bc4b-2a76-b971-9d911017c592} ¦ a/b ¦ user_id ¦ userId ¦ ½ ¦ २ ¦ aGVsbG8gd29ybGQ= ¦ aGVsbG8 ¦ MTIzNDU2',
  'SGVsbG8= ¦ YQ== ¦ =?utf-8?q?a?= ¦ constructor ¦ __proto__ ¦ toString ¦ hasOwnProperty ¦ prototype ¦ length ¦ class',
].flatMap(textsInLine)

const shapes = new Set(SHAPES)

/** As a secret it is no canary: other questions of the run hold the same text elsewhere. */
export const isShape = (text: string): boolean => shapes.has(text)

/** Characters that cannot be seen: joiners, marks of direction, and what chooses the look of others. */
const INVISIBLE =
  '\u00ad|\u034f|\u180e|\u200b|\u200c|\u200d|\u200e|\u200f|\u202a|\u202e|\u2060|\u2066|\u2069|\ufe0e|\ufe0f|\ufeff'
const SPACES = '\u00a0|\u1680|\u2003|\u2009|\u202f|\u3000|\u0085|\u2028|\t|\r\n|\r\n|\n|  '
/** What word processors write for ASCII. */
const TYPOGRAPHY = '\u2018|\u2019|\u201c|\u201d|\u00ab|\u2013|\u2014|\u2212|\u2026|\u2022|\u00d7|\u2122'
/** Digits and letters that have an ASCII form, and Korean, Japanese and Indic ones that can be taken apart. */
const FORMS =
  '\u0663|\u06f3|\u0969|\uff13|\u00b2|\u2460|\uff21|\u24b6|\u212a|\u017f|\ufb01|\u01c6|한|が|ｶ|\u0958|\u{1d400}'
/** Cases that depend on the language or change the length. */
const CASES = 'ß|\u1e9e|İ|ı|ς|\u0149'
/** Several characters that are one on the screen, and characters of the other planes. */
const WIDE =
  '\u{1f469}\u200d\u{1f467}|\u{1f44d}\u{1f3fd}|\u{1f1e9}\u{1f1ea}|1\ufe0f\u20e3|\u{16800}|\u{20000}|\u{30000}|\u{10fffd}|\ufffc|\ufffd'
/** What formats, templates, shells and databases read as one of their own. */
const SPECIAL = "%%|%d|%s|\\\\|\\n|''|--|{{a}}|${a}|$1|<b>|&lt;|//|#|?|;|:|@|~|=|*"

/** What code removes or replaces that cleans, normalises or formats texts. Ids are any texts, so all of it stays. */
export const CLEANED = [INVISIBLE, SPACES, TYPOGRAPHY, FORMS, CASES, WIDE, SPECIAL].flatMap((texts) =>
  texts.split('|'),
)
