import { isUtf8 } from 'node:buffer'
import { isObject, isTooDeep, readJson } from '../../src/json.ts'
import { objectOrNothing } from '../../src/members.ts'
import {
  MINT_REASONS,
  type AdapterMethod,
  type AnswerOutputs,
  type ClientReport,
  type JsonObject,
  type Reply,
} from '../../src/model/index.ts'
import { unicodeEscape } from '../../src/text.ts'
import type { AdapterLine } from './channel.ts'
import { isResult, RESULT_SHAPES } from './shapes.ts'
import type { Said } from './wire.ts'

/** Longest line that an adapter may send, in bytes; the longest right answer has some 20 kB. */
export const LONGEST_LINE = 1024 * 1024

/** What a line of an adapter means. */
export type WireReply = Reply<AnswerOutputs[Exclude<AdapterMethod, 'client.call'>] | ClientReport> & Said

type Read =
  | { readonly id: number; readonly message: JsonObject; readonly text: string }
  | { readonly problem: string; readonly id?: number }

/**
 * One question as the line that is sent (JSON-RPC 2.0). The characters at which some line readers also break are escaped,
 * those that JSON leaves as they are (U+0085, U+2028, U+2029): Node's readline does from 24 on, and Java's Scanner.
 */
export const requestLine = (id: number | string, method: string, params: unknown): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params }).replace(OTHER_LINE_BREAKS, unicodeEscape)}\n`

const OTHER_LINE_BREAKS = /[\u0085\u2028\u2029]/g

/** Not 0, because careless code takes 0 for no id. */
export const DESCRIBE_ID = 1

/** Printable in all advice, so that a maintainer can type it. */
export const DESCRIBE_LINE = requestLine(DESCRIBE_ID, 'describe', { protocol: 1 })

/** Reads a line as a JSON-RPC 2.0 response; returns what is wrong with it and never throws. */
export function readLine(line: AdapterLine): Read {
  if ('tooLong' in line) return { problem: `a line of more than ${LONGEST_LINE} bytes` }
  const text = line.bytes.toString('utf8')
  const message = objectOrNothing(text)
  if (!message) return { problem: 'a line that is no JSON object' }
  const id = message['id']
  if (typeof id !== 'number') return { problem: 'a line without the id of a question' }
  const problem = isUtf8(line.bytes) ? envelopeProblem(message, text) : 'a line that is no UTF-8'
  return problem === undefined ? { id, message, text } : { problem, id }
}

export function envelopeProblem(message: JsonObject, text: string): string | undefined {
  // Code that walks through the answer would run out of stack.
  if (isTooDeep(text)) return 'a line that is nested too deeply'
  if (message['jsonrpc'] !== '2.0') return 'a message without "jsonrpc":"2.0"'
  if ('result' in message === 'error' in message) return 'a message without exactly one of result and error'
  const { error } = message
  const isRight = 'result' in message || (isObject(error) && Number.isInteger(error['code']))
  return isRight ? undefined : 'an error without a whole number as code'
}

/** What an answer to a method means. */
export const replyOf = (method: AdapterMethod, message: JsonObject, said: string): WireReply => ({
  ...meaningOf(method, message, said),
  said,
})

function meaningOf(method: AdapterMethod, { result, error }: JsonObject, text: string): WireReply {
  if (isObject(error)) return errorReply(error)
  if (method === 'token.verify' && isResult(method, result))
    return result.valid
      ? { kind: 'accepted', output: result, inexact: inexactIn(text) }
      : { kind: 'refused', ...(result.reason !== undefined && { reason: result.reason }) }
  if (method !== 'token.verify' && isResult(method, result)) return { kind: 'accepted', output: result }
  const message = `The result of ${method} has the wrong shape: it ${RESULT_SHAPES[method](result)}.`
  return { kind: 'broken', reason: 'bad-line', message }
}

/** Numbers of the join parameters that are not written as integers: JSON.parse loses that (60.0 is not 60). */
function inexactIn(text: string): string[] {
  if (!/[\s:[,]-?[0-9]+[.eE]/.test(text)) return []
  const prefix = '/result/joinParams'
  return readJson(text)
    .inexact.filter((at) => at.startsWith(prefix))
    .map((at) => at.slice(prefix.length))
}

function errorReply({ code, message: said, data }: JsonObject): Reply<never> {
  const message = typeof said === 'string' ? said : 'no message'
  if (code === 2)
    return { kind: 'unsupported', why: `the SDK's types cannot express it: ${message}`, byType: true }
  const given = isObject(data) ? data['reason'] : undefined
  const reason = MINT_REASONS.find((one) => one === given)
  if (code === 1 && reason !== undefined) return { kind: 'refused', reason }
  // Only methods that describe offers are asked.
  const where = code === -32601 ? '-32601 for a method that describe offers' : JSON.stringify(code)
  return { kind: 'failed', message: `code ${where}: ${message.slice(0, 500)}` }
}

/** The first 200 bytes of a line, for people. */
export const quote = ({ bytes }: AdapterLine): string =>
  JSON.stringify(bytes.subarray(0, 200).toString('utf8'))
