import type { Json } from '../../model/index.ts'
import {
  isStart,
  isStop,
  isStreaming,
  isUpdate,
  type ServiceAlteration,
  textOf,
} from '../../faults/service/serviceFault.ts'
import type { ServiceRequest } from '../../service/index.ts'
import { answering, type ServiceVariant } from './serviceVariant.ts'

/** Answers handled requests of some kind with this text as the body. */
const handled = (
  isMeant: (request: ServiceRequest) => boolean,
  raw: (asked: string) => string,
): ServiceAlteration =>
  answering((response, request) =>
    response.status === 200 && isMeant(request) ? { ...response, raw: raw(textOf(request)) } : response,
  )

const streaming = (name: string, does: string, body: Json): ServiceVariant => ({
  id: `service-way-streaming-${name}`,
  section: '4.2 to 4.4',
  open: 'The response bodies of streaming operations are not shown.',
  does,
  decides: ['START-RESPONSE-BODY', 'UPDATE-RESPONSE-BODY', 'STOP-RESPONSE-BODY'],
  alteration: handled(isStreaming, () => JSON.stringify(body)),
})

const issued = (name: string, does: string, change: (token: string) => string): ServiceVariant => ({
  id: `service-way-token-${name}`,
  section: '4.1',
  open: 'What stands beside the token in a response is not shown, nor how its JSON is written.',
  does,
  decides: ['TOKEN-RESPONSE-OTHER-MEMBERS'],
  alteration: answering((response) => {
    const token = response.body?.['token']
    return token === undefined ? response : { status: 200, raw: change(JSON.stringify(token)) }
  }),
})

/** What an answer of 200 holds (sections 4.1 to 4.4). */
export const SUCCESS_BODY_ROWS: readonly ServiceVariant[] = [
  {
    ...streaming('json', 'Streaming requests are answered with JSON, errors as well.', {}),
    decides: ['START-RESPONSE-BODY', 'ERROR-STREAMING-CODES'],
    alteration: answering((response, request) => ({
      ...response,
      ...(isStreaming(request) && { body: { message: 'done' } }),
    })),
  },
  streaming('empty-object', 'A handled streaming request is answered with an empty object.', {}),
  streaming('null', 'A handled streaming request is answered with null.', null),
  streaming('text', 'A handled streaming request is answered with a JSON text.', 'ok'),
  streaming('true', 'A handled streaming request is answered with true.', true),
  streaming('list', 'A handled streaming request is answered with a list.', []),
  streaming('code-0', 'A handled streaming request is answered with the code 0.', {
    code: 0,
    msg: 'success',
  }),
  {
    ...streaming('task', 'A start names the tasks that push.', {}),
    alteration: handled(isStart, () => '{"tasks":[{"streamId":1,"taskId":"a1"}]}'),
  },
  {
    ...streaming('echo', 'An update answers with the body that it got.', {}),
    alteration: handled(isUpdate, (asked) => asked),
  },
  {
    ...streaming('count', 'A stop says how many pushes it stopped.', {}),
    alteration: handled(isStop, () => '{"stopped":1}'),
  },
  issued(
    'beside-expiry',
    'The token stands beside the time of its end.',
    (token) => `{"token":${token},"expiresIn":86400}`,
  ),
  issued(
    'beside-success',
    'The token stands beside a code that reports success.',
    (token) => `{"code":"OK","message":"success","token":${token},"error":null}`,
  ),
  issued(
    'twice-told',
    'The token stands in a member data as well.',
    (token) => `{"token":${token},"data":{"token":${token}}}`,
  ),
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
