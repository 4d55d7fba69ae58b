/**
 * Adapter between channelproof and its own reference token code: reads questions, writes answers.
 * It only translates. In your SDK replace the imports below by your SDK's.
 */
import type { QuestionParams } from '../../../src/model/index.ts'
import { clientCall } from './clientCall.ts'
import { onLines } from './lines.ts'
import { encodeParams, issue, sign, TokenError, verify } from '../../../src/token/index.ts'

const METHODS = {
  describe: () => ({
    protocol: 1,
    sdk: { name: 'channelproof-reference', version: '1.0.0', language: 'TypeScript' },
    methods: Object.keys(METHODS).filter((name) => name !== 'describe'),
    clock: 'injected',
    authorization: 'given',
  }),
  'token.params': ({ joinParamsJson }: QuestionParams['token.params']) => ({
    params: encodeParams(joinParamsJson),
  }),
  'token.signature': ({ appSecret, ...signed }: QuestionParams['token.signature']) => ({
    signature: sign(signed, appSecret),
  }),
  'token.issue': ({ appId, appSecret, joinParams, timestamp }: QuestionParams['token.issue']) => ({
    token: issue(joinParams, { appId, appSecret, timestamp: timestamp! }),
  }),
  'token.verify': ({ token, ...verifier }: QuestionParams['token.verify']) => {
    const found = verify(token, verifier)
    return found.valid
      ? { valid: true, joinParams: found.joinParams }
      : { valid: false, reason: found.reason }
  },
  'client.call': clientCall,
}

interface Request {
  readonly id: number
  readonly method: keyof typeof METHODS
  readonly params: never
}

async function answer({ method, params }: Request): Promise<{ result: object } | { error: object }> {
  if (!Object.hasOwn(METHODS, method)) return { error: { code: -32601, message: `${method} is not offered` } }
  try {
    return { result: await METHODS[method](params) }
  } catch (error) {
    const { message } = error as Error
    if (error instanceof TokenError) return { error: { code: 1, message, data: { reason: error.code } } }
    return { error: { code: 3, message } }
  }
}

onLines(process.stdin, async (line) => {
  const request = JSON.parse(line) as Request
  const message = { jsonrpc: '2.0', id: request.id, ...(await answer(request)) }
  process.stdout.write(`${JSON.stringify(message)}\n`)
})
