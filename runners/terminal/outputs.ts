import { EXIT } from '../../src/report/exit.ts'

/** A reader that has seen enough (`| head`), or whose terminal was closed, is no error; an output that is full is one. */
const isGone = ({ code }: NodeJS.ErrnoException, isTerminal: boolean): boolean =>
  code === 'EPIPE' || code === 'ECONNRESET' || (code === 'EIO' && isTerminal)

/**
 * A run goes on without an output that takes nothing more: it cleans up, writes its other reports and ends with its own
 * exit code. Only an output that could not hold the results changes that code: they are lost.
 */
export function watchOutputs({ stdout, stderr }: NodeJS.Process): void {
  // Progress and logs: the result does not depend on them, and there is no other place to tell of it.
  stderr.on('error', () => undefined)
  let isTold = false
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isTold || isGone(error, stdout.isTTY)) return
    isTold = true
    stderr.write(
      `channelproof: the output could not be written (${error.code}) [output-not-written]\n  Make room or write elsewhere.\n`,
    )
    // At the end, so that whatever the run comes to does not take its place.
    process.once('exit', () => {
      if (process.exitCode !== EXIT.bug) process.exitCode = EXIT.usage
    })
  })
}
