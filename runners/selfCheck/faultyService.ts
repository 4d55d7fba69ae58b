import { createServer, type IncomingMessage } from 'node:http'
import {
  APP_IDS,
  OPEN_CHANNEL,
  APPS_SECRET,
  USER,
  type ServiceAlteration,
} from '../../src/faults/service/serviceFault.ts'
import type { Vector, Verdict } from '../../src/model/index.ts'
import { paced } from '../../src/generate/paced.ts'
import { run } from '../../src/run.ts'
import { handle, join, type ServiceRequest, type ServiceState } from '../../src/service/index.ts'
import { issue } from '../../src/token/index.ts'
import { closeServer, headerPairs, listen } from '../http/server.ts'
import type { LiveConfig } from '../live/config.ts'
import { EndpointSubject } from '../live/endpoint.ts'
import type { Time } from '../live/stampClock.ts'
import { liveConfig } from '../live/load.ts'
import { Secrets } from '../terminal/secrets.ts'
import type { ServiceVariant } from '../../src/variants/service/serviceVariant.ts'
import { send, type ToSend } from './wires.ts'

export interface FaultyService {
  readonly config: LiveConfig
  close(): Promise<void>
}

/** How a variant sends, and what its operator says about it. */
type Ways = Pick<ServiceVariant, 'wire' | 'settings'>

/** Unix seconds. @param millis after now */
const seconds = (millis = 0): number => Math.floor((Date.now() + millis) / 1000)

/** Time passes only while a caller waits: the clock of the service then jumps. */
class JumpingTime implements Time {
  #passed = 0
  readonly now = (): number => this.#passed
  readonly wait = (millis: number): Promise<void> => {
    this.#passed += Math.max(0, millis)
    return Promise.resolve()
  }
}

/** The right service with a mistake, on a loopback port, with every precondition met. */
export async function serveFaulty(
  alteration: ServiceAlteration,
  { wire, settings }: Ways,
  time: Pick<Time, 'now'>,
): Promise<FaultyService> {
  let state = initial()
  const memory = new Map<string, string>()
  const answer = (asked: ServiceRequest): ToSend => {
    const now = seconds(time.now())
    const right: Parameters<ServiceAlteration>[1] = (altered) => {
      const handled = handle(state, { ...asked, ...altered }, now)
      state = handled.state
      return handled.response
    }
    const { status, body, raw, headers = {} } = alteration(asked, right, now, memory)
    const all = { 'Content-Type': 'application/json', ...headers }
    return {
      status,
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')),
      text: raw ?? (body ? JSON.stringify(body) : ''),
    }
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => send(wire, answer(askedIn(request, Buffer.concat(chunks))), response, request))
  })
  const { url } = await listen(server)
  return { config: configFor(url, settings), close: () => closeServer(server) }
}

function askedIn(request: IncomingMessage, body: Buffer): ServiceRequest {
  return { method: request.method ?? '', path: request.url ?? '', headers: headerPairs(request), body }
}

/** Three apps, and an open channel with one user in it. */
export function initial(): ServiceState {
  const now = seconds()
  const apps = APP_IDS.map((status) => ({ appId: status, appSecret: APPS_SECRET, status }))
  const issuer = { appId: 'active', appSecret: APPS_SECRET, timestamp: now }
  const token = issue({ channelId: OPEN_CHANNEL, userId: USER }, issuer)
  return join({ apps, channels: new Map(), scheme: 'SvcSign' }, token, now).state
}

/** The credentials of all apps, as `live` reads them. */
export const ENV = {
  CHANNELPROOF_APP_ID: 'active',
  CHANNELPROOF_APP_SECRET: APPS_SECRET,
  CHANNELPROOF_DISABLED_APP_ID: 'disabled',
  CHANNELPROOF_DISABLED_APP_SECRET: APPS_SECRET,
  CHANNELPROOF_UNPAID_APP_ID: 'unpaid',
  CHANNELPROOF_UNPAID_APP_SECRET: APPS_SECRET,
}

export const configFor = (baseUrl: string, settings?: Ways['settings']): LiveConfig =>
  liveConfig({ baseUrl, channel: OPEN_CHANNEL, exclusiveChannel: true, channelUser: USER, ...settings }, ENV)

/** Asks a service with this mistake the endpoint vectors. */
export async function verdictsWith(
  alteration: ServiceAlteration,
  vectors: readonly Vector[],
  ways: Ways = {},
): Promise<Verdict[]> {
  const time = new JumpingTime()
  const service = await serveFaulty(alteration, ways, time)
  try {
    return await verdictsOfEndpoint(new EndpointSubject(service.config, new Secrets(), time), vectors)
  } finally {
    await service.close()
  }
}

export async function verdictsOfEndpoint(
  subject: EndpointSubject,
  vectors: readonly Vector[],
): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  const asked = paced(vectors, () => subject.untilClockShows())
  const reader = run({ vectors: asked, find: () => undefined, subject, level: 'recommended' })
  for await (const verdict of reader) verdicts.push(verdict)
  return verdicts
}
