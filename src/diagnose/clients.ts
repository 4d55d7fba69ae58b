import { CLIENT_FAULTS } from '../faults/client.ts'
import type { Answer, ClientAnswer, FaultId, Question, VectorId } from '../model.ts'

/** Calls of HTTP clients show their mistakes on the wire: each fault recognises its own, or says nothing. */
export function recognised(
  wrong: readonly { readonly id: VectorId; readonly question: Question; readonly answer: Answer }[],
): Map<FaultId, VectorId[]> {
  const found = new Map<FaultId, VectorId[]>()
  for (const { id, question, answer } of wrong) {
    if (question.method !== 'client.call' || answer.kind !== 'accepted') continue
    const seen = answer.output as unknown as ClientAnswer
    for (const fault of CLIENT_FAULTS)
      if (fault.recognises?.(seen, question.params)) found.set(fault.id, [...(found.get(fault.id) ?? []), id])
  }
  return found
}
