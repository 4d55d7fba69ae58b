import type { ClientFault } from '../faults/client/clientFault.ts'
import { CLIENT_FAULTS } from '../faults/client/index.ts'
import type { Answer, FaultId, Question, VectorId } from '../model/index.ts'

interface Call {
  readonly id: VectorId
  readonly question: Question
  readonly answer: Answer
}

const shows = (fault: ClientFault, { question, answer }: Call): boolean =>
  question.method === 'client.call' &&
  answer.kind === 'accepted' &&
  'requests' in answer.output &&
  (fault.recognises?.(answer.output, question.params) ?? false)

/** Calls of HTTP clients show their mistakes on the wire: each fault recognises its own, or says nothing. */
export function recognised(wrong: readonly Call[]): Map<FaultId, VectorId[]> {
  const found = new Map<FaultId, VectorId[]>()
  // In the order of the catalogue, whatever failed first.
  for (const fault of CLIENT_FAULTS) {
    const ids = wrong.filter((one) => shows(fault, one)).map(({ id }) => id)
    if (ids.length > 0) found.set(fault.id, ids)
  }
  return found
}
