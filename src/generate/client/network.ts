/** Generated calls whose answer leads to another host, or does not come. */
import { constantFrom, record, shuffledSubarray, tuple, type Arbitrary } from 'fast-check'
import type { ServedAnswer, Vector } from '../../model/index.ts'
import type { Drawing } from '../drawing.ts'
import { bodyIn, plainWorld } from './bodies.ts'
import { around, callVector, each, severalCalls } from './calls.ts'
import { appWithin } from './due.ts'

/**
 * Redirects to the other host name, which answers 500. After a permanent one a client may go there ever after (RFC 9110
 * sections 15.4.2 and 15.4.9), so it comes last. Mostly it is 301: of 308 there are vectors.
 */
const redirects: Arbitrary<readonly ServedAnswer[]> = tuple(
  shuffledSubarray([302, 303, 307], { minLength: 3 }),
  constantFrom(301, 301, 301, 308),
).map(([temporary, permanent]) => [...temporary, permanent].map((status) => ({ status, elsewhere: true })))

/** A client follows or does not; where it follows, the other host gets no Authorization, and no success comes of it. */
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

/** Whether a start is sent again whose connection broke: a second one is answered (RFC 9110 section 9.2.2). */
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
