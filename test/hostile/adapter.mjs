/**
 * Misbehaving adapters, one row each: `node adapter.mjs <behaviour>`. They answer rightly, by the built reference,
 * except for what their name says. Each start appends its process id to the file named by HOSTILE_PIDS.
 */
import { spawn } from 'node:child_process'
import { appendFileSync, closeSync, existsSync } from 'node:fs'

const { encodeParams, issue, issueText, sign, verify } = await import(
  `${process.env.BUILT_PROGRAM}/runners/library/index.js`
)

const remember = (pid) => process.env.HOSTILE_PIDS && appendFileSync(process.env.HOSTILE_PIDS, `${pid}\n`)
remember(process.pid)

const METHODS = ['token.params', 'token.signature', 'token.issue', 'token.verify']
const description = (more = {}) => ({
  protocol: 1,
  sdk: { name: 'hostile', version: '0', language: 'JavaScript' },
  methods: METHODS,
  clock: 'injected',
  ...more,
})

const RIGHT = {
  describe: () => description(),
  'token.params': ({ joinParamsJson }) => ({ params: encodeParams(joinParamsJson) }),
  'token.signature': ({ appSecret, ...signed }) => ({ signature: sign(signed, appSecret) }),
  'token.issue': ({ joinParams, ...issuer }) => ({ token: issue(joinParams, issuer) }),
  'token.verify': ({ token, ...verifier }) => verify(token, verifier),
}

function right({ id, method, params }) {
  try {
    return { jsonrpc: '2.0', id, result: RIGHT[method](params) }
  } catch (error) {
    return { jsonrpc: '2.0', id, error: { code: 1, message: 'refused', data: { reason: error.code } } }
  }
}

const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)
const sendNested = (id, depth) => {
  const nested = `${'['.repeat(depth)}1.5${']'.repeat(depth)}`
  const result = `{"valid":true,"token":${nested},"joinParams":{"channelId":${nested}}}`
  return process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":${result}}\n`) || true
}
const describing = (more) =>
  listen((request) => send({ ...right(request), ...(isDescribe(request) && { result: description(more) }) }))
const forever = () => setInterval(() => undefined, 1000)
const isDescribe = ({ method }) => method === 'describe'

/** Calls back for each request line. */
function listen(onRequest) {
  let rest = ''
  process.stdin.setEncoding('utf8')
  process.stdin.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()
    for (const line of lines) onRequest(JSON.parse(line), line)
  })
}

/** Right answers but to the questions that `wrong` takes over by returning true. */
const except = (wrong) => () =>
  listen((request) => (!isDescribe(request) && wrong(request)) || send(right(request)))

const ALWAYS = ['privileges', 'channelDuration', 'duration', 'size', 'delayClose']
const refuse = ({ id }) =>
  send({ jsonrpc: '2.0', id, error: { code: 1, message: 'no', data: { reason: 'malformed' } } })
const cannot = ({ id }) => send({ jsonrpc: '2.0', id, error: { code: 2, message: 'cannot' } })
const isPlainest = ({ params }) => JSON.stringify(params.joinParams) === '{"channelId":"c1","userId":"u1"}'
const textsOf = ({ params }) =>
  Object.values({ ...params, ...params.joinParams })
    .filter((value) => typeof value === 'string')
    .join('')
const oddIds = ({ method, params }) =>
  method === 'token.issue' &&
  [params.joinParams?.userId, params.joinParams?.channelId].some(
    (id) => typeof id === 'string' && !/^[a-z0-9]{1,40}$/.test(id),
  )
const withLimits = (limits, wrong) => () =>
  listen((request) => {
    if (isDescribe(request)) return send({ ...right(request), result: description({ limits }) })
    return wrong(request) || send(right(request))
  })

/** The certain question on which single mishaps happen. */
const isCertain = ({ params }) =>
  JSON.stringify(params.joinParams) === '{"channelId":"c1","userId":"u1","size":100}'

const result = (of) => () =>
  listen((request) =>
    send({
      jsonrpc: '2.0',
      id: request.id,
      ...(isDescribe(request) ? { result: description() } : of(request)),
    }),
  )

/** An SDK that reads its own clock. */
const withClock = (clock) => () =>
  listen((request) => {
    if (isDescribe(request)) return send({ ...right(request), result: description({ clock: 'system' }) })
    send(right({ ...request, params: { ...request.params, timestamp: request.params.timestamp ?? clock() } }))
  })

let counted = 0
let shared
/** In the place of a result. */
const REFUSED = { result: undefined, error: { code: 1, message: 'no', data: { reason: 'malformed' } } }
let ending = false

const BEHAVIOURS = {
  good: except(() => false),

  // The adapter never speaks the protocol.
  'exits-with-0': () => process.exit(0),
  'exits-with-1': () => process.exit(1),
  silent: () => listen(() => undefined),
  echo: () => listen((_, line) => process.stdout.write(`${line}\n`)),
  'json-rpc-1': () =>
    listen((request) => send({ id: request.id, result: right(request).result, error: null })),
  'closes-stdout': () => {
    closeSync(1)
    forever()
  },
  'never-reads': forever,
  'empty-objects': () => listen(() => send({})),
  'banner-on-stdout': () => {
    process.stdout.write('Debugger listening on ws://127.0.0.1:9229\n')
    BEHAVIOURS.good()
  },
  'crashes-on-every-question': except(() => process.exit(1)),

  // It ends badly after the last answer.
  'segfaults-at-the-end': () => {
    BEHAVIOURS.good()
    process.stdin.on('end', () => process.kill(process.pid, 'SIGSEGV'))
  },
  'closes-its-output-and-segfaults': () => {
    BEHAVIOURS.good()
    process.stdin.on('end', () => {
      process.stdout.end()
      setTimeout(() => process.kill(process.pid, 'SIGSEGV'), 400)
    })
  },
  'exits-with-5-at-the-end': () => {
    BEHAVIOURS.good()
    process.stdin.on('end', () => process.exit(5))
  },
  'stays-at-the-end': () => {
    BEHAVIOURS.good()
    forever()
  },

  // It speaks the protocol, and badly.
  'another-id': except((request) => send({ ...right(request), id: request.id + 100000 })),
  'same-id-twice': except((request) => send(right(request)) && false),
  'before-it-is-asked': () =>
    listen((request) => {
      const early = isDescribe(request)
        ? [2, 3, 4].map((id) => ({ jsonrpc: '2.0', id, result: { params: 'e30=' } }))
        : []
      process.stdout.write(
        [right(request), ...early].map((message) => `${JSON.stringify(message)}\n`).join(''),
      )
    }),
  'after-the-last-answer': () => {
    BEHAVIOURS.good()
    process.stdin.on('end', () => process.stdout.write('goodbye\n'))
  },
  // Its last question is skipped by the suite: nothing of it was asked.
  'after-the-last-answer-to-params': () => {
    BEHAVIOURS['only-params']()
    process.stdin.on('end', () => process.stdout.write('goodbye\n'))
  },
  'half-a-line': except((request) => {
    if (ending || !isCertain(request)) return ending
    ending = true
    return process.stdout.write(JSON.stringify(right(request)).slice(0, 20), () => process.exit(0))
  }),
  'line-of-50-megabytes': except(
    (request) => isCertain(request) && process.stdout.write(`${'x'.repeat(50 * 1024 * 1024)}\n`),
  ),
  'invalid-utf-8': except((request) => {
    if (!isCertain(request)) return false
    const rest = Buffer.from(`",${JSON.stringify(right(request)).slice(1)}\n`)
    process.stdout.write(Buffer.concat([Buffer.from('{"log":"'), Buffer.from([0xff]), rest]))
    return true
  }),
  // What looks at an answer walks through it; 1.5 makes it be read as text.
  'nested-deeply': except(
    ({ id, method }) => method === 'token.verify' && !ending && (ending = true) && sendNested(id, 1001),
  ),
  'nested-very-deeply': except((request) => isCertain(request) && sendNested(request.id, 200_000)),
  'noise-between-answers': except(
    (request) => isCertain(request) && process.stdout.write('INFO minting a token\n') && false,
  ),
  'crashes-on-every-third': except(() => ++counted % 3 === 0 && process.exit(1)),
  'crashes-on-one': except((request) => isCertain(request) && process.exit(1)),
  'crashes-once': except((request) => isCertain(request) && isFirstTime() && process.exit(1)),
  'hangs-on-one': except((request) => isCertain(request)),
  'hangs-and-ignores-sigterm': () => {
    process.on('SIGTERM', () => undefined)
    forever()
    BEHAVIOURS['hangs-on-one']()
  },
  'refuses-everything': result(({ method }) =>
    method === 'token.verify'
      ? { result: { valid: false, reason: 'malformed' } }
      : { error: { code: 1, message: 'no', data: { reason: 'wrong-type' } } },
  ),
  'fails-everything': result(() => ({
    error: { code: 3, message: 'TypeError: undefined is not a function' },
  })),
  'refuses-without-a-reason': result(() => ({ error: { code: 1, message: 'no' } })),
  'empty-objects-after-describe': () => listen((request) => send(isDescribe(request) ? right(request) : {})),
  'empty-results-after-describe': result(() => ({ result: {} })),
  constants: result(({ method }) => ({
    result: {
      'token.params': { params: 'e30=' },
      'token.signature': { signature: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=' },
      'token.issue': { token: '02.app.1700000000.e30=.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=' },
      'token.verify': { valid: true, joinParams: {} },
    }[method],
  })),
  'always-valid': except(({ id, method }) => {
    return (
      method === 'token.verify' &&
      send({ jsonrpc: '2.0', id, result: { valid: true, joinParams: { channelId: 'c1', userId: 'u1' } } })
    )
  }),
  'always-invalid': except(({ id, method }) => {
    return (
      method === 'token.verify' && send({ jsonrpc: '2.0', id, result: { valid: false, reason: 'signature' } })
    )
  }),

  // It is wrong now and then.
  'wrong-side-by-side': except(({ id, method, params }) => {
    if (method !== 'token.issue') return false
    // As with a buffer that all threads share: what came last is what all get.
    shared = params
    setImmediate(() => send(right({ id, method, params: shared })))
    return true
  }),
  'wrong-at-first': () => {
    const isFirst = isFirstTime()
    except((request) => isFirst && isCertain(request) && send({ ...right(request), ...REFUSED }))()
  },
  'wrong-and-then-crashes': () => {
    const isFirst = isFirstTime()
    const wrong = (request) => (isFirst ? send({ ...right(request), ...REFUSED }) : process.exit(1))
    except((request) => isCertain(request) && wrong(request))()
  },
  'wrong-and-then-hangs': () => {
    const isFirst = isFirstTime()
    except((request) => isCertain(request) && (!isFirst || send({ ...right(request), ...REFUSED })))()
  },
  'wrong-and-starts-once': () => {
    if (!isFirstTime()) process.exit(1)
    except((request) => isCertain(request) && send({ ...right(request), ...REFUSED }))()
  },

  // It does too little.
  'unsupported-or-garbage': result(({ method, params }) =>
    method === 'token.issue' && typeof params.joinParams?.userId !== 'string'
      ? { result: { token: 'garbage' } }
      : { error: { code: 2, message: 'cannot' } },
  ),
  // An SDK that is wrong about large sizes: its adapter says that its types cannot hold them.
  'code-2-where-it-would-be-wrong': except(
    ({ id, params }) => params.joinParams?.size > 50 && (cannot({ id }), true),
  ),
  'limits-that-nothing-fits': () => describing({ limits: { size: { min: 200, max: 1 } } }),
  'unsupported-everything': result(() => ({ error: { code: 2, message: 'cannot' } })),
  'not-found-everything': result(() => ({ error: { code: -32601, message: 'method not found' } })),
  'offers-nothing': () =>
    listen((request) => send({ ...right(request), result: description({ methods: [] }) })),
  'describes-unknown-members': () =>
    describing({ operatons: ['auth.token'], tells: { stauts: false }, 'x-team': 'a' }),
  'describes-an-unknown-operation': () => describing({ operations: ['auth.tokens'] }),
  'describes-a-base-url-of-its-own': () => describing({ baseUrl: 'none' }),
  'describes-what-it-tells-in-words': () => describing({ tells: { status: 'no' } }),
  'only-params': () =>
    listen((request) =>
      send(
        isDescribe(request)
          ? { ...right(request), result: description({ methods: ['token.params'] }) }
          : right(request),
      ),
    ),

  // It refuses nothing: what is wrong with a question is dropped.
  'never-refuses': except(({ id, method, params }) => {
    if (method !== 'token.issue' && method !== 'token.signature') return false
    const appSecret = params.appSecret || 'x'
    const result =
      method === 'token.signature'
        ? { signature: sign(params, appSecret) }
        : { token: issueText(JSON.stringify(params.joinParams), { ...params, appSecret }) }
    return send({ jsonrpc: '2.0', id, result })
  }),
  'hostile-text': result(() => ({
    error: { code: 3, message: '</failure>]]>&"\u0000\u001b[31m\uffff\ud800<script>' },
  })),

  'refuses-one-and-says-goodbye': () => {
    except((request) => isCertain(request) && send({ ...right(request), ...REFUSED }))()
    process.stdin.on('end', () => process.stdout.write('goodbye\n'))
  },
  'hostile-name': () =>
    listen((request) => {
      const sdk = { name: 'evil\u001b[31m\u202e', version: '\u0007', language: '\u0000' }
      send(isDescribe(request) ? { ...right(request), result: description({ sdk }) } : right(request))
    }),
  // It calls everything inexpressible but the simplest.
  dodges: except(
    ({ id, method, params }) =>
      !(
        method === 'token.issue' && JSON.stringify(params.joinParams) === '{"channelId":"c1","userId":"u1"}'
      ) && send({ jsonrpc: '2.0', id, error: { code: 2, message: 'cannot' } }),
  ),

  // Freedoms that are taken for loopholes: see loopholes.test.ts.
  // Two ids may be all that it takes; what the interface grants beside them it may not refuse.
  'refuses-what-is-odd': except(
    ({ method, id, params }) =>
      method === 'token.issue' &&
      !/^\{"channelId":"[a-z][a-z0-9]*","userId":"[a-z][a-z0-9]*"\}$/.test(
        JSON.stringify(params.joinParams),
      ) &&
      refuse({ id }),
  ),
  // Enough is accepted of each method, and yet most of it is avoided.
  'cannot-two-of-three': except(
    (request) => request.method === 'token.params' && request.id % 3 > 0 && cannot(request),
  ),
  'refuses-all-but-one': except((request) => !isPlainest(request) && refuse(request)),
  'cannot-what-is-odd': except(
    (request) => /[^a-z0-9{}":,.=+/-]|u{6}/i.test(textsOf(request)) && cannot(request),
  ),
  'not-offered-after-all': except(
    ({ id, method }) =>
      method === 'token.verify' &&
      send({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no such method' } }),
  ),
  'says-only-no': except((request) => {
    const answer = right(request)
    return answer.result?.valid === false && send({ ...answer, result: { valid: false } })
  }),
  'limits-that-are-kept': withLimits(
    { userId: '[a-z0-9]{1,40}', channelId: '[a-z0-9]{1,40}' },
    (request) => oddIds(request) && refuse(request),
  ),
  'limits-from-the-environment': withLimits(JSON.parse(process.env.LIMITS ?? '{}'), () => false),
  'limits-that-lie': withLimits(
    { userId: '[^]*', channelId: '[^]*' },
    (request) => oddIds(request) && refuse(request),
  ),
  'limits-that-match-nothing': withLimits({ userId: '(?:)' }, () => false),
  'limits-that-take-long': withLimits({ userId: '(?:(?:a|y)+)+z' }, () => false),
  'limits-with-lookahead': withLimits({ userId: '(?!root).*' }, () => false),
  'limits-that-are-no-expression': withLimits({ userId: '[a-z' }, () => false),
  'members-of-no-operation': () => describing({ members: { 'auth.tokens': ['size'] } }),
  'members-of-no-body': () => describing({ members: { 'streaming.stop': ['fps'] } }),
  'members-as-text': () => describing({ members: { 'auth.token': 'size' } }),
  'members-with-layout-in-a-list': () => describing({ members: { 'streaming.start': ['layout'] } }),
  'members-that-are-kept': () => describing({ members: { 'auth.token': ['size'] } }),
  'limits-of-no-member': withLimits({ user: '[a-z]+' }, () => false),
  'always-all': () =>
    listen((request) => {
      if (isDescribe(request)) return send({ ...right(request), result: description({ always: ALWAYS }) })
      const { joinParams } = request.params
      const isObject = typeof joinParams === 'object' && joinParams !== null && !Array.isArray(joinParams)
      const lacks = isObject && ALWAYS.some((name) => !(name in joinParams))
      return lacks ? refuse(request) : send(right(request))
    }),
  'always-of-no-member': () =>
    listen((request) =>
      send(
        isDescribe(request)
          ? { ...right(request), result: description({ always: ['level'] }) }
          : right(request),
      ),
    ),

  // Clocks of its own, right and wrong.
  'own-clock': withClock(() => Math.floor(Date.now() / 1000)),
  'local-clock': withClock(() => Math.floor(Date.now() / 1000) - new Date().getTimezoneOffset() * 60),
  'short-lines': () =>
    listen((request) =>
      send(
        isDescribe(request)
          ? { ...right(request), result: description({ maxLineBytes: 2000 }) }
          : right(request),
      ),
    ),

  // Odd, and right.
  'floods-stderr': () => {
    setInterval(() => process.stderr.write('x'.repeat(65536)), 1).unref()
    BEHAVIOURS.good()
    process.stdin.on('end', () => process.exit(0))
  },
  grandchild: () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
    remember(child.pid)
    child.unref()
    BEHAVIOURS.good()
  },
  // A session of its own is a process group of its own: killing the group of the adapter does not reach it.
  'own-session': () => {
    leaveSession()
    BEHAVIOURS.good()
  },
  'own-session-and-crash': () => {
    leaveSession()
    BEHAVIOURS['crashes-on-one']()
  },
  'own-session-and-hang': () => {
    leaveSession()
    BEHAVIOURS['hangs-on-one']()
  },
  'own-session-and-silent': () => {
    leaveSession()
    BEHAVIOURS.silent()
  },
  'own-session-on-the-pipe': () => {
    leaveSession('inherit')
    BEHAVIOURS.good()
  },
  'own-session-below-another': () => {
    const script = `const { spawn } = require('node:child_process')
      const { pid } = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })
      require('node:fs').appendFileSync(process.env.HOSTILE_PIDS, pid + '\\n')
      process.exit()`
    spawn(process.execPath, ['-e', script], { detached: true, stdio: 'ignore' }).on('exit', BEHAVIOURS.good)
  },
  'reverse-order': () => {
    let batch = []
    listen((request) => {
      if (isDescribe(request)) return send(right(request))
      if (batch.length === 0)
        setTimeout(
          () =>
            batch
              .splice(0)
              .reverse()
              .forEach((one) => send(right(one))),
          5,
        )
      batch.push(request)
    })
  },
  'one-at-a-time': () => {
    let busy = false
    listen((request) => {
      if (isDescribe(request)) return send({ ...right(request), result: description({ maxInFlight: 1 }) })
      if (busy) process.exit(1)
      busy = true
      setImmediate(() => {
        busy = false
        send(right(request))
      })
    })
  },
}

function leaveSession(stdio = 'ignore') {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio, detached: true })
  remember(child.pid)
  child.unref()
}

function isFirstTime() {
  const file = `${process.env.HOSTILE_PIDS}.once`
  if (existsSync(file)) return false
  appendFileSync(file, 'once')
  return true
}

BEHAVIOURS[process.argv[2]]()
