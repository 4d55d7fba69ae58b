import type { Arbitrary } from 'fast-check'
import type { Vector } from '../../model/index.ts'
import { isNarrow } from '../../interface/bodies.ts'
import { operationsOf, type Drawing, type Source } from '../drawing.ts'
import * as calls from './calls.ts'
import { clientSequence } from './sequences.ts'

/** Questions of client.call. */
export function clientSources(drawing: Drawing): Source[] {
  const operations = operationsOf(drawing)
  if (operations.length === 0) return []
  const one = (share: number, drawn: Arbitrary<Vector>): Source => ({
    method: 'client.call',
    share,
    drawn: drawn.map((vector) => [vector]),
  })
  return [
    // Few, and asked for first: a share that others have used up would leave none.
    { ...one(0.04, calls.slow(drawing)), isFirst: true },
    { method: 'client.call', share: 0.12, drawn: calls.failedInEachWay(drawing), usual: 3, isFirst: true },
    // In the place of questions with other members, which are not asked.
    ...(isNarrow(drawing) ? operations.map((each) => one(0.3, calls.fullestCall(drawing, each))) : []),
    one(5, calls.clientQuestion(drawing)),
    // Several calls make one question: they are never split, and they are asked again as they were.
    one(2.4, clientSequence(drawing)),
    // Each run has a few of these.
    one(0.2, calls.amongOthers(drawing)),
    ...(operations.includes('auth.token') ? [one(0.1, calls.atOnce(drawing))] : []),
    one(0.2, calls.redirected(drawing)),
    ...(operations.includes('streaming.start') ? [one(0.1, calls.broken(drawing))] : []),
  ]
}
