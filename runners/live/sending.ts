/** What a run sends, one request at a time: signed, and written down before it starts something. */
import type { Operation } from '../../src/model/index.ts'
import { Secrets, withoutScheme } from '../terminal/secrets.ts'
import { clockOff } from './answerFacts.ts'
import type { LiveConfig } from './config.ts'
import type { NoAnswer, Received, Sent } from './http.ts'
import type { Journal } from './journal.ts'
import { delay } from './rateLimit.ts'
import type { RateLimitedClient } from './rateLimitedClient.ts'
import { CleanUp } from './runningStreams.ts'
import {
  inChannel,
  placeholdersFor,
  plainOf,
  requestToSend,
  streamsNamedIn,
  type Outgoing,
  type Placeholders,
} from './toSend.ts'

/** Makes requests and sends them. It knows what they start and stop, and so what is left to stop. */
export class Sending {
  readonly #config: LiveConfig
  readonly #client: RateLimitedClient
  readonly #secrets: Secrets
  readonly cleanUp: CleanUp
  /** Seconds by which the Date header of the newest answer is ahead of our clock. */
  clockOff: number | undefined

  /** @param journal absent: what is started is not written down */
  constructor(config: LiveConfig, client: RateLimitedClient, secrets: Secrets, journal?: Journal) {
    this.#config = config
    this.#client = client
    this.#secrets = secrets
    this.cleanUp = new CleanUp(
      config,
      client,
      (streamId, channel) => this.stopRequest(streamId, channel),
      (streams) => journal?.keep(streams),
    )
  }

  async attempt(outgoing: Outgoing) {
    const sent = await this.toSend(outgoing, this.#client.ending)
    return { ...(await this.#send(outgoing, sent)), sent }
  }

  async #send({ operation, placeholders }: Outgoing, sent: Sent): ReturnType<RateLimitedClient['send']> {
    const streams = streamsNamedIn(sent, placeholders)
    const isStart = operation === 'streaming.start'
    if (isStart) for (const streamId of streams) await this.expect(streamId, placeholders.channel)
    const { got, sentAt } = await this.#client.send(sent)
    if (isStart) await this.cleanUp.started(sent, placeholders, got)
    if (operation === 'streaming.stop')
      for (const streamId of streams.length > 0 ? streams : placeholders.streams)
        this.cleanUp.running.stoppedByVector(streamId, got)
    if (operation === 'streaming.stop') await this.settle(placeholders)
    if ('headers' in got) this.clockOff = clockOff(got)
    return { got, sentAt }
  }

  async askPlainly(operation: Operation): Promise<Received | NoAnswer> {
    const plain = plainOf(operation)
    const placeholders = placeholdersFor(plain, this.#config)
    const sent = await this.toSend({ ...plain, authorization: 'right', placeholders }, this.#client.ending)
    return (await this.#client.send(sent)).got
  }

  async toSend(outgoing: Outgoing, signal?: AbortSignal): Promise<Sent> {
    const { sent, authorization } = await requestToSend(this.#config, outgoing, signal)
    if (authorization !== undefined && outgoing.authorization !== 'malformed')
      this.#secrets.add(authorization, withoutScheme(authorization))
    return sent
  }

  /** After a stop: its place in the channel may become free a little later. */
  async settle({ channel }: Placeholders): Promise<void> {
    if (channel === this.#config.channel) await delay(this.#config.settle, this.#client.ending)
  }

  async expect(streamId: number, channel: string, isLeft = false): Promise<void> {
    const place = { channel, isLeft, isOpen: channel === this.#config.channel }
    const stop = await this.stopRequest(streamId, channel, this.#client.ending)
    this.cleanUp.running.expect(streamId, place, stop)
  }

  /**
   * @param streamId undefined: of all pushes of the channel
   * @param signal stops the making of the signature
   */
  stopRequest(streamId: number | undefined, channel: string, signal?: AbortSignal): Promise<Sent> {
    const body = JSON.stringify({ channelId: channel, streamId })
    const stop = { operation: 'streaming.stop', authorization: 'right' } as const
    return this.toSend({ ...stop, body, placeholders: inChannel(channel) }, signal)
  }
}
