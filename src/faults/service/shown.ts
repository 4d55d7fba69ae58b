import { standIn, type ServiceRequest } from '../../service/index.ts'
import {
  serviceRows,
  SECRET,
  type FaultyResponse,
  type ServiceAlteration,
  type ServiceRow,
} from './serviceFault.ts'

/** Adds something to the token endpoint's answer to a wrong signature. */
const beside =
  (more: (request: ServiceRequest, code: string) => Partial<FaultyResponse>): ServiceAlteration =>
  (request, right) => {
    const response = right()
    const code = response.body?.['code']
    return code === 'Sign.Error' ? { ...response, ...more(request, code) } : response
  }

const bytes = Buffer.from(`active:${SECRET}`, 'utf8')

/** The signature that would have been right for the app and the time in a request. */
function rightFor({ headers }: ServiceRequest): string {
  const [, value = ''] = headers.find(([name]) => name.toLowerCase() === 'authorization') ?? []
  const [appId = '', timestamp] = value.replace(/^\S+ +/, '').split('.')
  return standIn({ appId, appSecret: SECRET }, Number(timestamp)).split('.').at(-1)!
}

/** What services show that they must keep secret (section 7). */
export const SHOWN_ROWS: readonly ServiceRow[] = serviceRows({
  'service-secret-in-error': {
    does: 'The error for a wrong signature shows the app secret, plain or encoded.',
    origin: 'Debug output of a whole record of the app in an answer or in a header of it.',
    repair: 'Send the error code alone; write what an operator needs to a log, without the secret.',
    alteration: beside((_, code) => ({ body: { code, debug: bytes.toString('base64') } })),
    others: [
      beside((_, code) => ({ body: { code, debug: `app {secret=${SECRET}}` } })),
      beside(() => ({ headers: { 'X-Debug-App': bytes.toString('hex') } })),
    ],
  },
  'service-signature-in-error': {
    does: 'The error for a wrong signature shows the right one.',
    origin: 'A message of the kind "expected x, got y", left from development.',
    repair: 'Say that the signature is wrong, and never which one would be right.',
    alteration: beside((request, code) => ({ body: { code, message: `expected ${rightFor(request)}` } })),
    others: [
      beside((request, code) => ({
        // As PHP json_encode writes it.
        raw: JSON.stringify({ code, expected: rightFor(request) }).replaceAll('/', '\\/'),
      })),
    ],
  },
})
