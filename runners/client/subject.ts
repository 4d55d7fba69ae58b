import type {
  Answer,
  ClientAnswer,
  ClientCall,
  ClientReport,
  Description,
  Ending,
  Need,
  Question,
  SeenRequest,
  Subject,
  Timed,
} from '../../src/model/index.ts'
import type { CallReply, WireSubject } from '../adapter/wire.ts'
import type { LeakDetector } from './leakDetector.ts'
import type { Recording } from './recorder.ts'
import { holds, isLong, withoutScheme, type Secrets } from '../terminal/secrets.ts'

export interface WatchOptions {
  readonly scheme: string
  /** Makes the header value that an SDK is given. */
  readonly authorization: (call: ClientCall) => Promise<string>
  /** The header values are made by the suite out of secrets of its own: nobody's credentials. */
  readonly isStandIn: boolean
  readonly leakDetector: LeakDetector
  /** Gets to know what must not stand in a report. */
  readonly secrets: Secrets
  /** Sees every call with its requests, for --trace. */
  readonly trace?: (call: ClientCall, answer: ClientAnswer, secrets: Secrets) => void
}

/** What a client meets by what its adapter says of it. */
const NEEDS: readonly (readonly [Need, (description: Description) => boolean])[] = [
  ['retries-start', ({ retriesStart }) => retriesStart === true],
  ['base-path', ({ baseUrl }) => baseUrl !== 'origin'],
  ['tells-status', ({ tells }) => tells?.status !== false],
  ['tells-code', ({ tells }) => tells?.code !== false],
]

/** What was written to standard error just before the answer may come after it, in milliseconds. */
const LISTEN = 50

/** An adapter whose HTTP client is watched: for each `client.call` a recording service stands in for the real one. */
export class ClientSubject implements Subject {
  readonly description: Subject['description']
  readonly #inner: WireSubject
  readonly #options: WatchOptions

  constructor(inner: WireSubject, options: WatchOptions) {
    const { description } = inner
    this.description = {
      ...description,
      meets: NEEDS.filter(([, isMet]) => isMet(description)).map(([need]) => need),
    }
    this.#inner = inner
    this.#options = options
  }

  ask(question: Question): Promise<Answer> {
    return question.method === 'client.call' ? this.#watch(question.params) : this.#inner.ask(question)
  }

  matches(expression: string, text: string): boolean {
    return this.#inner.matches?.(expression, text) ?? true
  }

  close(): Promise<Ending> {
    return this.#inner.close()
  }

  async #watch(call: ClientCall): Promise<Answer> {
    // node:http and zlib are loaded for those who have a client alone.
    const { record } = await import('./recorder.ts')
    const recording = await record(call)
    try {
      return await this.#calls(call, recording)
    } finally {
      await recording.close()
    }
  }

  async #calls(call: ClientCall, recording: Recording): Promise<Answer> {
    const { port, requests, arrivals, tokens } = recording
    const { basePath, answers: _, calls, nextBodies = [], ...rest } = call
    const { scheme, leakDetector } = this.#options
    const authorization = await this.#options.authorization(call)
    const baseUrl = `http://127.0.0.1:${port}${basePath}`
    // The app secret, and the signature without the word before it.
    const secrets = [call.appSecret, withoutScheme(authorization)]
    this.#options.secrets.add(call.appSecret, ...(this.#options.isStandIn ? [] : [authorization, ...secrets]))
    for (const secret of secrets.filter(isLong)) leakDetector.watch(secret)
    const told: Timed<CallReply>[] = []
    const millis: number[] = []
    for (let count = 0; count < calls; count++) {
      const before = arrivals.length
      const body = count === 0 ? call.body : (nextBodies[count - 1] ?? call.body)
      recording.asked = body
      const answer = await this.#inner.call({ ...rest, body, baseUrl, authorization })
      // An adapter that answers one question after the other begins late: its time runs from the first request.
      const from = Math.max(answer.askedAt, arrivals[before] ?? answer.askedAt)
      millis.push(Math.round((answer.answeredAt - from) * 1000))
      if (answer.kind === 'broken' || answer.kind === 'unsupported') return answer
      told.push(answer)
    }
    await new Promise((resolve) => setTimeout(resolve, LISTEN))
    const reports = told.map(reportOf)
    const heard = secrets.filter((secret) => leakDetector.take(secret))
    const output: ClientAnswer = {
      reports,
      requests,
      tokens,
      millis,
      scheme,
      ...(this.description.authorization !== 'own' && { given: authorization }),
      leaks: [
        ...(holds(reports, secrets) ? (['error'] as const) : []),
        ...(heard.length > 0 ? (['output'] as const) : []),
        ...(holds(requests.map(decoded), [call.appSecret]) ? (['request'] as const) : []),
      ],
    }
    this.#options.trace?.(call, output, this.#options.secrets)
    const [askedAt, answeredAt] = [told[0]!.askedAt, told.at(-1)!.answeredAt]
    return { askedAt, answeredAt, kind: 'accepted', output }
  }
}

const decoded = (request: SeenRequest): SeenRequest => ({
  ...request,
  body: Buffer.from(request.body, 'base64').toString('utf8'),
})

function reportOf(answer: CallReply): ClientReport {
  if (answer.kind === 'accepted') return answer.output
  return {
    error: answer.kind === 'refused' ? `refused: ${answer.reason}` : (answer as { message: string }).message,
  }
}
