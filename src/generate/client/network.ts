/** Generated calls whose answer leads to another host, does not come, or takes its time. */
import { constant, constantFrom, integer, record, shuffledSubarray, tuple, type Arbitrary } from 'fast-check'
import type { JsonObject, Operation, ServedAnswer, Vector } from '../../model/index.ts'
import { operationsOf, type Drawing } from '../drawing.ts'
import { successOf } from './drawnAnswers.ts'
import { bodyIn, plainWorld } from './bodies.ts'
import { around, callVector, each, severalCalls } from './calls.ts'
import { appWithin } from './due.ts'
import type { Questions } from '../generated.ts'

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
  return each(drawing, (operation) =>
    severalCalls({ drawing, operation, body: bodies[operation] }, redirects).map((drawn) =>
      callVector(
        drawn,
        'Keeps Authorization from another host',
        { checks: ['asked', 'redirect-authorization', 'no-success'] },
        {
          level: 'recommended',
          requirements: ['SDK-REDIRECT-AUTHORIZATION', 'SDK-INCOMPLETE-NOT-SUCCESS'],
        },
      ),
    ),
  )
}

/** Does a client send a start again whose connection broke? A second one is answered (RFC 9110 section 9.2.2). */
export const broken = (drawing: Drawing): Arbitrary<Vector> =>
  record({
    ...around,
    app: appWithin(drawing),
    body: bodyIn(plainWorld(drawing))['streaming.start'],
    manner: constantFrom('reset' as const, 'head-cut-off' as const),
  }).map(({ manner, ...rest }) => {
    const answers = [
      { status: 200, manner },
      { status: 200, body: '{}' },
    ]
    return callVector(
      { operation: 'streaming.start', ...rest, answers, calls: 1 },
      'Open: whether a call whose connection broke is sent again',
      { checks: ['asked', 'started-again'] },
      { level: 'unspecified', requirements: ['START-AGAIN-AFTER-BREAK'] },
    )
  })

/** The limit of a call that gets no answer: an SDK that asks in order waits so long. */
const SHORT = 1000

/** Of what kind does a client report an error status, a connection that breaks, and an answer that does not come? */
export const failedInEachWay = (drawing: Drawing): Questions => {
  const bodies = bodyIn(plainWorld(drawing))
  return constantFrom(...operationsOf(drawing)).chain((operation) =>
    tuple(...FAILURES.map((answer) => failing(drawing, operation, bodies[operation], answer))),
  )
}

const FAILURES: readonly ServedAnswer[] = [
  { status: 500, body: '{}' },
  { status: 200, manner: 'reset' },
  { status: 200, manner: 'silent' },
]

const failing = (
  drawing: Drawing,
  operation: Operation,
  body: Arbitrary<JsonObject>,
  answer: ServedAnswer,
): Arbitrary<Vector> =>
  record({ ...around, timeoutMillis: constant(SHORT), app: appWithin(drawing), body }).map((drawn) =>
    callVector(
      { operation, ...drawn, answers: [answer], calls: 1 },
      'Open: of what kind a failure is',
      { checks: ['asked', 'failure-kind'] },
      { level: 'unspecified', requirements: ['SDK-FAILURE-KIND'] },
    ),
  )

/** Longer than the shortest limits that code has of its own, and shorter than any time limit of a question. */
const PAUSE = 1100
/** The limit of such a call, so far above the pause that a busy machine does not use it up. */
const LIMIT = 30000

/** An answer in two pieces, of which the second is late but well within the limit. @param cut in thousandths of it */
const late = (cut: number) => ({ ends: 'length', cuts: [cut], pause: PAUSE }) as const

/** Clients that give up early have a limit of their own. */
export const slow = (drawing: Drawing): Arbitrary<Vector> => {
  const bodies = bodyIn(plainWorld(drawing))
  return each(drawing, (operation) =>
    record({
      ...around,
      timeoutMillis: constant(LIMIT),
      app: appWithin(drawing),
      body: bodies[operation],
      answer: successOf(operation),
      // The shortest answer has some 60 bytes: below 17 thousandths the first piece would be empty, and nothing late.
      cut: integer({ min: 100, max: 900 }),
    }).map(({ answer, cut, ...rest }) =>
      callVector(
        { operation, ...rest, answers: [{ ...answer, framing: late(cut) }], calls: 1 },
        'Waits for an answer that takes its time',
        { checks: ['asked', 'waited'] },
        { level: 'recommended', requirements: ['SDK-WAITS-FOR-RESPONSE'] },
      ),
    ),
  )
}
