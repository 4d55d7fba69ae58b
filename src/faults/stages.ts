import { createHmac } from 'node:crypto'
import type { Method } from '../model.ts'
import {
  decodeBase64,
  encodeBase64,
  expiryOf,
  messageOf,
  parse,
  TokenError,
  VERSION,
} from '../token/index.ts'
import { checkJoinParams } from '../token/joinParams.ts'
import type { Stages } from './model.ts'

/** Every stage as the interface has it. */
export const RIGHT: Stages = {
  check: (joinParams) => checkJoinParams(joinParams),
  prepare: (joinParams) => joinParams,
  serialise: (joinParams) => JSON.stringify(joinParams),
  encodeText: (json) => Buffer.from(json, 'utf8'),
  base64: encodeBase64,
  clock: (timestamp) => timestamp,
  timestampText: String,
  resend: (params) => params,
  encodeSignature: (mac, base64) => base64(mac),
  output: (text) => text,
  checkSecret,
  key: (appSecret) => Buffer.from(appSecret, 'utf8'),
  message: (signed) => messageOf({ ...signed }),
  mac: (key, message) => createHmac('sha256', key).update(message, 'utf8').digest(),
  parse,
  decode: decodeBase64,
  checkVersion,
  receivedParams: (params) => params,
  expiry: (timestamp, joinParams) => expiryOf({ timestamp }, joinParams),
}

function checkSecret(appSecret: string): void {
  if (appSecret === '') throw new TokenError('empty-secret', 'the app secret is empty')
}

function checkVersion(version: string): void {
  if (version !== VERSION) throw new TokenError('version', `the version must be ${VERSION} (section 9)`)
}

/** Who verifies signs again with the same code. */
const SIGN = ['checkSecret', 'key', 'message', 'mac'] as const
const ENCODE = ['encodeText', 'base64', 'output'] as const
const SIGNATURE = [...SIGN, 'timestampText', 'encodeSignature', 'base64', 'output'] as const

/** The stages that take part in a method. */
export const STAGES_OF: { readonly [M in Method]: readonly (keyof Stages)[] } = {
  'token.params': ENCODE,
  'token.signature': SIGNATURE,
  'token.issue': [...ENCODE, ...SIGNATURE, 'check', 'prepare', 'serialise', 'clock', 'resend'],
  'token.verify': [...SIGN, 'parse', 'decode', 'checkVersion', 'receivedParams', 'expiry'],
  'sdk.minimumVersion': [],
  'body.validate': [],
  'channel.timeline': [],
  'endpoint.exchange': [],
}
