import { createHmac } from 'node:crypto'
import type { AdapterMethod } from '../model.ts'
import { decodeBase64, encodeBase64, expiryOf, messageOf, parse, TokenError, VERSION } from '../token/index.ts'
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

const ISSUE = ['token.issue'] as const
const PARAMS = ['token.params', 'token.issue'] as const
const SIGNATURE = ['token.signature', 'token.issue'] as const
const MINT = ['token.params', 'token.signature', 'token.issue'] as const
/** Who verifies signs again with the same code. */
const SIGN = ['token.signature', 'token.issue', 'token.verify'] as const
const VERIFY = ['token.verify'] as const

/** The methods in which a stage takes part. */
export const USED_BY: { readonly [Stage in keyof Stages]: readonly AdapterMethod[] } = {
  check: ISSUE,
  prepare: ISSUE,
  serialise: ISSUE,
  encodeText: PARAMS,
  base64: MINT,
  clock: ISSUE,
  timestampText: SIGNATURE,
  resend: ISSUE,
  encodeSignature: SIGNATURE,
  output: MINT,
  checkSecret: SIGN,
  key: SIGN,
  message: SIGN,
  mac: SIGN,
  parse: VERIFY,
  decode: VERIFY,
  checkVersion: VERIFY,
  receivedParams: VERIFY,
  expiry: VERIFY,
}
