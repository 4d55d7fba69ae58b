import type { Exchange, Question, Subject } from '../../src/model/index.ts'
import type { Secrets } from '../terminal/secrets.ts'
import type { LiveConfig } from './config.ts'
import { EndpointSubject } from './endpoint.ts'

/** How many smaller forms of each failure are asked, with how many requests for all failures of a run together. */
const TRIES = 16
const MOST = 80

/** An endpoint gets only a few more requests after its run, for smaller forms of its failures, and starts nothing. */
export class Sparing {
  readonly #config: LiveConfig
  readonly #secrets: Secrets
  #subject: EndpointSubject | undefined

  constructor(config: LiveConfig, secrets: Secrets) {
    this.#config = config
    this.#secrets = secrets
  }

  get sent(): number {
    return this.#subject?.requests.sent ?? 0
  }

  /** How failures are made smaller. @param left how many requests may still be sent */
  shrink(left: number) {
    const config = { ...this.#config, maxRequests: Math.min(left, MOST) }
    const start = (): Promise<Subject> => {
      this.#subject = new EndpointSubject(config, this.#secrets)
      return Promise.resolve(startingNothing(this.#subject))
    }
    return { start, now: () => performance.now() / 1000, areAlone: true, tries: TRIES }
  }
}

const startingNothing = (subject: EndpointSubject): Subject => ({
  description: subject.description,
  ask: (question: Question) =>
    question.method === 'endpoint.exchange' && startsNothing(question.params)
      ? subject.ask(question)
      : Promise.resolve({ kind: 'unsupported', why: 'it starts a stream', askedAt: 0, answeredAt: 0 }),
  close: () => subject.close(),
})

const startsNothing = ({ operation, before = [] }: Exchange): boolean =>
  [{ operation }, ...before].every((one) => one.operation !== 'streaming.start')
