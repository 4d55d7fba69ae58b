/** A line without its line feed, or the news that one was too long to be kept. */
export type Line = { readonly bytes: Buffer } | { readonly tooLong: true; readonly bytes: Buffer }

/** How much of a line that is too long is kept, to quote it. */
const KEPT = 200

/**
 * Cuts a stream of bytes at line feeds (0A only: U+2028 is text). Drops a line beyond `limit` bytes as it arrives, so
 * that memory stays flat, and reports it once, when it ends.
 */
export class LineSplitter {
  #parts: Buffer[] = []
  #length = 0
  readonly #limit: number
  readonly #onLine: (line: Line) => void

  constructor(limit: number, onLine: (line: Line) => void) {
    this.#limit = limit
    this.#onLine = onLine
  }

  push(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      this.#keep(chunk.subarray(start, end))
      this.#emit()
      start = end + 1
    }
    this.#keep(chunk.subarray(start))
  }

  /** What stands after the last line feed, if anything: half a line. */
  get rest(): Line | undefined {
    return this.#length > 0 ? { bytes: this.#parts[0]!.subarray(0, KEPT) } : undefined
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return
    this.#length += part.length
    if (this.#length <= this.#limit || this.#parts.length === 0) this.#parts.push(part)
  }

  #emit(): void {
    const bytes = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts)
    const tooLong = this.#length > this.#limit
    this.#parts = []
    this.#length = 0
    this.#onLine(tooLong ? { tooLong, bytes: bytes.subarray(0, KEPT) } : { bytes })
  }
}
