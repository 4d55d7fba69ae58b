/** One HTTP request over a socket, for heads that node:http does not write. */
import { connect } from 'node:net'
import { bodyAfterHead } from '../../src/faults/client/framing.ts'
import type { ClientSteps } from '../../src/faults/client/clientFault.ts'
import { LATE, type Received, type Sent } from './faultyExchange.ts'

type Reader = Pick<ClientSteps, 'piecesRead' | 'bodyRead'>

/** Sends a request. @param rewritten the head, from the plain one. Rejects where no answer comes in time. */
export function exchangeByHand(
  sent: Sent,
  rewritten: (head: string) => string,
  reader: Reader = {},
): Promise<Received> {
  const { url, bytes = new Uint8Array(), millis } = sent
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    const late = (): void => void socket.destroy(Object.assign(new Error('late'), { code: LATE }))
    const timer = setTimeout(late, millis)
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => {
      clearTimeout(timer)
      const received = read(reader.piecesRead?.(chunks) ?? Buffer.concat(chunks), reader)
      if (received) resolve(received)
      else reject(new Error('socket hang up'))
    })
    socket.write(rewritten(headOf(sent)))
    socket.write(bytes)
  })
}

/** It closes its connection: then the answer ends where the connection does. */
function headOf({ url, method, headers }: Sent): string {
  const { host, pathname } = new URL(url)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`)
  return `${method} ${pathname} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${lines.join('')}\r\n`
}

/** The final answer; undefined where it ends within its head. */
function read(bytes: Buffer, reader: Reader): Received | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const [head, rest] = [bytes.toString('latin1', 0, end), bytes.subarray(end + 4)]
  const status = Number(head.split(' ')[1])
  // RFC 9110 section 15.2: an interim answer comes before the final one.
  if (status < 200) return read(rest, reader)
  const length = Number(/^content-length: *([0-9]+)/im.exec(head)?.[1] ?? rest.length)
  const location = /^location: *(\S+)/im.exec(head)?.[1]
  return {
    status,
    headers: location === undefined ? {} : { location },
    text: (reader.bodyRead ?? bodyAfterHead)(head, rest).toString('utf8'),
    complete: rest.length >= length,
  }
}
