import type { Json } from '../../model/index.ts'
import { isStreaming, type ServiceAlteration } from '../../faults/service/serviceFault.ts'
import { answering, rowOf, type ServiceVariant } from './serviceVariant.ts'

/** Errors of the token endpoint with the code of section 7.1 somewhere in another body. */
const shaped = (shape: (code: string, status: number) => Json): ServiceAlteration =>
  answering((response) => {
    const code = response.body?.['code']
    return code === undefined
      ? response
      : { status: response.status, raw: JSON.stringify(shape(code, response.status)) }
  })

/** Errors of the streaming endpoints with a body; the right service sends none. */
const streaming = (body: (status: number) => Json): ServiceAlteration =>
  answering((response, request) =>
    isStreaming(request) && response.status !== 200
      ? { ...response, raw: JSON.stringify(body(response.status)) }
      : response,
  )

const inTokens = rowOf('7.1', 'The shape of error bodies is not shown.')
const shape = (name: string, does: string, of: (code: string, status: number) => Json): ServiceVariant =>
  inTokens(`code-${name}`, does, ['ERROR-BODY-SHAPE'], shaped(of))

const streamingError = (name: string, does: string, of: (status: number) => Json): ServiceVariant => ({
  id: `service-way-streaming-error-${name}`,
  section: '7.2',
  open: 'Error codes of the streaming operations are not shown, nor the bodies of their errors.',
  does,
  decides: ['ERROR-STREAMING-CODES'],
  alteration: streaming(of),
})

/** How an error says its code (sections 7.1 and 7.2). */
export const ERROR_BODY_ROWS: readonly ServiceVariant[] = [
  shape('explained', 'An error says what its code means.', (code) => ({
    error: { code, message: `${code}: see the manual` },
    codes: [code],
  })),
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
  shape(
    'beside-a-number',
    'The code stands beside a number and the trace id of the request.',
    (code, status) => ({
      code,
      errno: status * 100 + 1,
      trackingId: '0123456789abcdef0123456789abcdef',
      token: null,
    }),
  ),
  shape('as-a-problem', 'Errors follow RFC 9457.', (code, status) => ({
    type: `https://service.example/errors/${code}`,
    title: code,
    status,
  })),
  shape('with-a-long-help', 'An error holds a page of help.', (code) => ({
    code,
    help: 'help '.repeat(20000),
  })),
  streamingError('codes', 'Streaming errors carry codes of their own.', (status) => ({
    code: `Streaming.${status}`,
  })),
  streamingError('codes-of-tokens', 'Streaming errors carry codes of section 7.1.', (status) => ({
    code: status === 401 ? 'Authorization.Signature.Invalid' : 'Invalid.Parameter.Value',
  })),
  streamingError('text', 'The body of a streaming error is a JSON text.', (status) => `error ${status}`),
  streamingError('null', 'The body of a streaming error is null.', () => null),
]
