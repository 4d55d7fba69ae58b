import { ChannelproofError } from '../../src/errors.ts'
import { EXIT } from '../../src/report/exit.ts'
import { visible } from '../../src/report/visible.ts'
import { tell } from './console.ts'

/** Codes of errors that end with another exit code than 2. */
const EXIT_OF: Readonly<Record<string, number>> = {
  'adapter-not-started': EXIT.couldNotRun,
  'endpoint-not-reachable': EXIT.couldNotRun,
  'credentials-not-accepted': EXIT.couldNotRun,
}

export const onWindows = (): ChannelproofError =>
  new ChannelproofError('windows', 'Windows is not supported yet', 'Use Linux, macOS or WSL.')

/** The exit code of the program. */
export const exitCodeFor = ({ code }: ChannelproofError): number => EXIT_OF[code] ?? EXIT.usage

/** Prints an error for people and returns the exit code: an error that no user caused is a bug of ours. */
export function exitFor(error: unknown): number {
  if (error instanceof ChannelproofError) {
    // It may quote an adapter or an endpoint.
    tell(error.describe(), (text) => `channelproof: ${text.split('\n').map(visible).join('\n')}\n`)
    return exitCodeFor(error)
  }
  bug(error)
  return EXIT.bug
}

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
let end: (() => void) | undefined

/** From now on a bug ends the run in this way, and not the program. */
export const endAtBug = (how: () => void): void => void (end = how)

let isTold = false

/**
 * An error that no user caused: the program ends with 70 after the clean-up, whatever it finds. Prints only the first.
 */
export function bug(error: unknown): void {
  if (isTold) return
  isTold = true
  const text = error instanceof Error ? error.stack : String(error)
  tell(
    `${text}`,
    (masked) => `channelproof: this is a bug of channelproof; please report it with this text:\n${masked}\n`,
  )
  process.exitCode = EXIT.bug
  // Overrides the code that the run sets meanwhile.
  process.on('exit', () => (process.exitCode = EXIT.bug))
  if (!end) process.exit()
  setTimeout(() => process.exit(), PATIENCE).unref()
  end()
}

/** Errors that nothing else has caught: Node would end with 1, which says that a subject is wrong. */
export function watchBugs(): void {
  process.on('uncaughtException', bug).on('unhandledRejection', bug)
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
    tell(
      `channelproof: the output could not be written (${error.code}) [output-not-written]\n  Make room or write elsewhere.\n`,
    )
    // Set at the end, so that the exit code of the run does not replace it.
    process.once('exit', () => {
      if (process.exitCode !== EXIT.bug) process.exitCode = EXIT.usage
    })
  })
}
