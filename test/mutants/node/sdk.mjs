/** A small token SDK behind the adapter protocol, with mistakes to choose from: `node sdk.mjs <mutant>`. */
import { createHash, createHmac } from 'node:crypto'

const DAY = 86400
/** Section 2.1: type, required, upper bound. No lower bounds are shown. */
const FIELDS = {
  channelId: { fits: isText, required: true },
  userId: { fits: isText, required: true },
  privileges: { fits: Number.isInteger },
  channelDuration: { fits: Number.isInteger },
  duration: { fits: Number.isInteger, maximum: DAY },
  size: { fits: Number.isInteger },
  delayClose: { fits: Number.isInteger, maximum: DAY },
}

function isText(value) {
  return typeof value === 'string'
}

/** Its message is the reason. */
class Refused extends Error {}

function check(joinParams) {
  if (typeof joinParams !== 'object' || joinParams === null || Array.isArray(joinParams))
    throw new Refused('wrong-type')
  for (const [name, { fits, required, maximum = Infinity }] of Object.entries(FIELDS)) {
    const value = joinParams[name]
    if (value === undefined && required) throw new Refused('missing-field')
    if (value !== undefined && !fits(value)) throw new Refused('wrong-type')
    if (value > maximum) throw new Refused('out-of-range')
  }
}

const macBy = (algorithm) => (key, message) => createHmac(algorithm, key).update(message).digest()

const right = {
  serialise: (p) => JSON.stringify(p),
  /** What was signed is what is sent. */
  serialiseToSend: undefined,
  params: (json) => sdk.base64(sdk.bytes(json)),
  bytes: (json) => Buffer.from(json, 'utf8'),
  base64: (bytes) => bytes.toString('base64'),
  clock: (timestamp) => timestamp,
  seconds: (timestamp) => String(timestamp),
  lacks: (secret) => !secret,
  key: (secret) => Buffer.from(secret, 'utf8'),
  message: (parts) => parts.join(''),
  mac: macBy('sha256'),
  signature: (mac) => sdk.base64(mac),
  output: (token) => token,
}

/** A clock is seldom at the very start of a second. */
const withinSecond = (timestamp) => new Date(timestamp * 1000 + 250)

/** One character, that is one UTF-16 unit, after the other. */
const unitByUnit = (json) => Buffer.concat(json.split('').map((unit) => Buffer.from(unit)))

const template = ({ channelId, userId, ...rest }) => {
  const numbers = Object.entries(rest).map(([name, value]) => `,"${name}":${value}`)
  return `{"channelId":"${channelId}","userId":"${userId}"${numbers.join('')}}`
}

/** Optional settings default to null. */
const settings = (p) => {
  const { channelId, userId, privileges = null, channelDuration = null, duration = null } = p
  const { size = null, delayClose = null } = p
  return JSON.stringify({ channelId, userId, privileges, channelDuration, duration, size, delayClose })
}

/** Each replaces one step, or two. */
const mutants = {
  right: {},
  'digest-hex': { signature: (mac) => mac.toString('hex') },
  base64url: { base64: (bytes) => bytes.toString('base64url') },
  'createHmac-sha1': { mac: macBy('sha1') },
  'createHmac-swapped': { mac: (key, message) => macBy('sha256')(message, key) },
  createHash: { mac: (key, message) => createHash('sha256').update(key).update(message).digest() },
  'digest-toString': { signature: (mac) => Buffer.from(mac.toString()).toString('base64') },
  'Date-getTime': { clock: (timestamp) => new Date(timestamp * 1000).getTime() },
  'Date-over-1000': { clock: (timestamp) => withinSecond(timestamp).getTime() / 1000 },
  'Date-getMilliseconds': { clock: (timestamp) => withinSecond(timestamp).getMilliseconds() },
  'bitwise-or': { seconds: (timestamp) => String(timestamp | 0) },
  toLocaleString: { seconds: (timestamp) => timestamp.toLocaleString('en-US') },
  btoa: { params: btoa },
  'Buffer-latin1': { bytes: (json) => Buffer.from(json, 'latin1') },
  'unit-by-unit': { bytes: unitByUnit },
  'Buffer-utf16le': { bytes: (json) => Buffer.from(json, 'utf16le') },
  'secret-base64': { key: (secret) => Buffer.from(secret, 'base64') },
  'secret-hex': { key: (secret) => Buffer.from(secret, 'hex') },
  'secret-trim': { key: (secret) => Buffer.from(secret.trim()) },
  'secret-undefined': { lacks: (secret) => secret === undefined },
  'message-dotted': { message: (parts) => parts.join('.') },
  'message-without-timestamp': { message: ([version, appId, , params]) => version + appId + params },
  'if-value': {
    serialise: (p) => JSON.stringify(Object.fromEntries(Object.entries(p).filter(([, value]) => value))),
  },
  'Number-userId': {
    serialise: (p) => JSON.stringify({ ...p, userId: isNaN(p.userId) ? p.userId : Number(p.userId) }),
  },
  template: { serialise: template },
  'null-settings': { serialise: settings },
  'stringify-twice': { serialiseToSend: (p) => JSON.stringify(p, null, 1) },
  'stringify-token': { output: (token) => JSON.stringify(token) },
  encodeURIComponent: { output: (token) => encodeURIComponent(token) },
  URLSearchParams: { output: (token) => new URLSearchParams(`token=${token}`).get('token') },
  'base64url-and-getTime': {
    base64: (bytes) => bytes.toString('base64url'),
    clock: (timestamp) => new Date(timestamp * 1000).getTime(),
  },
}

function sign(parts, secret) {
  if (sdk.lacks(secret)) throw new Refused('empty-secret')
  return sdk.signature(sdk.mac(sdk.key(secret), sdk.message(parts)))
}

const methods = {
  'token.params': (p) => ({ params: sdk.params(p.joinParamsJson) }),
  'token.signature': (p) => ({
    signature: sign([p.version, p.appId, sdk.seconds(p.timestamp), p.params], p.appSecret),
  }),
  'token.issue': ({ appId, appSecret, joinParams, timestamp }) => {
    check(joinParams)
    const parts = ['02', appId, sdk.seconds(sdk.clock(timestamp)), sdk.params(sdk.serialise(joinParams))]
    const signature = sign(parts, appSecret)
    if (sdk.serialiseToSend) parts[3] = sdk.params(sdk.serialiseToSend(joinParams))
    return { token: sdk.output([...parts, signature].join('.')) }
  },
}

const describe = () => ({
  protocol: 1,
  sdk: { name: 'mutant', version: '1.0.0', language: 'JavaScript' },
  methods: Object.keys(methods),
  clock: 'injected',
})

function outcome({ method, params }) {
  const called = { describe, ...methods }[method]
  if (!called) return { error: { code: -32601, message: 'method not offered' } }
  try {
    return { result: called(params) }
  } catch (error) {
    if (error instanceof Refused)
      return { error: { code: 1, message: 'refused', data: { reason: error.message } } }
    return { error: { code: 3, message: error.name } } // its text may hold a secret
  }
}

const mutant = mutants[process.argv[2]]
if (!mutant) {
  console.error(`usage: sdk.mjs MUTANT, one of: ${Object.keys(mutants).join(' ')}`)
  process.exit(2)
}
const sdk = { ...right, ...mutant }

let open = ''
for await (const chunk of process.stdin.setEncoding('utf8')) {
  const lines = (open + chunk).split('\n') // not readline: it also breaks at U+2028
  open = lines.pop()
  for (const line of lines) {
    const question = JSON.parse(line)
    console.log(JSON.stringify({ jsonrpc: '2.0', id: question.id, ...outcome(question) }))
  }
}
