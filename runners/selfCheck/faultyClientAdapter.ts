/**
 * The stdio adapter of a client of the fault catalogue: `clientAdapter <fault, way or right>[#<form>]`. Form 0 is the
 * fault itself, form 1 the first of its others.
 */
import { parseJson } from '../../src/json.ts'
import { Declined } from '../../src/faults/client/clientFault.ts'
import type { WireCall } from '../../src/model/index.ts'
import { onLines } from '../adapters/typescript/loop.ts'
import { FaultyClient, clientNamed, describedAs, RIGHT_CLIENT } from './faultyClient.ts'

interface Request {
  readonly id: number
  readonly method: string
  readonly params: WireCall
}

const name = process.argv[2] ?? RIGHT_CLIENT
const steps = clientNamed(name)
if (!steps) {
  process.stderr.write(`no client is named ${name}\n`)
  process.exit(2)
}
const client = new FaultyClient(steps)
const DESCRIPTION = describedAs(name, steps)

async function reply({ id, method, params }: Request): Promise<void> {
  const outcome = await answer(method, params).catch((error: Error) => ({ error: errorOf(error) }))
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...outcome })}\n`)
}

const errorOf = (error: Error): object =>
  error instanceof Declined
    ? { code: error.code, message: error.message, data: { reason: error.reason } }
    : { code: 3, message: error.message }

async function answer(method: string, params: WireCall): Promise<object> {
  return { result: method === 'describe' ? DESCRIPTION : await client.call(params) }
}

let turn = Promise.resolve()
onLines(process.stdin, (line) => {
  const request = parseJson<Request>(line)
  if (steps.sequential) turn = turn.then(() => reply(request))
  else void reply(request)
})
