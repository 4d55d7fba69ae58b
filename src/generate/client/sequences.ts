/** Generated calls one after the other: what a client keeps from one call to the next shows here. */
import { array, constantFrom, oneof, record, type Arbitrary } from 'fast-check'
import {
  OPERATIONS,
  type JsonObject,
  type NextCall,
  type Operation,
  type ServedAnswer,
  type Vector,
} from '../../model/index.ts'
import { generatedVector } from '../generated.ts'
import { failureOf, successOf } from './answers.ts'
import { bodyIn } from './bodies.ts'
import { around } from './calls.ts'
import { appOf, dueOf, expectedOf, rulesOf } from './due.ts'

/** Few ids, so that calls are about the same channel, user and stream, or about another one. */
const SMALL = bodyIn({
  channelId: constantFrom('room1', 'room2'),
  userId: constantFrom('u1', 'u2'),
  streamId: constantFrom(1, 2, 3, 700),
  odd: false,
})

interface Turn {
  readonly operation: Operation
  readonly body: JsonObject
  /** Index of the app: the first, another one, or the first with another secret. */
  readonly app: 0 | 1 | 2
  readonly answer: ServedAnswer
}

const turnOf = (operation: Operation): Arbitrary<Turn> =>
  record({
    operation: constantFrom(operation),
    body: SMALL[operation],
    app: oneof(
      { arbitrary: constantFrom(0 as const), weight: 5 },
      { arbitrary: constantFrom(1 as const, 2 as const), weight: 2 },
    ),
    answer: oneof(
      { arbitrary: successOf(operation), weight: 4 },
      { arbitrary: failureOf(operation), weight: 1 },
    ),
  })

/** Mostly calls of one operation, and others between them. */
const turns: Arbitrary<readonly Turn[]> = constantFrom(...OPERATIONS).chain((operation) =>
  array(
    oneof(
      { arbitrary: turnOf(operation), weight: 3 },
      { arbitrary: oneof(...OPERATIONS.map(turnOf)), weight: 2 },
    ),
    { minLength: 3, maxLength: 6 },
  ),
)

/** A token that a client has may be handed out in the place of an error, or of one that another secret signs (2.1). */
const bodyOf = ({ operation, body, app, answer }: Turn, at: number): JsonObject =>
  operation === 'auth.token' && (app === 2 || answer.status !== 200) ? { ...body, userId: `new${at}` } : body

function callsOf(drawn: readonly Turn[]): readonly [NextCall, ...NextCall[]] {
  const [first, other] = [appOf(drawn), appOf(drawn, 1)]
  const apps = [first, other, { ...first, appSecret: other.appSecret }]
  const calls = drawn.map((turn, at) => ({
    ...apps[turn.app]!,
    operation: turn.operation,
    body: bodyOf(turn, at),
    answers: [turn.answer],
  }))
  // The first call again at the end.
  return [calls[0]!, ...calls.slice(1), calls[0]!]
}

/** Several calls of one base URL. */
export const clientSequence: Arbitrary<Vector> = record({ ...around, turns }).map(
  ({ turns: drawn, ...rest }) => {
    const [first, ...next] = callsOf(drawn)
    const question = { method: 'client.call', params: { ...first, ...rest, calls: 1, next } } as const
    const rules = rulesOf([first, ...next])
    return generatedVector('client-call', 'Sends generated calls one after the other', rules, {
      question,
      expect: expectedOf(question, { ...dueOf(first), next: next.map(dueOf) }),
      ...(rest.basePath !== '' && { needs: ['base-path'] as const }),
    })
  },
)
