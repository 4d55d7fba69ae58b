import type { Json, JsonObject } from '../../model/index.ts'
import {
  altering,
  isStart,
  isStop,
  isStreaming,
  isToken,
  isUpdate,
  type ServiceAlteration,
  requestText,
} from '../../faults/service/serviceFault.ts'
import { waysAbout } from '../variant.ts'
import { servicesAbout, type ServiceVariant, serviceWaysWith } from './serviceVariant.ts'
import type { ServiceRequest } from '../../service/index.ts'
import { parseJson } from '../../json.ts'
import { JOIN_DEFAULTS } from '../../interface/joinParams.ts'
import { withoutDefaults } from '../../faults/faultySdk/jsonStyles.ts'
import { rewritten } from '../../faults/service/tokens.ts'
import { unicodeEscape } from '../../text.ts'

const shape = waysAbout(
  'service-way-code',
  { section: '7.1', open: 'The shape of error bodies is not shown.', decides: ['ERROR-BODY-SHAPE'] },
  (of: (code: string, status: number) => Json) =>
    altering((response) => {
      const code = response.body?.['code']
      if (code === undefined) return response
      return { status: response.status, raw: JSON.stringify(of(code, response.status)) }
    }),
)

/** The right service sends none of these bodies. */
const streamingError = waysAbout(
  'service-way-streaming-error',
  {
    section: '7.2',
    open: 'Error codes of the streaming operations are not shown, nor the bodies of their errors.',
    decides: ['ERROR-STREAMING-CODES'],
  },
  (of: (status: number) => Json) =>
    altering((response, request) =>
      isStreaming(request) && response.status !== 200
        ? { ...response, raw: JSON.stringify(of(response.status)) }
        : response,
    ),
)

/** How an error says its code (sections 7.1 and 7.2). */
export const ERROR_BODY_ROWS: readonly ServiceVariant[] = [
  shape('explained', 'An error says what its code means.', (code) => ({
    error: { code, message: `${code}: see the manual` },
    codes: [code],
  })),
  shape('nowhere', 'An error says in words what is wrong.', () => ({ message: 'The request was refused.' })),
  shape('alone', 'The body of an error is the code as a JSON text.', (code) => code),
  shape('in-a-list', 'The body of an error is a list of errors.', (code) => [{ code }]),
  shape('nested', 'The code stands deep within the body of an error.', (code) => ({
    response: { errors: [{ detail: { reason: code } }] },
  })),
  shape('as-errcode', 'The code is the member errcode.', (code, status) => ({ errcode: code, status })),
  shape('as-name', 'The code is the name of a member.', (code) => ({ [code]: 'refused' })),
  shape('in-a-sentence', 'The code stands in the message of the error.', (code) => ({
    message: `Request refused (${code}). See the manual.`,
  })),
  shape('beside-a-number', 'The code stands beside a number and a trace id.', (code, status) => ({
    code,
    errno: status * 100 + 1,
    trackingId: '0123456789abcdef0123456789abcdef',
    token: null,
  })),
  shape('as-a-problem', 'Errors follow RFC 9457.', (code, status) => ({
    type: `https://service.example/errors/${code}`,
    title: code,
    status,
  })),
  shape('with-a-long-help', 'An error holds much help.', (code) => ({ code, help: 'help '.repeat(20000) })),
  streamingError('codes', 'Streaming errors have own codes.', (status) => ({ code: `Streaming.${status}` })),
  streamingError('codes-of-tokens', 'Streaming errors carry codes of section 7.1.', (status) => ({
    code: status === 401 ? 'Authorization.Signature.Invalid' : 'Invalid.Parameter.Value',
  })),
  streamingError('text', 'The body of a streaming error is a JSON text.', (status) => `error ${status}`),
  streamingError('null', 'The body of a streaming error is null.', () => null),
]

/** Answers handled requests of some kind with this text as the body. */
const handled = (isMeant: (request: ServiceRequest) => boolean, raw: (asked: string) => string) =>
  altering((response, request) =>
    response.status === 200 && isMeant(request) ? { ...response, raw: raw(requestText(request)) } : response,
  )

const SUCCESS = {
  section: '4.2 to 4.4',
  open: 'The response bodies of streaming operations are not shown.',
  decides: ['START-RESPONSE-BODY', 'UPDATE-RESPONSE-BODY', 'STOP-RESPONSE-BODY'],
}
const success = waysAbout('service-way-streaming', SUCCESS, (body: Json) =>
  handled(isStreaming, () => JSON.stringify(body)),
)
const ownSuccess = servicesAbout('service-way-streaming', SUCCESS)

const issued = waysAbout(
  'service-way-token',
  {
    section: '4.1',
    open: 'What stands beside the token in a response is not shown, nor how its JSON is written.',
    decides: ['TOKEN-RESPONSE-OTHER-MEMBERS'],
  },
  (bodyWith: (token: string) => string) =>
    altering((response) => {
      const token = response.body?.['token']
      return token === undefined ? response : { status: 200, raw: bodyWith(JSON.stringify(token)) }
    }),
)

/** What an answer of 200 holds (sections 4.1 to 4.4). */
export const SUCCESS_BODY_ROWS: readonly ServiceVariant[] = [
  ownSuccess(
    'json',
    'Streaming requests are answered with JSON, errors as well.',
    altering((response, request) =>
      isStreaming(request) ? { ...response, body: { message: 'done' } } : response,
    ),
    { decides: ['START-RESPONSE-BODY', 'ERROR-STREAMING-CODES'] },
  ),
  success('empty-object', 'A handled streaming request is answered with an empty object.', {}),
  success('null', 'A handled streaming request is answered with null.', null),
  success('text', 'A handled streaming request is answered with a JSON text.', 'ok'),
  success('true', 'A handled streaming request is answered with true.', true),
  success('list', 'A handled streaming request is answered with a list.', []),
  success('code-0', 'A handled streaming request is answered with the code 0.', { code: 0, msg: 'success' }),
  ownSuccess(
    'task',
    'A start names the tasks that push.',
    handled(isStart, () => '{"tasks":[{"streamId":1,"taskId":"a1"}]}'),
  ),
  ownSuccess(
    'echo',
    'An update answers with the body that it got.',
    handled(isUpdate, (asked) => asked),
  ),
  ownSuccess(
    'count',
    'A stop says how many pushes it stopped.',
    handled(isStop, () => '{"stopped":1}'),
  ),
  issued('beside-expiry', 'Beside the token is its end.', (token) => `{"token":${token},"expiresIn":86400}`),
  issued(
    'beside-success',
    'The token stands beside a code that reports success.',
    (token) => `{"code":"OK","message":"success","token":${token},"error":null}`,
  ),
  issued('twice-told', 'Its copy stands in data.', (token) => `{"token":${token},"data":{"token":${token}}}`),
  issued(
    'with-white-space',
    'The JSON of a token response is indented and ends with a line feed.',
    (token) => `\r\n{\n  "token" :\t${token}\n}\n`,
  ),
  issued(
    'with-escapes',
    'The JSON of a token response is written with escapes.',
    (token) => `{"\\u0074oken":${token.replaceAll('/', '\\/').replace('02.', '\\u00302.')}}`,
  ),
]

/** Tokens of the same join parameters, written differently. @param seconds added to the time of issue */
const written = (style: (params: JsonObject) => string, seconds = 0): ServiceAlteration =>
  // What another way of writing put in front is no JSON.
  rewritten((text) => style(parseJson<JsonObject>(text.replace(/^\ufeff/, ''))), seconds)

const json = JSON.stringify

const style = waysAbout(
  'service-way-params',
  { section: '4.5', open: 'How the params are written is not shown.', decides: ['TOKEN-PARAMS-JSON-STYLE'] },
  (style: (params: JsonObject) => string) => written(style),
)
const defaults = waysAbout(
  'service-way-issued',
  { section: '2.1', open: 'Whether a token states what was not asked for is not shown.' },
  (more: JsonObject) => written((params) => json({ ...more, ...params })),
)
const clock = waysAbout(
  'service-way-clock',
  { section: '4.5', open: 'By how much two correct clocks may differ is not shown.' },
  (seconds: number) => written(json, seconds),
)
const UNASKED = { decides: ['PARAM-PRIVILEGES-UNASKED'] }

/** How an issued token is written (sections 2.1, 4.1 and 4.5). */
export const ISSUED_ROWS: readonly ServiceVariant[] = [
  style('sorted', 'Members stand in the order of their names.', (params) =>
    json(Object.fromEntries(Object.entries(params).toSorted(([a], [b]) => (a < b ? -1 : 1)))),
  ),
  style('reversed', 'Members stand in the order from back to front.', (params) =>
    json(Object.fromEntries(Object.entries(params).toReversed())),
  ),
  style('spaced', 'White space stands between the members.', (params) => ` ${json(params, null, '\t')}\r\n`),
  style('ascii', 'Text beyond ASCII is written with escapes.', (params) =>
    json(params).replace(/[^\0-\u007f]/g, unicodeEscape),
  ),
  style('escaped-slash', 'A slash is escaped.', (params) => json(params).replaceAll('/', '\\/')),
  style('escaped-names', 'Names are written with escapes.', (params) =>
    json(params).replace('"channelId"', '"\\u0063hannelId"'),
  ),
  style('byte-order-mark', 'The JSON begins with a byte order mark.', (params) => `\ufeff${json(params)}`, {
    departs: ['TOKEN-PARAMS-NO-BYTE-ORDER-MARK'],
  }),
  style(
    'twice',
    'The userId stands twice, with the same value.',
    (params) => json(params).replace('{', `{"userId":${json(params['userId'])},`),
    { departs: ['TOKEN-PARAMS-DUPLICATE-KEYS'] },
  ),
  style(
    'fractions',
    'Integers are written like 3600.0.',
    (params) => json(params).replace(/:(\d+)(?=[,}])/g, ':$1.0'),
    { departs: ['TOKEN-PARAMS-INTEGER-TEXT'] },
  ),
  defaults('defaults', 'Every default of section 2.1 stands in the token.', JOIN_DEFAULTS),
  defaults('size-of-the-app', 'Technical support has raised the default size to 500.', { size: 500 }),
  defaults('privileges', 'Every token states privileges 0.', { privileges: 0 }, UNASKED),
  defaults('privileges-of-all', 'Every token states all privileges.', { privileges: 2147483647 }, UNASKED),
  {
    ...defaults('without-defaults', 'A value at its default is left out of the token.', {}),
    alteration: written((params) => json(withoutDefaults(params))),
  },
  clock('ahead', 'The clock of the service is a second ahead.', 1),
  clock('behind', 'The clock of the service is two seconds behind.', -2),
  ...serviceWaysWith({ section: '2.1' })({
    'service-way-token-again': {
      open: 'A token can be used again during its validity; whether the service hands it out again is not shown.',
      does: 'Who asks for the same within some seconds gets the same token.',
      alteration: (request, right, now, memory) => {
        const response = right()
        const token = response.body?.['token']
        if (!isToken(request) || token === undefined) return response
        const key = `${Math.floor(now / 30)} ${requestText(request)}`
        memory.set(key, memory.get(key) ?? token)
        return { status: 200, body: { token: memory.get(key)! } }
      },
    },
  }),
]
