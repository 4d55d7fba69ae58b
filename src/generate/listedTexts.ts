/** Texts that code takes for something else: data alone, so that others read it without the library that draws. */

/** Texts that stand in one line of a table. */
const listed = (line: string): string[] => line.split(' ¦ ')

/** What formats, JSON, URLs, HTML, shells, templates and databases read as one of their own. */
export const SYNTAX = [
  `", " ¦ ": ¦ ":" ¦ "," ¦ "" ¦ {" ¦ "} ¦ \\" ¦ \\\\ ¦ \\/ ¦ / ¦ ,b ¦ :b ¦ $$ ¦ $& ¦ $1 ¦ \${a} ¦ #{a} ¦ {{a}} ¦ <%=`,
  '%% ¦ %s ¦ %d ¦ %41 ¦ %00 ¦ %u0041 ¦ + ¦ # ¦ ? ¦ &amp; ¦ &lt; ¦ &#65; ¦ & ¦ < ¦ > ¦ </script> ¦ \\u0026 ¦ \\u003c',
  "\\n ¦ \\x41 ¦ \\0 ¦ ' ¦ ` ¦ '' ¦ -- ¦ ; ¦ | ¦ = ¦ == ¦ _ ¦ - ¦ : ¦ :: ¦ @ ¦ ~ ¦ * ¦ [ ¦ ] ¦ ( ¦ ) ¦ ^ ¦ !",
  'userId ¦ channelId ¦ duration ¦ "size": ¦ null ¦ ,null ¦ [] ¦ {}',
].flatMap(listed)

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
].flatMap(listed)

const shapes = new Set(SHAPES)

/** As a secret it is no canary: other questions of the run hold the same text elsewhere. */
export const isShape = (text: string): boolean => shapes.has(text)
