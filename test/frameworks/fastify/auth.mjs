import { createHmac, timingSafeEqual } from 'node:crypto'
import { ServiceError } from './errors.mjs'

/** Seconds by which the clock of a caller may be off. */
const SKEW = 300

const sign = (secret, message) => createHmac('sha256', secret).update(message, 'utf8').digest('base64')

const isEqual = (right, given) =>
  right.length === given.length && timingSafeEqual(Buffer.from(right), Buffer.from(given))

const now = () => Math.floor(Date.now() / 1000)

/** The app that signed. Section 5 does not show the signature; this is the stand-in appId.timestamp.signature. */
export function signerOf(apps, authorization = '') {
  const [scheme, value = ''] = authorization.split(/ +/)
  if (scheme.toLowerCase() !== 'svcsign')
    throw new ServiceError(403, 'Authorization.Type.Invalid', 'the scheme is not SvcSign')
  const { appId, timestamp, signature } =
    /^(?<appId>.+)\.(?<timestamp>\d{1,12})\.(?<signature>[^.]+)$/.exec(value)?.groups ?? {}
  if (appId === undefined)
    throw new ServiceError(403, 'Authorization.Signature.Invalid', 'the signature has another form')
  const app = apps.get(appId)
  if (!app) throw new ServiceError(404, 'InvalidEntity.NotFound', 'there is no such app')
  checkSignature(app, timestamp, signature)
  checkStatus(app)
  return app
}

function checkSignature({ appId, appSecret }, timestamp, signature) {
  if (!isEqual(sign(appSecret, appId + timestamp), signature))
    throw new ServiceError(406, 'Sign.Error', 'the signature was made by other rules')
  if (Math.abs(now() - Number(timestamp)) > SKEW)
    throw new ServiceError(403, 'Authorization.Signature.Invalid', 'the signature is too old')
}

function checkStatus({ status }) {
  if (status === 'disabled') throw new ServiceError(403, 'App.Status.Error', 'the app is disabled')
  if (status === 'unpaid') throw new ServiceError(403, 'Org.Status.Error', 'a balance is unpaid')
}

/** Section 4.5. */
export function issue({ appId, appSecret }, joinParams) {
  const params = Buffer.from(JSON.stringify(joinParams)).toString('base64')
  const timestamp = String(now())
  return ['02', appId, timestamp, params, sign(appSecret, `02${appId}${timestamp}${params}`)].join('.')
}
