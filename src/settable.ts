/** Questions of `client.call` for a client that cannot set every member: which are not asked, and what takes their place. */
import { BODY_MEMBERS, canSet, isNarrow, unsettable, type Settable } from './interface/bodies.ts'
import { isObject } from './json.ts'
import { entriesOf } from './members.ts'
import {
  bodiesOf,
  callsOf,
  type BodyMembers,
  type ClientCall,
  type Json,
  type JsonObject,
  type Operation,
  type Vector,
} from './model/index.ts'

const namesIn = (body: JsonObject): string[] => [
  ...new Set([body, ...entriesOf(body)].flatMap((members) => Object.keys(members))),
]

/** The members of a call that the client cannot set; what no interface lists is for the judge. */
function beyond(call: ClientCall, said: Settable): string[] {
  const names = new Set(bodiesOf(call).flatMap(namesIn))
  return BODY_MEMBERS[call.operation]
    .map(({ name }) => name)
    .filter((name) => names.has(name) && !canSet(said, call.operation, name))
}

/** Every member with a shown value: such a call is about the whole body, and not about one of them. */
function isFull({ question, expect }: Vector): boolean {
  if (question.method !== 'client.call' || expect.verdict !== 'accept' || question.params.next) return false
  const { operation, body } = question.params
  const names = namesIn(body)
  return BODY_MEMBERS[operation].every(({ name, isShown }) => !isShown || names.includes(name))
}

/** Why a client is not asked a call: it cannot set a member of its body. A full body is asked in part. */
export function beyondMembers(vector: Vector, said: Settable): string | undefined {
  const { question } = vector
  if (question.method !== 'client.call' || !isNarrow(said) || isFull(vector)) return undefined
  const found = callsOf(question.params)
    .map((call) => [call.operation, beyond(call, said)] as const)
    .find(([, names]) => names.length > 0)
  return found && `the client cannot set ${found[1].join(', ')} in the body of ${found[0]}`
}

/** A vector with the fullest body that the client can set in the place of a full one; any other as it is. */
export function fullestOf(vector: Vector, said: Settable): Vector['question'] {
  const { question } = vector
  if (question.method !== 'client.call' || !isNarrow(said) || !isFull(vector)) return question
  if (beyond(question.params, said).length === 0) return question
  const { operation, body, nextBodies, ...rest } = question.params
  const only = (one: JsonObject): JsonObject => settablePart(one, operation, said)
  return {
    method: 'client.call',
    params: { ...rest, operation, body: only(body), ...(nextBodies && { nextBodies: nextBodies.map(only) }) },
  }
}

/** The members of a body that the client can set; a push of one user whom it cannot name is none (4.2 rule 3). */
export function settablePart(body: JsonObject, operation: Operation, said: Settable): JsonObject {
  const only = (members: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(members).filter(([name]) => canSet(said, operation, name)))
  const list = body['streamList']
  if (!Array.isArray(list)) return only(body)
  const canName = canSet(said, operation, 'userId')
  const isLeft = (entry: Json): boolean => canName || !isObject(entry) || entry['type'] !== 2
  const entries = list.filter(isLeft).map((entry: Json) => (isObject(entry) ? only(entry) : entry))
  return { ...only(body), streamList: entries }
}

/** What was not judged, as text for readers: `auth.token without privileges, streaming.start without layout`. */
export const membersText = (members: BodyMembers): string =>
  unsettable({ members })
    .map(([operation, names]) => `${operation} without ${names.join(' and ')}`)
    .join(', ')
