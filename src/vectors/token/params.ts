import type { Family, Vector } from '../../model/index.ts'
import { counted } from '../../text.ts'
import { encodeParams } from '../../token/index.ts'
import { accept, IDS, vectorOf, type Row } from '../rows/row.ts'

const FAMILY = 'token/params'

/** The params part of a JSON text: exact bytes, so that only base64 and charset are tested. */
export const tokenParams = (): Family => ({
  name: FAMILY,
  title: 'Params: standard base64 of the UTF-8 bytes of a JSON text, byte for byte (section 4.5)',
  vectors: [...LENGTHS.map(ofLength), ...ROWS].map(toVector),
})

interface TextRow extends Row {
  readonly json: string
}

/**
 * Lengths of the JSON in bytes, each with its neighbours so that all three paddings occur: 45 bytes make 60
 * characters (Ruby), 48 make 64 (openssl, PEM), 57 make 76 (MIME); 63 to 257 are around multiples of 64.
 */
const LENGTHS = [
  44, 45, 46, 47, 48, 49, 56, 57, 58, 63, 64, 65, 75, 76, 77, 95, 96, 97, 113, 114, 115, 127, 128, 129, 191,
  192, 193, 255, 256, 257, 1024, 10240,
]

function ofLength(bytes: number): TextRow {
  return {
    name: `length-${bytes}`,
    title: `Encodes ${bytes} bytes in one line, with ${counted((3 - (bytes % 3)) % 3, 'padding character')}`,
    // `{"channelId":"c1","userId":"` is 28 bytes long, `"}` two.
    json: `{"channelId":"c1","userId":"${'u'.repeat(bytes - 30)}"}`,
    requirements: ['TOKEN-PARAMS-BASE64', 'TOKEN-PARAMS-PADDING', 'TOKEN-PARAMS-NO-LINE-BREAKS'],
  }
}

const ROWS: readonly TextRow[] = [
  ...[1, 2, 3].map((shift) => ({
    name: `alphabet-shift-${shift}`,
    title: `Uses + and / where the bytes need them (shifted by ${shift})`,
    json: JSON.stringify({ channelId: 'c'.repeat(shift), userId: '~~~???>>>~~~???>>>' }),
    requirements: ['TOKEN-PARAMS-ALPHABET'] as const,
  })),
  text('two-byte-characters', 'é ñ ü'),
  text('three-byte-characters', '中文 ﷽ €'),
  text('four-byte-characters', '😀 𝒳 🇪🇺'),
  text('combining-marks', 'e\u0301 n\u0303 \u1100\u1161'),
  text('composed-characters', '\u00e9 \u00f1 \uac00 \u212b'),
  text('line-separators', 'a\u2028b\u2029c'),
  text('right-to-left', 'שלום قناة \u200f\u202e'),
  text('delete-and-c1-controls', 'a\u007f\u0085\u009fb'),
  text('byte-order-mark-inside', '\ufeff'),
  text('noncharacters', '\ufffe\uffff\u{10ffff}'),
  raw('nul-escaped', 'A NUL written as an escape stays an escape', '{"channelId":"c1","userId":"a\\u0000b"}'),
  raw('latin-escaped', 'An escape is not decoded on the way', '{"channelId":"c1","userId":"\\u00e9"}'),
  raw(
    'astral-escaped',
    'A surrogate pair of escapes stays as it is',
    '{"channelId":"c1","userId":"\\ud83d\\ude00"}',
  ),
  raw('solidus-escaped', 'An escaped solidus stays escaped', '{"channelId":"c\\/1","userId":"u1"}'),
  raw('solidus-raw', 'A raw solidus is not escaped', '{"channelId":"c/1","userId":"u1"}'),
  raw('spaced', 'White space between the members is kept', '{ "channelId" : "c1" , "userId" : "u1" }'),
  raw('indented', 'Line feeds inside the JSON are kept', '{\n  "channelId": "c1",\n  "userId": "u1"\n}'),
  raw(
    'tabs-and-returns',
    'Tabs and carriage returns are kept',
    '{\r\n\t"channelId":"c1",\r\n\t"userId":"u1"\r\n}',
  ),
  raw('white-space-outside', 'White space around the JSON is kept', ' {"channelId":"c1","userId":"u1"} '),
  raw('trailing-line-feed', 'A line feed at the end is kept', '{"channelId":"c1","userId":"u1"}\n'),
  raw('keys-reversed', 'The order of the members is kept', '{"userId":"u1","channelId":"c1"}'),
  raw(
    'every-member-reversed',
    'The order of all seven members is kept',
    '{"delayClose":60,"size":12,"duration":3600,"channelDuration":90,"privileges":1,"userId":"u1","channelId":"c1"}',
  ),
]

function text(name: string, userId: string): TextRow {
  return {
    name,
    title: `Encodes ${name.replaceAll('-', ' ')} as UTF-8`,
    json: JSON.stringify({ ...IDS, userId }),
    requirements: ['TOKEN-PARAMS-VALUES', 'TOKEN-PARAMS-UTF8'],
  }
}

function raw(name: string, title: string, json: string): TextRow {
  return { name, title, json, requirements: ['TOKEN-PARAMS-BASE64', 'TOKEN-PARAMS-JSON-STYLE'] }
}

function toVector({ json, ...row }: TextRow): Vector {
  const params = encodeParams(json)
  return vectorOf(FAMILY, row, {
    question: { method: 'token.params', params: { joinParamsJson: json } },
    expect: accept({ params }, { joinParamsJson: json, params }),
  })
}
