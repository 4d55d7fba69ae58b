/** Generated calls of an HTTP client, one a question. */
import { constantFrom, oneof, record, type Arbitrary } from 'fast-check'
import {
  OPERATIONS,
  type ClientCall,
  type ExpectedCall,
  type JsonObject,
  type Operation,
  type Vector,
} from '../../model/index.ts'
import { generatedVector } from '../generated.ts'
import { errorOf, failureOf, failuresInEveryShape, successOf } from './answers.ts'
import { bodyIn, ODD, PLAIN } from './bodies.ts'
import { appOf, dueOf, expectedOf, rulesOf } from './due.ts'

/** Long enough for a busy machine; nothing waits for it. */
const TIME_LIMITS = [4000, 5000, 8001, 30000] as const

/** What every call of a client is asked with. */
export const around = {
  basePath: oneof(
    { arbitrary: constantFrom(''), weight: 5 },
    { arbitrary: constantFrom('/gateway/v1', '/a/b.c'), weight: 1 },
  ),
  timeoutMillis: constantFrom(...TIME_LIMITS),
}

type Drawn = Omit<ClientCall, 'appId' | 'appSecret' | 'next'>

/** A vector of a call; those of auth.token are for an app of their own. */
export function callVector(
  drawn: Drawn,
  title: string,
  due: ExpectedCall,
  more: Partial<Pick<Vector, 'level' | 'needs' | 'requirements'>> = {},
): Vector {
  const question = { method: 'client.call', params: { ...appOf(drawn), ...drawn } } as const
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

const each = (draw: (operation: Operation) => Arbitrary<Vector>): Arbitrary<Vector> =>
  oneof(...OPERATIONS.map(draw))

const bodies = { plain: bodyIn(PLAIN), odd: bodyIn(ODD) }

/** A body of some kind that is answered 200. */
const answered = (body: Readonly<Record<Operation, Arbitrary<JsonObject>>>): Arbitrary<Vector> =>
  each((operation) =>
    record({ ...around, body: body[operation], answer: successOf(operation) }).map(({ answer, ...rest }) => {
      const drawn = { operation, ...rest, calls: 1, answers: [answer] }
      return callVector(drawn, 'Sends a generated body', dueOf(drawn))
    }),
  )

const refused: Arbitrary<Vector> = each((operation) =>
  record({ ...around, body: bodies.plain[operation], answer: failureOf(operation) }).map(
    ({ answer, ...rest }) => {
      const drawn = { operation, ...rest, calls: 1, answers: [answer] }
      return callVector(drawn, 'Reports a generated error as a failure', dueOf(drawn))
    },
  ),
)

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

/** What a caller learns of an error: its status, and of auth.token its code, in whatever member it stands. */
const told: Arbitrary<Vector> = each((operation) =>
  errorOf(operation).chain(([status, code]) =>
    record({
      ...around,
      body: bodies.plain[operation],
      answers: failuresInEveryShape([status, code]),
    }).map(({ answers, ...rest }) => {
      const isToken = operation === 'auth.token'
      const nextBodies = isToken && {
        nextBodies: ['u2', 'u3', 'u4'].map((userId) => ({ ...rest.body, userId })),
      }
      return callVector(
        { operation, ...rest, ...nextBodies, calls: answers.length, answers },
        'Tells the caller of a generated error',
        isToken
          ? { checks: ['asked', 'status', 'code'], status, code }
          : { checks: ['asked', 'status'], status },
        isToken ? CODE_TOLD : STATUS_TOLD,
      )
    }),
  ),
)

/** One call. */
export const clientQuestion: Arbitrary<Vector> = oneof(
  { arbitrary: answered(bodies.plain), weight: 6 },
  { arbitrary: answered(bodies.odd), weight: 3 },
  { arbitrary: refused, weight: 2 },
  { arbitrary: told, weight: 1 },
)
