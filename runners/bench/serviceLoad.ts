import { connect } from 'node:net'
import { standIn, type App } from '../../src/service/index.ts'

export const BENCH_APP: App = { appId: 'app', appSecret: 'DO-NOT-USE-bench', status: 'active' }

const CONNECTIONS = 16
const BODY = '{"channelId":"c1","userId":"u1","duration":3600}'

/** A token request as bytes: a client that makes them anew would be slower than the server. */
function requestBytes(): Buffer {
  const lines = [
    'POST /auth/token HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: ${standIn(BENCH_APP, Math.floor(Date.now() / 1000))}`,
    'Tracking-Id: 0123456789abcdef0123456789abcdef',
    'Content-Type: application/json',
    `Content-Length: ${BODY.length}`,
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${BODY}`)
}

/** Requests a second that a server answers with 200 over some connections, one at a time on each. */
export async function load(url: string, millis: number): Promise<number> {
  const until = performance.now() + millis
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => askUntil(until, new URL(url), requestBytes())),
  )
  return (counts.reduce((sum, count) => sum + count, 0) / millis) * 1000
}

/** @throws where anything but 200 comes back, all answers being as long as the first */
function askUntil(until: number, { hostname, port }: URL, bytes: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let [answers, received, length] = [0, 0, Infinity]
    socket.on('data', (data) => {
      if (length === Infinity) length = lengthOf(data.toString('latin1'))
      received += data.length
      if (received < length) return
      if (received > length) return reject(new Error('an answer is longer than the first'))
      received = 0
      answers++
      if (performance.now() < until) socket.write(bytes)
      else socket.end(() => resolve(answers))
    })
    socket.on('error', reject)
    socket.write(bytes)
  })
}

/** Bytes of the first answer, whose head comes in one piece; all others are as long. */
function lengthOf(head: string): number {
  const [, body] = /^HTTP\/1\.1 200 [\s\S]*\r\nContent-Length: ([0-9]+)\r\n/.exec(head) ?? []
  if (body === undefined) throw new Error(`no 200 with a Content-Length: ${head}`)
  return head.indexOf('\r\n\r\n') + 4 + Number(body)
}
