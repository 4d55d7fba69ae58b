import { isUtf8 } from 'node:buffer'
import { ChannelproofError } from '../errors.ts'
import { holdsObject, readJson, type JsonText } from '../json.ts'
import type { Difference, JsonObject } from '../model/index.ts'
import { decodedOtherwise, formFindings } from './exact.ts'
import type { Found } from './finding.ts'
import { joinParamsFindings } from './joinParams.ts'

/**
 * Finds what is wrong with the params part of a token, whose JSON is the maker's choice (section 4.5).
 * @param asked the values that it must hold
 */
export function sentParamsFindings(asked: JsonObject, params: string): Found[] {
  const form = formFindings('params', params)
  const bytes = bytesFindings(asked, Buffer.from(params, 'base64'))
  const difference = { expected: 'standard base64 with padding, one line', got: params }
  if (!form.some(({ level }) => level === undefined)) return [...form, ...bytes]
  // What is no base64 may decode to nothing readable: that is no finding of its own.
  return [
    ...form.map((one) => ({ ...one, difference })),
    ...bytes.filter(({ reason }) => !UNREADABLE.has(reason)),
  ]
}

const UNREADABLE: ReadonlySet<string> = new Set(['params-not-utf8', 'params-not-json'])

function bytesFindings(asked: JsonObject, bytes: Buffer): Found[] {
  const mark = bytes.subarray(0, 3).equals(Buffer.from('efbbbf', 'hex'))
  const rest = mark ? bytes.subarray(3) : bytes
  const plain = isUtf8(rest) ? read(rest.toString('utf8')) : 'no UTF-8'
  if (typeof plain !== 'string') return [...(mark ? [BYTE_ORDER_MARK] : []), ...textFindings(asked, plain)]
  const other = decodedOtherwise(rest)
    .map(read)
    .find((text) => typeof text !== 'string')
  if (typeof other === 'object') return [otherCharset('recommended', bytes), ...textFindings(asked, other)]
  return [isUtf8(rest) ? notJson(plain, bytes) : otherCharset(undefined, bytes)]
}

const textFindings = (asked: JsonObject, text: JsonText<JsonObject>): Found[] => [
  ...text.duplicates.map(memberTwice),
  ...joinParamsFindings(asked, text),
]

/** JSON Pointers of the numbers in a token that are not written as integers. */
export function inexactIn(token: string): readonly string[] {
  const text = read(Buffer.from(token.split('.').at(-2) ?? '', 'base64').toString('utf8'))
  return typeof text === 'string' ? [] : text.inexact
}

/** The object in the text, or why there is none. */
function read(text: string): JsonText<JsonObject> | string {
  try {
    const found = readJson(text)
    return holdsObject(found) ? found : 'another value than an object'
  } catch (error) {
    if (!(error instanceof ChannelproofError)) throw error
    return error.message
  }
}

const shown = (bytes: Buffer): Difference => ({
  expected: 'a JSON object in UTF-8',
  got: bytes.toString('utf8'),
})

const BYTE_ORDER_MARK: Found = {
  reason: 'byte-order-mark',
  rule: 'TOKEN-PARAMS-NO-BYTE-ORDER-MARK',
  level: 'recommended',
  message: 'the JSON begins with a byte order mark; write UTF-8 without one (RFC 8259 section 8.1).',
}

const memberTwice = (member: string): Found => ({
  reason: 'member-twice',
  level: 'recommended',
  message: `${member} stands twice in the params; readers disagree which of them counts (RFC 8259 section 4).`,
})

const otherCharset = (level: Found['level'], bytes: Buffer): Found => ({
  reason: 'params-not-utf8',
  message: 'params decodes to bytes that are no UTF-8; encode the JSON as UTF-8 (RFC 8259 section 8.1).',
  difference: shown(bytes),
  ...(level && { level }),
})

const notJson = (problem: string, bytes: Buffer): Found => ({
  reason: 'params-not-json',
  message: `params decodes to something else: ${problem}. Use a JSON library, not string building.`,
  difference: shown(bytes),
})
