/** How large the array is in which a language puts the UTF-8 bytes of a text, from its documentation and sources. */
const SIZES = {
  /** CharsetEncoder.encode: 1.1 bytes a unit, and twice as many and one more each time that they are too few. */
  'Java UTF_8.encode(text).array()': (text, bytes) => {
    let size = Math.floor(Math.fround(Math.fround(1.1) * text.length))
    while (size < bytes) size = 2 * size + 1
    return size
  },
  /** 256 at least; it holds what was written at once. */
  'C# MemoryStream.GetBuffer()': (_, bytes) => Math.max(256, bytes),
} as const satisfies Readonly<Record<string, (text: string, bytes: number) => number>>

export type ArrayName = keyof typeof SIZES

/** @param bytes of the text in UTF-8. @returns the size of the array in bytes */
export const arraySize = (name: ArrayName, text: string, bytes: number): number => SIZES[name](text, bytes)

export const ARRAYS = Object.keys(SIZES) as readonly ArrayName[]
