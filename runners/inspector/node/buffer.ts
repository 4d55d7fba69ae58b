/**
 * Buffer of Node in a browser: what code of src/ uses of it, and nothing else. The bundle of the page has it in the
 * place of node:buffer; a test compares it with Node's, also for texts that are no base64 and bytes that are no UTF-8.
 */

interface Codec {
  readonly read: (text: string) => ArrayLike<number>
  readonly write: (bytes: Uint8Array) => string
}

/** Characters in runs: an engine takes only so many arguments. */
const RUN = 8192

function charactersOf(units: ArrayLike<number>): string {
  const all = Array.from(units)
  let text = ''
  for (let at = 0; at < all.length; at += RUN) text += String.fromCharCode(...all.slice(at, at + RUN))
  return text
}

const unitsOf = (text: string): number[] =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const SEXTETS: ReadonlyMap<string, number> = new Map(
  Array.from(`${ALPHABET}-_`, (character, at) => [character, at < 64 ? at : at - 2]),
)

/** As lenient as Node: either alphabet, and other characters are skipped up to the first padding. */
function readBase64(text: string): number[] {
  const bytes: number[] = []
  let [bits, count] = [0, 0]
  for (const character of text) {
    if (character === '=') break
    const sextet = SEXTETS.get(character)
    if (sextet === undefined) continue
    bits = (bits << 6) | sextet
    count += 6
    if (count < 8) continue
    count -= 8
    bytes.push((bits >> count) & 0xff)
    bits &= (1 << count) - 1
  }
  return bytes
}

/** Up to the first pair that is no hex. */
const readHex = (text: string): number[] =>
  (/^(?:[0-9A-Fa-f]{2})*/.exec(text)![0].match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))

const writeBase64 = (bytes: Uint8Array): string => btoa(charactersOf(bytes))

const CODECS = {
  utf8: {
    read: (text) => new TextEncoder().encode(text),
    write: (bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
  },
  latin1: { read: unitsOf, write: charactersOf },
  utf16le: {
    read: (text) => unitsOf(text).flatMap((unit) => [unit & 0xff, unit >> 8]),
    write: (bytes) => {
      const units = { length: bytes.length >> 1 }
      return charactersOf(Array.from(units, (_, at) => bytes[2 * at]! | (bytes[2 * at + 1]! << 8)))
    },
  },
  hex: {
    read: readHex,
    write: (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''),
  },
  base64: { read: readBase64, write: writeBase64 },
  base64url: {
    read: readBase64,
    write: (bytes) => writeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
  },
} as const satisfies Readonly<Record<string, Codec>>

export type Encoding = keyof typeof CODECS

/** The bytes of a text, or the bytes themselves. */
export const bytesOf = (data: string | Uint8Array, encoding: Encoding = 'utf8'): Uint8Array =>
  typeof data === 'string' ? Uint8Array.from(CODECS[encoding].read(data)) : data

/** Without its static methods: those of Buffer have the same names and take more. */
const Bytes = Uint8Array as unknown as new (
  from: number | ArrayLike<number> | ArrayBufferLike,
  at?: number,
  length?: number,
) => Uint8Array

class PageBuffer extends Bytes {
  /** Bytes and lists are copied, memory is shared: as Node has it. */
  static from(
    data: string | ArrayLike<number> | ArrayBufferLike,
    encoding?: Encoding | number,
    length?: number,
  ): PageBuffer {
    if (typeof data === 'string') return new PageBuffer(CODECS[(encoding ?? 'utf8') as Encoding].read(data))
    return 'byteLength' in data && !ArrayBuffer.isView(data)
      ? new PageBuffer(data, encoding as number | undefined, length)
      : new PageBuffer(data)
  }

  static alloc(length: number): PageBuffer {
    return new PageBuffer(length)
  }

  static of(...bytes: readonly number[]): PageBuffer {
    return new PageBuffer(bytes)
  }

  static concat(list: readonly Uint8Array[]): PageBuffer {
    return new PageBuffer(list.flatMap((bytes) => Array.from(bytes)))
  }

  static byteLength(text: string): number {
    return bytesOf(text).length
  }

  override toString(encoding: Encoding = 'utf8', from = 0, to = this.length): string {
    return CODECS[encoding].write(this.subarray(from, to))
  }

  equals(other: Uint8Array): boolean {
    return this.length === other.length && this.every((byte, at) => byte === other[at])
  }

  override includes(wanted: number | string): boolean {
    return typeof wanted === 'number'
      ? super.includes(wanted)
      : charactersOf(this).includes(charactersOf(bytesOf(wanted)))
  }

  /** In place: the two bytes of each UTF-16 unit change places. */
  swap16(): this {
    for (let at = 0; at + 1 < this.length; at += 2) [this[at], this[at + 1]] = [this[at + 1]!, this[at]!]
    return this
  }
}

export { PageBuffer as Buffer }

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
