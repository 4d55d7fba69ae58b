import { OPERATIONS, type BodyKind, type Operation, type RequirementId } from '../model/index.ts'

/** The operations of section 4, a row each: other code looks up here, and nowhere says it again. */

interface Route {
  readonly method: 'POST' | 'PUT'
  /** Relative to the base URL. */
  readonly path: string
  readonly section: string
  /** The rule that says method and path. */
  readonly rule: RequirementId
}

/** Method and path of each operation. */
export const ROUTES: Readonly<Record<Operation, Route>> = {
  'auth.token': { method: 'POST', path: '/auth/token', section: '4.1', rule: 'TOKEN-REQUEST-METHOD-PATH' },
  'streaming.start': { method: 'POST', path: '/streaming/start', section: '4.2', rule: 'START-METHOD-PATH' },
  'streaming.update': {
    method: 'PUT',
    path: '/streaming/update',
    section: '4.3',
    rule: 'UPDATE-METHOD-PATH',
  },
  'streaming.stop': { method: 'POST', path: '/streaming/stop', section: '4.4', rule: 'STOP-METHOD-PATH' },
}

export type StreamingOperation = Exclude<Operation, 'auth.token'>
/** The operations of sections 4.2 to 4.4. */
export const STREAMING = OPERATIONS.filter((operation) => operation !== 'auth.token')

/** Which body each operation takes. */
export const BODY_OF = {
  'auth.token': 'auth-token',
  'streaming.start': 'streaming-start',
  'streaming.update': 'streaming-update',
  'streaming.stop': 'streaming-stop',
} as const satisfies Readonly<Record<Operation, BodyKind>>

/** Streams that a channel can have at the same time, unless support has changed it (4.2 rule 1, section 8). */
export const MOST_STREAMS = 3
