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
    let [answers, length, received] = [0, 0, 0]
    socket.on('data', (data) => {
      // An answer of some 500 bytes comes in one piece; the first says how long all are.
      if (received === 0 && !data.toString('latin1', 0, 12).endsWith(' 200'))
        return reject(new Error(data.toString('latin1')))
      length ||= data.length
      received += data.length
      if (received < length) return
      received = 0
      answers++
      if (performance.now() < until) socket.write(bytes)
      else socket.end(() => resolve(answers))
    })
    socket.on('error', reject)
    socket.write(bytes)
  })
}
