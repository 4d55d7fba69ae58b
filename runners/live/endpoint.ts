import { randomBytes, randomInt } from 'node:crypto'
import { ChannelproofError } from '../../src/errors.ts'
import {
  ROUTES,
  type Answer,
  type Description,
  type Ending,
  type EndpointRequest,
  type Exchange,
  type JsonObject,
  type Operation,
  type Question,
  type Stopped,
  type Subject,
} from '../../src/model.ts'
import { authorizationOf } from './authorization.ts'
import { meets, type LiveConfig } from './config.ts'
import { curlLine } from './curl.ts'
import { jsonOf, takeApart, textsOf } from './facts.ts'
import { HttpClient, type NoAnswer, type Received, type Sent } from './http.ts'
import { Rate, Turns } from './pace.ts'
import { RunningStreams } from './running.ts'

const now = (): number => Date.now() / 1000

/** What stands in the place of the placeholders of one exchange. */
interface Places {
  readonly channel: string
  readonly streams: readonly [number, number, number, number]
}

/** An endpoint behind a base URL. Exchanges on the open channel go one after the other; each stops what it starts. */
export class EndpointSubject implements Subject {
  readonly description: Description
  readonly #config: LiveConfig
  readonly #http: HttpClient
  readonly #rate: Rate
  /** The open channel has room for three streams, so only one exchange at a time uses it. */
  readonly #channelTurn = new Turns(1)
  readonly #turns = new Turns(8)
  readonly #running = new RunningStreams()
  /** A `curl` line for each vector's last request, for the report. */
  readonly curls = new Map<Question, string>()
  /** Seconds by which the Date header of the newest answer is ahead of our clock. */
  clockOff: number | undefined
  #stopped: Stopped | undefined
  #closing: Promise<Ending> | undefined

  constructor(config: LiveConfig) {
    this.#config = config
    this.#http = new HttpClient(config)
    this.#rate = new Rate(config.rate)
    this.description = {
      protocol: 1,
      sdk: { name: config.baseUrl.href, version: '', language: '' },
      methods: ['endpoint.exchange'],
      clock: 'injected',
      meets: meets(config),
    }
  }

  ask(question: Question): Promise<Answer> {
    if (question.method !== 'endpoint.exchange')
      throw new Error(`${question.method} is no question to an endpoint`)
    const turns = question.params.channel === 'open' ? this.#channelTurn : this.#turns
    return turns.take(() => this.#exchange(question, question.params))
  }

  async #exchange(question: Question, exchange: Exchange): Promise<Answer> {
    const askedAt = now()
    if (this.#stopped || this.#closing)
      return {
        kind: 'broken',
        reason: 'not-asked',
        message: `Not asked: ${this.#stopped?.message ?? 'the run was ended'}.`,
        askedAt,
        answeredAt: askedAt,
      }
    const places = this.#places(exchange)
    try {
      for (const before of exchange.before ?? []) {
        const prepared = await this.#request(before, 'right', {}, places)
        if ('reason' in prepared.got || prepared.got.status !== 200)
          return this.#unprepared(before.operation, prepared.got, askedAt)
      }
      const { got, sent, sentAt } = await this.#request(
        exchange,
        exchange.authorization,
        exchange.headers ?? {},
        places,
      )
      this.curls.set(question, curlLine(this.#config, sent))
      return this.#answer(got, sent, places, sentAt)
    } catch (error) {
      // The maker of the signature failed: no result that is already won may be lost by that.
      if (!(error instanceof ChannelproofError)) throw error
      return { kind: 'broken', reason: 'crash', message: `${error.message}.`, askedAt, answeredAt: now() }
    } finally {
      await this.#stopAll(places)
    }
  }

  #unprepared(operation: Operation, got: Received | NoAnswer, askedAt: number): Answer {
    const what = 'reason' in got ? got.message : `it was answered ${got.status}`
    if ('reason' in got) return this.#broken(got, askedAt)
    return {
      kind: 'failed',
      message: `${operation}, which has to come before, did not succeed: ${what}`,
      askedAt,
      answeredAt: now(),
    }
  }

  #answer(got: Received | NoAnswer, sent: Sent, { channel }: Places, askedAt: number): Answer {
    if ('reason' in got) return this.#broken(got, askedAt)
    const value = jsonOf(got.body)
    const token = takeApart(value, this.#config)
    const output = {
      status: got.status,
      texts: textsOf(value, this.#config.errorCodePointer),
      ...(token && { token }),
      trackingId: sent.headers['Tracking-Id'] ?? '',
      channel,
    }
    return { kind: 'accepted', output: output as unknown as JsonObject, askedAt, answeredAt: now() }
  }

  #broken({ reason, message }: NoAnswer, askedAt: number): Answer {
    if (reason === 'gone')
      this.#stopped ??= { code: 'endpoint-gone', message: `the endpoint went away: ${message}` }
    return {
      kind: 'broken',
      reason: reason === 'timeout' ? 'timeout' : 'crash',
      message: `No answer: ${message}.`,
      askedAt,
      answeredAt: now(),
    }
  }

  #places({ channel }: Exchange): Places {
    const streams = [0, 0, 0, 0].map(() => randomInt(1, 2 ** 31)) as unknown as Places['streams']
    const unopened = `${this.#config.channelPrefix}${randomBytes(8).toString('hex')}`
    return { channel: channel === 'open' ? this.#config.channel! : unopened, streams }
  }

  async #request(
    request: EndpointRequest,
    kind: Exchange['authorization'],
    headers: Readonly<Record<string, string>>,
    places: Places,
  ): Promise<{ got: Received | NoAnswer; sent: Sent; sentAt: number }> {
    const sent = await this.#toSend(request, kind, headers, places)
    const started = request.operation === 'streaming.start' ? streamsIn(sent, places) : []
    for (const streamId of started) this.#running.expect(streamId, await this.#stopRequest(streamId, places))
    await this.#rate.wait()
    const sentAt = now()
    const got = await this.#sendPatiently(request.operation, sent)
    for (const streamId of started) this.#running.started(streamId, got)
    if ('headers' in got) this.clockOff = clockOff(got)
    return { got, sent, sentAt }
  }

  #stopRequest(streamId: number, places: Places): Promise<Sent> {
    const body = JSON.stringify({ channelId: places.channel, streamId })
    return this.#toSend({ operation: 'streaming.stop', body }, 'right', {}, places)
  }

  /** 404 on a start may be repeated (4.2 rule 4); nothing else ever is. */
  async #sendPatiently(operation: Operation, sent: Sent): Promise<Received | NoAnswer> {
    const until = now() + this.#config.waitForChannel
    for (;;) {
      const got = await this.#http.send(sent)
      const isMissing = operation === 'streaming.start' && !('reason' in got) && got.status === 404
      if (!isMissing || now() + 1 > until || this.#closing) return got
      await new Promise((resolve) => {
        setTimeout(resolve, 1000)
      })
      await this.#rate.wait()
    }
  }

  async #toSend(
    { operation, body }: EndpointRequest,
    kind: Exchange['authorization'],
    headers: Readonly<Record<string, string>>,
    places: Places,
  ): Promise<Sent> {
    const { method, path } = ROUTES[operation]
    const { baseUrl, pushUrl, extraHeaders } = this.#config
    const whole = `${baseUrl.pathname.replace(/\/$/, '')}${path}`
    const text = placed(body, places, pushUrl)
    const authorization = await authorizationOf(this.#config, kind, { method, path: whole, body: text })
    const all = {
      'Content-Type': 'application/json',
      ...(authorization !== undefined && { Authorization: authorization }),
      'Tracking-Id': randomBytes(16).toString('hex'),
      ...Object.fromEntries(Object.entries(extraHeaders).map(([name, { value }]) => [name, value])),
      ...headers,
    }
    return {
      method,
      path: whole,
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')),
      body: text,
    }
  }

  async #stopAll({ streams }: Places): Promise<void> {
    for (const streamId of streams) {
      const stop = this.#running.stopOf(streamId)
      if (!stop) continue
      await this.#rate.wait()
      this.#running.stopped(streamId, await this.#http.send(stop))
    }
  }

  close(): Promise<Ending> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  /** Waits for what is under way: each exchange stops the streams that it started. */
  async #close(): Promise<Ending> {
    await Promise.all([this.#turns.idle(), this.#channelTurn.idle()])
    await this.#http.close()
    const remaining = this.#running.remaining.map((stop) => curlLine(this.#config, stop))
    if (remaining.length === 0) return this.#stopped ? { stopped: this.#stopped } : {}
    const message = `${this.#stopped?.message ?? 'streams could not be stopped'}; these streams may remain:\n  ${remaining.join('\n  ')}`
    return { stopped: { code: 'streams-may-remain', message } }
  }
}

function clockOff({ headers }: Received): number | undefined {
  const date = Date.parse(String(headers['date']))
  return Number.isNaN(date) ? undefined : date / 1000 - now()
}

/** Streams of this exchange that a start names. */
const streamsIn = ({ body }: Sent, { streams }: Places): number[] =>
  streams.filter((id) => body.includes(`"streamId":${id}`))

function placed(body: string, { channel, streams }: Places, pushUrl: string): string {
  const inText = (text: string): string => JSON.stringify(text).slice(1, -1)
  return streams
    .reduce((text, id, index) => text.replaceAll(`"{{stream${index + 1}}}"`, String(id)), body)
    .replaceAll('{{channel}}', inText(channel))
    .replaceAll('{{pushUrl}}', inText(pushUrl))
}
