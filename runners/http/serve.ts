/**
 * Binds the reference service to a port.
 *
 * What it answers in addition to sections 7.1 and 7.2; the interface shows none of this, so it is a choice:
 *
 * | what arrives                                             | answer                                | connection |
 * |----------------------------------------------------------|---------------------------------------|------------|
 * | a path that is none of the four; a query                 | 404                                   | stays      |
 * | another method on one of the four                        | 405 with Allow                        | stays      |
 * | body above 1 MiB, announced or not                       | 403 Invalid.Parameter.Value, or 400   | is closed  |
 * | no JSON, invalid UTF-8, a member twice, 100,000 brackets | 403 Invalid.Parameter.Value, or 400   | stays      |
 * | integer written 60.0                                     | accepted                              | stays      |
 * | 100 headers                                              | accepted                              | stays      |
 * | more than 16 KiB of headers                              | 431                                   | is closed  |
 * | chunked body                                             | accepted                              | stays      |
 * | more than 16 KiB of chunk extensions                     | 413                                   | is closed  |
 * | pipelined requests                                       | answered in order                     | stays      |
 * | absolute form (RFC 9112 section 3.2.2)                   | accepted                              | stays      |
 * | FIN after the request (half-closed)                      | answered                              | is closed  |
 * | FIN in the middle of a request                           | 400                                   | is closed  |
 * | reset in the middle of a request                         | nothing                               | is closed  |
 * | not complete after 10 seconds                            | 408                                   | is closed  |
 * | Content-Length too short                                 | for what was announced, then 400      | is closed  |
 * | Content-Length too long                                  | 408                                   | is closed  |
 * | Content-Length together with Transfer-Encoding           | 400                                   | is closed  |
 * | Expect: 100-continue                                     | 100 first, unless the body is too big | stays      |
 * | another Expect                                           | 417                                   | stays      |
 * | HTTP/1.0                                                 | answered                              | is closed  |
 * | HTTP/1.1 without Host                                    | 400                                   | is closed  |
 * | two Hosts, or an invalid one (RFC 9112 section 3.2)      | 400                                   | is closed  |
 * | no HTTP                                                  | 400                                   | is closed  |
 *
 * Which error comes first: route, method, then Authorization, then the body. `403 Invalid.Parameter.Value, or 400`: the
 * first for tokens (7.1), the second for streaming (7.2). A connection that is closed while the client still sends
 * lingers for at most a second.
 */
import { closeServer, listen } from './server.ts'
import { createServer } from 'node:http'
import { join, type App, type ServiceState } from '../../src/service/index.ts'
import { issue } from '../../src/token/index.ts'
import { answerGarbage, answerRequests, seconds, type LogEntry } from './requests.ts'

export interface ServeOptions {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly apps: readonly App[]
  /** Channels of the first app that are open from the start, with one user in each. */
  readonly open: readonly string[]
  readonly scheme: string
  /** Called once for each answer, without secrets. */
  readonly log?: (entry: LogEntry) => void
  /** A request must be complete within this time; then 408 is answered and the connection closed. Milliseconds. */
  readonly requestTimeout?: number
}

/** A running service. */
export interface Served {
  readonly url: string
  /** Open connections. */
  connections(): Promise<number>
  close(): Promise<void>
}

const REQUEST_TIMEOUT = 10_000

/** The app, and those whose errors sections 7.1 and 7.2 have; they share its secret. */
export const appsWith = (appId: string, appSecret: string): [App, ...App[]] => [
  { appId, appSecret, status: 'active' },
  { appId: 'channelproof-disabled', appSecret, status: 'disabled' },
  { appId: 'channelproof-unpaid', appSecret, status: 'unpaid' },
]

/** Rejects where the port is not available. */
export async function serve(options: ServeOptions): Promise<Served> {
  const timeout = options.requestTimeout ?? REQUEST_TIMEOUT
  const server = createServer({
    requestTimeout: timeout,
    headersTimeout: timeout,
    // By default Node checks its time limits only every 30 seconds.
    connectionsCheckingInterval: Math.min(1000, timeout),
  })
  answerRequests(server, initial(options), options.log)
  answerGarbage(server, options.log)
  const { url } = await listen(server, options)
  return {
    url,
    connections: () =>
      new Promise((done, fail) =>
        server.getConnections((error, count) => (error ? fail(error) : done(count))),
      ),
    close: () => closeServer(server),
  }
}

function initial({ apps, open, scheme }: ServeOptions): ServiceState {
  const state: ServiceState = { apps, channels: new Map(), scheme }
  const [app] = apps
  if (!app) return state
  const now = seconds()
  return open.reduce((before, channelId) => {
    const token = issue({ channelId, userId: 'channelproof-host' }, { ...app, timestamp: now })
    return join(before, token, now).state
  }, state)
}
