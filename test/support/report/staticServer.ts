import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { listen } from '../../../runners/http/server.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/** Hands out the files of a folder, as any web server does. @returns its address, without a slash at the end */
export async function served(folder: string): Promise<{ server: Server; url: string }> {
  const server = createServer(({ url = '/' }, response) => {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname)
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path)
    try {
      const content = readFileSync(file)
      response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'text/plain' }).end(content)
    } catch {
      response.writeHead(404).end()
    }
  })
  await listen(server)
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
