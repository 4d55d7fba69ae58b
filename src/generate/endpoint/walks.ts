/**
 * Sequences that nobody wrote down: each move is drawn, and a model of the channel says what it may be and how it must be
 * answered (4.2 to 4.4). Where the text is silent the model stays as it is, and any answer will do.
 */
import { array, constantFrom, integer, noBias, record } from 'fast-check'
import { MOST_STREAMS } from '../../interface/operations.ts'
import type {
  AllowedAnswer,
  EarlierRequest,
  EndpointRequest,
  Exchange,
  Need,
  Operation,
  RequirementId,
  Vector,
} from '../../model/index.ts'
import { CHANNEL, exchangeVectors, ok, status } from './exchange.ts'
import { drawnMoves, MOVE_REQUESTS, MOVE_RULES, type DrawnMoves } from './moves.ts'
import { entryOf, pushFor, started, streaming, streamOf, type StreamNumber, type Verb } from './pushes.ts'
import { writtenBody } from './tokens.ts'
import type { Questions } from '../generated.ts'

/** What runs, what was stopped, and the numbers of streams that no request has named. */
interface State {
  readonly running: readonly StreamNumber[]
  readonly stopped: readonly StreamNumber[]
  readonly fresh: readonly StreamNumber[]
  readonly room: number
}

/** A request, how it must be answered (absent: any answer is right), and the channel after it. */
interface Step {
  readonly request: EndpointRequest
  readonly rules: readonly [RequirementId, ...RequirementId[]]
  readonly answers?: readonly AllowedAnswer[]
  readonly after: State
}

/** Absent: that move is none in this state. */
type Play = (state: State, pick: number, drawn: DrawnMoves) => Step | undefined

/** Where the walk goes: in a channel of others it stops nothing that is not its own, and starts two pushes at most. */
interface Place {
  readonly numbers: readonly StreamNumber[]
  readonly room: number
  readonly needs: readonly Need[]
  readonly moves: readonly Name[]
  /** How it ends: with what shows the state of the channel. */
  readonly ends: readonly (readonly Name[])[]
}

const WRONG_RATE = 20
const NEVER_STARTED = 7

/** Some of them, at least one: each pick chooses others. */
const some = <T>(list: readonly T[], pick: number): readonly T[] => {
  const chosen = list.filter((_one, at) => ((pick + 1) >> at) % 2 === 1)
  return chosen.length > 0 ? chosen : list.slice(0, 1)
}
const without = <T>(list: readonly T[], gone: readonly T[]): T[] => list.filter((one) => !gone.includes(one))

const oneOf = <T>(list: readonly T[], pick: number): readonly T[] =>
  list.slice(pick % Math.max(1, list.length)).slice(0, 1)

/** Of no stream it is no move. */
const moved = (
  name: Verb,
  numbers: readonly StreamNumber[],
  after: State,
  drawn: DrawnMoves,
): Step | undefined =>
  numbers.length === 0
    ? undefined
    : { request: MOVE_REQUESTS[name](numbers, drawn), rules: MOVE_RULES[name], answers: ok, after }

const begin = (state: State, count: number, drawn: DrawnMoves): Step | undefined => {
  const numbers = state.fresh.slice(0, count)
  const running = [...state.running, ...numbers]
  const [fresh, room] = [without(state.fresh, numbers), state.room - numbers.length]
  return moved('start', numbers, { ...state, running, fresh, room }, drawn)
}

const end = (state: State, gone: readonly StreamNumber[], drawn: DrawnMoves): Step | undefined => {
  const [running, stopped] = [without(state.running, gone), [...state.stopped, ...gone]]
  return moved('stop', gone, { ...state, running, stopped, room: state.room + gone.length }, drawn)
}

/** STOP-STREAMID-UNKNOWN: any answer, and nothing else stops. */
const endNothing = (numbers: readonly StreamNumber[], after: State, drawn: DrawnMoves): Step | undefined =>
  numbers.length === 0
    ? undefined
    : { request: MOVE_REQUESTS.stop(numbers, drawn), rules: MOVE_RULES.stop, after }

/** A start that is refused takes its streamId with it: whether that can be used again is not shown. */
const refuse = (
  state: State,
  more: { readonly fps?: number },
  rest: Pick<Step, 'rules' | 'answers'>,
  { pushes, writing: how }: DrawnMoves,
): Step | undefined => {
  const [number] = state.fresh
  if (number === undefined) return undefined
  const entry = { ...entryOf(pushFor(pushes, number), number), ...more }
  const after = { ...state, fresh: without(state.fresh, [number]) }
  return { request: started([entry], how), after, ...rest }
}

const MALFORMED = { rules: ['ERROR-STREAMING-MALFORMED', 'STREAM-FPS-VALUES'], answers: status(400) } as const

const MOVES = {
  start: (state, pick, drawn) => begin(state, Math.min(1 + (pick % 2), state.room), drawn),
  fill: (state, _pick, drawn) => begin(state, state.room, drawn),
  update: (state, pick, drawn) => moved('update', some(state.running, pick), state, drawn),
  updateAll: (state, _pick, drawn) => moved('update', state.running, state, drawn),
  stop: (state, pick, drawn) => end(state, oneOf(state.running, pick), drawn),
  stopAll: (state, _pick, drawn) => {
    const step = end(state, state.running, drawn)
    return step && { ...step, request: MOVE_REQUESTS.stop([], drawn), rules: ['STOP-ALL'] }
  },
  stopUnknown: (state, _pick, drawn) => endNothing([NEVER_STARTED], state, drawn),
  stopAgain: (state, pick, drawn) => endNothing(oneOf(state.stopped, pick), state, drawn),
  // With room for it: which refusal comes first is not shown (section 7.2).
  startWrongly: (state, _pick, drawn) =>
    state.room > 0 ? refuse(state, { fps: WRONG_RATE }, MALFORMED, drawn) : undefined,
  updateWrongly: ({ running, ...rest }, pick, { writing: how }) => {
    const streamList = some(running, pick).map((number) => ({ streamId: streamOf(number), fps: WRONG_RATE }))
    const request = streaming('update', { streamList }, how)
    return running.length > 0 ? { request, after: { running, ...rest }, ...MALFORMED } : undefined
  },
  // START-STREAMS-MAXIMUM-ANSWER: the status is not shown.
  startBeyond: (state, _pick, drawn) =>
    state.room === 0
      ? refuse(state, {}, { rules: ['START-STREAMS-MAXIMUM'], answers: status('4xx', 500) }, drawn)
      : undefined,
  token: (after, pick, { writing: how }) => {
    const body = writtenBody({ channelId: CHANNEL, userId: `user${pick}` }, how)
    const request = { operation: 'auth.token', body } as const
    return { request, rules: ['TOKEN-RESPONSE-STATUS'], answers: ok, after }
  },
} as const satisfies Readonly<Record<string, Play>>
type Name = keyof typeof MOVES

const BESIDE_OTHERS: Place = {
  numbers: [1, 2],
  room: 2,
  needs: [],
  moves: ['start', 'update', 'stop', 'token', 'updateAll', 'startWrongly', 'updateWrongly', 'stopAgain'],
  ends: [['updateAll'], ['start'], ['stop']],
}
/** Twice as likely as others: what shows how many run. */
const OWN: Place = {
  numbers: [1, 2, 3, 4, 5, 6],
  room: MOST_STREAMS,
  needs: ['exclusive-channel', 'default-stream-limit'],
  moves: [...BESIDE_OTHERS.moves, 'fill', 'fill', 'startBeyond', 'startBeyond', 'stopAll', 'stopUnknown'],
  ends: [['updateAll'], ['fill'], ['fill', 'startBeyond']],
}

interface Move {
  readonly name: Name
  readonly pick: number
}

/** A walk begins with a start, so that a shorter one says something as well. */
const FIRST: Move = { name: 'start', pick: 0 }

/** The steps that the moves make: one that is none in its state is left out. */
function stepsOf(moves: readonly Move[], { numbers, room }: Place, drawn: DrawnMoves): readonly Step[] {
  const steps: Step[] = []
  let state: State = { running: [], stopped: [], fresh: numbers, room }
  for (const { name, pick } of [FIRST, ...moves]) {
    const play: Play = MOVES[name]
    const step = play(state, pick, drawn)
    if (step) steps.push(step)
    state = step?.after ?? state
  }
  return steps.slice(0, 1 + steps.findLastIndex(({ answers }) => answers))
}

/** Only what is right and carried out leads on to the next request; of the others any answer does. */
const earlier = ({ request, answers }: Step): EarlierRequest =>
  answers === ok ? request : { ...request, open: true }

function walked(steps: readonly Step[], needs: readonly Need[]): readonly Vector[] {
  const { request, rules, answers = ok } = steps.at(-1)!
  return exchangeVectors('sequence', `Answers a generated ${request.operation} after other requests`, rules, {
    ...request,
    channel: 'open',
    needs,
    before: steps.slice(0, -1).map(earlier),
    answers,
  })
}

/** So many moves at most beside the first start: longer walks show little more, and each takes as many requests. */
const LONGEST = 9

const walk = (hasUser: boolean, place: Place): Questions =>
  record({
    // First: shrinking removes moves before anything else.
    moves: noBias(
      array(record({ name: constantFrom(...place.moves), pick: integer({ min: 0, max: 6 }) }), {
        maxLength: LONGEST,
        size: 'max',
      }),
    ),
    end: constantFrom(...place.ends),
    ...drawnMoves(hasUser),
  }).map(({ moves, end: last, ...drawn }) => {
    const all = [...moves, ...last.map((name) => ({ name, pick: 0 }))]
    return walked(stepsOf(all, place, drawn), place.needs)
  })

export const walksBesideOthers = (hasUser: boolean): Questions => walk(hasUser, BESIDE_OTHERS)
export const walksInOwn = (hasUser: boolean): Questions => walk(hasUser, OWN)

const CARRIED_OUT: Readonly<Record<Operation, Vector['requirements']>> = {
  'auth.token': ['TOKEN-RESPONSE-STATUS'],
  'streaming.start': MOVE_RULES.start,
  'streaming.update': MOVE_RULES.update,
  'streaming.stop': MOVE_RULES.stop,
}

/**
 * What must be carried out before a question, each request as a question of its own, from the first on: it shows which
 * was refused where the question itself could not be asked.
 */
export const questionsBefore = ({ question, needs = [] }: Vector): readonly Vector[] =>
  question.method === 'endpoint.exchange'
    ? (question.params.before ?? []).flatMap((_one, at) => before(question.params, at, needs))
    : []

function before(
  { before: all = [], streamIds, channel }: Exchange,
  at: number,
  needs: readonly Need[],
): readonly Vector[] {
  const { open, together, ...request } = all[at]!
  // Of requests at the same time the last one would come alone.
  if (open || together || all[at + 1]?.together) return []
  return exchangeVectors(
    'sequence',
    `Carries out a generated ${request.operation} on the way`,
    CARRIED_OUT[request.operation],
    { ...request, channel, needs, before: all.slice(0, at), answers: ok, ...(streamIds && { streamIds }) },
  )
}
