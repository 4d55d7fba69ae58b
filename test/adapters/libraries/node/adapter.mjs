/**
 * An adapter whose client.call goes through one of Node's HTTP libraries, as it comes: adapter.mjs <library>. Only what
 * every client of the service must do is added. With --wrong, each status is a success.
 */
import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'

const [library, flag] = process.argv.slice(2)

const ROUTES = {
  'auth.token': ['POST', '/auth/token'],
  'streaming.start': ['POST', '/streaming/start'],
  'streaming.update': ['PUT', '/streaming/update'],
  'streaming.stop': ['POST', '/streaming/stop'],
}
const CODE_NAMES = ['code', 'errorCode', 'error_code', 'error']

/**
 * These libraries reject for an error status: its answer stands in the error. So does the head of an answer that was
 * cut off, whose status may be 200.
 */
function answerIn(error) {
  const { response } = error
  if (response && (response.status ?? response.statusCode) !== 200) return response
  // superagent, where the body is no JSON.
  if (error.parse) return { status: error.statusCode, text: error.rawResponse }
  throw error
}

/** Each sends one request and resolves with the status and the text of the answer. */
const LIBRARIES = {
  async fetch({ url, method, headers, json, timeout }) {
    const signal = AbortSignal.timeout(timeout)
    const request = { method, headers, body: JSON.stringify(json), signal }
    const response = await fetch(url, request)
    return [response.status, await response.text()]
  },
  async undici({ url, method, headers, json, timeout }, { request }) {
    const limits = { headersTimeout: timeout, bodyTimeout: timeout }
    const answer = await request(url, { method, headers, body: JSON.stringify(json), ...limits })
    return [answer.statusCode, await answer.body.text()]
  },
  async axios({ json, ...request }, { default: axios }) {
    const { status, data } = await axios.request({ ...request, data: json }).catch(answerIn)
    return [status, typeof data === 'string' ? data : JSON.stringify(data)]
  },
  async got({ url, timeout, ...request }, { default: got }) {
    const sent = got(url, { ...request, timeout: { request: timeout } })
    const { statusCode, body } = await sent.catch(answerIn)
    return [statusCode, body]
  },
  async ky({ url, ...request }, { default: ky }) {
    const response = await ky(url, request).catch(answerIn)
    return [response.status, await response.text()]
  },
  async superagent({ url, method, headers, json, timeout }, { default: superagent }) {
    const sent = superagent(method, url).set(headers).timeout(timeout).send(json)
    const { status, text } = await sent.catch(answerIn)
    return [status, text]
  },
}

const imported = library === 'fetch' ? undefined : await import(library)
const isWrong = flag === '--wrong'

async function clientCall({ baseUrl, authorization, timeoutMillis, operation, body }) {
  const [method, path] = ROUTES[operation]
  const headers = {
    'Content-Type': 'application/json',
    Authorization: authorization,
    'Tracking-Id': randomBytes(16).toString('hex'),
  }
  const request = {
    url: baseUrl.replace(/\/+$/, '') + path,
    method,
    headers,
    json: body,
    timeout: timeoutMillis,
  }
  try {
    const [status, text] = await LIBRARIES[library](request, imported)
    return outcome(operation, status, parse(text))
  } catch (error) {
    return { ok: false, kind: kindOf(error) }
  }
}

/** Libraries wrap the error of Node, or name it in a code of their own. */
function kindOf(error) {
  const causes = [error, error.cause, error.cause?.cause].filter((cause) => cause instanceof Error)
  const names = causes.map(({ name, code, message }) => `${name} ${code} ${message}`).join(' ')
  if (/timeout|TIMEDOUT|timedout|ECONNABORTED/i.test(names)) return 'timeout'
  return /HPE_|HTTPParser|redirect|decod|decompress|Z_\w+|zlib|Parse Error/i.test(names)
    ? 'protocol'
    : 'network'
}

/** Sections 4.1 and 7: success is 200 alone, with a token if one was requested. */
function outcome(operation, status, value) {
  if (status !== 200 && !isWrong) return { ok: false, kind: 'http', status, code: codeIn(value) }
  if (operation !== 'auth.token') return { ok: true, status }
  if (typeof value?.token === 'string') return { ok: true, status, token: value.token }
  return isWrong ? { ok: true, status } : { ok: false, kind: 'protocol', status }
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The first error code, however deep: section 7 does not show the shape of error bodies. */
function codeIn(value) {
  if (typeof value !== 'object' || value === null) return undefined
  const isCode = (name) => typeof value[name] === 'string' && /^[A-Za-z]+(\.[A-Za-z]+)+$/.test(value[name])
  const name = CODE_NAMES.find(isCode)
  if (name !== undefined) return value[name]
  return Object.values(value)
    .map(codeIn)
    .find((code) => code !== undefined)
}

const METHODS = {
  describe: async () => ({
    protocol: 1,
    sdk: { name: library, version: process.version, language: 'JavaScript' },
    methods: ['client.call'],
    clock: 'injected',
    authorization: 'given',
    // More would starve each other on a busy machine.
    maxInFlight: 8,
  }),
  'client.call': clientCall,
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line)
  const result = await METHODS[method](params)
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)
})
