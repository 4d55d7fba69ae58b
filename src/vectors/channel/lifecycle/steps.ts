import type { Json, JsonObject, Timeline, TimelineStep, TimelineToken } from '../../../model/index.ts'
import type { Row } from '../../rows/row.ts'

export type Line = readonly [at: number, what: Step, expected: Json]
type Step = TimelineStep extends infer S ? (S extends TimelineStep ? Omit<S, 'at'> : never) : never

export interface TimelineRow extends Row {
  readonly whiteboard?: true
  /** Default: two plain ones. */
  readonly tokens?: Timeline['tokens']
  readonly lines: readonly Line[]
}

/** Rows by their names. */
export const timelines = (rows: Readonly<Record<string, Omit<TimelineRow, 'name'>>>): TimelineRow[] =>
  Object.entries(rows).map(([name, row]) => ({ name, ...row }))

/** Shorthands for the lines of a timeline: what happens, without its second. */
export const joins = (token?: string) => ({ do: 'join', ...(token !== undefined && { token }) }) as const
export const leaves = (userId: string) => ({ do: 'leave', userId }) as const
export const closes = { do: 'close' } as const
export const looks = { do: 'look' } as const

export const starts = (...streamList: Json[]) => ({ do: 'streaming.start', body: { streamList } }) as const
export const updates = (...streamList: Json[]) => ({ do: 'streaming.update', body: { streamList } }) as const
export const stops = (streamId?: number) =>
  ({ do: 'streaming.stop', body: streamId === undefined ? {} : { streamId } }) as const
export const asksToken = (keepAs: string, body: JsonObject) => ({ do: 'auth.token', body, keepAs }) as const

/** A token of this user with these join parameters. */
export const tokenOf = (userId: string, joinParams: JsonObject = {}, issuedAt = 0): TimelineToken => ({
  issuedAt,
  userId,
  ...joinParams,
})

export const TOKENS: Timeline['tokens'] = { t1: tokenOf('u1'), t2: tokenOf('u2') }

export const firstJoined: readonly Line[] = [[0, joins('t1'), 'joined']]
export const bothJoined: readonly Line[] = [...firstJoined, [1, joins('t2'), 'joined']]

/** Any of these: the text does not say which. */
export const anyOf = (...results: Json[]): Json => ({ anyOf: results })
/** The text does not show which refusal; 500 is one of 7.2 too. */
export const REFUSED = anyOf('4xx', 500)

export const CLOSED: Json = { open: false }
export const openWith = (users: readonly string[], streams: readonly JsonObject[] = []): Json => ({
  open: true,
  users,
  streams,
})
