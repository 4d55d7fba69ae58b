import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { ProcessGroup } from '../processes/processGroup.ts'
import { codeOf, pathErrorInWords } from '../../src/errors.ts'
import {
  isWithin,
  Mailbox,
  type AdapterChannel,
  type NoChannel,
  type ProcessEnd,
  type Way,
  LineSplitter,
  type AdapterLine,
} from './channel.ts'
import { DESCRIBE_LINE, LONGEST_LINE } from './protocol.ts'

type Env = NodeJS.ProcessEnv

/** Our own variables hold credentials and settings: no adapter needs them. */
const OURS = /^CHANNELPROOF_/

/**
 * What an adapter inherits: everything except our own variables.
 * @param passed our own names that it gets nevertheless (`--pass-env`)
 * @param timeZone an unusual one, so that local time taken for UTC shows
 */
export function adapterEnvironment(env: Env, passed: readonly string[], timeZone: string): Env {
  const inherited = Object.entries(env).filter(([name]) => !OURS.test(name) || passed.includes(name))
  return { ...Object.fromEntries(inherited), TZ: timeZone }
}

export interface ProcessOptions {
  readonly command: readonly [string, ...string[]]
  readonly timeZone: string
  /** Names of our own variables (CHANNELPROOF_*) that it gets: by default none. */
  readonly passEnv?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Receives everything that it writes to its standard error. */
  readonly heard?: (text: string) => void
}

const STDERR_CHARACTERS_KEPT = 4000

/** How long an adapter has to finish after the end of its input, and then after SIGTERM, in milliseconds. */
const GRACE = 2000
const TERM_GRACE = 300

/** One start of an adapter, in its own process group, so that everything it started ends with it. */
export class AdapterProcess extends Mailbox implements AdapterChannel {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #group = new ProcessGroup()
  readonly #gone: Promise<void>
  #stderr = ''
  #isGone = false
  /** Its input has ended: it may close its output well before it ends. */
  #isFinishing = false
  readonly #splitter = new LineSplitter(LONGEST_LINE, (line) => this.tell((events) => events.line(line)))

  constructor({ command: [program, ...args], timeZone, passEnv = [], env: more, heard }: ProcessOptions) {
    super()
    const inherited = adapterEnvironment(process.env, passEnv, timeZone)
    const env = this.#group.environment({ ...inherited, ...more })
    this.#child = spawn(program, args, { detached: true, env })
    this.#group.begin(this.#child)
    this.#child.stdin.on('error', () => undefined) // A closed pipe shows as the end of the adapter.
    this.#child.stderr.on('data', (data: Buffer) => {
      const text = data.toString('utf8')
      heard?.(text)
      this.#stderr = (this.#stderr + text).slice(-STDERR_CHARACTERS_KEPT)
    })
    this.#gone = this.#watch()
  }

  #watch(): Promise<void> {
    this.#child.stdout.on('data', (chunk: Buffer) => this.#splitter.push(chunk))
    return new Promise((resolve) => {
      const over = (how: string, end?: ProcessEnd): void => {
        if (this.#isGone) return
        this.#isGone = true
        this.kill()
        resolve()
        this.tell((events) => events.gone(how, this.#splitter.rest, end))
      }
      let end: ProcessEnd | undefined
      this.#child.on('error', (error: NodeJS.ErrnoException) => over(notStarted(error)))
      // First ends the processes that hold the pipes, then reads the rest of the output.
      this.#child.on('exit', (code, signal) => {
        end = this.#group.endOf(code, signal)
        this.kill()
      })
      this.#child.on('close', (code, signal) =>
        over(signal ? `it was ended by ${signal}` : `it ended with exit code ${code}`, end),
      )
      const closed = (): void => (this.#isFinishing ? undefined : over('it closed its standard output'))
      this.#child.stdout.on('end', () => setTimeout(closed, 100))
    })
  }

  get stderrTail(): string {
    return this.#stderr.trim()
  }

  get unfinishedLine(): AdapterLine | undefined {
    return this.#splitter.rest
  }

  write(text: string): void {
    if (!this.#isGone) this.#child.stdin.write(text)
  }

  kill(): void {
    this.#group.end()
  }

  endInput(): void {
    this.#isFinishing = true
    this.#child.stdin.end()
  }

  async finish(): Promise<void> {
    this.endInput()
    if (await isWithin(GRACE, this.#gone)) return
    this.#group.signal('SIGTERM')
    if (!(await isWithin(TERM_GRACE, this.#gone))) this.kill()
    await isWithin(GRACE, this.#gone)
    this.#child.stdout.destroy()
    this.#child.stderr.destroy()
  }
}

/** Each channel is a new process of the command. */
export const processWay = (options: ProcessOptions): Way => ({
  name: options.command.join(' '),
  advice: `Run the command by hand and send it one line: ${DESCRIBE_LINE.trim()}`,
  answersOnly: 'Standard output is for answers only: log to stderr',
  open: async () => startProcess(options),
})

const notStarted = (error: Error): string =>
  `it could not be started: ${pathErrorInWords(codeOf(error) ?? error.message)}`

/** Some errors come at once (ENOTDIR, E2BIG), others as an event of the child. */
export function startProcess(options: ProcessOptions): AdapterProcess | NoChannel {
  try {
    return new AdapterProcess(options)
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && String(error.syscall).startsWith('spawn')))
      throw error
    return { problem: notStarted(error) }
  }
}
