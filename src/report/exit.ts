/** Exit codes of channelproof (README: exit codes). Programs outside are written against them. */
export const EXIT = {
  conforms: 0,
  fails: 1,
  usage: 2,
  couldNotRun: 3,
  tooLittle: 4,
  baseline: 5,
  bug: 70,
} as const

/** A run ended by signal n ends with 128 + n. */
export const exitCodeOfSignal = (signal: number): number => 128 + signal

/** What was found, in the order of precedence: could not run, fails, ran too little. */
export function exitCodeOf(found: { stopped: boolean; gated: boolean; tooLittle: boolean }): number {
  if (found.stopped) return EXIT.couldNotRun
  if (found.gated) return EXIT.fails
  return found.tooLittle ? EXIT.tooLittle : EXIT.conforms
}
