/** Where two texts differ, byte by byte. */
export interface ByteView {
  /** First byte that is shown, and the one after the last. */
  readonly from: number
  readonly to: number
  readonly expected: Side
  readonly got: Side
}

export interface Side {
  readonly bytes: number
  readonly lines: readonly string[]
}

/** Eight bytes a row fit on a phone. */
const ROW = 8
const BEFORE = 2
const AFTER = 5

/**
 * Hex and text around the first byte that differs; a line of carets marks the difference without colour. Undefined
 * where the texts do not reach that far, since a report cuts very long texts.
 */
export function byteView(expected: string, got: string, at: number): ByteView | undefined {
  const [left, right] = [Buffer.from(expected, 'utf8'), Buffer.from(got, 'utf8')]
  if (at >= Math.max(left.length, right.length)) return undefined
  const from = Math.max(0, Math.floor(at / ROW) - BEFORE) * ROW
  const to = Math.min(from + (BEFORE + 1 + AFTER) * ROW, Math.max(left.length, right.length))
  const side = (own: Buffer, other: Buffer): Side => ({
    bytes: own.length,
    lines: rowStarts(from, to).flatMap((start) => row(own, other, start, Math.min(start + ROW, to))),
  })
  return { from, to, expected: side(left, right), got: side(right, left) }
}

const rowStarts = (from: number, to: number): number[] =>
  Array.from({ length: Math.ceil((to - from) / ROW) }, (_, at) => from + at * ROW)

/** `   24  6e 35 2d …  n5-…` and carets below what differs. */
function row(own: Buffer, other: Buffer, start: number, end: number): string[] {
  const offsets = Array.from({ length: end - start }, (_, at) => start + at)
  const row = (mark: string, hex: readonly string[], text: readonly string[]): string =>
    `${mark.padStart(5)}  ${hex.join(' ').padEnd(ROW * 3 - 1)}  ${text.join('')}`.trimEnd()
  const differs = offsets.map((offset) => own[offset] !== other[offset])
  const bytes = row(
    String(start),
    offsets.map((offset) => own[offset]?.toString(16).padStart(2, '0') ?? '--'),
    offsets.map((offset) => character(own[offset])),
  )
  if (!differs.includes(true)) return [bytes]
  const carets = row(
    '',
    differs.map((is) => (is ? '^^' : '  ')),
    differs.map((is) => (is ? '^' : ' ')),
  )
  return [bytes, carets]
}

/** `--` in the hex means that there is no byte. */
const character = (byte: number | undefined): string =>
  byte === undefined ? ' ' : byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·'
