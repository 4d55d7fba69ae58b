import { ownSecrets } from './secrets.ts'
import { ChannelproofError } from '../../src/errors.ts'
import { EXIT } from '../../src/report/exit.ts'
import { visible } from '../../src/report/visible.ts'
import { bug } from './bugs.ts'

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
    const lines = ownSecrets().text(error.describe()).split('\n').map(visible)
    process.stderr.write(`channelproof: ${lines.join('\n')}\n`)
    return exitCodeFor(error)
  }
  bug(error)
  return EXIT.bug
}
