// One server of the bench in its own process: ours as published, or a bare node:http server that reads, parses and
// answers the same JSON. Sends its URL in a message, and what it has used on request.
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { parseJson } from '../../src/json.ts'
import { listen } from '../../runners/http/server.ts'
import { serve, type ServeOptions } from '../../runners/http/serve.ts'

const which = process.argv[2]
const app = parseJson<ServeOptions['apps'][number]>(process.argv[3]!)

const ours = async (): Promise<string> =>
  (await serve({ host: '127.0.0.1', port: 0, apps: [app], open: [], scheme: 'SvcSign' })).url

/** The token of section 4.5, without any checks. */
const tokenOf = (params: string, timestamp = Math.floor(Date.now() / 1000)): string => {
  const signature = createHmac('sha256', app.appSecret).update(`02${app.appId}${timestamp}${params}`)
  return `02.${app.appId}.${timestamp}.${params}.${signature.digest('base64')}`
}

const bare = async (): Promise<string> => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const joinParams: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
      const params = Buffer.from(JSON.stringify(joinParams)).toString('base64')
      const answer = JSON.stringify({ token: tokenOf(params) })
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': answer.length })
      response.end(answer)
    })
  })
  return (await listen(server)).url
}

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send!({ bytes: process.memoryUsage.rss(), micros: user + system })
})
process.on('disconnect', () => process.exit())
process.send!({ url: await (which === 'ours' ? ours() : bare()) })
