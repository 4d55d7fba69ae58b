import type { Answer, Output, Description, Ending, Question, Reply, Subject } from '../../src/model/index.ts'

/** What a function of this process answers. */
export type OwnReply = Reply<Output>

const now = (): number => Date.now() / 1000

/** A subject that is a function of this process: for tests, and for an SDK's own unit tests. */
export class InProcessSubject implements Subject {
  readonly description: Description
  readonly #answer: (question: Question) => OwnReply | Promise<OwnReply>

  constructor(description: Description, answer: (question: Question) => OwnReply | Promise<OwnReply>) {
    this.description = description
    this.#answer = answer
  }

  async ask(question: Question): Promise<Answer> {
    const askedAt = now()
    const reply = await this.#answer(question)
    return { askedAt, answeredAt: now(), ...reply }
  }

  close(): Promise<Ending> {
    return Promise.resolve({})
  }
}
