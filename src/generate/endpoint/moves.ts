/**
 * Pairs of moves in the open channel: what a service forgets, replaces or allows once shows in the move after it. The
 * last move of each row must be carried out; those before it lead there.
 */
import { array, constantFrom, record } from 'fast-check'
import type { EarlierRequest, EndpointRequest, JsonObject, StreamIdKind, Vector } from '../../model/index.ts'
import { CHANNEL_USER, inOpenChannel } from './exchange.ts'
import {
  entryOf,
  PLAIN_PUSH,
  pushFor,
  pushOf,
  started,
  streaming,
  streamOf,
  type Push,
  type StreamNumber,
  type Verb,
} from './pushes.ts'
import { writing, type Writing } from './tokens.ts'
import type { Questions } from '../generated.ts'

/** Of these streams; a stop of none is one of all. */
type Move = readonly [name: Verb, ...streams: readonly StreamNumber[]]
const move =
  (name: Verb) =>
  (...streams: readonly StreamNumber[]): Move => [name, ...streams]
const [start, update, stop] = [move('start'), move('update'), move('stop')]

/** In a channel of others: two streams at most, and none that is stopped is started again (STREAM-STREAMID-AFTER-STOP). */
const IN_OPEN: readonly (readonly Move[])[] = [
  [start(1), start(2), update(1)],
  [start(1), start(2), update(2)],
  [start(1), start(2), stop(1)],
  [start(1), update(1), start(2)],
  [start(1), update(1), update(1)],
  [start(1, 2), update(1), update(2)],
  [start(1, 2), update(1), stop(2)],
  [start(1, 2), update(1, 2), update(2)],
  [start(1, 2), stop(1), update(2)],
  [start(1, 2), stop(1), stop(2)],
  [start(1), stop(1), start(2)],
]

/** What each asks of an endpoint. */
export const MOVE_RULES: Readonly<Record<Verb, Vector['requirements']>> = {
  start: ['ERROR-STREAMING-SUCCESS', 'START-STREAMLIST-ENTRY-EACH'],
  update: ['ERROR-STREAMING-SUCCESS', 'UPDATE-FPS', 'UPDATE-URL'],
  stop: ['ERROR-STREAMING-SUCCESS', 'STOP-ONE'],
}

export interface DrawnMoves {
  readonly pushes: readonly Push[]
  readonly fps: number
  readonly writing: Writing
}

/** What each drawn row of moves has. */
export const drawnMoves = (hasUser: boolean) => ({
  pushes: array(pushOf(hasUser), { minLength: 4, maxLength: 4 }),
  fps: constantFrom(15, 30),
  writing,
})

export const MOVE_REQUESTS: Readonly<
  Record<Verb, (streams: readonly StreamNumber[], drawn: DrawnMoves) => EndpointRequest>
> = {
  start: (streams, { pushes, writing: how }) =>
    started(
      streams.map((number) => entryOf(pushFor(pushes, number), number)),
      how,
    ),
  update: (streams, { fps, writing: how }) => {
    const streamList = streams.map((number) => ({ streamId: streamOf(number), fps }))
    return streaming('update', { streamList }, how)
  },
  stop: ([number], { writing: how }) =>
    streaming('stop', number === undefined ? {} : { streamId: streamOf(number) }, how),
}

const played = (row: readonly Move[], hasUser: boolean, streamIds?: StreamIdKind): Questions =>
  record(drawnMoves(hasUser)).map((one) => {
    const requests = row.map(([name, ...streams]) => MOVE_REQUESTS[name](streams, one))
    const [name] = row.at(-1)!
    const title = `Carries out a generated ${name} after other moves`
    return inOpenChannel(title, MOVE_RULES[name], requests, streamIds && { streamIds })
  })

/** Ids that code may take for one another: each push is stopped and updated under its own (2.3). */
const ALIKE: readonly (readonly [streamIds: StreamIdKind, moves: readonly Move[]])[] = [
  ['prefix', [start(1), start(2), stop(1), update(2)]],
  ['prefix', [start(1, 2), stop(2), update(1)]],
  // STREAM-STREAMID-VALUES: who takes the greater one takes the smaller one too.
  ['beyond-32-bits', [start(1), start(2)]],
  ['beyond-32-bits', [start(1, 2), stop(1), update(2)]],
  ['neighbours', [start(1), start(2)]],
  ['neighbours', [start(1, 2), stop(1), update(2)]],
]
/** Each in every run. */
export const movesInOpen = (hasUser: boolean): Questions[] => [
  ...IN_OPEN.map((row) => played(row, hasUser)),
  ...ALIKE.map(([streamIds, row]) => played(row, hasUser, streamIds)),
]

/** What comes before a change of the presenter of stream 1, a push of all users (4.3). */
const BEFORE_PRESENTER: readonly ((how: Writing) => readonly EarlierRequest[])[] = [
  (how) => [startedMixed(how), updateWith({ userId: CHANNEL_USER }, how)],
  (how) => [startedMixed(how), started([entryOf(SINGLE, 2)], how)],
  (how) => [started([entryOf(SINGLE, 2)], how), startedMixed(how)],
  // UPDATE-TYPE-FIXED: refused or without effect.
  (how) => [startedMixed(how), { ...updateWith({ type: 2 }, how), open: true }],
]
const SINGLE: Push = { ...PLAIN_PUSH, isSingle: true }
const startedMixed = (how: Writing): EndpointRequest => started([entryOf(PLAIN_PUSH, 1)], how)
const updateWith = (members: JsonObject, how: Writing): EndpointRequest =>
  streaming('update', { streamList: [{ streamId: streamOf(1), ...members }] }, how)
/** Two pushes of one user, which differ in flag (4.2 rule 2). */
export const twoOfOneUser: Questions = writing.map((how) =>
  inOpenChannel(
    'Starts a second push of one user',
    ['START-STREAMS-SEVERAL'],
    [started([entryOf({ ...SINGLE, flag: 1 }, 1)], how), started([entryOf({ ...SINGLE, flag: 2 }, 2)], how)],
  ),
)
export const presenters: readonly Questions[] = BEFORE_PRESENTER.map((before) =>
  writing.map((how) =>
    inOpenChannel(
      'Changes the presenter after other moves',
      ['UPDATE-PRESENTER'],
      [...before(how), updateWith({ userId: CHANNEL_USER }, how)],
    ),
  ),
)
