/**
 * An SDK over a year: `node sdk.mjs`, with the mistakes that the environment variable SDK_MISTAKES names, with commas.
 * Right otherwise, by the built reference. It has no HTTP client.
 */
import { createInterface } from 'node:readline'

const { encodeParams, issue, sign, verify } = await import(
  `${process.env.BUILT_PROGRAM}/runners/library/index.js`
)

const alterations = new Set((process.env.SDK_MISTAKES ?? '').split(','))
const has = (name) => alterations.has(name)
if (has('does-not-start')) process.exit(1)

const METHODS = {
  describe: () => ({
    protocol: 1,
    sdk: { name: 'year', version: process.env.SDK_VERSION ?? '1.0.0', language: 'JavaScript' },
    methods: has('offers-nothing') ? [] : Object.keys(METHODS).filter((name) => name !== 'describe'),
    clock: has('own-clock') ? 'system' : 'injected',
  }),
  // parse-again: eight texts of JSON are written in another way than JSON.stringify has.
  'token.params': ({ joinParamsJson }) => ({
    params: encodeParams(has('parse-again') ? JSON.stringify(JSON.parse(joinParamsJson)) : joinParamsJson),
  }),
  // tells-secret: the result holds it. cut-secret: four secrets have more than 64 bytes, the block of SHA-256 (RFC 2104 section 2: to be hashed first).
  'token.signature': ({ appSecret, ...signed }) => {
    const bytes = Buffer.from(used(appSecret))
    const isCut = has('cut-secret') && bytes.length > 64
    const signature = sign(signed, isCut ? bytes.subarray(0, 64).toString() : used(appSecret))
    return { signature, ...(has('tells-secret') && { debug: appSecret }) }
  },
  'token.issue': (params) => kept(params) ?? issued(params),
  'token.verify': ({ token, appSecret, now, ...verifier }) =>
    verify(has('takes-line-breaks') ? token.replace(/[\r\n]/g, '') : token, {
      appSecret: used(appSecret),
      now: has('own-clock') ? second() : now,
      ...verifier,
    }),
}

function issued({ joinParams, timestamp = second(), ...issuer }) {
  issuer.appSecret = used(issuer.appSecret)
  if (has('crashes') && joinParams.userId === '😀🎧') process.exit(1)
  const token = issue(joinParams, { ...issuer, timestamp })
  return { token: has('lower-case') ? token.toLowerCase() : token }
}

/** token-kept: for equal arguments, while it is valid. token-kept-too-long: for ever. */
const tokens = new Map()
function kept(params) {
  if (!has('token-kept') && !has('token-kept-too-long')) return undefined
  const key = JSON.stringify(params)
  const { result, until } = tokens.get(key) ?? {}
  if (result && (has('token-kept-too-long') || second() < until)) return result
  const made = { result: issued(params), until: second() + (params.joinParams.duration ?? 86400) - 1 }
  tokens.set(key, made)
  return made.result
}

/** trimmed-secret: in every method. */
const used = (secret) => (has('trimmed-secret') ? secret.trim() : secret)

/** own-clock: the SDK reads the clock itself. clock-read-once: when it is loaded, and never again. */
const loadedAt = Math.ceil(Date.now() / 1000)
const second = () => (has('clock-read-once') ? loadedAt : Math.floor(Date.now() / 1000))

function answer(line) {
  const { id, method, params } = JSON.parse(line)
  let reply
  try {
    reply = { result: METHODS[method](params) }
  } catch (error) {
    reply = { error: { code: 1, message: 'refused', data: { reason: error.code } } }
  }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...reply })}\n`)
}

for await (const line of createInterface({ input: process.stdin })) answer(line)
