/** Tells requests of different vectors apart, on the side of the vectors and on the side of a service. */
import { ROUTES } from '../../../src/interface/operations.ts'
import { APPS } from '../../../src/faults/service/serviceFault.ts'
import type { EndpointRequest, Exchange, Json } from '../../../src/model/index.ts'
import { headerOf, standIn, type ServiceRequest } from '../../../src/service/index.ts'
import { CHANNEL, SECRET, USER } from './service.ts'

const USUAL = new Set(['authorization', 'content-type', 'tracking-id'])

/** Operation, kind of authorisation, odd headers, and the body without channel, stream ids and push address. */
const signatureOf = (operation: string, authorization: string, headers: string, body: string): string =>
  [operation, authorization, headers, body].join(' | ')

/** @param channel of the exchange that a request before it belongs to */
export function ofVector(
  { operation, body }: EndpointRequest,
  exchange?: Exchange,
  channel?: Exchange['channel'],
): string {
  const text = body
    .replaceAll(/"\{\{(?:stream\d|channelNumber)\}\}(\.5)?"/g, (_, fraction = '') => `${ID}${fraction}`)
    .replaceAll(/\{\{streamText\d\}\}/g, ID)
    .replaceAll('{{channelUser}}', USER)
    .replaceAll('{{channel}}', (channel ?? exchange?.channel) === 'open' ? CHANNEL : 'unopened')
    .replaceAll(/\{\{pushUrl\d\}\}/g, 'rtmp://push')
  return signatureOf(
    operation,
    wayOf(exchange?.authorization ?? 'right'),
    oddHeaders(exchange?.headers ?? {}),
    neutral(text),
  )
}

const wayOf = (authorization: Exchange['authorization']): string =>
  typeof authorization === 'string' ? authorization : JSON.stringify(authorization)

export function ofRequest(request: ServiceRequest): string {
  const [operation = ''] = Object.entries(ROUTES).find(([, { path }]) => path === request.path) ?? []
  const headers = Object.fromEntries(request.headers.filter(([name]) => USUAL.has(name.toLowerCase())))
  return signatureOf(
    operation,
    authorizationIn(request),
    oddInRequest(headers),
    neutral(Buffer.from(request.body).toString('utf8')),
  )
}

const byName = ([a = '']: readonly string[], [b = '']: readonly string[]): number => (a < b ? -1 : 1)

/** The headers that a vector changes: none for those of every request. */
const oddHeaders = (headers: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(headers).toSorted(byName))

function oddInRequest(headers: Readonly<Record<string, string>>): string {
  const { 'Content-Type': type = '', 'Tracking-Id': id = '' } = headers
  const lower = headers['content-type']
  const odd = [
    ...(type === 'application/json' ? [] : [['Content-Type', type]]),
    ...(/^[0-9a-f]{32}$/.test(id) ? [] : [['Tracking-Id', id]]),
    ...(lower === undefined ? [] : [['content-type', lower]]),
    ...Object.keys(headers).flatMap((name) =>
      name !== 'Authorization' && name.toLowerCase() === 'authorization'
        ? [
            [name, '{{authorization}}'],
            ['Authorization', ''],
          ]
        : [],
    ),
  ]
  return JSON.stringify(odd.toSorted(byName))
}

function authorizationIn(request: ServiceRequest): string {
  const value = headerOf(request, 'authorization')
  if (value === undefined) return 'missing'
  const [scheme, signature = ''] = value.split(' ')
  if (scheme === 'Bearer') return 'wrong-scheme'
  if (scheme === 'svcsign') return 'lower-case-scheme'
  const [appId = '', timestamp = ''] = signature.split('.')
  if (!timestamp) return 'malformed'
  if (appId === 'disabled' || appId === 'unpaid') return `${appId}-app`
  if (appId !== 'active') return appId.toLowerCase() === 'active' ? 'other-case-app' : 'unknown-app'
  const signedBy = (appSecret: string): boolean => value === standIn({ appId, appSecret }, Number(timestamp))
  if (signedBy(SECRET)) return 'right'
  return APPS.some(({ appSecret }) => signedBy(appSecret)) ? 'other-secret' : 'wrong-signature'
}

function neutral(text: string): string {
  try {
    return JSON.stringify(blank(JSON.parse(text) as Json))
  } catch {
    return text
  }
}

/** Replaces every id that the runner chooses, by the number of its digits. */
const ID = '1234567890'

function blank(value: Json, name = ''): Json {
  if (name === 'channelId' && typeof value === 'string') return value === CHANNEL ? 'open' : 'unopened'
  if (name.endsWith('Id') && /^(?:string|number)$/.test(typeof value))
    return JSON.parse(JSON.stringify(value).replace(/[0-9]{10,}/, ID)) as Json
  if (name === 'url' && typeof value === 'string' && value.startsWith('rtmp:')) return 'U'
  if (Array.isArray(value)) return value.map((item: Json) => blank(item, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, blank(member, key)]))
}
