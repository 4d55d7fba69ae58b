import { randomBytes } from 'node:crypto'
import { ROUTES, type EndpointRequest, type Exchange } from '../../src/model/index.ts'
import { authorizationOf } from './authorization.ts'
import type { LiveConfig } from './config.ts'
import type { Sent } from './http.ts'
import { placed, type Placeholders } from './placeholders.ts'

/** How a request differs from a right one. */
export interface Manner {
  readonly kind: Exchange['authorization']
  readonly headers: Readonly<Record<string, string>>
}

/** A request as it is sent, with its Authorization value. @param signal stops the making of the signature */
export async function requestToSend(
  config: LiveConfig,
  { operation, body }: EndpointRequest,
  { kind, headers }: Manner,
  placeholders: Placeholders,
  signal?: AbortSignal,
): Promise<{ sent: Sent; authorization: string | undefined }> {
  const { method, path } = ROUTES[operation]
  const { baseUrl, extraHeaders } = config
  const whole = `${baseUrl.pathname.replace(/\/$/, '')}${path}`
  const text = placed(body, placeholders, config)
  const authorization = await authorizationOf(config, kind, { method, path: whole, body: text }, signal)
  const all = {
    'Content-Type': 'application/json',
    ...(authorization !== undefined && { Authorization: authorization }),
    'Tracking-Id': randomBytes(16).toString('hex'),
    ...Object.fromEntries(Object.entries(extraHeaders).map(([name, { value }]) => [name, value])),
    ...headers,
  }
  const present = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  return { sent: { method, path: whole, headers: present, body: text }, authorization }
}
