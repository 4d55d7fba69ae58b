import { ChannelproofError, codeOf } from '../../src/errors.ts'
import type { Stopped } from '../../src/model/index.ts'
import { BUG, EXIT, exitCodeOfSignal } from '../../src/report/exit.ts'
import { visibleLines } from '../../src/report/lines.ts'
import { tell } from './console.ts'
import { setMaxListeners } from 'node:events'
import { constants } from 'node:os'

const NOT_READY = ['adapter-not-started', 'endpoint-not-reachable', 'credentials-not-accepted']
const COULD_NOT_RUN = new Set([...NOT_READY, 'machine-limit', 'faketime-missing', 'clock-not-seen'])

/** What a machine may refuse to any program, by the code of the error: no bug of ours. */
const LIMITS: Readonly<Record<string, readonly [what: string, advice: string]>> = {
  EMFILE: ['this process may open no more files', 'Raise the limit, such as with "ulimit -n 1024".'],
  ENFILE: ['this machine has too many open files', 'End other programs, or raise its limit.'],
  ENOMEM: ['this machine has no more memory', 'End other programs, or give it more.'],
  ENOSPC: ['the disk is full', 'Make room on it.'],
  EDQUOT: ['the quota of the disk is used up', 'Make room on it.'],
}

/** The error for people where the machine refused something. */
export function limitOf(error: unknown): ChannelproofError | undefined {
  const code = codeOf(error) ?? ''
  if (error instanceof ChannelproofError || !Object.hasOwn(LIMITS, code)) return undefined
  const [what, advice] = LIMITS[code]!
  return new ChannelproofError('machine-limit', `${what} (${code})`, advice)
}

export const onWindows = (): ChannelproofError =>
  new ChannelproofError('windows', 'Windows is not supported yet', 'Use Linux, macOS or WSL.')

/** The exit code of the program. */
export const exitCodeFor = ({ code }: ChannelproofError): number =>
  COULD_NOT_RUN.has(code) ? EXIT.couldNotRun : EXIT.usage

/** What waited for an input was ended by a signal or a bug. */
class Ended extends Error {
  readonly exitCode: number

  constructor(exitCode: number) {
    super('ended by a signal before anything was judged')
    this.exitCode = exitCode
  }
}

/** Prints an error for people and returns the exit code: an error that no user caused is a bug of ours. */
export function exitFor(error: unknown): number {
  if (error instanceof Ended) {
    // A bug has printed its own message.
    if (told === undefined) tell(`channelproof: ${error.message}\n`)
    return error.exitCode
  }
  if (!(error instanceof ChannelproofError)) return bug(error)
  tellError(error)
  return exitCodeFor(error)
}

/** It may quote an adapter or an endpoint. */
const tellError = (error: ChannelproofError): void =>
  tell(error.describe(), (text) => `channelproof: ${visibleLines(text)}\n`)

/** The error for people in which a piece of work ends, if it fails. */
export function errorFrom(work: () => void): ChannelproofError | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof ChannelproofError) return error
    throw error
  }
}

/** The exit code of Node where the program waits for something that can no longer come. */
const UNSETTLED = 13
/** How long a run may take to clean up and to write its results, in milliseconds; it may wait for the broken part. */
const PATIENCE = 15_000

/** Ends the current run; without one the program ends at once. */
let end: ((why: Stopped, exitCode: number) => void) | undefined

/** What the first error of this kind has made of the exit code. */
let told: number | undefined

/**
 * An error that no user caused: the program ends with 70 after the clean-up, whatever it finds, or with 3 where the
 * machine refused something. Prints only the first. Returns the exit code.
 */
function bug(error: unknown): number {
  if (told !== undefined) return told
  const limit = limitOf(error)
  const exitCode = (told = limit ? EXIT.couldNotRun : EXIT.bug)
  if (limit) tellError(limit)
  else tellBug(error)
  process.exitCode = exitCode
  // Overrides the code that the run sets meanwhile.
  process.on('exit', () => (process.exitCode = exitCode))
  if (!end) process.exit()
  setTimeout(() => process.exit(), PATIENCE).unref()
  end(limit ? { code: limit.code, message: limit.message } : BUG, exitCode)
  return exitCode
}

const BUG_WORDS = 'this is a bug of channelproof; please report it with this text'

function tellBug(error: unknown): void {
  const text = error instanceof Error ? error.stack : String(error)
  tell(`${text}`, (masked) => `channelproof: ${BUG_WORDS}:\n${masked}\n`)
}

/** Errors that nothing else has caught: Node would end with 1, which says that a subject is wrong. */
export function watchBugs(): void {
  process
    .on('uncaughtException', (error) => void bug(error))
    .on('unhandledRejection', (error) => void bug(error))
  process.on('exit', () => {
    if (process.exitCode === UNSETTLED) bug(new Error('what the program waits for cannot come any more'))
  })
}

/** A reader that closes early (`| head`), or a closed terminal, is no error; a full output is one. */
const isGone = ({ code }: NodeJS.ErrnoException, isTerminal: boolean): boolean =>
  code === 'EPIPE' || code === 'ECONNRESET' || (code === 'EIO' && isTerminal)

/**
 * A run goes on without an output that accepts nothing more: it cleans up, writes its other reports and ends with its
 * own exit code. Only an output for the results changes that code, because the results are lost.
 */
export function watchOutputs({ stdout, stderr }: NodeJS.Process): void {
  // Progress and logs: the result does not depend on them, and there is no other place to report it.
  stderr.on('error', () => undefined)
  let isLost = false
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isLost || isGone(error, stdout.isTTY)) return
    isLost = true
    const what = `the output could not be written (${error.code}) [output-not-written]`
    tell(`channelproof: ${what}\n  Make room or write elsewhere.\n`)
    // Set at the end, so that the exit code of the run does not replace it.
    process.once('exit', () => {
      if (told === undefined) process.exitCode = EXIT.usage
    })
  })
}

const anyRun = new AbortController()
/** The run ended by a signal or a bug: nothing waits for a reader any more. */
export const interrupted = anyRun.signal

/** Turns SIGINT, SIGTERM, SIGHUP and our own bugs into an AbortSignal: a run ends cleanly and its reports are written. */
export class Interruption {
  readonly #controller = new AbortController()
  /** 128 + n after signal n, 70 after a bug, 3 where the machine refused something. */
  exitCode: number | undefined
  stopped: Stopped | undefined
  /** What a second signal gives up, such as clean-up: the run then ends with its report. A third ends it at once. */
  giveUp: (() => void) | undefined

  constructor() {
    // Every starting process adds a listener, and there may be many at once.
    setMaxListeners(0, this.signal)
    // From now on a bug ends the run, and not the program.
    end = (why, exitCode) => {
      this.stopped = why
      this.exitCode = exitCode
      this.#abort()
    }
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(name, () => {
        if (this.signal.aborted) return this.#again(name)
        this.exitCode ??= exitCodeOfSignal(constants.signals[name])
        this.#abort()
      })
  }

  /** Another signal: the person does not wait. */
  #again(name: NodeJS.Signals): void {
    const { giveUp } = this
    this.giveUp = undefined
    if (giveUp) return giveUp()
    process.removeAllListeners(name)
    process.kill(process.pid, name)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Waits for something, but at most until a signal: nothing comes then. */
  async orEnded<T>(work: Promise<T>): Promise<T | undefined> {
    const signal = this.signal
    if (signal.aborted) return undefined
    let ended: (() => void) | undefined
    const interrupted = new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', (ended = () => resolve(undefined)))
    })
    try {
      return await Promise.race([work, interrupted])
    } catch (error) {
      // The work may have seen the signal first.
      if (!signal.aborted) throw error
      return undefined
    } finally {
      signal.removeEventListener('abort', ended!)
    }
  }

  /** An error of our own: the run ends, and is red whatever it has found. */
  readonly bug = (error: unknown): undefined => {
    bug(error)
  }

  /** Before anything was judged; a bug has printed its own message. */
  tellEarly(): void {
    if (!this.stopped) tell(`channelproof: ${new Ended(0).message}\n`)
  }

  #abort(): void {
    this.#controller.abort()
    anyRun.abort(new Ended(this.exitCode!))
  }
}
