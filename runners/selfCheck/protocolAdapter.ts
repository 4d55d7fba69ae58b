/** Adapters that do nothing, always do the same, or break off: `protocolAdapter <fault of group protocol>`. */
import { parseJson } from '../../src/json.ts'
import { onLines } from '../adapters/typescript/loop.ts'
import { encodeParams, issue, sign, verify } from '../../src/token/index.ts'

interface Request {
  readonly id: number
  readonly method: string
  readonly params: never
}

const STUB: Readonly<Record<string, object>> = {
  'token.params': { params: 'e30=' },
  'token.signature': { signature: '' },
  'token.issue': { token: '02.app.1700000000.e30=.' },
  'token.verify': { valid: true, joinParams: {} },
  'client.call': { ok: true, status: 200, token: 'token' },
}

const DESCRIPTION = {
  protocol: 1,
  sdk: { name: process.argv[2], version: '0', language: 'TypeScript' },
  methods: Object.keys(STUB),
  clock: 'injected',
  authorization: 'given',
}
const REASONS = ['missing-field', 'wrong-type', 'out-of-range', 'empty-secret', 'malformed']

const say = (id: number, outcome: object): boolean =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...outcome })}\n`)

const RIGHT: Readonly<Record<string, (params: never) => unknown>> = {
  'token.params': ({ joinParamsJson }: { joinParamsJson: string }) => ({
    params: encodeParams(joinParamsJson),
  }),
  'token.signature': ({ appSecret, ...signed }: Parameters<typeof sign>[0] & { appSecret: string }) => ({
    signature: sign(signed, appSecret),
  }),
  'token.issue': ({ joinParams, ...issuer }: Parameters<typeof issue>[1] & { joinParams: never }) => ({
    token: issue(joinParams, issuer),
  }),
  'token.verify': ({ token, ...verifier }: Parameters<typeof verify>[1] & { token: string }) =>
    verify(token, verifier),
  'client.call': () => STUB['client.call'],
}

const first = new Map<string, unknown>()
let count = 0

const BEHAVIOURS: Readonly<Record<string, (request: Request) => void>> = {
  'adapter-null': ({ id }) => say(id, { result: null }),
  'adapter-accepts-everything': ({ id, method }) => say(id, { result: STUB[method] }),
  'adapter-refuses-everything': ({ id, method }) =>
    method === 'token.verify'
      ? say(id, { result: { valid: false, reason: 'malformed' } })
      : say(id, { error: { code: 1, message: 'no', data: { reason: REASONS[count++ % REASONS.length] } } }),
  'adapter-constant': ({ id, method, params }) => {
    if (!first.has(method)) first.set(method, RIGHT[method]!(params))
    say(id, { result: first.get(method) })
  },
  'adapter-crash': () => process.exit(1),
  'adapter-hang': () => undefined,
  'adapter-garbage': () => process.stdout.write(Buffer.from([0x00, 0xff, 0xfe, 0x7b, 0x0a])),
  'adapter-wrong-id': ({ id, method }) => say(id + 1_000_000, { result: STUB[method] }),
}

const behaviour = BEHAVIOURS[process.argv[2] ?? '']
if (!behaviour) {
  process.stderr.write(
    `no adapter is named ${process.argv[2]}; there are ${Object.keys(BEHAVIOURS).join(', ')}\n`,
  )
  process.exit(2)
}
onLines(process.stdin, (line) => {
  const request = parseJson<Request>(line)
  if (request.method === 'describe') say(request.id, { result: DESCRIPTION })
  else behaviour(request)
})
