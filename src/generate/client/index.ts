import { operationsOf, type Drawing, type Source } from '../drawing.ts'
import { clientQuestion } from './calls.ts'
import { clientSequence } from './sequences.ts'

/** Questions of client.call. */
export function clientSources(drawing: Drawing): Source[] {
  if (operationsOf(drawing).length === 0) return []
  return [
    { method: 'client.call', share: 5, drawn: clientQuestion(drawing).map((one) => [one]) },
    // Several calls are one question: they are never split, and are asked again as they were.
    { method: 'client.call', share: 2, drawn: clientSequence(drawing).map((one) => [one]) },
  ]
}
