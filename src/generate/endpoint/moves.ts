/**
 * Pairs of moves in the open channel: what a service forgets, replaces or allows once shows in the move after it. The
 * last move of each row must be carried out; those before it lead there.
 */
import { array, constantFrom, record, type Arbitrary } from 'fast-check'
import type { EndpointRequest, Need, RequirementId, Vector } from '../../model/index.ts'
import { exchangeVectors, ok } from './exchange.ts'
import { bodyOf, entryOf, pushOf, started, streamOf, type Push, type StreamNumber } from './pushes.ts'
import { writing, type Writing } from './tokens.ts'

type Name = 'start' | 'update' | 'stop'
/** Of these streams; a stop of none is one of all. */
type Move = readonly [name: Name, ...streams: readonly StreamNumber[]]

/** In a channel of others: two streams at most, and none that is stopped is started again (STREAM-STREAMID-AFTER-STOP). */
const IN_OPEN: readonly (readonly Move[])[] = [
  [
    ['start', 1],
    ['start', 2],
    ['update', 1],
  ],
  [
    ['start', 1],
    ['start', 2],
    ['update', 2],
  ],
  [
    ['start', 1],
    ['start', 2],
    ['stop', 1],
  ],
  [
    ['start', 1],
    ['update', 1],
    ['start', 2],
  ],
  [
    ['start', 1],
    ['update', 1],
    ['update', 1],
  ],
  [
    ['start', 1, 2],
    ['update', 1],
    ['update', 2],
  ],
  [
    ['start', 1, 2],
    ['update', 1],
    ['stop', 2],
  ],
  [
    ['start', 1, 2],
    ['update', 1, 2],
    ['update', 2],
  ],
  [
    ['start', 1, 2],
    ['stop', 1],
    ['update', 2],
  ],
  [
    ['start', 1, 2],
    ['stop', 1],
    ['stop', 2],
  ],
  [
    ['start', 1],
    ['stop', 1],
    ['start', 2],
  ],
]

/** In a channel of our own, which has room for three. */
const IN_EXCLUSIVE: readonly (readonly Move[])[] = [
  [
    ['start', 1],
    ['start', 2],
    ['start', 3],
  ],
  [
    ['start', 1, 2],
    ['start', 3],
    ['update', 1],
  ],
  [
    ['start', 1, 2, 3],
    ['update', 1],
    ['update', 3],
  ],
  [
    ['start', 1, 2, 3],
    ['stop', 2],
    ['update', 3],
  ],
  [
    ['start', 1, 2, 3],
    ['update', 1],
    ['stop', 2],
    ['start', 4],
  ],
  [['start', 1, 2], ['stop'], ['start', 3]],
]

const RULES: Readonly<Record<Name, readonly [RequirementId, ...RequirementId[]]>> = {
  start: ['ERROR-STREAMING-SUCCESS', 'START-STREAMLIST-ENTRY-EACH'],
  update: ['ERROR-STREAMING-SUCCESS', 'UPDATE-FPS', 'UPDATE-URL'],
  stop: ['ERROR-STREAMING-SUCCESS', 'STOP-ONE'],
}

/** What is drawn for the moves of a row. */
interface Drawn {
  readonly pushes: readonly Push[]
  readonly fps: number
  readonly writing: Writing
}

const drawn = (hasUser: boolean): Arbitrary<Drawn> =>
  record({
    pushes: array(pushOf(hasUser), { minLength: 4, maxLength: 4 }),
    fps: constantFrom(15, 30),
    writing,
  })

const REQUESTS: Readonly<Record<Name, (streams: readonly StreamNumber[], drawn: Drawn) => EndpointRequest>> =
  {
    start: (streams, { pushes, writing: how }) =>
      started(
        streams.map((number) => entryOf(pushes[number - 1]!, number)),
        how,
      ),
    update: (streams, { fps, writing: how }) => {
      const streamList = streams.map((number) => ({ streamId: streamOf(number), fps }))
      return { operation: 'streaming.update', body: bodyOf({ streamList }, how) }
    },
    stop: ([number], { writing: how }) => {
      const members = number === undefined ? {} : { streamId: streamOf(number) }
      return { operation: 'streaming.stop', body: bodyOf(members, how) }
    },
  }

const played = (
  row: readonly Move[],
  hasUser: boolean,
  needs: readonly Need[],
): Arbitrary<readonly Vector[]> =>
  drawn(hasUser).map((one) => {
    const requests = row.map(([name, ...streams]) => REQUESTS[name](streams, one))
    const [name] = row.at(-1)!
    const title = `Carries out a generated ${name} after other moves`
    const [last, before] = [requests.at(-1)!, requests.slice(0, -1)]
    return exchangeVectors('streaming', title, RULES[name], {
      ...last,
      channel: 'open',
      before,
      needs,
      answers: ok,
    })
  })

/** Each in every run. */
export const movesInOpen = (hasUser: boolean): Arbitrary<readonly Vector[]>[] =>
  IN_OPEN.map((row) => played(row, hasUser, []))
export const movesInExclusive = (hasUser: boolean): Arbitrary<readonly Vector[]>[] =>
  IN_EXCLUSIVE.map((row) => played(row, hasUser, ['exclusive-channel', 'default-stream-limit']))
