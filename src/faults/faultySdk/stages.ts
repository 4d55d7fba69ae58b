import { createHmac } from 'node:crypto'
import { isKeyOf } from '../../tables.ts'
import { gatingViolations, validateBody } from '../../body/index.ts'
import type { Method } from '../../model/index.ts'
import { TOKEN_FORMAT } from '../../interface/tokenFormat.ts'
import {
  decodeBase64,
  encodeBase64,
  equalInConstantTime,
  expiryOf,
  messageOf,
  parse,
  readJoinParams,
  TokenError,
} from '../../token/index.ts'
import { checkJoinParams } from '../../token/joinParams.ts'
import type { Stages } from '../fault.ts'

/** Every stage as the interface has it. */
export const RIGHT_STAGES: Stages = {
  check: (joinParams) => checkJoinParams(joinParams),
  prepare: (joinParams) => joinParams,
  serialise: (joinParams) => JSON.stringify(joinParams),
  encodeText: (json) => Buffer.from(json, 'utf8'),
  base64: encodeBase64,
  encodeParams: (bytes, base64) => base64(bytes),
  clock: (timestamp) => timestamp,
  timestampText: String,
  version: () => TOKEN_FORMAT.version,
  appId: (appId) => appId,
  resend: (params) => params,
  encodeSignature: (mac, base64) => base64(mac),
  assemble: ({ version, appId, timestamp, params, signature }) =>
    [version, appId, timestamp, params, signature].join('.'),
  output: (text) => text,
  checkSecret: (appSecret) => {
    if (appSecret === '') throw new TokenError('empty-secret', 'the app secret is empty')
  },
  key: (appSecret) => Buffer.from(appSecret, 'utf8'),
  message: (signed) => messageOf({ ...signed }),
  mac: hmacSha256,
  parse,
  decode: decodeBase64,
  checkVersion: (version) => {
    if (version !== TOKEN_FORMAT.version)
      throw new TokenError('version', `the version must be ${TOKEN_FORMAT.version} (section 9)`)
  },
  checkAppId: (received, own) => {
    if (received !== own) throw new TokenError('app', 'the token is of another app')
  },
  receivedParams: (params) => params,
  signatureFits: equalInConstantTime,
  readJoinParams,
  expiry: (timestamp, joinParams) => expiryOf({ timestamp }, joinParams),
  bodyViolations: ({ kind, body }) => gatingViolations(validateBody(kind, body), 'recommended'),
}

/** Of text its UTF-8 bytes are signed. */
export function hmacSha256(key: Uint8Array, message: Uint8Array | string): Uint8Array {
  return createHmac('sha256', key).update(message).digest()
}

/** Verifying code signs again with the same code. */
const SIGN = ['checkSecret', 'key', 'message', 'mac'] as const
const ENCODE = ['encodeText', 'base64', 'encodeParams', 'output'] as const
const SIGNATURE = [...SIGN, 'timestampText', 'encodeSignature', 'base64', 'output'] as const

const ISSUE = ['check', 'prepare', 'serialise', 'clock', 'version', 'appId', 'resend', 'assemble'] as const
const CHECK = ['checkVersion', 'checkAppId', 'signatureFits', 'expiry'] as const
const READ = ['parse', 'decode', 'receivedParams', 'readJoinParams'] as const

/** The stages that take part in a method. */
export const STAGES_OF: { readonly [M in Method]: readonly (keyof Stages)[] } = {
  'token.params': ENCODE,
  'token.signature': SIGNATURE,
  'token.issue': [...ENCODE, ...SIGNATURE, ...ISSUE],
  'token.verify': [...SIGN, ...READ, ...CHECK],
  'sdk.minimumVersion': [],
  'body.validate': ['bodyViolations'],
  'channel.timeline': [],
  'endpoint.exchange': [],
  'client.call': [],
}

/** Can a fault explain answers to this method? */
export const isFaultMethod = (method: string): method is Method =>
  isKeyOf(STAGES_OF, method) && STAGES_OF[method].length > 0
