/**
 * Adapter between channelproof and the SDK in token.ts, verify.ts and client.ts: put the calls of your SDK in the place
 * of theirs. It only translates. A check or a repair here would test this file instead of the SDK.
 */
import { call, type Body, type Client, type Operation } from './client.ts'
import { serve, type Failure } from './loop.ts'
import { encodeParams, issue, Refused, sign, type Issuer, type Signed } from './token.ts'
import { verify, type Verifier } from './verify.ts'

const DESCRIPTION = {
  sdk: { name: 'channel-token', version: '1.0.0', language: 'TypeScript' },
  // 'system' if your SDK reads the clock itself; timestamp is then not sent.
  clock: 'injected',
  // 'own' if your SDK makes the Authorization value itself.
  authorization: 'given',
  // What your SDK does not take, cannot leave out or does not have, say with joinParams, limits, always, operations,
  // members and tells: see the guide of adapters.
} as const

// null for what your SDK does not have.
const METHODS = {
  'token.params': ({ joinParamsJson }: { joinParamsJson: string }) => ({
    params: encodeParams(joinParamsJson),
  }),
  'token.signature': ({ appSecret, ...signed }: Signed & { appSecret: string }) => ({
    signature: sign(signed, appSecret),
  }),
  'token.issue': ({ joinParams, ...issuer }: Issuer & { joinParams: unknown }) => ({
    token: issue(joinParams, issuer),
  }),
  // A token that is not valid is a result. If your SDK throws, catch that here.
  'token.verify': ({ token, ...verifier }: Verifier & { token: string }) => verify(token, verifier),
  // A call that fails is a result as well.
  'client.call': ({ operation, body, ...client }: Client & { operation: Operation; body: Body }) =>
    call(client, operation, body),
}

/** Code 1 needs data.reason; without it the answer counts as a failure. Code 2 is for what your types cannot hold. */
function translate(error: unknown): Failure {
  if (error instanceof Refused) return { code: 1, message: error.message, data: { reason: error.reason } }
  // The name only: the text of an error may hold a secret.
  return { code: 3, message: `unexpected ${(error as Error).name}` }
}

serve(DESCRIPTION, METHODS, translate)
