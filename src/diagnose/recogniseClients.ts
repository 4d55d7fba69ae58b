import type { ClientFault } from '../faults/client/clientFault.ts'
import { CLIENT_FAULTS } from '../faults/client/index.ts'
import type { Answer, Cause, Question, VectorId } from '../model/index.ts'

interface Call {
  readonly id: VectorId
  readonly question: Question
  readonly answer: Answer
}

/** Does what was seen of a call show the mistake? */
export const shows = (fault: ClientFault, { question, answer }: Omit<Call, 'id'>): boolean =>
  question.method === 'client.call' &&
  answer.kind === 'accepted' &&
  'requests' in answer.output &&
  (fault.recognises?.(answer.output, question.params) ?? false)

/** Calls of HTTP clients show their mistakes on the wire: each fault recognises its own, or says nothing. */
export const recognised = (wrong: readonly Call[]): Cause[] =>
  // In the order of the catalogue, whatever failed first.
  CLIENT_FAULTS.map((fault) => ({
    faults: [fault.id],
    explains: wrong.filter((one) => shows(fault, one)).map(({ id }) => id),
  })).filter(({ explains }) => explains.length > 0)
