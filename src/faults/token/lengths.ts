/** Lengths that are not those of the UTF-8 bytes: of the JSON, of the secret or of the message. */
import { createHmac } from 'node:crypto'
import type { Alteration } from '../fault.ts'
import { arraySize, ARRAYS } from '../forms/array.ts'
import { each, named, type Named } from '../forms/named.ts'
import { faultsOf, sdkRows } from '../faultySdk/index.ts'

/** How many bytes are used of a text that has so many. */
type Size = (text: string, bytes: number) => number

/** So many bytes: the others are cut off, or zeros fill the rest. */
function sized(bytes: Uint8Array, size: number): Uint8Array {
  const all = Buffer.alloc(size)
  all.set(bytes.subarray(0, size))
  return all
}

/** Each place in which code turns text into bytes. */
const PLACES: readonly ((size: Size) => Alteration)[] = [
  (size) => (sdk) => ({
    encodeText: (json) => {
      const bytes = sdk.encodeText(json)
      return sized(bytes, size(json, bytes.length))
    },
  }),
  (size) => (sdk) => ({
    key: (appSecret) => {
      const bytes = sdk.key(appSecret)
      return sized(bytes, size(appSecret, bytes.length))
    },
  }),
  (size) => () => ({
    mac: (key, message) => {
      const bytes = Buffer.from(message)
      return createHmac('sha256', key)
        .update(sized(bytes, size(message, bytes.length)))
        .digest()
    },
  }),
]

/** One helper that is used in all of them. */
const everywhere =
  (size: Size): Alteration =>
  (sdk, seen) =>
    Object.assign({}, ...PLACES.map((place) => place(size)(sdk, seen)))

/** In each place alone, and in all of them; the JSON first. */
const formsOf = (sizes: readonly (Size & Named)[]): readonly Alteration[] =>
  [...PLACES, everywhere].flatMap((place) => each(sizes, place))

const COUNTED = formsOf([
  named('a count of UTF-16 units', (text: string) => text.length),
  named('a count of code points', (text: string) => Array.from(text).length),
])

/** A line feed after the JSON, or the NUL of a C string, counts too. */
const ONE_MORE = formsOf([
  (text, bytes) => Math.min(bytes, text.length + 1),
  (text, bytes) => Math.min(bytes, Array.from(text).length + 1),
])

const WHOLE_ARRAYS = formsOf(ARRAYS.map((name) => named(name, (text, bytes) => arraySize(name, text, bytes))))

export const LENGTH_FAULTS = faultsOf(
  'json',
  sdkRows({
    'bytes-counted-as-characters': {
      does: 'Of text with characters beyond ASCII only as many bytes are used as it has characters.',
      origin: 'Node buffer.write(text, 0, text.length); C# and Java with text.Length as the number of bytes.',
      repair: 'Count the UTF-8 bytes; Node: Buffer.byteLength(text), C#: Encoding.UTF8.GetByteCount.',
      alteration: COUNTED[0]!,
      others: [...COUNTED.slice(1), ...ONE_MORE],
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
