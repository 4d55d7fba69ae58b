/** An adapter whose code calls a function that does not exist, for the methods that its arguments name. */
import { createHmac } from 'node:crypto'
import { createInterface } from 'node:readline'

const broken = new Set(process.argv.slice(2))

const methods = {
  describe: () => ({
    protocol: 1,
    sdk: { name: 'broken', version: '1', language: 'JavaScript' },
    methods: ['token.params', 'token.signature'],
    clock: 'injected',
  }),
  'token.params': ({ joinParamsJson }) => ({
    params: Buffer.from(joinParamsJson, 'utf8').toString('base64url'),
  }),
  'token.signature': ({ version, appId, timestamp, params, appSecret }) => ({
    signature: createHmac('sha256', appSecret)
      .update(`${version}${appId}${timestamp}${params}`)
      .digest('base64'),
  }),
}

function answer(line) {
  const { id, method, params } = JSON.parse(line)
  const reply = { jsonrpc: '2.0', id }
  try {
    // eslint-disable-next-line no-undef
    reply.result = broken.has(method) ? undefinedFunction(params) : methods[method](params)
  } catch (error) {
    reply.error = { code: 3, message: String(error) }
  }
  process.stdout.write(`${JSON.stringify(reply)}\n`)
}

for await (const line of createInterface({ input: process.stdin })) answer(line)
