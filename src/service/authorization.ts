import { errorOf, type TokenError } from '../interface/errors.ts'
import { encodeBase64, equalInConstantTime, hmac } from '../token/index.ts'
import { findApp, type App, type ServiceRequest, type ServiceState } from './state.ts'

/** How far the time in a stand-in signature may be off, in seconds. */
const SKEW = 300

/**
 * The stand-in for the Authorization value. How the real one is constructed is not shown
 * (AUTH-SIGNATURE-CONSTRUCTION): `<scheme> <appId>.<timestamp>.<base64 HMAC-SHA256(appSecret, appId + timestamp)>`.
 * @param timestamp Unix seconds
 */
export const standIn = (
  app: Pick<App, 'appId' | 'appSecret'>,
  timestamp: number,
  scheme = 'SvcSign',
): string => `${scheme} ${signatureOf(app, timestamp)}`

const signatureOf = ({ appId, appSecret }: Pick<App, 'appId' | 'appSecret'>, timestamp: number): string =>
  `${appId}.${timestamp}.${encodeBase64(hmac(appSecret, `${appId}${timestamp}`))}`

/** The last signature of each app: all requests of a second carry the same one. */
const expectedLast = new WeakMap<App, { readonly timestamp: number; readonly signature: string }>()

function expectedOf(app: App, timestamp: number): string {
  const last = expectedLast.get(app)
  if (last?.timestamp === timestamp) return last.signature
  const signature = signatureOf(app, timestamp)
  expectedLast.set(app, { timestamp, signature })
  return signature
}

export const headerOf = ({ headers }: ServiceRequest, name: string): string | undefined =>
  headers.find(([other]) => other.length === name.length && other.toLowerCase() === name)?.[1]

/** The app that signed the request, or the error of 7.1 that says why not. */
export function authorize(state: ServiceState, request: ServiceRequest, now: number): App | TokenError {
  const [, scheme, value = ''] = /^(\S+)(?: +(.*))?$/s.exec(headerOf(request, 'authorization') ?? '') ?? []
  // AUTH-HEADER-SCHEME-CASE: RFC 9110 section 11.1, the scheme is taken in any letter case.
  if (scheme?.toLowerCase() !== state.scheme.toLowerCase()) return errorOf('Authorization.Type.Invalid')
  const [appId, timestamp, signature, ...more] = value.split('.')
  if (!appId || !timestamp || !signature || more.length > 0 || !/^[0-9]{1,12}$/.test(timestamp))
    return errorOf('Authorization.Signature.Invalid')
  const app = findApp(state, appId)
  return app ? (violationOf(app, value, Number(timestamp), now) ?? app) : errorOf('InvalidEntity.NotFound')
}

function violationOf(app: App, value: string, timestamp: number, now: number): TokenError | undefined {
  if (app.appSecret === '') return errorOf('App.Secret.Empty')
  const fits = equalInConstantTime(expectedOf(app, timestamp), value)
  if (!fits || Math.abs(now - timestamp) > SKEW) return errorOf('Sign.Error')
  if (app.status === 'disabled') return errorOf('App.Status.Error')
  return app.status === 'unpaid' ? errorOf('Org.Status.Error') : undefined
}
