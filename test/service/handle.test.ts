import { describe, expect, test } from 'vitest'
import {
  NOW,
  opened,
  push,
  send,
  signed,
  start,
  starting,
  startingMore,
  stop,
  stopping,
  update,
  updating,
  type Sent,
} from '../support/service/requests.ts'

type Row = readonly [rule: string, request: Sent, status: number, code?: string]

const titled = (rows: readonly Row[]) =>
  rows.map(([rule, request, status, code]) => ({ rule, request, status, code }))

const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
const INVALID_UTF8 = Buffer.from([
  ...Buffer.from('{"channelId":"'),
  0xc3,
  0x28,
  ...Buffer.from('","userId":"u1"}'),
])
const joining = (more: string): Sent => ({ body: `{"channelId":"c1","userId":"u1"${more}}` })

const TOKEN_ERRORS: readonly Row[] = [
  ['takes a request that is signed rightly', {}, 200],
  [
    'answers a missing Authorization 403 Authorization.Type.Invalid',
    { authorization: null },
    403,
    'Authorization.Type.Invalid',
  ],
  [
    'answers another scheme 403 Authorization.Type.Invalid',
    { authorization: signed('app', { scheme: 'Bearer' }) },
    403,
    'Authorization.Type.Invalid',
  ],
  [
    'answers an empty Authorization 403 Authorization.Type.Invalid',
    { authorization: '' },
    403,
    'Authorization.Type.Invalid',
  ],
  [
    'answers a signature of another form 403 Authorization.Signature.Invalid',
    { authorization: 'SvcSign abc' },
    403,
    'Authorization.Signature.Invalid',
  ],
  [
    'answers the scheme alone 403 Authorization.Signature.Invalid',
    { authorization: 'SvcSign' },
    403,
    'Authorization.Signature.Invalid',
  ],
  [
    'answers a signature with a fourth part 403 Authorization.Signature.Invalid',
    { authorization: `${signed()}.x` },
    403,
    'Authorization.Signature.Invalid',
  ],
  [
    'answers a disabled app 403 App.Status.Error',
    { authorization: signed('disabled') },
    403,
    'App.Status.Error',
  ],
  [
    'answers an unpaid organisation 403 Org.Status.Error',
    { authorization: signed('unpaid') },
    403,
    'Org.Status.Error',
  ],
  [
    'answers an unknown app 404 InvalidEntity.NotFound',
    { authorization: signed('nobody') },
    404,
    'InvalidEntity.NotFound',
  ],
  [
    'answers an app without secret 406 App.Secret.Empty',
    { authorization: signed('secretless', { secret: 'x' }) },
    406,
    'App.Secret.Empty',
  ],
  [
    'answers a signature of another secret 406 Sign.Error',
    { authorization: signed('app', { secret: 'x' }) },
    406,
    'Sign.Error',
  ],
  [
    'does not tell that an app is disabled to who lacks its secret',
    { authorization: signed('disabled', { secret: 'x' }) },
    406,
    'Sign.Error',
  ],
  ['takes a stand-in of up to 300 seconds ago', { authorization: signed('app', { at: NOW - 300 }) }, 200],
  [
    'answers a stale stand-in 406 Sign.Error',
    { authorization: signed('app', { at: NOW - 301 }) },
    406,
    'Sign.Error',
  ],
  [
    'answers a stand-in of the future 406 Sign.Error',
    { authorization: signed('app', { at: NOW + 301 }) },
    406,
    'Sign.Error',
  ],
  ['takes the scheme in any letter case', { authorization: signed('app', { scheme: 'svcsign' }) }, 200],
  [
    'takes the name of the header in any letter case',
    { authorization: null, headers: [['AUTHORIZATION', signed()]] },
    200,
  ],
  [
    'takes another scheme word where it is told to',
    { state: opened('HMAC'), authorization: signed('app', { scheme: 'HMAC' }) },
    200,
  ],
  [
    'then answers the usual one 403 Authorization.Type.Invalid',
    { state: opened('HMAC') },
    403,
    'Authorization.Type.Invalid',
  ],
]

const INVALID = [403, 'Invalid.Parameter.Value'] as const

const TOKEN_BODIES: readonly Row[] = [
  [
    'takes every join parameter at its bounds',
    joining(',"privileges":1,"channelDuration":0,"duration":86400,"size":100,"delayClose":86400'),
    200,
  ],
  ['takes an integer written 60.0', joining(',"duration":60.0'), 200],
  ['takes an integer of 2^53 - 1', joining(',"privileges":9007199254740991'), 200],
  [
    'refuses an integer beyond it, which would stand in the token as another one',
    joining(',"privileges":99999999999999999999'),
    ...INVALID,
  ],
  ['refuses a duration above 86400', joining(',"duration":86401'), ...INVALID],
  ['refuses a delayClose above 86400', joining(',"delayClose":86401'), ...INVALID],
  ['refuses a missing channelId', { body: '{"userId":"u1"}' }, ...INVALID],
  ['refuses a missing userId', { body: '{"channelId":"c1"}' }, ...INVALID],
  ['refuses a channelId that is no string', { body: '{"channelId":1,"userId":"u1"}' }, ...INVALID],
  ['refuses an integer as a string', joining(',"size":"5"'), ...INVALID],
  ['refuses a fraction', joining(',"size":1.5'), ...INVALID],
  ['refuses null', joining(',"size":null'), ...INVALID],
  ['refuses a number that no double holds', joining(',"size":1e999'), ...INVALID],
  ['refuses a member that is not listed', joining(',"sizes":5'), ...INVALID],
  ['refuses a member twice', joining(',"size":5,"size":6'), ...INVALID],
  ['refuses a member of the prototype', joining(',"__proto__":{}'), ...INVALID],
  ['refuses an array', { body: '[]' }, ...INVALID],
  ['refuses an empty body', { body: '' }, ...INVALID],
  ['refuses what is no JSON', { body: '{"channelId":"c1"' }, ...INVALID],
  ['refuses a comment', { body: '{"channelId":"c1","userId":"u1"}//' }, ...INVALID],
  ['refuses a byte order mark', { body: '\ufeff{"channelId":"c1","userId":"u1"}' }, ...INVALID],
  ['refuses invalid UTF-8', { body: INVALID_UTF8 }, ...INVALID],
  ['refuses 100,000 brackets', { body: DEEP }, ...INVALID],
  ['refuses a body above 1 MiB', joining(' '.repeat(1024 * 1024)), ...INVALID],
  ['takes a body of exactly 1 MiB', joining(' '.repeat(1024 * 1024 - 32)), 200],
]

const STREAMING_ERRORS: readonly Row[] = (
  [
    ['start', (more: Sent) => ({ ...starting(push(1)), ...more })],
    ['update', (more: Sent) => ({ ...updating({ streamId: 2 }), ...more })],
    ['stop', (more: Sent) => ({ ...stopping({}), ...more })],
  ] as const
).flatMap(([name, request]): Row[] => [
  [`${name}: 200 if it is right`, request({}), 200],
  ...(
    [
      ['a missing Authorization', null],
      ['another scheme', signed('app', { scheme: 'Bearer' })],
      ['another form', 'SvcSign abc'],
      ['another secret', signed('app', { secret: 'x' })],
      ['an unknown app', signed('nobody')],
      ['a disabled app', signed('disabled')],
      ['an unpaid organisation', signed('unpaid')],
      ['an app without secret', signed('secretless', { secret: 'x' })],
      ['a stale stand-in', signed('app', { at: NOW - 301 })],
    ] as const
  ).map(([what, authorization]): Row => [`${name}: 401 for ${what}`, request({ authorization }), 401]),
  [`${name}: 404 for the channel of another app`, request({ authorization: signed('other') }), 404],
  [`${name}: 400 for no JSON`, request({ body: '{' }), 400],
  [`${name}: 400 for invalid UTF-8`, request({ body: INVALID_UTF8 }), 400],
  [`${name}: 400 for 100,000 brackets`, request({ body: DEEP }), 400],
  [`${name}: 400 for a missing channelId`, request({ body: '{"streamList":[]}' }), 400],
])

const closed = { channelId: 'closed' }

const STREAMING: readonly Row[] = [
  ['start: 404 for a channel that nobody has opened', start({ ...closed, streamList: [push(1)] }), 404],
  ['update: 404 for a channel that nobody has opened', update({ ...closed, streamList: [] }), 404],
  ['stop: 404 for a channel that nobody has opened', stop(closed), 404],
  ['start: 200 for three streams', starting(push(1), push(2), push(3)), 200],
  ['start: 400 for four streams', starting(push(1), push(2), push(3), push(4)), 400],
  ['start: 200 for a third stream', startingMore(push(3)), 200],
  ['start: 400 for a fourth stream', startingMore(push(3), push(4)), 400],
  ['start: 400 for a streamId that is running', startingMore(push(2)), 400],
  ['start: 400 for a streamId twice', starting(push(1), push(1)), 400],
  ['start: 400 for type 2 without userId', starting(push(1, { type: 2 })), 400],
  ['start: 200 for type 2 with userId', starting(push(1, { type: 2, userId: 'u1' })), 200],
  ['start: 400 for type 3', starting(push(1, { type: 3 })), 400],
  ['start: 400 for flag 16', starting(push(1, { flag: 16 })), 400],
  ['start: 200 for flag 15', starting(push(1, { flag: 15 })), 200],
  ['start: 400 for fps 60', starting(push(1, { fps: 60 })), 400],
  ['start: 200 for fps 15', starting(push(1, { fps: 15 })), 200],
  ['start: 400 for delayClose 601', starting(push(1, { delayClose: 601 })), 400],
  ['start: 400 for delayClose -1', starting(push(1, { delayClose: -1 })), 400],
  ['start: 200 for delayClose 600', starting(push(1, { delayClose: 600 })), 200],
  ['start: 400 for http', starting(push(1, { url: 'http://cdn.invalid/live' })), 400],
  ['start: 400 without url', starting({ streamId: 1, flag: 3, type: 1 }), 400],
  ['start: 400 without flag', starting({ streamId: 1, url: 'rtmp://cdn.invalid', type: 1 }), 400],
  ['start: 400 without streamList', start({ channelId: 'open' }), 400],
  [
    'start: 400 for a member twice inside',
    start('{"channelId":"open","streamList":[{"streamId":1,"url":"rtmp://h/p","flag":3,"flag":3,"type":1}]}'),
    400,
  ],
  ['update: 200 for the url', updating({ streamId: 2, url: 'rtmp://cdn.invalid/2' }), 200],
  ['update: 200 for the presenter of a mixed push', updating({ streamId: 2, userId: 'u2' }), 200],
  ['update: 400 for type', updating({ streamId: 2, type: 1 }), 400],
  ['update: 400 for flag', updating({ streamId: 2, flag: 3 }), 400],
  ['update: 400 for the user of a single-stream push', updating({ streamId: 1, userId: 'u2' }), 400],
  ['update: 200 for the fps of a single-stream push', updating({ streamId: 1, fps: 15 }), 200],
  ['update: 400 for a streamId that is not running', updating({ streamId: 9 }), 400],
  ['update: 400 without streamId', updating({ fps: 15 }), 400],
  ['update: 200 for no watermarks', updating({ streamId: 2, watermarks: [] }), 200],
  ['stop: 200 for one push', stopping({ streamId: 1 }), 200],
  ['stop: 200 for a streamId that is not running', stopping({ streamId: 9 }), 200],
  ['stop: 400 for a streamId that is no integer', stopping({ streamId: '1' }), 400],
]

const ROUTES: readonly Row[] = [
  ['404 for another path', { path: '/auth/tokens' }, 404],
  ['404 for a path in other letters', { path: '/Auth/Token' }, 404],
  ['404 for a query', { path: '/auth/token?x=1' }, 404],
  ['405 for GET /auth/token', { method: 'GET' }, 405],
  ['405 for POST /streaming/update', { path: '/streaming/update' }, 405],
  ['405 for PUT /streaming/start', { method: 'PUT', path: '/streaming/start' }, 405],
]

describe.each([
  ['POST /auth/token', TOKEN_ERRORS],
  ['the body of POST /auth/token', TOKEN_BODIES],
  ['every streaming endpoint', STREAMING_ERRORS],
  ['streaming', STREAMING],
  ['routes', ROUTES],
])('%s', (_name, rows) => {
  test.for(titled(rows))('$rule', ({ request, status, code }) => {
    const got = send(request)
    expect({ status: got.status, code: got.code }).toEqual({ status, code })
    expect(got.token === undefined).toBe(status !== 200 || (request.path ?? '/auth/token') !== '/auth/token')
  })
})

describe('a refused request', () => {
  test.for(titled([...STREAMING, ...STREAMING_ERRORS].filter(([, , status]) => status !== 200)))(
    'changes nothing: $rule',
    ({ request }) => {
      const state = request.state ?? opened()
      expect(send({ ...request, state }).state.channels).toEqual(state.channels)
    },
  )
})
