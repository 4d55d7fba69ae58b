import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import { closeServer, headerPairs, listen, wholeBody } from '../../runners/http/server.ts'

type Body = Readonly<Record<string, unknown>>

/** The body that a service gets instead of this one; undefined: this one. */
export type Alteration = (path: string, body: Body) => Body | undefined

/** A proxy before a service, on a loopback port. */
export async function altering(
  service: string,
  alteration: Alteration,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  // A client that has gone away needs no answer.
  const server = createServer(
    (...exchange) => void passOn(service, alteration, ...exchange).catch(() => undefined),
  )
  const { url } = await listen(server)
  return { url, close: () => closeServer(server) }
}

async function passOn(
  service: string,
  alteration: Alteration,
  asked: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method, url: path = '' } = asked
  const body = altered(alteration, path, await wholeBody(asked))
  const outgoing = send(new URL(path, service), { method, headers: headersFor(asked, body), agent: false })
  outgoing.on('response', (answer) => {
    response.writeHead(answer.statusCode!, answer.headers)
    answer.pipe(response)
  })
  outgoing.on('error', () => response.destroy())
  outgoing.end(body)
}

function altered(alteration: Alteration, path: string, body: Buffer): Buffer {
  try {
    const other = alteration(path, JSON.parse(body.toString('utf8')) as Body)
    return other ? Buffer.from(JSON.stringify(other)) : body
  } catch {
    // No JSON, or no object.
    return body
  }
}

/** All headers as they came, but for the length of the body. */
const headersFor = (asked: IncomingMessage, body: Buffer): string[] => [
  ...headerPairs(asked)
    .filter(([name]) => !/^(?:content-length|transfer-encoding|connection)$/i.test(name))
    .flat(),
  'Content-Length',
  String(body.length),
]
