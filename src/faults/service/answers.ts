import { type ServiceRequest, standIn } from '../../service/index.ts'
import {
  altering,
  coded,
  type FaultyResponse,
  isStreaming,
  isToken,
  APPS_SECRET,
  type ServiceAlteration,
  type ServiceRow,
  serviceRows,
} from './serviceFault.ts'
import { TOKEN_ERRORS } from '../../interface/errors.ts'

const beside = (
  more: (request: ServiceRequest, code: string) => Partial<FaultyResponse>,
): ServiceAlteration =>
  altering((response, request) => {
    const code = response.body?.['code']
    return code === 'Sign.Error' ? { ...response, ...more(request, code) } : response
  })

/** As PHP json_encode writes it. */
const phpJson = (value: object): string => JSON.stringify(value).replaceAll('/', '\\/')

const bytes = Buffer.from(`active:${APPS_SECRET}`, 'utf8')

/** The signature that would have been right for the app and the time in a request. */
function rightFor({ headers }: ServiceRequest): string {
  const [, value = ''] = headers.find(([name]) => name.toLowerCase() === 'authorization') ?? []
  const [appId = '', timestamp] = value.replace(/^\S+ +/, '').split('.')
  return standIn({ appId, appSecret: APPS_SECRET }, Number(timestamp)).split('.').at(-1)!
}

/** What services show that they must keep secret (section 7). */
export const SHOWN_ROWS = serviceRows({
  'service-secret-in-error': {
    does: 'The error for a wrong signature shows the app secret, plain or encoded.',
    origin: 'Debug output of a whole record of the app in an answer or in a header of it.',
    repair: 'Send the error code alone; write what an operator needs to a log, without the secret.',
    alteration: beside((_, code) => ({ body: { code, debug: bytes.toString('base64') } })),
    others: [
      beside((_, code) => ({ body: { code, debug: `app {secret=${APPS_SECRET}}` } })),
      beside(() => ({ headers: { 'X-Debug-App': bytes.toString('hex') } })),
    ],
  },
  'service-signature-in-error': {
    does: 'The error for a wrong signature shows the right one.',
    origin: 'A message of the kind "expected x, got y", left from development.',
    repair: 'Say that the signature is wrong, and never which one would be right.',
    alteration: beside((request, code) => ({ body: { code, message: `expected ${rightFor(request)}` } })),
    others: [beside((request, code) => ({ raw: phpJson({ code, expected: rightFor(request) }) }))],
  },
})

const withStatus = (from: number, to: number, isMeant: typeof isToken): ServiceAlteration =>
  altering((response, request) =>
    response.status === from && isMeant(request) ? { ...response, status: to } : response,
  )
const withCode = (from: string, change: Partial<FaultyResponse>): ServiceAlteration =>
  altering((response) => (response.body?.['code'] === from ? { ...response, ...change } : response))
const inErrors = (change: (status: number, code: string) => FaultyResponse): ServiceAlteration =>
  altering((response, request) =>
    response.status === 200 || !isToken(request)
      ? response
      : change(response.status, response.body?.['code'] ?? ''),
  )

const EVERY_CODE = TOKEN_ERRORS.map(({ code }) => code)

/** A code of section 7.1 written in another way, or replaced by another code. */
const otherCode = (name: string, condition: string, from: string, to: string): ServiceRow => ({
  id: `service-code-${name}`,
  does: `The error code of ${condition} is ${to}.`,
  origin: 'Any language: error codes typed by hand, or those of another service kept.',
  repair: `Answer ${condition} with the code ${from} (section 7.1).`,
  alteration: withCode(from, { body: { code: to } }),
})

const STATUS_ROWS = serviceRows({
  'service-status-403-for-401': {
    does: 'Authentication errors of the streaming endpoints are answered with 403.',
    origin: 'Any framework: one filter for all paths, which answers as the token endpoint does.',
    repair: 'Answer authentication errors of the streaming endpoints with 401 (section 7.2).',
    alteration: withStatus(401, 403, isStreaming),
  },
  'service-status-403-for-406': {
    does: 'A wrong signature is answered with 403 and the code of a 406.',
    origin: 'Any framework: one status for all that is forbidden.',
    repair: 'Answer Sign.Error and App.Secret.Empty with 406 (section 7.1).',
    alteration: withStatus(406, 403, isToken),
    others: [withCode('Sign.Error', { status: 403, body: { code: 'App.Secret.Empty' } })],
  },
  'service-status-400-for-404': {
    does: 'A channel that does not exist is answered with 400.',
    origin: 'Any framework: the lookup stands in the validation of the body, which knows one status.',
    repair: 'Answer 404 where the channel does not exist: clients retry on it (sections 4.2 and 7.2).',
    alteration: withStatus(404, 400, isStreaming),
  },
  'service-status-422-for-400': {
    does: 'A malformed streaming request is answered with 422.',
    origin: 'Python FastAPI and Ruby on Rails: the status of a body that fails its validation.',
    repair: 'Answer malformed streaming requests with 400 (section 7.2).',
    alteration: withStatus(400, 422, isStreaming),
  },
  'service-status-400-for-403': {
    does: 'Every 403 of the token endpoint, such as that for a wrong parameter, is a 400.',
    origin: 'Any framework: the status of a body that fails its validation.',
    repair: 'Answer with the status of section 7.1, 403 with Invalid.Parameter.Value for a wrong parameter.',
    alteration: withStatus(403, 400, isToken),
  },
  'service-status-201-for-token': {
    does: 'A token that is issued is answered with 201.',
    origin: 'NestJS and other frameworks: the default status of a POST.',
    repair: 'Answer a token that is issued with 200 (section 4.1); NestJS: @HttpCode(200).',
    alteration: withStatus(200, 201, isToken),
  },
  'service-status-202-for-streaming': {
    does: 'Streaming requests that are handled are answered with 202.',
    origin: 'Any framework: the work is put into a queue, and the answer says so.',
    repair: 'Answer streaming requests that are handled with 200 (section 7.2).',
    alteration: withStatus(200, 202, isStreaming),
  },
  'service-status-204-for-streaming': {
    does: 'Streaming requests that are handled are answered with 204.',
    origin: 'Any framework: the default status of an answer without a body.',
    repair: 'Answer streaming requests that are handled with 200 (section 7.2).',
    alteration: withStatus(200, 204, isStreaming),
  },
})

const CODE_ROWS = [
  otherCode('of-parameter', 'a wrong parameter', 'Invalid.Parameter.Value', 'Invalid.Value'),
  otherCode('of-scheme', 'a wrong scheme', 'Authorization.Type.Invalid', 'Authorization.Invalid'),
  otherCode('of-unknown-app', 'an unknown app', 'InvalidEntity.NotFound', 'NotFound'),
  otherCode('of-disabled-app', 'a disabled app', 'App.Status.Error', 'App.Disabled'),
  otherCode('of-unpaid-app', 'an unpaid organisation', 'Org.Status.Error', 'App.Status.Error'),
  otherCode('of-signature', 'a wrong signature', 'Sign.Error', 'Sign.Wrong'),
]

const ALWAYS_ROWS = serviceRows({
  'service-status-always-200': {
    does: 'Every request is answered with 200, without a look at it.',
    origin: 'A mock that was deployed, or a gateway that answers in the place of the service.',
    repair: 'Check authorisation, body and channel before an answer of 200 (section 7).',
    alteration: (request) => ({ status: 200, ...(isToken(request) && { body: { token: 'x' } }) }),
  },
  'service-status-always-403': {
    does: 'Every request is refused with 403 and Authorization.Type.Invalid.',
    origin: 'A gateway that takes the Authorization header away.',
    repair: 'Let requests that are rightly authorised through (section 5).',
    alteration: () => coded('Authorization.Type.Invalid'),
  },
  'service-status-always-500': {
    does: 'Every request is answered with 500.',
    origin: 'A service whose database or configuration is missing.',
    repair: 'Keep 500 for internal errors, and answer the rest by section 7.',
    alteration: () => ({ status: 500 }),
  },
  'service-error-with-every-code': {
    does: 'Every error of the token endpoint lists every error code.',
    origin: 'A page of help that is sent with each error.',
    repair: 'Send the one code that applies (section 7.1).',
    alteration: inErrors((status) => ({ status, raw: JSON.stringify({ hint: EVERY_CODE }) })),
  },
  'service-error-plain-text': {
    does: 'Errors of the token endpoint are plain text.',
    origin: 'Go http.Error, which answers with text alone.',
    repair: 'Send errors of the token endpoint as JSON, as every body is (first paragraph of INTERFACE.md).',
    alteration: inErrors((status, code) => ({ status, raw: code })),
  },
  'service-error-with-token': {
    does: 'Errors of the token endpoint carry a token.',
    origin: 'Any language: one type for all answers, filled before the checks.',
    repair: 'Send a token with 200 alone (section 4.1).',
    alteration: inErrors((status, code) => ({ status, body: { code, token: '02.active.1.e30=.x' } })),
  },
  'service-streaming-html': {
    does: 'Streaming requests are answered with HTML.',
    origin: 'A proxy or framework with its own pages for answers without a body.',
    repair: 'Send JSON or nothing: all bodies are JSON (first paragraph of INTERFACE.md).',
    alteration: altering((response, request) => ({
      ...response,
      ...(isStreaming(request) && { raw: '<html>hello</html>' }),
    })),
  },
})

/** What services get wrong in the answers themselves: statuses, codes and bodies (section 7). */
export const ANSWER_ROWS = [...STATUS_ROWS, ...CODE_ROWS, ...ALWAYS_ROWS]
