import { ChannelproofError } from '../../src/errors.ts'
import type {
  Description,
  AdapterMethod,
  Answer,
  BrokenReason,
  Ending,
  Question,
  Stopped,
  Timed,
  WireCall,
} from '../../src/model/index.ts'
import type { AdapterChannel, Way, AdapterLine, ProcessEnd } from './channel.ts'
import {
  DESCRIBE_ID,
  DESCRIBE_LINE,
  quote,
  readLine,
  replyOf,
  requestLine,
  type WireReply,
} from './protocol.ts'
import { isResult, RESULT_SHAPES, wholeMatch } from './shapes.ts'
import type { Called, CallReply, Said, WireSubject } from './wire.ts'
import { Deadline, Incidents, notAsked, now, patienceFor, timed, tooLong, type Ticket } from './inFlight.ts'

export interface AdapterOptions {
  readonly way: Way
  /** Milliseconds until `describe` must be answered: compilers take their time. */
  readonly startTimeout: number
  readonly signal?: AbortSignal
  /** Milliseconds for one question. */
  readonly timeout: number
}

interface Started {
  readonly channel: AdapterChannel
  readonly description: Description
}

interface NotStarted {
  /** Its description cannot be used: wrong configuration (exit code 2). */
  readonly code?: 'limits-wrong' | 'members-wrong' | undefined
  readonly problem: string
  readonly stderrTail: string
}

/** How the problem begins with a description whose limits or members cannot be used. */
const CONFIGURED = /^its answer to describe is wrong, it (limits|members) /

/** Opens a channel to an adapter and asks it to describe itself; later lines wait for `channel.listen`. */
async function startAdapter({ way, startTimeout, signal }: AdapterOptions): Promise<Started | NotStarted> {
  const limit = new AbortController()
  const end = (): void => limit.abort('ended by a signal')
  const late = `it did not answer describe within ${startTimeout} ms`
  const timer = setTimeout(() => limit.abort(late), startTimeout)
  signal?.addEventListener('abort', end)
  try {
    const channel = await way.open(limit.signal)
    return 'problem' in channel ? { ...channel, stderrTail: '' } : await described(channel, way, limit.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

function described(channel: AdapterChannel, way: Way, limit: AbortSignal): Promise<Started | NotStarted> {
  return new Promise((resolve) => {
    const over = (outcome: Description | string): void => {
      limit.removeEventListener('abort', aborted)
      channel.listen(undefined)
      if (typeof outcome !== 'string') return resolve({ channel, description: outcome })
      channel.kill()
      const [, word] = (CONFIGURED.exec(outcome) ?? []) as [string?, ('limits' | 'members')?]
      resolve({ code: word && `${word}-wrong`, problem: outcome, stderrTail: channel.stderrTail })
    }
    const aborted = (): void => over(String(limit.reason))
    if (limit.aborted) return aborted()
    limit.addEventListener('abort', aborted)
    channel.listen({ line: (line) => over(descriptionIn(line, way)), gone: over })
    channel.write(DESCRIBE_LINE)
  })
}

function notStarted(way: Way, { code, problem, stderrTail }: NotStarted): ChannelproofError {
  const said = stderrTail ? `\n  The end of its stderr:\n${stderrTail.replace(/^/gm, '    ')}` : ''
  return new ChannelproofError(code ?? 'adapter-not-started', `${way.name}: ${problem}.${said}`, way.advice)
}

/** The description in the first line of an adapter, or what is wrong with that line. */
function descriptionIn(line: AdapterLine, { answersOnly }: Way): Description | string {
  const read = readLine(line)
  if ('problem' in read) return `it answered describe with ${read.problem}: ${quote(line)}. ${answersOnly}`
  if (read.id !== DESCRIBE_ID) return `it answered describe with another id: ${quote(line)}`
  const { result } = read.message
  if (isResult('describe', result)) return result
  return `its answer to describe is wrong, it ${RESULT_SHAPES.describe(result)}: ${quote(line)}`
}

const IN_FLIGHT = 64
const STARTS_WITHOUT_ANSWER = 3

/** An SDK behind an adapter: the adapter protocol, version 1, from the side of the suite. */
export class AdapterSubject implements WireSubject {
  readonly description: Description
  readonly #options: AdapterOptions
  readonly #incidents = new Incidents()
  /** Written and not answered, oldest first: few, so a list. The tables that a Map outgrows keep each other alive. */
  readonly #open: Ticket[] = []
  /** Charged with a bad line; their true answers may still come. */
  readonly #blamed = new Set<number>()
  #waiting: Ticket[] = []
  /** Were open at a crash or timeout: asked one at a time, before all others. */
  #suspects: Ticket[] = []
  /** Undefined while the adapter is being started again. */
  #channel: AdapterChannel | undefined
  readonly #deadline = new Deadline(this.#oldest.bind(this), this.#missed.bind(this))
  /** It has answered a question before an older one: it does not answer one at a time. */
  answeredOutOfOrder = false
  #nextId = DESCRIBE_ID + 1
  #answeredThisStart = false
  #barrenStarts = 0
  /**
   * What it first did wrong while no question was open; a signal of somebody else after its last answer; and a warning,
   * which is no failure.
   */
  readonly #ending: { complaint?: string; crash?: string; warning?: string } = {}
  #stopped: Stopped | undefined
  #pumping = false
  #closing: Promise<Ending> | undefined

  /**
   * Starts the adapter and asks it to describe itself.
   * @throws ChannelproofError `adapter-not-started`: the run cannot begin (exit code 3)
   */
  static async start(options: AdapterOptions): Promise<AdapterSubject> {
    const started = await startAdapter(options)
    if ('problem' in started) throw notStarted(options.way, started)
    return new AdapterSubject(options, started)
  }

  private constructor(options: AdapterOptions, { channel, description }: Started) {
    this.#options = options
    this.description = description
    this.#adopt(channel)
  }

  #adopt(channel: AdapterChannel): void {
    this.#channel = channel
    // Lines of an earlier start do not matter.
    channel.listen({
      line: (line) => void (channel === this.#channel && this.#onLine(line)),
      gone: (how, rest, end) => void (channel === this.#channel && this.#onGone(how, rest, end)),
    })
  }

  readonly matches = wholeMatch

  // `replyOf` checks that the answer has the shape of its method.
  ask({ method, params }: Question): Promise<Answer & Said> {
    return this.#send(method as AdapterMethod, params, this.#options.timeout) as Promise<Answer & Said>
  }

  async call(params: WireCall): Promise<Called> {
    let written = 0
    const limit = patienceFor(params)
    const reply = (await this.#send('client.call', params, limit, () => written++)) as Timed<CallReply>
    // Between two starts nobody knows which of them it was.
    return { ...reply, by: this.#channel ?? {}, ...(written > 1 && { askedTwice: true }) }
  }

  #send(
    method: AdapterMethod,
    params: unknown,
    limit: number,
    onWritten = () => {},
  ): Promise<Timed<WireReply>> {
    return new Promise((resolve) => {
      const id = this.#nextId++
      const line = requestLine(id, method, params)
      const ticket: Ticket = { id, method, line, limit, resolve, onWritten, writtenAt: 0, alone: false }
      const why = tooLong(line, this.description)
      if (this.#stopped || this.#closing) return resolve(timed(ticket, notAsked(this.#stopped)))
      if (why !== undefined) return resolve(timed(ticket, { kind: 'unsupported', why }))
      this.#waiting.push(ticket)
      this.#pumpSoon()
    })
  }

  close(): Promise<Ending> {
    return (this.#closing ??= this.#close())
  }

  async #close(): Promise<Ending> {
    this.#deadline.clear()
    this.#dismiss([...this.#open, ...this.#suspects, ...this.#waiting])
    // Their answers may still come; those lines are then no fault.
    for (const { id } of this.#open.splice(0)) this.#blamed.add(id)
    await this.#channel?.finish()
    return { ...this.#ending, ...(this.#stopped && { stopped: this.#stopped }) }
  }

  #dismiss(tickets: readonly Ticket[]): void {
    for (const ticket of tickets) this.#incidents.settle(ticket, notAsked(this.#stopped))
  }

  #onLine(line: AdapterLine): void {
    const read = readLine(line)
    const ticket = this.#open.find(({ id }) => id === read.id)
    if ('problem' in read) return this.#blame(ticket, `It sent ${read.problem}`, line)
    // The late answer to a question that is already charged with a bad line.
    if (!ticket && this.#blamed.delete(read.id)) return
    if (!ticket) return this.#blame(undefined, `It answered id ${read.id}, which is not open`, line)
    this.answeredOutOfOrder ||= ticket !== this.#oldest()
    this.#open.splice(this.#open.indexOf(ticket), 1)
    this.#deadline.lastAnswerAt = now()
    this.#answeredThisStart = true
    this.#barrenStarts = 0
    this.#incidents.settle(ticket, replyOf(ticket.method, read.message, read.text))
    this.#pumpSoon()
  }

  /** A line that answers nothing is charged to the question it names, else to the oldest open one, else at the end. */
  #blame(named: Ticket | undefined, what: string, line: AdapterLine): void {
    const message = `${what}: ${quote(line)}. ${this.#options.way.answersOnly}.`
    const ticket = named ?? this.#oldest()
    if (!ticket) return this.#complain(message)
    this.#open.splice(this.#open.indexOf(ticket), 1)
    this.#blamed.add(ticket.id)
    this.#incidents.settle(ticket, { kind: 'broken', reason: 'bad-line', message })
    this.#pumpSoon()
  }

  /** A question that has not been asked is not charged: the end of the run charges the last answer (`run`). */
  #complain(message: string): void {
    this.#ending.complaint ??= `While no question was open: ${message}`
  }

  #oldest(): Ticket | undefined {
    return this.#open[0]
  }

  #onGone(how: string, rest: AdapterLine | undefined, end: ProcessEnd | undefined): void {
    const half = rest ? ` in the midst of a line: ${quote(rest)}` : ''
    if (!this.#closing) this.#interrupted('crash', `The adapter crashed: ${how}${half}`)
    else if (rest) this.#complain(`It sent half a line: ${quote(rest)}.`)
    else if (end) this.#ended(end)
  }

  /** A crash on the way out is one; of exit codes runtimes have reasons of their own. */
  #ended(end: ProcessEnd): void {
    if ('signal' in end) {
      this.#ending.crash = `After the last answer ${end.signal} ended the adapter${this.#tail()}`
      return
    }
    if (end.code === 0) return
    const advice = 'After the end of its input it should finish and exit with 0.'
    this.#ending.warning = `The adapter ended with exit code ${end.code} after the last answer. ${advice}`
  }

  #tail(): string {
    const tail = this.#channel?.stderrTail
    return tail ? `. The end of its stderr: ${tail.slice(-500)}` : '.'
  }

  #missed(): void {
    const oldest = this.#oldest()
    if (oldest?.method === 'client.call') this.#giveUp(oldest)
    else this.#interrupted('timeout', `No answer within ${this.#options.timeout} ms`)
  }

  /** A call without an end breaks the rule of the time limit (SDK-TIME-LIMIT): it is no crash, and starts no count. */
  #giveUp(call: Ticket): void {
    this.#open.splice(this.#open.indexOf(call), 1)
    this.#incidents.settle(call, { kind: 'accepted', output: { unanswered: call.limit } })
    if (this.answeredOutOfOrder) {
      // The others go on; its late answer is no fault.
      this.#blamed.add(call.id)
      return this.#pumpSoon()
    }
    this.#waiting.unshift(...this.#open.splice(0))
    void this.#restart()
  }

  /** A crash or a timeout: start again, and ask what is unanswered one at a time. */
  #interrupted(reason: BrokenReason, what: string): void {
    const how = `${what}${this.#tail()}`
    this.#deadline.clear()
    const [oldest, ...others] = this.#open.splice(0)
    if (!oldest) this.#complain(how)
    else if (oldest.alone) {
      this.#incidents.reproducedBy(oldest)
      this.#incidents.settle(oldest, { kind: 'broken', reason, message: how })
    } else {
      this.#suspects.push(oldest, ...others)
      this.#incidents.begin([oldest, ...others], how)
    }
    if (!this.#answeredThisStart) this.#barrenStarts++
    void this.#restart()
  }

  async #restart(): Promise<void> {
    this.#channel?.kill()
    this.#channel = undefined
    this.#answeredThisStart = false
    if (this.#barrenStarts >= STARTS_WITHOUT_ANSWER) return this.#stop()
    const started = await startAdapter(this.#options)
    if (this.#closing) return 'channel' in started ? started.channel.kill() : undefined
    if ('problem' in started) {
      this.#barrenStarts++
      return this.#restart()
    }
    this.#adopt(started.channel)
    this.#pumpSoon()
  }

  #stop(): void {
    const message = `the adapter was started ${STARTS_WITHOUT_ANSWER} times in a row without answering a question`
    this.#stopped = { code: 'adapter-kept-crashing', message }
    this.#dismiss([...this.#suspects.splice(0), ...this.#waiting.splice(0)])
  }

  /** Lines that arrive together are answered together. */
  #pumpSoon(): void {
    if (this.#pumping) return
    this.#pumping = true
    setImmediate(() => {
      this.#pumping = false
      this.#pump()
    })
  }

  #pump(): void {
    if (!this.#channel || this.#closing) return
    const batch = this.#next()
    for (const ticket of batch) {
      ticket.writtenAt = now()
      ticket.onWritten()
      this.#open.push(ticket)
    }
    if (batch.length > 0) this.#channel.write(batch.map(({ line }) => line).join(''))
    this.#deadline.arm()
  }

  /** As many questions as may be in flight; after an incident one at a time. */
  #next(): Ticket[] {
    if (this.#oldest()?.alone) return []
    if (this.#suspects.length > 0) return this.#open.length > 0 ? [] : this.#suspects.splice(0, 1)
    const limit = Math.min(this.description.maxInFlight ?? IN_FLIGHT, IN_FLIGHT)
    const room = limit - this.#open.length
    // Refilled when half empty: few large writes take far less time than many small ones.
    if (room < limit / 2 && this.#waiting.length > room) return []
    return this.#waiting.splice(0, room)
  }
}
