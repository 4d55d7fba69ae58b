/** An adapter whose code calls a function that does not exist, for the methods that its arguments name. */
import { createHmac } from 'node:crypto'

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

// Not by node:readline, which from Node 24 on takes U+2028 within a text for the end of a line.
let rest = ''
for await (const chunk of process.stdin.setEncoding('utf8')) {
  const lines = `${rest}${chunk}`.split('\n')
  rest = lines.pop()
  for (const line of lines) answer(line)
}
