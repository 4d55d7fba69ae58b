/**
 * The adapter that `sdk` starts without a command: the reference token of src/token. The loop and the HTTP client are
 * those of the TypeScript sample.
 */
import { messageOf } from '../../src/errors.ts'
import type { QuestionParams, WireCall } from '../../src/model/index.ts'
import { encodeParams, issue, sign, TokenError, verify } from '../../src/token/index.ts'
import { call } from '../adapters/typescript/client.ts'
import { serve, type Failure } from '../adapters/typescript/loop.ts'

const METHODS = {
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
    return found.valid ? found : { valid: false, reason: found.reason }
  },
  'client.call': ({ operation, body, ...client }: WireCall) => call(client, operation, body),
}

const translate = (error: unknown): Failure =>
  error instanceof TokenError
    ? { code: 1, message: error.message, data: { reason: error.code } }
    : { code: 3, message: messageOf(error) }

const sdk = { name: 'channelproof-reference', version: '1.0.0', language: 'TypeScript' }
serve({ sdk, clock: 'injected', authorization: 'given' }, METHODS, translate)
