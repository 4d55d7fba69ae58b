import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LiveConfig } from '../../runners/live/config.ts'
import { liveConfig } from '../../runners/live/load.ts'
import { EndpointSubject } from '../../runners/live/endpoint.ts'
import { families } from '../../src/families/index.ts'
import type { Vector, Verdict } from '../../src/model.ts'
import { run } from '../../src/run.ts'
import {
  handle,
  join,
  type ServiceRequest,
  type ServiceResponse,
  type ServiceState,
} from '../../src/service/index.ts'
import { issue } from '../../src/token/index.ts'

export const SECRET = 'DO-NOT-USE-faulty-service'
export const CHANNEL = 'open-channel'
const now = (): number => Math.floor(Date.now() / 1000)

/** May answer in the place of the right service; `right` asks it. */
export type Fault = (request: ServiceRequest, right: () => ServiceResponse) => ServiceResponse

export interface FaultyService {
  readonly config: LiveConfig
  close(): Promise<void>
}

/** The right service but for a fault, on a loopback port, with every precondition met. */
export async function serveFaulty(fault: Fault): Promise<FaultyService> {
  let state = initial()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', rawHeaders } = request
      const headers = Array.from(
        { length: rawHeaders.length / 2 },
        (_, at) => [rawHeaders[2 * at]!, rawHeaders[2 * at + 1]!] as const,
      )
      const asked = { method, path: url, headers, body: Buffer.concat(chunks) }
      const { status, body } = fault(asked, () => {
        const handled = handle(state, asked, now())
        state = handled.state
        return handled.response
      })
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(body && JSON.stringify(body))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    config: configFor(`http://127.0.0.1:${port}`),
    close: () => new Promise((done) => server.close(() => done()).closeAllConnections()),
  }
}

export function initial(): ServiceState {
  const apps = (['active', 'disabled', 'unpaid'] as const).map((status) => ({
    appId: status,
    appSecret: SECRET,
    status,
  }))
  const token = issue(
    { channelId: CHANNEL, userId: 'host' },
    { appId: 'active', appSecret: SECRET, timestamp: now() },
  )
  return join({ apps, channels: new Map(), scheme: 'SvcSign' }, token, now()).state
}

export const ENV = {
  CHANNELPROOF_APP_ID: 'active',
  CHANNELPROOF_APP_SECRET: SECRET,
  CHANNELPROOF_DISABLED_APP_ID: 'disabled',
  CHANNELPROOF_DISABLED_APP_SECRET: SECRET,
  CHANNELPROOF_UNPAID_APP_ID: 'unpaid',
  CHANNELPROOF_UNPAID_APP_SECRET: SECRET,
}

export const configFor = (baseUrl: string): LiveConfig =>
  liveConfig({ baseUrl, channel: CHANNEL, exclusiveChannel: true }, ENV)

export const endpointVectors: readonly Vector[] = families()
  .flatMap((family) => family.vectors)
  .filter(({ question }) => question.method === 'endpoint.exchange')

/** Every endpoint vector asked of a service with this fault. */
export async function verdictsWith(fault: Fault): Promise<Verdict[]> {
  const service = await serveFaulty(fault)
  const subject = new EndpointSubject(service.config)
  const verdicts: Verdict[] = []
  for await (const verdict of run({
    vectors: endpointVectors,
    find: () => undefined,
    subject,
    level: 'recommended',
  }))
    verdicts.push(verdict)
  await service.close()
  return verdicts
}

export const failed = (verdicts: readonly Verdict[]): string[] =>
  verdicts.filter(({ outcome }) => outcome === 'failed' || outcome === 'errored').map(({ vector }) => vector)
