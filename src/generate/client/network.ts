/** Generated calls whose answer leads to another host. */
import { constantFrom, shuffledSubarray, tuple, type Arbitrary } from 'fast-check'
import type { ServedAnswer, Vector } from '../../model/index.ts'
import type { Drawing } from '../drawing.ts'
import { bodyIn, plainWorld } from './bodies.ts'
import { callVector, each, severalCalls } from './calls.ts'

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
