import type { EndpointAnswer } from '../../src/model/index.ts'
import { secretForms } from '../../src/secretForms.ts'
import { standIn } from '../../src/service/authorization.ts'
import { holdsForm } from '../terminal/secrets.ts'
import type { Credentials, LiveConfig } from './config.ts'
import type { Received, Sent } from './http.ts'

type Shown = NonNullable<EndpointAnswer['shows']>

/** The secrets of app and service that headers and body of an answer show. */
export function shownIn({ status, headers, body }: Received, sent: Sent, config: LiveConfig): Shown {
  // JSON may escape the slashes of base64 (RFC 8259 section 7).
  const answer = [headers, body, body.replaceAll('\\/', '/')]
  const secrets = appsOf(config).flatMap(({ appSecret = '' }) => secretForms(appSecret))
  const signature = status === 200 ? undefined : rightSignature(sent.headers['Authorization'] ?? '', config)
  return [
    ...(holdsForm(answer, secrets) ? (['secret'] as const) : []),
    ...(signature !== undefined && holdsForm(answer, secretForms(signature)) ? (['signature'] as const) : []),
  ]
}

const appsOf = ({ app, disabledApp, unpaidApp }: LiveConfig): Credentials[] =>
  [app, disabledApp, unpaidApp].filter((one) => one !== undefined)

/**
 * The HMAC that would have been right, for the stand-in, whose construction is known; undefined if the request itself
 * held it.
 */
function rightSignature(sent: string, config: LiveConfig): string | undefined {
  const [, appId, timestamp] = /^\S+ +([^.]+)\.([0-9]+)\./.exec(sent) ?? []
  const app = appsOf(config).find((one) => one.appId === appId)
  if (config.authorization.kind !== 'stand-in' || app?.appSecret === undefined) return undefined
  const right = standIn({ appId: app.appId, appSecret: app.appSecret }, Number(timestamp)).split('.').at(-1)!
  return sent.includes(right) ? undefined : right
}
