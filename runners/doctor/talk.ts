import type { AdapterProcess } from '../adapter/process.ts'
import type { Line } from '../adapter/lines.ts'

/** What comes next from an adapter. */
export type Heard = { readonly line: Line } | { readonly gone: string } | 'nothing'

/** One start of an adapter, spoken to line by line. */
export class Talk {
  readonly process: AdapterProcess
  readonly #heard: Exclude<Heard, 'nothing'>[] = []
  #wake: (() => void) | undefined

  constructor(process: AdapterProcess) {
    this.process = process
    const hear = (heard: Exclude<Heard, 'nothing'>): void => {
      this.#heard.push(heard)
      this.#wake?.()
    }
    this.process.listen({ line: (line) => hear({ line }), gone: (how) => hear({ gone: how }) })
  }

  /** The next line, or the end of the program; undefined where none comes within so many milliseconds. */
  async next(millis: number): Promise<Heard> {
    if (this.#heard.length === 0) {
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>((resolve) => {
        this.#wake = resolve
        timer = setTimeout(resolve, millis)
      })
      clearTimeout(timer)
    }
    return this.#heard.shift() ?? 'nothing'
  }
}
