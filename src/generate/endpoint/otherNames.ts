/**
 * A required member under its name in other letter case. Names in JSON are compared letter by letter (RFC 8259 section
 * 8.3), so the member is missing. At recommended: the text names the members, and not how they are compared.
 */
import { constantFrom, record, type Arbitrary } from 'fast-check'
import type { AllowedAnswer, JsonObject, Operation, RequirementId, Vector } from '../../model/index.ts'
import { plainId } from '../texts.ts'
import { CHANNEL, exchangeVectors, INVALID, status } from './exchange.ts'
import { entryOf, pushOf } from './pushes.ts'
import { writing, writtenBody } from './tokens.ts'

type Row = readonly [name: string, rule: RequirementId, answers: readonly AllowedAnswer[]]

const IN_TOKEN: readonly Row[] = [
  ['channelId', 'PARAM-CHANNELID-REQUIRED', INVALID],
  ['userId', 'PARAM-USERID-REQUIRED', INVALID],
]
const IN_START: readonly Row[] = [
  // A missing channelId may be one that does not exist.
  ['channelId', 'START-CHANNELID-REQUIRED', status(400, 404)],
  ['streamList', 'START-STREAMLIST-REQUIRED', status(400)],
]
/** Not streamId: an endpoint that ignores it may start an unstoppable push. */
const IN_ENTRY: readonly Row[] = [
  ['url', 'STREAM-URL-REQUIRED', status(400)],
  ['flag', 'STREAM-FLAG-REQUIRED', status(400)],
  ['type', 'STREAM-TYPE-REQUIRED', status(400)],
]

/** As the fields of Go and C# are named, and all in capitals. */
const CASES: readonly ((name: string) => string)[] = [
  (name) => name.charAt(0).toUpperCase() + name.slice(1),
  (name) => name.toUpperCase(),
]

const renamed = (value: JsonObject, name: string, to: string): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([key, member]) => [key === name ? to : key, member]))

const asked = (operation: Operation, [name, rule, answers]: Row, body: string): readonly Vector[] => {
  const isToken = operation === 'auth.token'
  const title = `Refuses a generated ${operation} whose ${name} has other letter case`
  return exchangeVectors(isToken ? 'token-refusal' : 'streaming-refusal', title, [rule], {
    operation,
    body,
    ...(!isToken && { channel: 'open' }),
    answers,
    level: 'recommended',
  })
}

export const otherNameInToken: Arbitrary<readonly Vector[]> = record({
  row: constantFrom(...IN_TOKEN),
  caseOf: constantFrom(...CASES),
  userId: plainId,
  writing,
}).map(({ row, caseOf, userId, writing: how }) => {
  const body = renamed({ channelId: CHANNEL, userId }, row[0], caseOf(row[0]))
  return asked('auth.token', row, writtenBody(body, how))
})

export const otherNameInStart = (hasUser: boolean): Arbitrary<readonly Vector[]> =>
  record({
    row: constantFrom(...IN_START, ...IN_ENTRY),
    caseOf: constantFrom(...CASES),
    push: pushOf(hasUser),
    writing,
  }).map(({ row, caseOf, push, writing: how }) => {
    const [name] = row
    const streamList = [renamed(entryOf(push, 1), name, caseOf(name))]
    const body = renamed({ channelId: CHANNEL, streamList }, name, caseOf(name))
    return asked('streaming.start', row, writtenBody(body, how))
  })
