/** Generated calls one after the other, which show what a client keeps from one call to the next. */
import { array, constant, constantFrom, oneof, record, tuple, type Arbitrary } from 'fast-check'
import type { JsonObject, NextCall, Operation, ServedAnswer, Vector } from '../../model/index.ts'
import { operationsOf, textOf, within, type Drawing } from '../drawing.ts'
import { generatedVector } from '../generated.ts'
import { anyFailure, anySuccess } from './drawnAnswers.ts'
import { bodyIn } from './bodies.ts'
import { around } from './calls.ts'
import { appOf, appWithin, dueOf, expectedOf, dueRules } from './due.ts'

interface Turn {
  readonly operation: Operation
  readonly body: JsonObject
  /** Index of the app: the first, another one, or the first with another secret. */
  readonly app: 0 | 1 | 2
  readonly answer: ServedAnswer
}

const MOST = 7
const SECRET_CHANGED = 2

const turnOf =
  (bodies: Readonly<Record<Operation, Arbitrary<JsonObject>>>) =>
  (operation: Operation): Arbitrary<Turn> =>
    record({
      operation: constant(operation),
      body: bodies[operation],
      app: oneof(
        { arbitrary: constantFrom(0 as const), weight: 5 },
        { arbitrary: constantFrom(1 as const, SECRET_CHANGED), weight: 2 },
      ),
      answer: oneof(
        { arbitrary: anySuccess(operation), weight: 4 },
        { arbitrary: anyFailure(operation), weight: 1 },
      ),
    })

function turnsOf(
  operations: readonly Operation[],
  one: (operation: Operation) => Arbitrary<Turn>,
): Arbitrary<readonly Turn[]> {
  const any = oneof(...operations.map(one))
  return constantFrom(...operations).chain((operation) =>
    array(oneof({ arbitrary: one(operation), weight: 3 }, { arbitrary: any, weight: 2 }), {
      minLength: 4,
      maxLength: MOST,
    }),
  )
}

/** Few ids, so that calls concern the same channel, user and stream, or a near one. */
function turnsWithin(drawing: Drawing): Arbitrary<readonly Turn[]> {
  const two = (name: 'channelId' | 'userId', texts: readonly [string, string]): Arbitrary<string[]> =>
    tuple(...texts.map((text) => textOf(drawing, name, constant(text))))
  return tuple(two('channelId', ['room1', 'room2']), two('userId', ['u1', 'u2'])).chain(([channels, users]) =>
    turnsOf(
      operationsOf(drawing),
      turnOf(
        bodyIn({
          drawing,
          channelId: constantFrom(...channels),
          userId: constantFrom(...users),
          streamId: within(drawing, 'streamId', constantFrom(1, 2, 3, 700)),
          odd: false,
        }),
      ),
    ),
  )
}

/** A client may return a token that it has (2.1): an error, or a change of the secret, needs a new user to show. */
const bodyOf = ({ operation, body, app, answer }: Turn, newUser: string): JsonObject =>
  operation === 'auth.token' && (app === SECRET_CHANGED || answer.status !== 200)
    ? { ...body, userId: newUser }
    : body

interface Drawn {
  readonly turns: readonly Turn[]
  readonly apps: readonly [Pick<NextCall, 'appId' | 'appSecret'>, Pick<NextCall, 'appId' | 'appSecret'>]
  /** One for each turn. */
  readonly newUsers: readonly string[]
}

function callsOf({ turns, apps, newUsers }: Drawn): readonly [NextCall, ...NextCall[]] {
  const [first, other] = [appOf(turns, apps[0]), appOf(turns, apps[1], 1)]
  const three = [first, other, { ...first, appSecret: other.appSecret }]
  const calls = turns.map((turn, at) => ({
    ...three[turn.app]!,
    operation: turn.operation,
    body: bodyOf(turn, newUsers[at]!),
    answers: [turn.answer],
  }))
  // The first call again at the end.
  return [calls[0]!, ...calls.slice(1), calls[0]!]
}

/** Several calls of one base URL. */
export const clientSequence = (drawing: Drawing): Arbitrary<Vector> =>
  record({
    ...around,
    turns: turnsWithin(drawing),
    apps: tuple(appWithin(drawing), appWithin(drawing)),
    newUsers: tuple(
      ...Array.from({ length: MOST }, (_, at) => textOf(drawing, 'userId', constant(`new${at}`))),
    ),
  }).map(({ basePath, timeoutMillis, ...drawn }) => {
    const [first, ...next] = callsOf(drawn)
    const call = { ...first, basePath, timeoutMillis, calls: 1, next }
    const question = { method: 'client.call', params: call } as const
    const title = 'Sends generated calls one after the other'
    return generatedVector('client-call', title, dueRules([first, ...next]), {
      question,
      expect: expectedOf(question, { ...dueOf(first), next: next.map(dueOf) }),
      ...(basePath !== '' && { needs: ['base-path'] as const }),
    })
  })
