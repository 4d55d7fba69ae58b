/** Lengths that are not those of the UTF-8 bytes: of the JSON, of the secret or of the message. */
import { createHmac } from 'node:crypto'
import type { Alteration } from '../fault.ts'
import { arraySize, ARRAYS } from '../forms/array.ts'
import { each, named, type Named } from '../forms/named.ts'
import { faultsOf, sdkRows } from '../faultySdk/index.ts'

/** What is used of the bytes of a text. */
type Used = ((text: string, bytes: Uint8Array) => Uint8Array) & Named

/** Each place in which code turns text into bytes. */
const PLACES: readonly ((used: Used) => Alteration)[] = [
  (used) => (sdk) => ({ encodeText: (json) => used(json, sdk.encodeText(json)) }),
  (used) => (sdk) => ({ key: (appSecret) => used(appSecret, sdk.key(appSecret)) }),
  (used) => () => ({
    mac: (key, message) =>
      createHmac('sha256', key)
        .update(used(message, Buffer.from(message)))
        .digest(),
  }),
]

/** One helper that is used in all of them. */
const everywhere =
  (used: Used): Alteration =>
  (sdk, seen) =>
    Object.assign({}, ...PLACES.map((place) => place(used)(sdk, seen)))

/** In each place alone, and in all of them; the JSON first. */
const formsOf = (all: readonly Used[]): readonly Alteration[] =>
  [...PLACES, everywhere].flatMap((place) => each(all, place))

const unitsOf = (text: string): number => text.length
const charactersOf = (text: string): number => Array.from(text).length

const COUNTED = formsOf([
  named('a count of UTF-16 units', (text, bytes) => bytes.subarray(0, unitsOf(text))),
  named('a count of code points', (text, bytes) => bytes.subarray(0, charactersOf(text))),
  named('Node Buffer.alloc(text.length).write(text)', (text, bytes) => written(bytes, unitsOf(text))),
  // A line feed after the JSON, or the NUL of a C string, counts too.
  (text, bytes) => bytes.subarray(0, unitsOf(text) + 1),
  (text, bytes) => bytes.subarray(0, charactersOf(text) + 1),
])

/** A buffer of this size after a write: of a character that does not fit whole it holds nothing. */
export function written(bytes: Uint8Array, size: number): Uint8Array {
  let end = Math.min(size, bytes.length)
  while (end < bytes.length && (bytes[end]! & 0xc0) === 0x80) end--
  const buffer = Buffer.alloc(size)
  buffer.set(bytes.subarray(0, end))
  return buffer
}

const WHOLE_ARRAYS = formsOf(
  ARRAYS.map((name) => named(name, (text, bytes) => written(bytes, arraySize(name, text, bytes.length)))),
)

export const LENGTH_FAULTS = faultsOf(
  'json',
  sdkRows({
    'bytes-counted-as-characters': {
      does: 'Of text with characters beyond ASCII only as many bytes are used as it has characters.',
      origin: 'Node buffer.write(text, 0, text.length); C# and Java with text.Length as the number of bytes.',
      repair: 'Count the UTF-8 bytes; Node: Buffer.byteLength(text), C#: Encoding.UTF8.GetByteCount.',
      alteration: COUNTED[0]!,
      others: COUNTED.slice(1),
    },
    'buffer-zeros-included': {
      does: 'The zero bytes with which a buffer ends count as part of the text.',
      origin: 'Java StandardCharsets.UTF_8.encode(text).array(); C# MemoryStream.GetBuffer().',
      repair: 'Use the bytes of the text alone; Java: text.getBytes(UTF_8), C#: ToArray().',
      alteration: WHOLE_ARRAYS[0]!,
      others: WHOLE_ARRAYS.slice(1),
    },
  }),
)
