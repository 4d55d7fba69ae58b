import { operationsOf, type Drawing, type Source } from '../drawing.ts'
import { clientQuestion } from './calls.ts'
import { redirected } from './network.ts'
import { clientSequence } from './sequences.ts'

/** Questions of client.call. */
export function clientSources(drawing: Drawing): Source[] {
  if (operationsOf(drawing).length === 0) return []
  return [
    { method: 'client.call', share: 5, drawn: clientQuestion(drawing).map((one) => [one]) },
    // Several calls are one question: they are never split, and are asked again as they were.
    { method: 'client.call', share: 2, drawn: clientSequence(drawing).map((one) => [one]) },
    // A few of each run.
    { method: 'client.call', share: 0.2, drawn: redirected(drawing).map((one) => [one]) },
  ]
}
