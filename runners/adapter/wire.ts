import type { Answer, Question, Subject, WireCall } from '../../src/model/index.ts'

/** A question as it goes to the adapter. */
export type WireQuestion = Question | { readonly method: 'client.call'; readonly params: WireCall }

/** Something that answers questions as they go over the wire: an adapter. */
export interface WireSubject extends Omit<Subject, 'ask'> {
  ask(question: WireQuestion): Promise<Answer>
}
