import { ChannelproofError } from '../../src/errors.ts'
import type {
  AdapterMethod,
  Answer,
  BrokenReason,
  Description,
  Ending,
  Question,
  Stopped,
  Subject,
} from '../../src/model.ts'
import type { SchemaCheck } from '../../src/vectors/read.ts'
import { schemaCheck } from '../schemas.ts'
import type { Line } from './lines.ts'
import { AdapterProcess, type ProcessOptions } from './process.ts'
import { quote, readLine, replyOf, requestLine, type Reply } from './protocol.ts'

export interface AdapterOptions extends ProcessOptions {
  /** Milliseconds for one question. */
  readonly timeout: number
  /** Milliseconds until `describe` must be answered: compilers take their time. */
  readonly startTimeout: number
}

/** A question on its way. */
interface Ticket {
  readonly id: number
  readonly method: AdapterMethod | 'describe'
  readonly line: string
  readonly resolve: (answer: Answer) => void
  /** Unix seconds; 0 until it is written. */
  writtenAt: number
  /** Asked again, with nothing else in flight, after a crash or a timeout. */
  alone: boolean
}

/** The questions that were open at a crash or timeout; if none breaks the adapter alone, the oldest pays for it. */
interface Incident {
  readonly oldest: Ticket
  readonly how: string
  readonly unanswered: Set<Ticket>
  oldestReply?: Answer
  reproduced: boolean
}

const IN_FLIGHT = 64
const STARTS_WITHOUT_ANSWER = 3
const LOG_TO_STDERR = 'Standard output is for answers only: log to stderr.'

const now = (): number => Date.now() / 1000

/** An SDK behind a stdio adapter: the adapter protocol, version 1, from the side of the suite. */
export class AdapterSubject implements Subject {
  description!: Description
  readonly #options: AdapterOptions
  readonly #checks = new Map<AdapterMethod, SchemaCheck>()
  readonly #open = new Map<number, Ticket>()
  readonly #blamed = new Set<number>()
  #waiting: Ticket[] = []
  #suspects: Ticket[] = []
  #incidents: Incident[] = []
  #process: AdapterProcess | undefined
  #describing: Ticket | undefined
  #timer: NodeJS.Timeout | undefined
  #nextId = 1
  #lastAnswerAt = 0
  #answersThisStart = 0
  #barrenStarts = 0
  #complaint: string | undefined
  #stopped: Stopped | undefined
  #pumping = false
  #closing: Promise<Ending> | undefined

  private constructor(options: AdapterOptions) {
    this.#options = options
  }

  /**
   * Starts the adapter and asks it to describe itself.
   * @throws ChannelproofError `adapter-not-started`: the run cannot begin (exit code 3)
   */
  static async start(options: AdapterOptions): Promise<AdapterSubject> {
    const subject = new AdapterSubject(options)
    const mistake = await subject.#spawn()
    if (mistake === undefined) return subject
    const tail = subject.#process?.stderrTail
    await subject.close()
    const advice = `Run the command by hand and send it one line: ${requestLine(1, 'describe', { protocol: 1 }).trim()}`
    const said = tail ? `\n  The end of its stderr:\n${tail.replace(/^/gm, '    ')}` : ''
    const command = options.command.join(' ')
    throw new ChannelproofError('adapter-not-started', `${command}: ${mistake}.${said}`, advice)
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve) => {
      const id = this.#nextId++
      const line = requestLine(id, question.method, question.params)
      const ticket = { id, method: question.method as AdapterMethod, line, resolve, writtenAt: 0, alone: false }
      const { maxLineBytes = Infinity } = this.description
      const length = Buffer.byteLength(line) - 1
      if (length > maxLineBytes)
        return settle(ticket, { kind: 'unsupported', why: `the question is a line of ${length} bytes, the adapter reads ${maxLineBytes}` })
      if (this.#stopped || this.#closing) return settle(ticket, notAsked(this.#stopped))
      this.#waiting.push(ticket)
      this.#pumpSoon()
    })
  }

  close(): Promise<Ending> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<Ending> {
    clearTimeout(this.#timer)
    for (const ticket of [...this.#open.values(), ...this.#suspects, ...this.#waiting]) settle(ticket, notAsked(this.#stopped))
    this.#open.clear()
    await this.#process?.finish()
    return {
      notes: [],
      ...(this.#complaint !== undefined && { complaint: this.#complaint }),
      ...(this.#stopped && { stopped: this.#stopped }),
    }
  }

  /** One start. Resolves with what went wrong, or with nothing once `describe` is answered. */
  #spawn(): Promise<string | undefined> {
    this.#answersThisStart = 0
    return new Promise((resolve) => {
      const started = (mistake?: string): void => {
        if (!this.#describing) return
        clearTimeout(timer)
        this.#describing = undefined
        if (mistake !== undefined) this.#process?.kill()
        resolve(mistake)
      }
      const child: AdapterProcess = new AdapterProcess(this.#options, {
        line: (line) => void (child === this.#process && this.#onLine(line, started)),
        gone: (how) => void (child === this.#process && this.#onGone(how, started)),
      })
      this.#process = child
      const id = this.#nextId++
      const line = requestLine(id, 'describe', { protocol: 1 })
      this.#describing = { id, method: 'describe', line, resolve: () => undefined, writtenAt: now(), alone: true }
      const { startTimeout } = this.#options
      const timer = setTimeout(() => started(`it did not answer describe within ${startTimeout} ms`), startTimeout)
      child.write(line)
    })
  }

  #onLine(line: Line, started: (mistake?: string) => void): void {
    if (this.#describing) return started(this.#readDescription(line, this.#describing.id))
    const read = readLine(line)
    const ticket = read.id === undefined ? undefined : this.#open.get(read.id)
    if ('mistake' in read) return this.#blame(ticket, `It sent ${read.mistake}`, line)
    if (!ticket) return this.#unasked(read.id, line)
    this.#open.delete(ticket.id)
    this.#lastAnswerAt = now()
    this.#answersThisStart++
    this.#barrenStarts = 0
    this.#answered(ticket, replyOf(ticket.method as AdapterMethod, read.message, read.text, this.#check(ticket.method)))
    this.#pumpSoon()
  }

  #readDescription(line: Line, id: number): string | undefined {
    const read = readLine(line)
    if ('mistake' in read) return `it answered describe with ${read.mistake}: ${quote(line)}. ${LOG_TO_STDERR}`
    if (read.id !== id) return `it answered describe with another id: ${quote(line)}`
    const mistakes = schemaCheck('adapter-protocol#/$defs/describe')(read.message['result'])
    if (mistakes.length > 0) return `its answer to describe is wrong (${mistakes.slice(0, 3).join('; ')}): ${quote(line)}`
    this.description = read.message['result'] as unknown as Description
    return undefined
  }

  #check(method: string): SchemaCheck {
    const key = method as AdapterMethod
    const check = this.#checks.get(key) ?? schemaCheck(`adapter-protocol#/$defs/${method}`)
    this.#checks.set(key, check)
    return check
  }

  #unasked(id: number, line: Line): void {
    // The late answer to a question that is already charged with a bad line.
    if (this.#blamed.delete(id)) return
    this.#blame(undefined, `It answered id ${id}, which is not open`, line)
  }

  /** A line that answers nothing is charged to the question it names, else to the oldest, else to the next. */
  #blame(named: Ticket | undefined, what: string, line: Line): void {
    const message = `${what}: ${quote(line)}. ${LOG_TO_STDERR}`
    const [oldest] = this.#open.values()
    const ticket = named ?? oldest
    if (!ticket) {
      this.#complaint ??= message
      return
    }
    this.#open.delete(ticket.id)
    this.#blamed.add(ticket.id)
    this.#answered(ticket, { kind: 'broken', reason: 'bad-line', message })
    this.#pumpSoon()
  }

  #onGone(how: string, started: (mistake?: string) => void): void {
    if (this.#describing) return started(how)
    if (!this.#closing) this.#interrupted('crash', `The adapter crashed: ${how}`)
  }

  /** A crash or a timeout: start again, and ask what is unanswered one at a time. */
  #interrupted(reason: BrokenReason, what: string): void {
    const tail = this.#process?.stderrTail
    const how = tail ? `${what}. The end of its stderr: ${tail.slice(-500)}` : `${what}.`
    clearTimeout(this.#timer)
    const victims = [...this.#open.values()]
    this.#open.clear()
    this.#process?.kill()
    if (this.#answersThisStart === 0) this.#barrenStarts++
    const [first] = victims
    if (!first) this.#complaint ??= how
    else if (first.alone) this.#broken(first, reason, how)
    else this.#suspect(victims, first, how)
    void this.#restart()
  }

  #suspect(victims: Ticket[], oldest: Ticket, how: string): void {
    for (const victim of victims) victim.alone = true
    this.#suspects.push(...victims)
    this.#incidents.push({ oldest, how, unanswered: new Set(victims), reproduced: false })
  }

  #broken(ticket: Ticket, reason: BrokenReason, message: string): void {
    for (const incident of this.#incidents) if (incident.unanswered.has(ticket)) incident.reproduced = true
    this.#answered(ticket, { kind: 'broken', reason, message })
  }

  async #restart(): Promise<void> {
    this.#process = undefined
    while (!this.#closing) {
      if (this.#barrenStarts >= STARTS_WITHOUT_ANSWER) return this.#stop()
      if ((await this.#spawn()) === undefined) break
      this.#barrenStarts++
    }
    this.#pumpSoon()
  }

  #stop(): void {
    const message = `the adapter was started ${STARTS_WITHOUT_ANSWER} times in a row without answering a question`
    this.#stopped = { code: 'adapter-kept-crashing', message }
    this.#process = undefined
    const left = [...this.#suspects, ...this.#waiting]
    this.#suspects = []
    this.#waiting = []
    for (const ticket of left) this.#answered(ticket, notAsked(this.#stopped))
  }

  /** Settles a ticket, unless it waits for the outcome of its incident. */
  #answered(ticket: Ticket, reply: Reply): void {
    const answer = stamped(ticket, reply)
    const incident = this.#incidents.find(({ unanswered }) => unanswered.has(ticket))
    if (!incident) return ticket.resolve(answer)
    incident.unanswered.delete(ticket)
    if (ticket === incident.oldest) incident.oldestReply = answer
    else ticket.resolve(answer)
    if (incident.unanswered.size === 0) this.#settleIncident(incident)
  }

  /** Every crash leaves an errored verdict: if nothing reproduces it, the oldest question carries it. */
  #settleIncident(incident: Incident): void {
    this.#incidents = this.#incidents.filter((other) => other !== incident)
    const { oldest, how, oldestReply, reproduced } = incident
    const message = `${how} Asked one at a time, no question does it again; this was the oldest that was open.`
    if (reproduced && oldestReply) oldest.resolve(oldestReply)
    else settle(oldest, { kind: 'broken', reason: 'not-reproduced', message })
  }

  #pumpSoon(): void {
    if (this.#pumping) return
    this.#pumping = true
    setImmediate(() => {
      this.#pumping = false
      this.#pump()
    })
  }

  /** Writes as many questions as may be in flight, in one piece. */
  #pump(): void {
    if (this.#describing || !this.#process || this.#closing || this.#stopped) return
    const batch = this.#next()
    for (const ticket of batch) {
      ticket.writtenAt = now()
      this.#open.set(ticket.id, ticket)
    }
    if (batch.length > 0) this.#process.write(batch.map(({ line }) => line).join(''))
    this.#arm()
  }

  #next(): Ticket[] {
    if (this.#suspects.length > 0) return this.#open.size > 0 ? [] : this.#suspects.splice(0, 1)
    if ([...this.#open.values()].some(({ alone }) => alone)) return []
    if (this.#complaint !== undefined && this.#waiting.length > 0) return this.#charge(this.#complaint)
    const room = Math.min(this.description.maxInFlight ?? IN_FLIGHT, IN_FLIGHT) - this.#open.size
    return this.#waiting.splice(0, Math.max(0, room))
  }

  /** What came while nothing was open is charged to the next question, which is not asked. */
  #charge(message: string): Ticket[] {
    this.#complaint = undefined
    this.#answered(this.#waiting.shift()!, { kind: 'broken', reason: 'bad-line', message })
    this.#pumpSoon()
    return []
  }

  /** One timer suffices: of the open questions the oldest is due first. */
  #arm(): void {
    clearTimeout(this.#timer)
    const [oldest] = this.#open.values()
    if (!oldest) return
    const due = Math.max(oldest.writtenAt, this.#lastAnswerAt) * 1000 + this.#options.timeout
    this.#timer = setTimeout(() => this.#onTimer(), Math.max(1, due - Date.now()))
  }

  #onTimer(): void {
    const [oldest] = this.#open.values()
    if (!oldest) return
    const due = Math.max(oldest.writtenAt, this.#lastAnswerAt) * 1000 + this.#options.timeout
    if (Date.now() < due) return this.#arm()
    this.#interrupted('timeout', `No answer within ${this.#options.timeout} ms`)
  }
}

const stamped = ({ writtenAt }: Ticket, reply: Reply): Answer => {
  const answeredAt = now()
  return { askedAt: writtenAt || answeredAt, answeredAt, ...reply }
}

function settle(ticket: Ticket, reply: Reply): void {
  ticket.resolve(stamped(ticket, reply))
}

const notAsked = (stopped: Stopped | undefined): Reply => ({
  kind: 'broken',
  reason: 'not-asked',
  message: `Not asked: ${stopped?.message ?? 'the run ended before'}.`,
})
