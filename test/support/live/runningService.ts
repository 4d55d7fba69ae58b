import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rightService, type Right } from './rightService.ts'

/** The right service on a port, which counts the starts that it carries out. */
export interface RunningService {
  readonly url: string
  readonly starts: () => number
  /** Streams that run now. */
  readonly running: () => readonly unknown[]
  readonly close: () => void
}

const streamsOf = ({ state }: Right): unknown[] =>
  [...state.channels.values()].flatMap(({ streams }) => [...streams])

export function runningService(): Promise<RunningService> {
  const right = rightService()
  let starts = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      right.answer(request, Buffer.concat(chunks), response)
      if (request.url === '/streaming/start' && response.statusCode === 200) starts++
    })
  })
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () =>
      done({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        starts: () => starts,
        running: () => streamsOf(right),
        close: () => server.close().closeAllConnections(),
      }),
    )
  })
}
