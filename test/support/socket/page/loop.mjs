/** The loop of an adapter in a page: the questions come over a WebSocket, whose address and code are in the fragment. */
export function serve(description, methods, translate) {
  const [url, code] = decodeURIComponent(location.hash.slice(1)).split(' ')
  const socket = new WebSocket(url)
  const offered = Object.entries(methods).filter(([, call]) => call)
  const described = { protocol: 1, ...description, methods: offered.map(([name]) => name) }
  const calls = new Map([...offered, ['describe', () => described]])
  socket.addEventListener('open', () => socket.send(code))
  socket.addEventListener('message', async ({ data }) => socket.send(await reply(data, calls, translate)))
}

async function reply(line, calls, translate) {
  const { id, method, params } = JSON.parse(line)
  const answer = (outcome) => JSON.stringify({ jsonrpc: '2.0', id, ...outcome })
  try {
    return answer({ result: await calls.get(method)(params) })
  } catch (error) {
    return answer({ error: translate(error) })
  }
}
