/** Generated calls of an HTTP client, one a question. */
import { array, constant, constantFrom, oneof, record, tuple, type Arbitrary } from 'fast-check'
import {
  type ClientCall,
  type ExpectedCall,
  type JsonObject,
  type NextCall,
  type Operation,
  type ServedAnswer,
  type Vector,
} from '../../model/index.ts'
import { operationsOf, textOf, type Drawing } from '../drawing.ts'
import { generatedVector } from '../generated.ts'
import { errorOf, failureOf, failuresInEveryShape, successAmongOthers, successOf } from './drawnAnswers.ts'
import { bodyIn, fullestWorld, oddWorld, plainWorld } from './bodies.ts'
import { appOf, appWithin, dueOf, expectedOf, rulesOf } from './due.ts'

/** What every call of a client is asked with. The time limit is long enough for a busy machine: nothing waits for it. */
export const around = {
  basePath: oneof(
    { arbitrary: constantFrom(''), weight: 5 },
    { arbitrary: constantFrom('/gateway/v1', '/a/b.c'), weight: 1 },
  ),
  timeoutMillis: constantFrom(4000, 5000, 8001, 30000),
}

interface DrawnCall extends Omit<ClientCall, 'appId' | 'appSecret' | 'next'> {
  readonly app: Pick<NextCall, 'appId' | 'appSecret'>
}
type More = Partial<Pick<Vector, 'level' | 'needs' | 'requirements'>>

/** A vector of a call. */
export function callVector(
  { app, ...drawn }: DrawnCall,
  title: string,
  due: ExpectedCall,
  more: More = {},
): Vector {
  const question = { method: 'client.call', params: { ...appOf(drawn, app), ...drawn } } as const
  const expect = expectedOf(question, due)
  const { operation, basePath } = drawn
  const needs = [...(basePath === '' ? [] : (['base-path'] as const)), ...(more.needs ?? [])]
  return generatedVector('client-call', `${title}: ${operation}`, more.requirements ?? rulesOf([drawn]), {
    ...more,
    question,
    expect,
    ...(needs.length > 0 && { needs }),
    ...(expect.verdict === 'either' && { twin: `client/request/${operation.replace('.', '-')}-minimal` }),
  })
}

type Bodies = Readonly<Record<Operation, Arbitrary<JsonObject>>>

export const each = (
  drawing: Drawing,
  draw: (operation: Operation) => Arbitrary<Vector>,
): Arbitrary<Vector> => oneof(...operationsOf(drawing).map(draw))

/** Calls whose first answer is drawn so. */
const answered = (
  drawing: Drawing,
  bodies: Bodies,
  answerOf: typeof successOf,
  title: string,
  more: More = {},
): Arbitrary<Vector> =>
  each(drawing, (operation) =>
    record({
      ...around,
      app: appWithin(drawing),
      body: bodies[operation],
      answers: answerOf(operation).map((one) => [one]),
    }).map((rest) => {
      const drawn = { operation, ...rest, calls: 1 }
      return callVector(drawn, title, dueOf(drawn), more)
    }),
  )

const TOLD = 'Tells the caller of a generated error'
const STATUS_TOLD = {
  level: 'recommended',
  requirements: ['SDK-ERROR-STATUS-TO-CALLER'],
  needs: ['tells-status'],
} as const
const CODE_TOLD = {
  level: 'recommended',
  requirements: ['SDK-ERROR-STATUS-TO-CALLER', 'SDK-ERROR-CODE-TO-CALLER'],
  needs: ['tells-status', 'tells-code'],
} as const

/** One call for each answer; calls of auth.token have different users, whose tokens the client lacks (section 2.1). */
export const severalCalls = (
  { drawing, operation, body }: { drawing: Drawing; operation: Operation; body: Arbitrary<JsonObject> },
  answers: Arbitrary<readonly ServedAnswer[]>,
): Arbitrary<DrawnCall> =>
  record({
    ...around,
    app: appWithin(drawing),
    body,
    users: tuple(...['u2', 'u3', 'u4'].map((user) => textOf(drawing, 'userId', constantFrom(user)))),
    answers,
  }).map(({ users, ...rest }) => ({
    operation,
    ...rest,
    ...(operation === 'auth.token' && { nextBodies: users.map((userId) => ({ ...rest.body, userId })) }),
    calls: rest.answers.length,
  }))

/** What a caller learns about an error: its status and, for auth.token, its code in any member. */
const told = (drawing: Drawing, bodies: Bodies): Arbitrary<Vector> =>
  each(drawing, (operation) =>
    errorOf(operation).chain(([status, code]) =>
      severalCalls({ drawing, operation, body: bodies[operation] }, failuresInEveryShape([status, code])).map(
        (drawn) =>
          operation === 'auth.token'
            ? callVector(drawn, TOLD, { checks: ['asked', 'status', 'code'], status, code }, CODE_TOLD)
            : callVector(drawn, TOLD, { checks: ['asked', 'status'], status }, STATUS_TOLD),
      ),
    ),
  )

/** Of calls at a time each gets the answer to its own request, in whatever order answers come. */
export const atOnce = (drawing: Drawing): Arbitrary<Vector> =>
  severalCalls(
    { drawing, operation: 'auth.token', body: bodyIn(plainWorld(drawing))['auth.token'] },
    successOf('auth.token').chain(({ body = '' }) =>
      array(constant({ status: 200, body, manner: 'newest-first' as const }), { minLength: 2, maxLength: 4 }),
    ),
  ).map((drawn) =>
    callVector(
      { ...drawn, together: true },
      'Gives each caller the answer to its own request',
      { checks: ['asked', 'success', 'token', 'own-token'] },
      { requirements: ['SDK-TOKEN-TO-CALLER'] },
    ),
  )

/** An answer has members that other services write, and the token is one of them. */
export const amongOthers = (drawing: Drawing): Arbitrary<Vector> =>
  answered(
    drawing,
    bodyIn(plainWorld(drawing)),
    successAmongOthers,
    'Takes what is shown among other members',
    {
      level: 'recommended',
      requirements: ['SDK-RESPONSE-OTHER-MEMBERS'],
    },
  )

/** A call with every member that the client can set. */
export const fullestCall = (drawing: Drawing, operation: Operation): Arbitrary<Vector> =>
  answered(
    { ...drawing, operations: [operation] },
    bodyIn(fullestWorld(drawing)),
    successOf,
    'Sends every member that it can set',
  )

/** One call. */
export function clientQuestion(drawing: Drawing): Arbitrary<Vector> {
  const plain = bodyIn(plainWorld(drawing))
  const odd = bodyIn(oddWorld(drawing))
  return oneof(
    { arbitrary: answered(drawing, plain, successOf, 'Sends a generated body'), weight: 6 },
    { arbitrary: answered(drawing, odd, successOf, 'Sends a generated body'), weight: 3 },
    { arbitrary: answered(drawing, plain, failureOf, 'Reports a generated error as a failure'), weight: 2 },
    { arbitrary: told(drawing, plain), weight: 1 },
  )
}
