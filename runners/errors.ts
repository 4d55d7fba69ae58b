import { ChannelproofError } from '../src/errors.ts'
import { EXIT } from '../src/report/exit.ts'

/** Codes of errors that end with another exit code than 2. */
const EXIT_OF: Readonly<Record<string, number>> = {
  'adapter-not-started': EXIT.couldNotRun,
  'endpoint-not-reachable': EXIT.couldNotRun,
  'credentials-not-accepted': EXIT.couldNotRun,
}

/** Tells people about an error, and says with which code the program ends: what no user caused is a bug of ours. */
export function exitFor(error: unknown): number {
  if (error instanceof ChannelproofError) {
    process.stderr.write(`channelproof: ${error.describe()}\n`)
    return EXIT_OF[error.code] ?? EXIT.usage
  }
  const text = error instanceof Error ? error.stack : String(error)
  process.stderr.write(
    `channelproof: this is a bug of channelproof; please report it with this text:\n${text}\n`,
  )
  return EXIT.bug
}
