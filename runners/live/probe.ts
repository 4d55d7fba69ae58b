import { ROUTES } from '../../src/interface/operations.ts'
import type { Exchange, Question, Subject, Answer } from '../../src/model/index.ts'
import type { Left, LiveConfig } from './config.ts'
import { EndpointSubject } from './endpoint.ts'
import { ChannelproofError } from '../../src/errors.ts'
import { tell } from '../terminal/console.ts'
import type { Interruption } from '../terminal/errors.ts'
import { authorizationOf } from './authorization.ts'
import { isLikeCode } from './answerFacts.ts'
import { pathOf, plainOf } from './toSend.ts'

/** How many smaller forms of each failure are asked, with how many requests for all failures of a run together. */
const TRIES = 16
const MOST = 80
/** Sequences have many steps, and each stream that they start is stopped. */
const MOST_WITH_STARTS = 300

/**
 * An endpoint gets only a few more requests after its run, for smaller forms of its failures. They start something only
 * in a channel that has no other user.
 */
export class Sparing {
  readonly #config: LiveConfig
  readonly #subjectWithin: (left: Left) => EndpointSubject
  #subject: EndpointSubject | undefined

  constructor(config: LiveConfig, subjectWithin: (left: Left) => EndpointSubject) {
    this.#config = config
    this.#subjectWithin = subjectWithin
  }

  get sent(): number {
    return this.#subject?.requests.sent ?? 0
  }

  /** How failures are made smaller. @param left so many requests @param maxTime seconds; undefined: without a bound */
  shrink(left: number, maxTime: number | undefined) {
    const { exclusiveChannel } = this.#config
    const most = Math.min(left, exclusiveChannel ? MOST_WITH_STARTS : MOST)
    const start = async (): Promise<Subject> => {
      const time = maxTime === undefined ? {} : { maxTime }
      this.#subject = this.#subjectWithin({ maxRequests: maxTime === 0 ? 0 : most, ...time })
      return exclusiveChannel ? this.#subject : startingNothing(this.#subject)
    }
    const repeatOf = (question: Question): string | undefined => this.#subject?.curlOf(question)
    return { start, now: () => performance.now() / 1000, areAlone: true, tries: TRIES, repeatOf }
  }
}

const startingNothing = (subject: EndpointSubject): Subject => ({
  description: subject.description,
  ask: (question) =>
    question.method === 'endpoint.exchange' && startsNothing(question.params)
      ? subject.ask(question)
      : Promise.resolve({ kind: 'unsupported', why: 'it starts a stream', askedAt: 0, answeredAt: 0 }),
  close: () => subject.close(),
})

const startsNothing = ({ operation, before = [] }: Exchange): boolean =>
  [{ operation }, ...before].every((one) => one.operation !== 'streaming.start')

/** Method, path and Authorization of the request, as they are sent: the signature by its length alone. */
async function shownSent(config: LiveConfig): Promise<string> {
  const { method } = ROUTES['auth.token']
  const whole = pathOf('auth.token', config)
  const value = (await authorizationOf(config, 'right', { method, path: whole, body: '{}' })) ?? ''
  const [, scheme = '', rest = ''] = /^([A-Za-z][A-Za-z0-9-]{0,19}) (.*)$/s.exec(value) ?? []
  const masked =
    scheme === '' ? `${value.length} characters without a scheme` : `${scheme} and ${rest.length} characters`
  return `${method} ${whole} with the Authorization ${masked}`
}

/** The request before the first vector: does the endpoint answer, do the clocks agree, are the credentials right? */
const PROBE: Question = {
  method: 'endpoint.exchange',
  params: { ...plainOf('auth.token'), authorization: 'right' },
}

/** Statuses of section 7.1 that say that the credentials are not accepted. */
const NOT_ACCEPTED = new Set([401, 403, 404, 406])

/** An answer may repeat the Authorization value or look like our own lines: only codes are shown, and few. */
const codesIn = (texts: readonly string[]): string[] => {
  const codes = texts.filter(isLikeCode).join(' ')
  return codes === '' ? [] : [codes.length > LONGEST ? `${codes.slice(0, LONGEST)}…` : codes]
}
const LONGEST = 200

function notReachable({ href }: URL, answer: Answer): ChannelproofError {
  const message = 'message' in answer ? answer.message : 'no answer'
  const advice = 'Check the base URL, the network and the certificate (--ca-file).'
  return new ChannelproofError('endpoint-not-reachable', `${href}: ${message}`, advice)
}

/** Has the endpoint answered before any signal? @throws ChannelproofError as `probe` does; the subject is closed then */
export async function isReached(
  subject: EndpointSubject,
  config: LiveConfig,
  interruption: Interruption,
): Promise<boolean> {
  try {
    // A signature that cannot be made is wrong configuration, as long as nothing has been sent.
    const request = { ...ROUTES['auth.token'], path: pathOf('auth.token', config), body: '{}' }
    await interruption.orEnded(authorizationOf(config, 'right', request, interruption.signal))
    const notes = await interruption.orEnded(probe(subject, config))
    for (const note of notes ?? []) tell(`${note}\n`)
    if (notes) return true
  } catch (error) {
    await subject.close()
    throw error
  }
  await subject.abandon()
  return false
}

/** One harmless request, with a clear verdict. @throws ChannelproofError (exit code 3), `authorization-failed` */
async function probe(subject: EndpointSubject, config: LiveConfig): Promise<string[]> {
  const { baseUrl, skew } = config
  const answer = await subject.ask(PROBE)
  if (answer.kind !== 'accepted' || !('status' in answer.output))
    throw subject.unsigned ?? notReachable(baseUrl, answer)
  const { status, texts } = answer.output
  if (NOT_ACCEPTED.has(status)) {
    const what = `${baseUrl.href} answered ${[status, ...codesIn(texts)].join(' ')}`
    const advice = `Sent was ${await shownSent(config)}. Check the path of the base URL, CHANNELPROOF_APP_ID, CHANNELPROOF_APP_SECRET and --authorization; the stand-in signature is for the embedded service only.`
    throw new ChannelproofError('credentials-not-accepted', what, advice)
  }
  const off = subject.clockOff
  return off !== undefined && Math.abs(off) > skew
    ? [`The clock of the endpoint is off by ${Math.round(off)} s (Date header); --skew is ${skew} s.`]
    : []
}
