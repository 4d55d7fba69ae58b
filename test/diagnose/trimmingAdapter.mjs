/** An adapter that strips secrets as Python does. With a file in its arguments it starts once: the file says that it did. */
import { createHmac } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [mark] = process.argv.slice(2)
if (mark && existsSync(mark)) process.exit(1)
if (mark) writeFileSync(mark, '')

// str.isspace(): Unicode's white space, and U+001C to U+001F.
const SPACE = '[\\x1c-\\x1f\\p{White_Space}]+'
const ENDS = new RegExp(`^${SPACE}|${SPACE}$`, 'gu')

const methods = {
  describe: () => ({
    protocol: 1,
    sdk: { name: 'trimming', version: '1', language: 'JavaScript' },
    methods: ['token.signature'],
    clock: 'injected',
  }),
  'token.signature': ({ version, appId, timestamp, params, appSecret }) => {
    if (appSecret === '') throw new Error('empty-secret')
    const message = `${version}${appId}${timestamp}${params}`
    return {
      signature: createHmac('sha256', appSecret.replace(ENDS, '')).update(message).digest('base64'),
    }
  },
}

function answer(method, params) {
  try {
    return { result: methods[method](params) }
  } catch ({ message }) {
    return { error: { code: 1, message, data: { reason: message } } }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer(method, params) })}\n`)
}
