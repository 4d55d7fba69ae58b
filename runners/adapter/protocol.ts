import { isUtf8 } from 'node:buffer'
import { isObject, readJson } from '../../src/json.ts'
import { MINT_REASONS, type AdapterMethod, type Answer, type JsonObject } from '../../src/model/index.ts'
import type { Line } from './lines.ts'
import { RESULT_SHAPES } from './shapes.ts'

/** Longest line that an adapter may send, in bytes; the longest right answer has some 20 kB. */
export const LONGEST_LINE = 1024 * 1024

/** An answer without its times. */
export type Reply = Answer extends infer A
  ? A extends Answer
    ? Omit<A, 'askedAt' | 'answeredAt'>
    : never
  : never

/** A line of the adapter: an answer to some id, or something that is none. */
export type Read =
  | { readonly id: number; readonly message: JsonObject; readonly text: string }
  | { readonly mistake: string; readonly id?: number }

/** One question as the line that is sent (JSON-RPC 2.0). */
export const requestLine = (id: number, method: string, params: unknown): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`

/** Reads a line as a JSON-RPC 2.0 response; whatever is wrong with it is said, never thrown. */
export function readLine(line: Line): Read {
  if ('tooLong' in line) return { mistake: `a line of more than ${LONGEST_LINE} bytes` }
  const text = line.bytes.toString('utf8')
  const message = parseObject(text)
  if (!message) return { mistake: 'a line that is no JSON object' }
  const id = message['id']
  if (typeof id !== 'number') return { mistake: 'a line without the id of a question' }
  const mistake = isUtf8(line.bytes) ? envelopeMistake(message) : 'a line that is no UTF-8'
  return mistake === undefined ? { id, message, text } : { mistake, id }
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function envelopeMistake(message: JsonObject): string | undefined {
  if (message['jsonrpc'] !== '2.0') return 'a message without "jsonrpc":"2.0"'
  if ('result' in message === 'error' in message) return 'a message without exactly one of result and error'
  if ('result' in message) return undefined
  const { error } = message
  return isObject(error) && Number.isInteger(error['code'])
    ? undefined
    : 'an error without a whole number as code'
}

/** What an answer to a method means. */
export function replyOf(method: AdapterMethod, message: JsonObject, text: string): Reply {
  if ('error' in message) return errorReply(message['error'] as JsonObject)
  const result = message['result'] as JsonObject
  const mistake = RESULT_SHAPES[method]!(result)
  if (mistake !== undefined)
    return {
      kind: 'broken',
      reason: 'bad-line',
      message: `The result of ${method} has the wrong shape: it ${mistake}.`,
    }
  if (method !== 'token.verify') return { kind: 'accepted', output: result }
  if (result['valid'] === false) return { kind: 'refused', reason: result['reason'] as string }
  return { kind: 'accepted', output: result, inexact: inexactIn(text) }
}

/** Numbers of the join parameters that are not written as integers: JSON.parse forgets that (60.0 is not 60). */
function inexactIn(text: string): string[] {
  if (!/[0-9][.eE]/.test(text)) return []
  const prefix = '/result/joinParams'
  return readJson(text)
    .inexact.filter((at) => at.startsWith(prefix))
    .map((at) => at.slice(prefix.length))
}

function errorReply(error: JsonObject): Reply {
  const message = typeof error['message'] === 'string' ? error['message'] : 'no message'
  if (error['code'] === -32601) return { kind: 'unsupported', why: `not offered: ${message}` }
  if (error['code'] === 2)
    return { kind: 'unsupported', why: `the SDK's types cannot express it: ${message}` }
  const reason = (error['data'] as JsonObject | undefined)?.['reason']
  if (error['code'] === 1 && (MINT_REASONS as readonly unknown[]).includes(reason))
    return { kind: 'refused', reason: reason as string }
  return { kind: 'failed', message: `code ${JSON.stringify(error['code'])}: ${message.slice(0, 500)}` }
}

/** The first 200 bytes of a line, for people. */
export const quote = ({ bytes }: Line): string => JSON.stringify(bytes.subarray(0, 200).toString('utf8'))
