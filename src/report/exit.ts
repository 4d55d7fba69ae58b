/** Exit codes of channelproof (README: exit codes). Other programs rely on them. */
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

/** Why a bug of ours stopped a run: its text goes to stderr, because it may quote a secret. */
export const BUG = {
  code: 'bug',
  message: 'a bug of channelproof ended the run; its text is on stderr',
} as const

interface Found {
  /** A bug of ours: the other findings may be wrong. */
  readonly bug: boolean
  /** Streams may still be running: the person who ended the run must know. */
  readonly remains: boolean
  /** 128 + n where signal n ended the run. */
  readonly signal?: number | undefined
  readonly stopped: boolean
  readonly gated: boolean
  readonly tooLittle: boolean
  readonly baselineWrong: boolean
}

/** By precedence: our own bug, could not run (after a signal its code), fails, ran too little, baseline wrong. */
export function exitCodeOf(found: Found): number {
  if (found.bug) return EXIT.bug
  if (found.remains) return EXIT.couldNotRun
  if (found.signal !== undefined) return found.signal
  if (found.stopped) return EXIT.couldNotRun
  if (found.gated) return EXIT.fails
  if (found.tooLittle) return EXIT.tooLittle
  return found.baselineWrong ? EXIT.baseline : EXIT.conforms
}
