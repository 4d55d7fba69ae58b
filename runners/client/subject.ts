import {
  callsOf,
  type Answer,
  type ClientAnswer,
  type ClientCall,
  type ClientReport,
  type Description,
  type Ending,
  type Need,
  type Question,
  type Subject,
  type Timed,
} from '../../src/model/index.ts'
import type { CallReply, WireSubject } from '../adapter/wire.ts'
import type { LeakDetector } from './leakDetector.ts'
import type { Recording } from './recorder.ts'
import { holds, holdsForm, withoutScheme, type Secrets } from '../terminal/secrets.ts'
import { formsOutside, readings } from './leaks.ts'

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

  async close(): Promise<Ending> {
    const ending = await this.#inner.close()
    return this.#options.leakDetector.isLate ? { ...ending, leak: true } : ending
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

  /** The call and those that follow it, one after the other; what an adapter cannot do ends them. */
  async #calls(call: ClientCall, recording: Recording): Promise<Answer> {
    const done: Done[] = []
    for (const one of callsOf(call)) {
      const seen = await this.#call(one, recording)
      if ('kind' in seen) return seen
      done.push(seen)
    }
    await new Promise((resolve) => setTimeout(resolve, LISTEN))
    const { requests, tokens } = recording
    const [first, ...next] = done.map((one, at) => {
      const end = done[at + 1]
      return this.#output(one, {
        requests: requests.slice(one.firstRequest, end?.firstRequest),
        tokens: tokens.slice(one.firstToken, end?.firstToken),
      })
    })
    const output: ClientAnswer = { ...first!, ...(next.length > 0 && { next }) }
    this.#options.trace?.(call, output, this.#options.secrets)
    const told = done.flatMap((one) => one.told)
    return { askedAt: told[0]!.askedAt, answeredAt: told.at(-1)!.answeredAt, kind: 'accepted', output }
  }

  async #call(call: ClientCall, recording: Recording): Promise<Done | Unanswered> {
    const { port, arrivals } = recording
    const { basePath, answers: _, calls, nextBodies = [], next: __, ...rest } = call
    const authorization = await this.#options.authorization(call)
    const baseUrl = `http://127.0.0.1:${port}${basePath}`
    const { secrets, forms } = this.#watched(call, authorization)
    const [firstRequest, firstToken] = [recording.requests.length, recording.tokens.length]
    recording.begin(call)
    const told: Timed<CallReply>[] = []
    const millis: number[] = []
    const unfinished: number[] = []
    for (let count = 0; count < calls; count++) {
      const before = arrivals.length
      const body = count === 0 ? call.body : (nextBodies[count - 1] ?? call.body)
      recording.goOn(body)
      const answer = await this.#inner.call({ ...rest, body, baseUrl, authorization })
      unfinished.push(...recording.takeUnfinished())
      // An adapter that answers one question after the other begins late: its time runs from the first request.
      const from = Math.max(answer.askedAt, arrivals[before] ?? answer.askedAt)
      millis.push(Math.round((answer.answeredAt - from) * 1000))
      if (answer.kind === 'broken' || answer.kind === 'unsupported') return answer
      told.push(answer)
    }
    return { told, millis, unfinished, secrets, forms, authorization, firstRequest, firstToken }
  }

  #watched(call: ClientCall, authorization: string): Pick<Done, 'secrets' | 'forms'> {
    const { leakDetector, isStandIn, secrets } = this.#options
    const { appSecret, ...rest } = call
    const signature = withoutScheme(authorization)
    const forms = formsOutside([rest, authorization], appSecret)
    secrets.add(appSecret, ...(isStandIn ? [] : [authorization, signature]))
    leakDetector.watch(appSecret, forms)
    leakDetector.watch(signature)
    return { secrets: [appSecret, signature], forms }
  }

  #output(
    { told, millis, unfinished, secrets, forms, authorization }: Done,
    { requests, tokens }: Pick<Recording, 'requests' | 'tokens'>,
  ): ClientAnswer {
    const { scheme, leakDetector } = this.#options
    const reports = told.map(reportOf)
    const heard = secrets.filter((secret) => leakDetector.take(secret))
    const read = requests.map(readings)
    return {
      reports,
      requests,
      tokens,
      millis,
      ...(unfinished.length > 0 && { unfinished }),
      scheme,
      ...(this.description.authorization !== 'own' && { given: authorization }),
      leaks: [
        ...(holds(reports, secrets) || holdsForm(reports, forms) ? (['error'] as const) : []),
        ...(heard.length > 0 ? (['output'] as const) : []),
        ...(holds(read, secrets.slice(0, 1)) || holdsForm(read, forms) ? (['request'] as const) : []),
      ],
    }
  }
}

/** What was seen of one call, and told of it. */
interface Done {
  readonly told: readonly Timed<CallReply>[]
  readonly millis: readonly number[]
  readonly unfinished: readonly number[]
  /** The app secret, and the signature without the word before it. */
  readonly secrets: readonly string[]
  /** In which else the app secret is looked for. */
  readonly forms: readonly string[]
  readonly authorization: string
  /** Where its requests and tokens begin; they end where those of the next call do. */
  readonly firstRequest: number
  readonly firstToken: number
}

type Unanswered = Extract<Timed<CallReply>, { kind: 'broken' | 'unsupported' }>

function reportOf(answer: CallReply): ClientReport {
  if (answer.kind === 'accepted') return answer.output
  return {
    error: answer.kind === 'refused' ? `refused: ${answer.reason}` : (answer as { message: string }).message,
  }
}
