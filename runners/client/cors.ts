import type { IncomingMessage, ServerResponse } from 'node:http'

/** What lets a page read an answer of another origin (Fetch standard, section 3.2). */
export const ALLOW_ORIGIN = 'Access-Control-Allow-Origin'

/** Lets the page that asks read the answer; a request without Origin does not come from a page. */
export function allowOrigin({ headers: { origin } }: IncomingMessage, response: ServerResponse): void {
  if (origin !== undefined) response.setHeader(ALLOW_ORIGIN, origin)
}

/**
 * A browser asks before it sends a page's request to another origin (Fetch standard, CORS preflight). That request is
 * the browser's and not the SDK's. @returns whether it was one, and is answered
 */
export function answersPreflight(request: IncomingMessage, response: ServerResponse): boolean {
  const { origin, ...headers } = request.headers
  const method = headers['access-control-request-method']
  if (request.method !== 'OPTIONS' || origin === undefined || method === undefined) return false
  allowOrigin(request, response)
  response.setHeader('Access-Control-Allow-Methods', method)
  const names = headers['access-control-request-headers']
  if (names !== undefined) response.setHeader('Access-Control-Allow-Headers', names)
  response.writeHead(204).end()
  return true
}
