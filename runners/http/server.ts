import { BlockList, isIP, type AddressInfo, type Server } from 'node:net'
import type { IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { codeOf } from '../../src/errors.ts'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')

/** Does this host name the machine itself, and nothing that other machines reach? @param host IPv6 maybe in brackets */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  const version = isIP(bare)
  return bare === 'localhost' || (version !== 0 && LOOPBACK.check(bare, `ipv${version as 4 | 6}`))
}

interface Place {
  readonly host?: string
  readonly port?: number
}

/** Milliseconds for a free port: a closed connection keeps one for a minute, and a long run may have used all of them. */
const PATIENCE = 90_000
/** Between two attempts, in milliseconds. */
const PAUSE = 250

/** Starts to listen; by default on any free port of loopback. Rejects where the port is not available. */
export async function listen(server: Server, place: Place = {}): ReturnType<typeof listenOnce> {
  const end = Date.now() + PATIENCE
  for (;;)
    try {
      return await listenOnce(server, place)
    } catch (error) {
      const isAnyPort = (place.port ?? 0) === 0
      if (!isAnyPort || codeOf(error) !== 'EADDRINUSE' || Date.now() > end) throw error
      await setTimeout(PAUSE)
    }
}

function listenOnce(server: Server, { host = '127.0.0.1', port = 0 }: Place) {
  return new Promise<{ url: string; port: number }>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const { address, port: bound, family } = server.address() as AddressInfo
      resolve({ url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`, port: bound })
    })
  })
}

/** Closes a server of HTTP with the connections that are still open. */
export const closeServer = (server: Server & { closeAllConnections(): void }): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** The whole body of a request whose client is trusted to end it. */
export async function wholeBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

type Raw = Pick<IncomingMessage, 'rawHeaders'>

/** The headers of a request as they stood on the wire: names in their own case, repeated ones too. */
export function headerPairs({ rawHeaders }: Raw): [string, string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at < rawHeaders.length; at += 2) pairs.push([rawHeaders[at]!, rawHeaders[at + 1]!])
  return pairs
}

/** A name, IPv4 or a bracketed IPv6 address, and maybe a port (RFC 3986 section 3.2.2). */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[0-9a-f:.]+\])(?::[0-9]*)?$/i

const isHost = (name: string): boolean => name.length === 4 && name.toLowerCase() === 'host'

/** RFC 9112 section 3.2: one valid Host. Whether there is one is checked before. */
export function hostProblem({ rawHeaders }: Raw): string | undefined {
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && isHost(rawHeaders[at - 1]!))
  if (hosts.length > 1) return `it has ${hosts.length} Host headers`
  return hosts.every((value) => HOST.test(value)) ? undefined : 'its Host names no host'
}
