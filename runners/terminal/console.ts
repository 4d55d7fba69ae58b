/** The way out of the program: nothing else in `runners` writes to stdout or stderr, and files take texts of `leaving`. */
import type { Style } from '../../src/report/text.ts'
import { visible } from '../../src/report/visible.ts'
import { runSecrets } from './secrets.ts'

const CODES: Readonly<Record<Style, number>> = { good: 32, bad: 31, dim: 2, bold: 1 }

/** Colours on a terminal; NO_COLOR and FORCE_COLOR decide before it (https://no-color.org). */
function coloured(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env
  if (NO_COLOR) return false
  return FORCE_COLOR === undefined ? stream.isTTY : FORCE_COLOR !== '0'
}

/** Paints for stdout. */
export function paint(style: Style, text: string): string {
  return coloured(process.stdout) ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text
}

export type Format<T> = (value: T) => string

/**
 * A value as the text that leaves the program. Secrets are taken out before it is formatted: a format may escape them,
 * and a word of a report, such as `required`, may be a secret elsewhere.
 */
export const leaving = <T>(value: T, format: Format<T> = String): string => format(runSecrets().mask(value))

/** Writes to stdout and waits for the write: a pipe may be slow, and the process ends after it. */
export const print = <T>(value: T, format?: Format<T>): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.write(leaving(value, format), () => resolve())
  })

/** Prints a value as data (`--json`) or as text for people. */
export const printAs = <T>(json: boolean, value: T, textOf: Format<T>): Promise<void> =>
  print(value, json ? (masked) => `${JSON.stringify(masked, undefined, 2)}\n` : textOf)

/** Writes to stderr. */
export const tell = <T>(value: T, format?: Format<T>): void =>
  void process.stderr.write(leaving(value, format))

/** A line of the program itself on stderr. */
export const warn = (text: string): void => tell(text, (masked) => `channelproof: ${visible(masked)}\n`)

/** A progress line on stderr: redrawn on a terminal only, cut to its width, and never in CI. */
export class Progress {
  readonly #shown = process.stderr.isTTY && !process.env['CI']
  #drawnAt = 0

  draw(done: number, all: number): void {
    if (!this.#isDue() && done < all) return
    const filled = Math.round((30 * done) / Math.max(1, all))
    this.#write(`[${'='.repeat(filled).padEnd(30)}] ${done}/${all}`)
  }

  /** @param text called only where it is shown */
  tell(text: () => string): void {
    if (this.#isDue()) this.#write(text())
  }

  /** A step of long work: redrawn on a terminal, else a line of its own, so that a log shows how far it is. */
  step(text: string): void {
    if (this.#shown) this.#write(text)
    else tell(`${text}\n`)
  }

  #isDue(): boolean {
    return this.#shown && Date.now() - this.#drawnAt >= 100
  }

  #write(text: string): void {
    if (!this.#shown) return
    this.#drawnAt = Date.now()
    // One column less: some terminals break the line at the last one.
    tell(`\r${text.slice(0, (process.stderr.columns || 80) - 1)}\u001b[K`)
  }

  clear(): void {
    if (this.#shown) tell('\r\u001b[K')
  }
}
