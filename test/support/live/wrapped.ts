import { headerPairs, listen } from '../../../runners/http/server.ts'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FaultyResponse } from '../../../src/faults/service/serviceFault.ts'
import type { Report } from '../../../src/report/report.ts'
import { handle, type ServiceRequest, type ServiceResponse } from '../../../src/service/index.ts'
import { cli, temporary, type Ran, type RunOptions } from '../cli.ts'
import { ENV, initial } from './service.ts'

export interface WrappedRequest extends ServiceRequest {
  /** The body as JSON; an empty object if it is none. */
  readonly json: Record<string, unknown>
  readonly trackingId: string
  readonly raw: IncomingMessage
  readonly response: ServerResponse
  /** What the right service answers this request with another part. */
  readonly altered: (part?: Partial<ServiceRequest>) => ServiceResponse
}

/** An answer with headers of its own, or with a body that is no JSON object. */
export type Answered = FaultyResponse

/** What a service answers instead of the right one; undefined: it stays silent. */
export type Wrong = (
  asked: WrappedRequest,
  /** @param other a body in the place of that which came; path: of another request, a POST */
  right: (other?: object, path?: string) => ServiceResponse,
) => Answered | undefined | Promise<Answered | undefined>

export interface Wrapped {
  readonly url: string
  /** Paths in the order of the requests. */
  readonly paths: string[]
  /** Streams that run now. */
  readonly streams: () => number[]
  readonly close: () => Promise<void>
}

/** The right service wrapped in a wrong one, on a loopback port; it may answer when it likes. */
export async function wrapped(wrong: Wrong): Promise<Wrapped> {
  let state = initial()
  const paths: string[] = []
  const answer = async (raw: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> => {
    const { method = '', url = '' } = raw
    const asked = { method, path: url, headers: headerPairs(raw), body }
    paths.push(url)
    const altered = (part?: Partial<ServiceRequest>): ServiceResponse => {
      const handled = handle(state, { ...asked, ...part }, Math.floor(Date.now() / 1000))
      state = handled.state
      return handled.response
    }
    const right = (other?: object, path?: string): ServiceResponse => {
      const place = path === undefined ? {} : { method: 'POST', path }
      return altered(other && { ...place, body: Buffer.from(JSON.stringify(other)) })
    }
    const trackingId = String(raw.headers['tracking-id'])
    const said = await wrong({ ...asked, json: jsonOf(body), trackingId, raw, response, altered }, right)
    if (said)
      response.writeHead(said.status, said.headers).end(said.raw ?? (said.body && JSON.stringify(said.body)))
  }
  const server = createServer((raw, response) => {
    const chunks: Buffer[] = []
    raw.on('data', (chunk: Buffer) => chunks.push(chunk))
    raw.on('end', () => void answer(raw, response, Buffer.concat(chunks)))
  })
  await listen(server)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    streams: () =>
      [...state.channels.values()].flatMap(({ streams }) => streams.map(({ streamId }) => streamId)),
    close: () => new Promise((done) => server.close(() => done()).closeAllConnections()),
  }
}

function jsonOf(body: Buffer): Record<string, unknown> {
  try {
    // null is JSON, too.
    return (JSON.parse(body.toString('utf8')) as Record<string, unknown> | null) ?? {}
  } catch {
    return {}
  }
}

/** One run of `live` on a wrong service: its output, its report, and the streams left running. */
export async function liveOn(
  wrong: Wrong,
  flags: readonly string[],
  options: RunOptions = {},
): Promise<Ran & { report?: Report; paths: string[]; streams: () => number[] }> {
  const { url, paths, streams, close } = await wrapped(wrong)
  const ran = await liveAt(url, flags, options)
  await close()
  return { ...ran, paths, streams }
}

/** One run of `live` on an endpoint: its output and its report, if there is one. */
export async function liveAt(
  url: string,
  flags: readonly string[],
  options: RunOptions = {},
): Promise<Ran & { report?: Report }> {
  const file = join(temporary(), 'report.json')
  const args = ['live', '--base-url', url, '--report', `json=${file}`, '--report', 'text', ...flags]
  const ran = await cli(args, { ...options, env: { ...ENV, ...options.env } })
  try {
    return { ...ran, report: JSON.parse(readFileSync(file, 'utf8')) as Report }
  } catch {
    return ran
  }
}
