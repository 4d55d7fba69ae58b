/** The loop of an adapter: reads questions, writes answers. It needs no change. */
import { Console } from 'node:console'

/** What the SDK is; `describe` adds the methods. */
export interface Description {
  readonly sdk: { readonly name: string; readonly version: string; readonly language: string }
  readonly clock: 'injected' | 'system'
  readonly authorization?: 'given' | 'own'
}

type Method = (params: never) => object | Promise<object>
/** From the params of a question to its result. What is null or missing is answered with -32601. */
export type Methods = Readonly<Record<string, Method | null>>

/** An error of the protocol. */
export interface Failure {
  readonly code: number
  readonly message: string
  readonly data?: { readonly reason: string }
}

/** Answers until the input ends; calls that are under way then are finished. */
export function serve(
  description: Description,
  methods: Methods,
  translate: (error: unknown) => Failure,
): void {
  // A console.log somewhere in the SDK must not land between two answers.
  globalThis.console = new Console(process.stderr)
  const offered = new Map(Object.entries(methods).filter((entry): entry is [string, Method] => !!entry[1]))
  const described = { protocol: 1, ...description, methods: [...offered.keys()] }
  offered.set('describe', () => described)
  onLines(process.stdin, async (line) => {
    process.stdout.write(`${await reply(line, offered, translate)}\n`)
  })
}

/** The answer to one line, whatever goes wrong. */
async function reply(
  line: string,
  methods: ReadonlyMap<string, Method>,
  translate: (error: unknown) => Failure,
): Promise<string> {
  let id: unknown = null
  const answer = (outcome: { result: object } | { error: Failure }): string =>
    JSON.stringify({ jsonrpc: '2.0', id, ...outcome })
  try {
    const question = JSON.parse(line) as { id: unknown; method: string; params: never }
    id = question.id
    const method = methods.get(question.method)
    if (!method) return answer({ error: { code: -32601, message: 'method not offered' } })
    return answer({ result: await method(question.params) })
  } catch (error) {
    return answer({ error: translate(error) })
  }
}

/** Hands over each line of the input. Cut at line feeds only: Node's readline also breaks at U+2028, which is text. */
export function onLines(input: NodeJS.ReadStream, take: (line: string) => void): void {
  let open = ''
  input.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (open + chunk).split('\n')
    open = lines.pop()!
    for (const line of lines) take(line)
  })
}
