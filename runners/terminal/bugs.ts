import { EXIT } from '../../src/report/exit.ts'
import { ownSecrets } from './secrets.ts'

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
  process.stderr.write(
    `channelproof: this is a bug of channelproof; please report it with this text:\n${ownSecrets().text(`${text}`)}\n`,
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
