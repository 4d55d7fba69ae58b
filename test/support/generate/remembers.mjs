/** An SDK that keeps the privileges of a user for later tokens. With REPAIRED it is right, and OWN are its own. */
import { createHmac } from 'node:crypto'
import { createInterface } from 'node:readline'

const DESCRIPTION = {
  protocol: 1,
  sdk: { name: 'remembers', version: '1.0.0', language: 'javascript' },
  methods: ['token.issue'],
  clock: 'injected',
}

const kept = new Map()

function privilegesOf({ userId, privileges }) {
  const { REPAIRED, OWN } = process.env
  if (REPAIRED) return privileges ?? (OWN === undefined ? undefined : Number(OWN))
  if (privileges !== undefined) kept.set(userId, privileges)
  return kept.get(userId)
}

const INTEGERS = ['privileges', 'channelDuration', 'duration', 'size', 'delayClose']

function isRight(joinParams) {
  const { channelId, userId, duration = 0, delayClose = 0 } = joinParams ?? {}
  return (
    typeof channelId === 'string' &&
    typeof userId === 'string' &&
    INTEGERS.every((name) => joinParams[name] === undefined || Number.isInteger(joinParams[name])) &&
    Math.max(duration, delayClose) <= 86400
  )
}

function tokenOf({ appId, appSecret, joinParams, timestamp }) {
  if (appSecret === '' || !isRight(joinParams)) throw new Error('refused')
  const json = JSON.stringify({ ...joinParams, privileges: privilegesOf(joinParams) })
  const params = Buffer.from(json).toString('base64')
  const signature = createHmac('sha256', appSecret).update(`02${appId}${timestamp}${params}`).digest('base64')
  return `02.${appId}.${timestamp}.${params}.${signature}`
}

function answer(method, params) {
  if (method === 'describe') return { result: DESCRIPTION }
  try {
    return { result: { token: tokenOf(params) } }
  } catch {
    return { error: { code: 1, message: 'refused', data: { reason: 'malformed' } } }
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer(method, params) })}\n`)
})
