import { networkInterfaces } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import {
  bodiesOf,
  callsOf,
  usesUpTheLimit,
  withFiller,
  type Answer,
  type ClientAnswer,
  type ClientCall,
  type ClientReport,
  type SeenRequest,
  type Description,
  type JsonObject,
  type Ending,
  type Need,
  type Operation,
  type Question,
  type Subject,
  type Turn,
  type VectorId,
} from '../../src/model/index.ts'
import { onceFor } from '../../src/tables.ts'
import { ofClient, TrackingIds } from './seenRequests.ts'
import { BusyMachine, UnderWay, untilServed, type Lateness } from './starved.ts'
import { searched } from '../adapter/answerLeaks.ts'
import type { Called, WireSubject } from '../adapter/wire.ts'
import { type LeakDetector, type TokenLeaks, formsOutside, readings } from './leaks.ts'
import { LOOPBACK_REACH, type Reach } from './reach.ts'
import type { Recording } from './recorder.ts'
import { holdsSecret, holdsForm, withoutScheme, type Secrets } from '../terminal/secrets.ts'

export interface WatchOptions {
  readonly scheme: string
  readonly authorization: (call: ClientCall) => Promise<string>
  /** The suite makes the header values from its own secrets: they are no real credentials. */
  readonly isStandIn: boolean
  readonly leakDetector: LeakDetector
  /** Absent: its standard error cannot be read, or nobody asks about tokens. */
  readonly tokenLeaks?: TokenLeaks
  /** How the client reaches the recording service; absent: it runs on this machine. */
  readonly reach?: Reach
  /** Had this machine more to do than it can, since then? By default, its load and the pauses of this process say so. */
  readonly isBusy?: (since: number) => boolean
  readonly shown?: Lateness
  readonly secrets: Secrets
  readonly trace?: (call: ClientCall, answer: ClientAnswer) => void
}

const NEEDS: readonly (readonly [Need, (description: Description) => boolean])[] = [
  ['retries-start', ({ retriesStart }) => retriesStart === true],
  ['base-path', ({ baseUrl }) => baseUrl !== 'origin'],
  ['tells-status', ({ tells }) => tells?.status !== false],
  ['tells-code', ({ tells }) => tells?.code !== false],
]

/** The loopback address of IPv6; a device that names a host of its own reaches that one alone. */
const IPV6_REACH: Reach = { host: '[::1]', bind: '::1' }
const hasIpv6 = (): boolean =>
  Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === IPV6_REACH.bind))

/** How many of them it remembers: more than the vectors have. */
const WAITED = 64

/** How late output may arrive that was written to standard error just before the answer, in milliseconds. */
const LISTEN = 50

/** How long one stays, in milliseconds: a client that sends a call again waits a second or two before. */
const STAYS = 3000
/** How many stay: each has a port. */
const MOST = 64

/** A client that got what it wanted has no reason to send anything again. */
const isWorthIt = ({ answers }: ClientCall): boolean =>
  answers.some(({ status, manner }) => manner !== 'refused' && (status !== 200 || manner !== undefined))

/** Requests of the call itself: neither what a redirect made of it, nor bytes that are no request. */
const sentIn = ({ requests }: Recording): number =>
  requests.filter(({ elsewhere, unreadable }) => !elsewhere && unreadable === undefined).length

/** Recording services that stay after their call, to see what a client sends behind the back of its caller. */
class Staying {
  /** What ends the stay of each, the oldest first. */
  readonly #ends = new Set<() => Promise<void>>()
  readonly #late = new Map<VectorId, Operation>()

  async add(recording: Recording, call: ClientCall, id: VectorId): Promise<void> {
    if (!isWorthIt(call)) return recording.close()
    const [oldest] = this.#ends
    if (this.#ends.size >= MOST) await oldest!()
    const had = sentIn(recording)
    const end = async (): Promise<void> => {
      clearTimeout(timer)
      this.#ends.delete(end)
      // Without a request of the call itself this one is late, and no other.
      if (had > 0 && sentIn(recording) > had) this.#late.set(id, call.operation)
      await recording.close()
    }
    const timer = setTimeout(() => void end(), STAYS)
    this.#ends.add(end)
  }

  /** Closes all that stay. @returns what the report says of late requests, if there were any */
  async close(): Promise<string | undefined> {
    await Promise.all([...this.#ends].map((end) => end()))
    const [first] = this.#late
    if (!first) return undefined
    const [id, operation] = first
    const others = this.#late.size === 1 ? '' : `, and in ${this.#late.size - 1} other calls`
    return `The client sent ${operation} again after the call had ended (${id}${others}): its caller learns nothing of that. The text leaves it open; POST is not idempotent (RFC 9110 section 9.2.2).`
  }
}

/** An adapter with an HTTP client: for each `client.call` a recording service stands in for the real one. */
export class ClientSubject implements Subject {
  readonly description: Subject['description']
  readonly #inner: WireSubject
  readonly #options: WatchOptions
  /** Of each start of the program: one that counts its calls begins anew. */
  readonly #trackingIdsOf = onceFor<object, TrackingIds>(() => new TrackingIds())
  readonly #machine = new BusyMachine()
  readonly #staying = new Staying()
  readonly #underWay = new UnderWay()
  readonly #shown: Lateness
  #questions = 0
  /** Calls that use up their time limit, with their answers: several vectors look at one. */
  readonly #waited = new Map<string, Promise<Answer>>()

  constructor(inner: WireSubject, options: WatchOptions) {
    const { description } = inner
    const { host } = options.reach ?? LOOPBACK_REACH
    this.description = {
      ...description,
      meets: [
        ...NEEDS.filter(([, isMet]) => isMet(description)).map(([need]) => need),
        ...(host === LOOPBACK_REACH.host && hasIpv6() ? (['ipv6'] as const) : []),
      ],
    }
    this.#inner = inner
    this.#options = options
    this.#shown = options.shown ?? { isLate: false }
  }

  ask(question: Question, turn?: Turn): Promise<Answer> {
    if (question.method === 'client.call') return this.#once(question.params, turn)
    this.#options.tokenLeaks?.ask(question, turn?.id ?? '')
    return this.#inner.ask(question, turn).then((answer) => searched(question, answer))
  }

  matches(expression: string, text: string): boolean {
    return this.#inner.matches?.(expression, text) ?? true
  }

  async close(): Promise<Ending> {
    this.#machine.close()
    const ending = await this.#inner.close()
    const { leakDetector, tokenLeaks } = this.#options
    const leaks = [...leakDetector.late, ...(tokenLeaks?.found ?? [])]
    const warnings = [ending.warning, await this.#staying.close()].filter((one) => one !== undefined)
    return {
      ...ending,
      ...(leaks.length > 0 && { leaks }),
      ...(warnings.length > 0 && { warning: warnings.join(' ') }),
    }
  }

  #once(call: ClientCall, turn: Turn | undefined): Promise<Answer> {
    if (!call.answers.some(usesUpTheLimit)) return this.#watch(call, turn)
    const key = JSON.stringify(call)
    const answer = this.#waited.get(key) ?? this.#watch(call, turn)
    if (this.#waited.size < WAITED) this.#waited.set(key, answer)
    return answer
  }

  async #watch(call: ClientCall, turn: Turn | undefined): Promise<Answer> {
    let isCrowded = false
    const asked = (): Promise<Answer> => {
      isCrowded = this.#underWay.count > 1
      return this.#recorded(call, turn)
    }
    const answer = await untilServed(call, {
      ask: () => this.#underWay.first(asked),
      askAgain: () => this.#underWay.make(asked),
      isBusy: this.#options.isBusy ?? ((since) => this.#machine.since(since)),
      isCrowded: () => isCrowded,
      inTurn: (again) => this.#underWay.alone(again),
      shown: this.#shown,
    })
    if (answer.kind === 'accepted') this.#options.trace?.(call, answer.output as ClientAnswer)
    return answer
  }

  /** Once more, and all of it, where another question ended the adapter in the midst of it. */
  async #recorded(call: ClientCall, turn: Turn | undefined): Promise<Answer> {
    let answer = await this.#recordedOnce(call, turn)
    for (let left = AGAIN; left > 0 && isMixed(answer); left--) answer = await this.#recordedOnce(call, turn)
    return answer
  }

  async #recordedOnce(call: ClientCall, turn: Turn | undefined): Promise<Answer> {
    // Only a run with a client loads node:http and zlib.
    const { Recording } = await import('./recorder.ts')
    const recording = await Recording.start(call, call.host === 'ipv6' ? IPV6_REACH : this.#options.reach)
    try {
      return await this.#calls(call, recording, turn)
    } finally {
      await this.#staying.add(recording, call, turn?.id ?? '')
    }
  }

  /** The call and those that follow it, one after the other; the first that the adapter cannot make ends them. */
  async #calls(call: ClientCall, recording: Recording, turn: Turn | undefined): Promise<Answer> {
    const done: Done[] = []
    for (const one of callsOf(call)) {
      const seen = await this.#call(one, recording, turn)
      if ('kind' in seen) return seen
      done.push(seen)
    }
    await pause(LISTEN)
    const { strays, tokens } = recording
    const requests = this.#marked(recording.requests, done.at(-1)!.told.at(-1)!)
    const [first, ...next] = done.map((one, at) => {
      const end = done[at + 1]
      return this.#output(one, {
        requests: ofClient(requests.slice(one.firstRequest, end?.firstRequest), strays),
        tokens: tokens.slice(one.firstToken, end?.firstToken),
      })
    })
    const output: ClientAnswer = { ...first!, ...(next.length > 0 && { next }) }
    const told = done.flatMap((one) => one.told)
    return { askedAt: told[0]!.askedAt, answeredAt: told.at(-1)!.answeredAt, kind: 'accepted', output }
  }

  /** Repeats within a question may be one call that was sent again; the judge looks at those. */
  #marked(requests: readonly SeenRequest[], { by = this.#inner }: Told): readonly SeenRequest[] {
    const ids = this.#trackingIdsOf(by)
    const question = this.#questions++
    return requests.map((request) =>
      ids.isOfAnother(request, question) ? { ...request, trackingIdSeenBefore: true } : request,
    )
  }

  async #call(call: ClientCall, recording: Recording, turn: Turn | undefined): Promise<Done | Unanswered> {
    const { appId, appSecret, operation, timeoutMillis, basePath } = call
    const authorization = await this.#options.authorization(call)
    const baseUrl = `http://${recording.host}:${recording.port}${basePath}`
    const { secrets, forms } = this.#watched(call, authorization, turn?.id ?? '')
    const [firstRequest, firstToken] = [recording.requests.length, recording.tokens.length]
    recording.begin(call)
    const params = { appId, appSecret, operation, timeoutMillis, baseUrl, authorization }
    const ask: Ask = (body) => this.#inner.call({ ...params, body: withFiller(body, call.filler) }, turn)
    const made = await (call.together ? atOnce(call, ask) : inOrder(call, ask, recording))
    return 'kind' in made ? made : { ...made, secrets, forms, authorization, firstRequest, firstToken }
  }

  #watched(call: ClientCall, authorization: string, vector: VectorId): Pick<Done, 'secrets' | 'forms'> {
    const { leakDetector, isStandIn, secrets } = this.#options
    const { appSecret, ...rest } = call
    const signature = withoutScheme(authorization)
    const forms = formsOutside([rest, authorization], appSecret)
    secrets.add(appSecret, ...(isStandIn ? [] : [authorization, signature]))
    leakDetector.watch(appSecret, vector, forms)
    leakDetector.watch(signature, vector)
    return { secrets: [appSecret, signature], forms }
  }

  #output(done: Done, seen: Pick<ClientAnswer, 'requests' | 'tokens'>): ClientAnswer {
    const { told, millis, unfinished, secrets, forms, authorization } = done
    const { scheme, leakDetector } = this.#options
    const reports = told.map(reportOf)
    const lines = [reports, told.map(({ said = '' }) => said)]
    const heard = secrets.filter((secret) => leakDetector.take(secret))
    const read = seen.requests.map(readings)
    return {
      reports,
      ...seen,
      millis,
      ...(unfinished.length > 0 && { unfinished }),
      scheme,
      ...(this.description.authorization !== 'own' && { given: authorization }),
      leaks: [
        ...(holdsSecret(lines, secrets) || holdsForm(lines, forms) ? (['error'] as const) : []),
        ...(heard.length > 0 ? (['output'] as const) : []),
        ...(holdsSecret(read, secrets.slice(0, 1)) || holdsForm(read, forms) ? (['request'] as const) : []),
      ],
    }
  }
}

type Ask = (body: JsonObject) => Promise<Called>

/** How often a call is made once more whose requests cannot be told from those of a process that ended. */
const AGAIN = 2
const MIXED = 'Another question ended the adapter each time that it made this call.'

/** What came for a call that two processes made says nothing: both may have sent requests. */
function unmixed(answer: Called): Called {
  const { askedAt, answeredAt, askedTwice } = answer
  if (!askedTwice || isUnanswered(answer)) return answer
  return { askedAt, answeredAt, kind: 'broken', reason: 'not-reproduced', message: MIXED }
}

const isMixed = (answer: Answer): boolean => answer.kind === 'broken' && answer.message === MIXED

const isUnanswered = (one: Called): one is Unanswered => one.kind === 'broken' || one.kind === 'unsupported'

/** How long each takes says nothing: a client may make them one after the other. */
async function atOnce(call: ClientCall, ask: Ask): Promise<Made | Unanswered> {
  const answers = (await Promise.all(bodiesOf(call).map(ask))).map(unmixed)
  const told = answers.filter((answer): answer is Told => !isUnanswered(answer))
  return answers.find(isUnanswered) ?? { told, millis: told.map(() => 0), unfinished: [] }
}

async function inOrder(call: ClientCall, ask: Ask, recording: Recording): Promise<Made | Unanswered> {
  const told: Told[] = []
  const millis: number[] = []
  const unfinished: number[] = []
  for (const [at, body] of bodiesOf(call).entries()) {
    if (call.pause !== undefined && at > 0) await pause(call.pause)
    const before = recording.arrivals.length
    recording.goOn(body)
    const answer = unmixed(await ask(body))
    unfinished.push(...recording.takeUnfinished())
    // An adapter that answers one question after the other begins late: its time runs from the first request.
    const from = Math.max(answer.askedAt, recording.arrivals[before] ?? answer.askedAt)
    millis.push(Math.round((answer.answeredAt - from) * 1000))
    if (isUnanswered(answer)) return answer
    told.push(answer)
    if (call.answers.some(({ manner }) => manner === 'closed-after')) await recording.untilClosed()
  }
  return { told, millis, unfinished }
}

interface Made {
  readonly told: readonly Told[]
  readonly millis: readonly number[]
  readonly unfinished: readonly number[]
}

interface Done extends Made {
  /** The app secret, and the signature without the word before it. */
  readonly secrets: readonly string[]
  readonly forms: readonly string[]
  readonly authorization: string
  /** Where its requests and tokens begin; they end where those of the next call begin. */
  readonly firstRequest: number
  readonly firstToken: number
}

type Unanswered = Extract<Called, { kind: 'broken' | 'unsupported' }>
type Told = Exclude<Called, Unanswered>

function reportOf(answer: Told): ClientReport {
  if (answer.kind === 'accepted') return answer.output
  return { error: answer.kind === 'refused' ? `refused: ${answer.reason}` : answer.message }
}
