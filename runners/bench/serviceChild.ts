/**
 * A child of the bench: a server on a loopback port that says over IPC what it costs. `ours`: the embedded service as
 * `serve` binds it. `bare`: the least that node:http needs to parse the same JSON and to answer the same JSON.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '../serve.ts'
import { issue } from '../../src/token/index.ts'
import { BENCH_APP } from './serviceLoad.ts'

const ours = async (): Promise<string> => {
  const { url } = await serve({ host: '127.0.0.1', port: 0, apps: [BENCH_APP], open: [], scheme: 'SvcSign' })
  return url
}

/** Its token is made once: it signs nothing and checks nothing. */
const bare = (): Promise<string> => {
  const joinParams = { channelId: 'c1', userId: 'u1', duration: 3600 }
  const token = issue(joinParams, { ...BENCH_APP, timestamp: Math.floor(Date.now() / 1000) })
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { channelId } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { channelId: unknown }
      const text = JSON.stringify(typeof channelId === 'string' ? { token } : {})
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(text),
      })
      response.end(text)
    })
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
}

process.on('message', () => process.send!({ rss: process.memoryUsage().rss, cpu: process.cpuUsage() }))
process.on('disconnect', () => process.exit())
process.send!({ url: await (process.argv[2] === 'ours' ? ours() : bare()) })
