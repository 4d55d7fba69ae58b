import { EXIT } from '../../src/report/exit.ts'

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
  let isTold = false
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isTold || isGone(error, stdout.isTTY)) return
    isTold = true
    stderr.write(
      `channelproof: the output could not be written (${error.code}) [output-not-written]\n  Make room or write elsewhere.\n`,
    )
    // Set at the end, so that the exit code of the run does not replace it.
    process.once('exit', () => {
      if (process.exitCode !== EXIT.bug) process.exitCode = EXIT.usage
    })
  })
}
