import type { Answer, Exchange, Question, Subject } from '../../src/model/index.ts'
import type { LiveConfig } from './config.ts'
import { EndpointSubject } from './endpoint.ts'
import type { Secrets } from '../terminal/secrets.ts'

/** How many smaller forms of each failure are asked, with how many requests for all failures of a run together. */
export const TRIES = 16
const MOST = 80

/** An endpoint that gets only a few more requests after its run, and starts nothing. */
export interface SparingSubject extends Subject {
  readonly sent: number
}

/** @param left how many requests may still be sent */
export function sparing(config: LiveConfig, secrets: Secrets, left: number): SparingSubject {
  const subject = new EndpointSubject({ ...config, maxRequests: Math.min(left, MOST) }, secrets)
  const notAsked = (): Answer => ({
    kind: 'unsupported',
    why: 'it starts a stream',
    askedAt: 0,
    answeredAt: 0,
  })
  return {
    description: subject.description,
    ask: (question: Question) =>
      question.method === 'endpoint.exchange' && startsNothing(question.params)
        ? subject.ask(question)
        : Promise.resolve(notAsked()),
    close: () => subject.close(),
    get sent() {
      return subject.requests.sent
    },
  }
}

const startsNothing = ({ operation, before = [] }: Exchange): boolean =>
  [{ operation }, ...before].every((one) => one.operation !== 'streaming.start')
