import { isUtf8 } from 'node:buffer'
import type { Answer, Json, Vector } from '../model/index.ts'
import { answerFor, withOwnTime, componentsOf } from './predict.ts'
import type { SeenChoices } from '../faults/fault.ts'
import { sdkWith } from '../faults/faultySdk/index.ts'
import { seenIn } from '../faults/faultySdk/seen.ts'
import { TOKEN_FORMAT } from '../interface/tokenFormat.ts'
import { encodeParams, messageOf, sign } from '../token/index.ts'
import { isObject } from '../json.ts'
import { unicodeEscape } from '../text.ts'

/** One value on the way to a token, as it should be and as it was. */
export interface Stage {
  readonly stage:
    'JSON' | 'version and appId' | 'timestamp' | 'params' | 'message' | 'key in hex' | 'signature'
  readonly expected: string
  /** Absent where the answer does not show it: a signature does not show what was signed and with what. */
  readonly got?: string
}

/**
 * The values of a wrong answer next to the right ones, in the order in which they arise (section 4.5). Each stage of a
 * token is computed from what was really sent before it, so the first that differs is where the fault was made.
 */
export function stagesOf({ question, expect }: Vector, given: Answer): Stage[] {
  const answer = answerFor(given)
  if (answer?.kind !== 'accepted' || expect.verdict === 'refuse') return []
  const { intermediates = {}, output: right } = expect
  const [expected, got] = [textInOutput(right), textInOutput(answer.output)]
  if (question.method === 'token.params')
    return stages([
      ['JSON', question.params.joinParamsJson, textOf(got)],
      ['params', expected, got],
    ])
  if (question.method === 'token.signature')
    return stages([
      ['message', intermediates.message ?? ''],
      ['key in hex', keyOf(question.params.appSecret)],
      ['signature', expected, got],
    ])
  const asked = withOwnTime(question, answer, given.askedAt)
  if (asked.method !== 'token.issue') return []
  const { appId, appSecret, timestamp = 0 } = asked.params
  const sent = componentsOf(asked.method, answer)
  if (sent.params === undefined || sent.signature === undefined || sent.timestamp === undefined)
    return stages([['signature', '02.<appId>.<timestamp>.<params>.<signature>', got]])
  const [seen = {}] = seenIn(asked, answer)
  const { json } = seen
  const signed = { version: TOKEN_FORMAT.version, appId, timestamp: sent.timestamp, params: sent.params }
  return stages([
    ['version and appId', `${TOKEN_FORMAT.version}.${appId}`, sent.head ?? ''],
    ['timestamp', String(timestamp), sent.timestamp],
    ['JSON', rightJson(asked.params.joinParams, seen), json ?? textOf(sent.params)],
    ['params', json === undefined ? (intermediates.params ?? '') : encodeParams(json), sent.params],
    ['message', messageOf(signed)],
    ['key in hex', keyOf(appSecret)],
    ['signature', appSecret === '' ? '' : sign(signed, appSecret), sent.signature],
  ])
}

const stages = (rows: readonly (readonly [Stage['stage'], string, (string | undefined)?])[]): Stage[] =>
  rows.map(([stage, expected, got]) => ({ stage, expected, ...(got !== undefined && { got }) }))

/** The bytes of a secret; one that is easily misread stands after them as text, with its white space to be seen. */
function keyOf(appSecret: string): string {
  const hex = Buffer.from(appSecret).toString('hex')
  if (/^[!-~]*$/.test(appSecret)) return hex
  const visible = JSON.stringify(appSecret).replace(/[^ -~]/g, unicodeEscape)
  return `${hex} of ${visible}`
}

/** The text in the params; undefined where they are no base64 of any text. It may be cut off within a character. */
function textOf(params: string): string | undefined {
  const bytes = Buffer.from(params, 'base64')
  const text = bytes.toString('utf8')
  return isUtf8(bytes) || /^\s*\{"/.test(text) ? text : undefined
}

const textInOutput = (output: object): string => {
  const text: unknown = Object.values(output).find((value) => typeof value === 'string')
  return typeof text === 'string' ? text : 'null'
}

/** The JSON of right code in the style of the answer: white space, order and escapes are the SDK's choice. */
function rightJson(joinParams: Json, seen: SeenChoices): string {
  const sdk = sdkWith([], seen)
  return isObject(joinParams) ? sdk.serialise(sdk.prepare(joinParams, 0)) : JSON.stringify(joinParams)
}
