import type { IncomingMessage, ServerResponse } from 'node:http'
import { handle, type ServiceState } from '../../../src/service/index.ts'
import { initial } from './service.ts'

export interface Right {
  state: ServiceState
  answer(request: IncomingMessage, body: Buffer, response: ServerResponse): void
}

/** The right service, which stays right until a certain request. */
export function rightService(): Right {
  const right: Right = {
    state: initial(),
    answer({ method = '', url = '', rawHeaders }, body, response) {
      const headers = Array.from(
        { length: rawHeaders.length / 2 },
        (_, at) => [rawHeaders[2 * at]!, rawHeaders[2 * at + 1]!] as const,
      )
      const handled = handle(right.state, { method, path: url, headers, body }, Math.floor(Date.now() / 1000))
      right.state = handled.state
      const text = handled.response.body === undefined ? '' : JSON.stringify(handled.response.body)
      response.writeHead(handled.response.status, { 'Content-Length': Buffer.byteLength(text) }).end(text)
    },
  }
  return right
}
