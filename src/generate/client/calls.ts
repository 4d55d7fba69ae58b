/** Generated calls of an HTTP client, one a question; the answer may lead to another host, fail to come, or be late. */
import {
  array,
  constant,
  constantFrom,
  integer,
  oneof,
  record,
  shuffledSubarray,
  tuple,
  type Arbitrary,
} from 'fast-check'
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
import { generatedVector, type Questions } from '../generated.ts'
import { anyError, anyFailure, failuresInEveryShape, successAmongOthers, anySuccess } from './drawnAnswers.ts'
import { bodyIn, fullestWorld, oddWorld, plainWorld } from './bodies.ts'
import { appOf, appWithin, dueOf, expectedOf, dueRules } from './due.ts'

/** What every call of a client is asked with. The time limit is long enough for a busy machine: nothing waits for it. */
export const around = {
  basePath: oneof(
    { arbitrary: constantFrom(''), weight: 5 },
    { arbitrary: constantFrom('/gateway/v1', '/a/b.c'), weight: 1 },
  ),
  timeoutMillis: constantFrom(4000, 5000, 8001, 30000),
}
const aroundOf = (drawing: Drawing) => ({ ...around, app: appWithin(drawing) })

/** What is drawn for one call. */
interface OneCall {
  readonly body: Arbitrary<JsonObject>
  readonly answers: Arbitrary<readonly ServedAnswer[]>
  /** Absent: one of the usual limits. */
  readonly timeoutMillis?: Arbitrary<number>
}

const oneCall = (drawing: Drawing, operation: Operation, drawn: OneCall): Arbitrary<DrawnCall> =>
  record({ ...aroundOf(drawing), ...drawn }).map((rest) => ({ operation, ...rest, calls: 1 }))

interface DrawnCall extends Omit<ClientCall, 'appId' | 'appSecret' | 'next'> {
  readonly app: Pick<NextCall, 'appId' | 'appSecret'>
}
type More = Partial<Pick<Vector, 'level' | 'needs' | 'requirements'>>

function callVector({ app, ...drawn }: DrawnCall, title: string, due: ExpectedCall, more: More = {}): Vector {
  const question = { method: 'client.call', params: { ...appOf(drawn, app), ...drawn } } as const
  const expect = expectedOf(question, due)
  const { operation, basePath } = drawn
  const needs = [...(basePath === '' ? [] : (['base-path'] as const)), ...(more.needs ?? [])]
  return generatedVector('client-call', `${title}: ${operation}`, more.requirements ?? dueRules([drawn]), {
    ...more,
    question,
    expect,
    ...(needs.length > 0 && { needs }),
    ...(expect.verdict === 'either' && { twin: `client/request/${operation.replace('.', '-')}-minimal` }),
  })
}

function recommended(...requirements: Vector['requirements']): More {
  return { level: 'recommended', requirements }
}

type Bodies = Readonly<Record<Operation, Arbitrary<JsonObject>>>

const each = (drawing: Drawing, draw: (operation: Operation) => Arbitrary<Vector>): Arbitrary<Vector> =>
  oneof(...operationsOf(drawing).map(draw))

const answered = (
  drawing: Drawing,
  bodies: Bodies,
  answerOf: typeof anySuccess,
  title: string,
  more: More = {},
): Arbitrary<Vector> =>
  each(drawing, (operation) => {
    const answers = answerOf(operation).map((one) => [one])
    return oneCall(drawing, operation, { body: bodies[operation], answers }).map((drawn) =>
      callVector(drawn, title, dueOf(drawn), more),
    )
  })

const TOLD = 'Tells the caller of a generated error'
const STATUS_TOLD: More = { ...recommended('SDK-ERROR-STATUS-TO-CALLER'), needs: ['tells-status'] }
const CODE_TOLD: More = {
  ...recommended('SDK-ERROR-STATUS-TO-CALLER', 'SDK-ERROR-CODE-TO-CALLER'),
  needs: ['tells-status', 'tells-code'],
}

/** One call for each answer; calls of auth.token have different users, whose tokens the client lacks (section 2.1). */
const severalCalls = (
  { drawing, operation, body }: { drawing: Drawing; operation: Operation; body: Arbitrary<JsonObject> },
  answers: Arbitrary<readonly ServedAnswer[]>,
): Arbitrary<DrawnCall> =>
  record({
    ...aroundOf(drawing),
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
    anyError(operation).chain(([status, code]) =>
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
    anySuccess('auth.token').chain(({ body = '' }) =>
      array(constant({ status: 200, body, manner: 'newest-first' as const }), { minLength: 2, maxLength: 4 }),
    ),
  ).map((drawn) => {
    const due: ExpectedCall = { checks: ['asked', 'success', 'token', 'own-token'] }
    const title = 'Gives each caller the answer to its own request'
    return callVector({ ...drawn, together: true }, title, due, { requirements: ['SDK-TOKEN-TO-CALLER'] })
  })

/** An answer has members that other services write, and the token is one of them. */
export const amongOthers = (drawing: Drawing): Arbitrary<Vector> =>
  answered(
    drawing,
    bodyIn(plainWorld(drawing)),
    successAmongOthers,
    'Takes what is shown among other members',
    recommended('SDK-RESPONSE-OTHER-MEMBERS'),
  )

/** A call with every member that the client can set. */
export const fullestCall = (drawing: Drawing, operation: Operation): Arbitrary<Vector> =>
  answered(
    { ...drawing, operations: [operation] },
    bodyIn(fullestWorld(drawing)),
    anySuccess,
    'Sends every member that it can set',
  )

/** One call. */
export function clientQuestion(drawing: Drawing): Arbitrary<Vector> {
  const plain = bodyIn(plainWorld(drawing))
  const odd = bodyIn(oddWorld(drawing))
  return oneof(
    { arbitrary: answered(drawing, plain, anySuccess, 'Sends a generated body'), weight: 6 },
    { arbitrary: answered(drawing, odd, anySuccess, 'Sends a generated body'), weight: 3 },
    { arbitrary: answered(drawing, plain, anyFailure, 'Reports a generated error as a failure'), weight: 2 },
    { arbitrary: told(drawing, plain), weight: 1 },
  )
}

/**
 * Redirects to the other host name, which answers 500. After a permanent one a client may go there from then on (RFC
 * 9110 sections 15.4.2 and 15.4.9), so it comes last. Mostly it is 301: vectors have 308.
 */
const redirects: Arbitrary<readonly ServedAnswer[]> = tuple(
  shuffledSubarray([302, 303, 307], { minLength: 3 }),
  constantFrom(301, 301, 301, 308),
).map(([temporary, permanent]) => [...temporary, permanent].map((status) => ({ status, elsewhere: true })))

/** A client may follow. If it does, the other host gets no Authorization, and the call is no success. */
export const redirected = (drawing: Drawing): Arbitrary<Vector> => {
  const bodies = bodyIn(plainWorld(drawing))
  const due: ExpectedCall = { checks: ['asked', 'redirect-authorization', 'no-success'] }
  const more = recommended('SDK-REDIRECT-AUTHORIZATION', 'SDK-INCOMPLETE-NOT-SUCCESS')
  return each(drawing, (operation) =>
    severalCalls({ drawing, operation, body: bodies[operation] }, redirects).map((drawn) =>
      callVector(drawn, 'Keeps Authorization from another host', due, more),
    ),
  )
}

/** Does a client send a start again whose connection broke? A second one is answered (RFC 9110 section 9.2.2). */
export const broken = (drawing: Drawing): Arbitrary<Vector> => {
  const body = bodyIn(plainWorld(drawing))['streaming.start']
  const manners = constantFrom('reset' as const, 'head-cut-off' as const)
  const answers = manners.map((manner) => [{ status: 200, manner }, SUCCESS])
  const title = 'Open: whether a call whose connection broke is sent again'
  const more: More = { level: 'unspecified', requirements: ['START-AGAIN-AFTER-BREAK'] }
  return oneCall(drawing, 'streaming.start', { body, answers }).map((drawn) =>
    callVector(drawn, title, { checks: ['asked', 'started-again'] }, more),
  )
}

const SUCCESS: ServedAnswer = { status: 200, body: '{}' }

/** The limit of a call that gets no answer: an SDK that asks in order waits so long. */
const SHORT = 1000

/** Of what kind does a client report an error status, a connection that breaks, and an answer that does not come? */
export const failedInEachWay = (drawing: Drawing): Questions => {
  const bodies = bodyIn(plainWorld(drawing))
  const title = 'Open: of what kind a failure is'
  const due: ExpectedCall = { checks: ['asked', 'failure-kind'] }
  const more: More = { level: 'unspecified', requirements: ['SDK-FAILURE-KIND'] }
  return constantFrom(...operationsOf(drawing)).chain((operation) => {
    const call = { timeoutMillis: constant(SHORT), body: bodies[operation] }
    const failing = FAILURES.map((answer) =>
      oneCall(drawing, operation, { ...call, answers: constant([answer]) }),
    )
    return tuple(...failing.map((one) => one.map((drawn) => callVector(drawn, title, due, more))))
  })
}

const FAILURES: readonly ServedAnswer[] = [
  { status: 500, body: '{}' },
  { status: 200, manner: 'reset' },
  { status: 200, manner: 'silent' },
]

/** Longer than the shortest limits that code has of its own, and shorter than any time limit of a question. */
const PAUSE = 1100
/** The limit of such a call, so far above the pause that a busy machine does not use it up. */
const LIMIT = 30000

/** An answer in two pieces, of which the second is late but well within the limit. @param cut in thousandths of it */
const late = (cut: number) => ({ ends: 'length', cuts: [cut], pause: PAUSE }) as const

/** Clients that give up early have a limit of their own. */
export const slow = (drawing: Drawing): Arbitrary<Vector> => {
  const bodies = bodyIn(plainWorld(drawing))
  const title = 'Waits for an answer that takes its time'
  const more = recommended('SDK-WAITS-FOR-RESPONSE')
  // The shortest answer has some 60 bytes: below 17 thousandths the first piece would be empty, and nothing late.
  const cuts = integer({ min: 100, max: 900 })
  return each(drawing, (operation) => {
    const answers = tuple(anySuccess(operation), cuts).map(([one, cut]) => [{ ...one, framing: late(cut) }])
    const call = { timeoutMillis: constant(LIMIT), body: bodies[operation], answers }
    return oneCall(drawing, operation, call).map((drawn) =>
      callVector(drawn, title, { checks: ['asked', 'waited'] }, more),
    )
  })
}
