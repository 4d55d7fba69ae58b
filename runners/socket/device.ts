import type { Way } from '../adapter/channel.ts'

/** The way to a device that no command starts. */
export interface SocketWay extends Way {
  /** Ends what waits, at the end of the run. */
  close(): void
}

export const ANSWERS_ONLY = 'The connection is for answers only: log elsewhere'
export const DESCRIBES = 'answer "describe"'
