import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { adapterEnvironment } from './environment.ts'
import { ProcessGroup } from '../processes/processGroup.ts'
import { LineSplitter, type Line } from './lines.ts'
import { LONGEST_LINE } from './protocol.ts'

export interface ProcessOptions {
  readonly command: readonly [string, ...string[]]
  /** Time zone of the adapter: an odd one, so that local time taken for UTC shows. */
  readonly timeZone: string
  /** Names of our own variables that it gets: by default none. */
  readonly passEnv?: readonly string[]
  /** Gets everything that it writes to its standard error. */
  readonly heard?: (text: string) => void
}

export interface ProcessEvents {
  line(line: Line): void
  /** The adapter is gone: it ended, could not start, or closed its standard output; `rest` is half a line. */
  gone(how: string, rest: Line | undefined): void
}

/** How much of the end of stderr is kept, in characters. */
const TAIL = 4000

/** How long an adapter has to finish after the end of its input, and then after SIGTERM, in milliseconds. */
const GRACE = 2000
const TERM_GRACE = 300

/** One start of an adapter, in a group of its own, so that whatever it started ends with it. */
export class AdapterProcess {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #group = new ProcessGroup()
  readonly #gone: Promise<void>
  #events: ProcessEvents | undefined
  /** What happened while nobody listened. */
  #missed: ((events: ProcessEvents) => void)[] = []
  #stderr = ''
  #isGone = false

  constructor({ command: [program, ...args], timeZone, passEnv = [], heard }: ProcessOptions) {
    const env = this.#group.environment(adapterEnvironment(process.env, passEnv, timeZone))
    this.#child = spawn(program, args, { detached: true, env })
    this.#group.begin(this.#child)
    this.#child.stdin.on('error', () => undefined) // A closed pipe shows as the end of the adapter.
    this.#child.stderr.on('data', (data: Buffer) => {
      const text = data.toString('utf8')
      heard?.(text)
      this.#stderr = (this.#stderr + text).slice(-TAIL)
    })
    this.#gone = this.#watch()
  }

  /** Hands over everything that happens, beginning with what was missed; nobody: keeps it for the next. */
  listen(events: ProcessEvents | undefined): void {
    this.#events = events
    if (events) for (const missed of this.#missed.splice(0)) missed(events)
  }

  #tell(what: (events: ProcessEvents) => void): void {
    if (this.#events) what(this.#events)
    else this.#missed.push(what)
  }

  #watch(): Promise<void> {
    const splitter = new LineSplitter(LONGEST_LINE, (line) => this.#tell((events) => events.line(line)))
    this.#child.stdout.on('data', (chunk: Buffer) => splitter.push(chunk))
    return new Promise((resolve) => {
      const over = (how: string): void => {
        if (this.#isGone) return
        this.#isGone = true
        this.kill()
        resolve()
        this.#tell((events) => events.gone(how, splitter.rest))
      }
      this.#child.on('error', (error: NodeJS.ErrnoException) =>
        over(`it could not be started (${error.code ?? error.message})`),
      )
      // Whoever holds the pipes now ends, then the rest of the output is read.
      this.#child.on('exit', () => this.kill())
      this.#child.on('close', (code, signal) =>
        over(signal ? `it was ended by ${signal}` : `it ended with exit code ${code}`),
      )
      this.#child.stdout.on('end', () => setTimeout(() => over('it closed its standard output'), 100))
    })
  }

  /** The end of what it wrote to stderr. */
  get stderrTail(): string {
    return this.#stderr.trim()
  }

  write(text: string): void {
    if (!this.#isGone) this.#child.stdin.write(text)
  }

  /** Ends it at once, with all that it started. */
  kill(): void {
    this.#group.end()
  }

  /** End of input; then, if that does not help, signals. */
  async finish(): Promise<void> {
    this.#child.stdin.end()
    if (await this.#goneWithin(GRACE)) return
    this.#group.signal('SIGTERM')
    if (!(await this.#goneWithin(TERM_GRACE))) this.kill()
    await this.#goneWithin(GRACE)
    this.#child.stdout.destroy()
    this.#child.stderr.destroy()
  }

  async #goneWithin(millis: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), millis)
    })
    const gone = await Promise.race([this.#gone.then(() => true), late])
    clearTimeout(timer)
    return gone
  }
}
