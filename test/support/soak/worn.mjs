/**
 * Adapters that answer a short run rightly, one row each: `node worn.mjs <behaviour>`. They answer by the built
 * reference, except for what their name says.
 */
import { writeFileSync } from 'node:fs'

const { encodeParams, issue, sign, verify } = await import(
  `${process.env.BUILT_PROGRAM}/runners/library/index.js`
)

const { SEEN_AT_CALL_997 } = process.env
const startedAt = performance.now()
/** How many questions were read, and which are not answered yet. */
let count = 0
let last
let idle
const open = new Set()

const METHODS = {
  'token.params': ({ joinParamsJson }) => ({ params: encodeParams(joinParamsJson) }),
  'token.signature': ({ appSecret, ...signed }) => ({ signature: sign(signed, appSecret) }),
  'token.issue': ({ joinParams, timestamp = Math.floor(Date.now() / 1000), ...issuer }) => ({
    token: issue(joinParams, { ...issuer, timestamp }),
  }),
  'token.verify': ({ token, ...verifier }) => verify(token, verifier),
}

const CLOCK = process.argv[3] ?? 'injected'
const METHODS_OFFERED = Object.keys(METHODS)

function right({ id, method, params }) {
  if (method === 'describe')
    return result(id, {
      protocol: 1,
      sdk: { name: 'worn', version: '0', language: 'JavaScript' },
      methods: METHODS_OFFERED,
      clock: CLOCK,
    })
  try {
    return result(id, METHODS[method](params))
  } catch (error) {
    return { jsonrpc: '2.0', id, error: { code: 1, message: 'refused', data: { reason: error.code } } }
  }
}

const result = (id, what) => ({ jsonrpc: '2.0', id, result: what })

/** The same answer, with a signature of nothing. */
function damaged(request) {
  const answer = right(request)
  if (answer.result?.token) answer.result.token = answer.result.token.replace(/.{44}$/, `${'A'.repeat(43)}=`)
  return answer
}

const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)
const damagedIf = (isWrong) => (request) => send(isWrong() ? damaged(request) : right(request))
const sent = (answer, request) => {
  open.delete(request.id)
  send(answer)
}

const BEHAVIOURS = {
  good: damagedIf(() => false),
  'from-call-997': damagedIf(() => count >= 997),
  'at-call-997': damagedIf(() => count === 997),
  'at-every-97th-call': damagedIf(() => count % 97 === 0),
  'every-token': damagedIf(() => true),
  'after-4-s': damagedIf(() => performance.now() - startedAt > 4000),
  'in-turkish': damagedIf(() => process.env.LC_ALL?.startsWith('tr_TR')),
  'in-apia': damagedIf(() => process.env.TZ === 'Pacific/Apia'),
  // One object for all questions that wait.
  'mixed-up': (request) => {
    last = request
    open.add(request.id)
    setTimeout(() => {
      const isMixed = open.size >= 16 && request.method === last.method
      sent(right(isMixed ? { ...last, id: request.id } : request), request)
    }, 1)
  },
  'crashes-when-idle': (request) => {
    send(right(request))
    clearTimeout(idle)
    idle = setTimeout(() => count > 997 && process.exit(1), 100)
  },
  'not-in-apia': (request) => (process.env.TZ === 'Pacific/Apia' ? process.exit(1) : send(right(request))),
  'crashes-at-call-997': (request) => (count >= 997 ? process.exit(1) : send(right(request))),
}

const behave = BEHAVIOURS[process.argv[2]]
let rest = ''
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\n')
  rest = lines.pop()
  for (const request of lines.map((line) => JSON.parse(line))) {
    if (request.method !== 'describe') count++
    if (count === 997 && SEEN_AT_CALL_997) writeFileSync(SEEN_AT_CALL_997, '')
    behave(request)
  }
})
