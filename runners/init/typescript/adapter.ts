/**
 * Adapter between channelproof and your SDK: put its calls in the place of each TODO.
 * It only translates. A check or a repair here would test this file instead of the SDK.
 */
import { serve, type Failure } from './loop.ts'

const DESCRIPTION = {
  // TODO: what is tested.
  sdk: { name: 'my-sdk', version: '0.0.0', language: 'TypeScript' },
  // 'system' if your SDK reads the clock itself; timestamp is then not sent.
  clock: 'injected',
  // 'own' if your SDK makes the Authorization value itself.
  authorization: 'given',
  // What your SDK does not take, cannot leave out or does not have, say with joinParams, limits, always, operations,
  // members and tells: see the guide of adapters.
} as const

// null for what your SDK does not have. A call may be async. An example:
//   'token.issue': (p: { appId: string; appSecret: string; joinParams: object; timestamp: number }) => ({
//     token: mySdk.issue(p.appId, p.appSecret, p.joinParams, p.timestamp),
//   }),
const METHODS = {
  // TODO token.issue: appId, appSecret, joinParams (object), timestamp (number) -> { token }
  'token.issue': null,
  // TODO token.verify: token, appId, appSecret, now (number) -> { valid: true, joinParams }
  // or { valid: false, reason }; reason may be left out
  'token.verify': null,
  // TODO token.params: joinParamsJson (text, to be encoded as it is) -> { params }
  'token.params': null,
  // TODO token.signature: version, appId, timestamp (number), params, appSecret -> { signature }
  'token.signature': null,
  // TODO client.call: baseUrl, appId, appSecret, timeoutMillis, authorization, operation, body (object)
  // -> { ok: true, status, token after auth.token }
  // or { ok: false, kind: 'http', 'network', 'timeout' or 'protocol', status and code if known }
  'client.call': null,
}

/** The error of the protocol for an error of the SDK. */
function translate(error: unknown): Failure {
  // TODO: the errors by which your SDK refuses, with one of the reasons missing-field, wrong-type, out-of-range,
  // empty-secret and malformed:
  // if (error instanceof Refused) return { code: 1, message: 'refused', data: { reason: 'out-of-range' } }
  // Code 2 is for what your types cannot hold. The name only: the text of an error may hold a secret.
  return { code: 3, message: `unexpected ${(error as Error).name}` }
}

serve(DESCRIPTION, METHODS, translate)
