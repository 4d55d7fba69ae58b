import { isDeepStrictEqual } from 'node:util'
import type { Find } from '../../src/ask.ts'
import { BODY_MEMBERS, canSet, listable } from '../../src/interface/bodies.ts'
import { entriesOf, objectOrNothing } from '../../src/members.ts'
import {
  OPERATIONS,
  type Answer,
  type BodyMembers,
  type ClientCall,
  type Description,
  type Json,
  type JsonObject,
  type Operation,
  type Subject,
} from '../../src/model/index.ts'
import { settablePart } from '../../src/settable.ts'
import { note, outputOf, right, type DoctorLine } from './methods.ts'

const ABOUT = 'members'

/** Vectors of which one holds each member, at a value that is no default. */
const SAMPLES = ['full', 'privileges', 'contents'] as const

/** Which of the optional members of bodies the client can set: it sends each of them, alone. */
export async function membersLines(subject: Subject, find: Find): Promise<DoctorLine[]> {
  const { methods, operations = OPERATIONS } = subject.description
  if (!methods.includes('client.call')) return []
  const missing = new Map<Operation, readonly string[]>()
  let sent = 0
  for (const operation of operations) {
    const ask = (name: string) => askedFor(subject, find, operation, name)
    const plain = await ask('')
    if (!plain || firstBodyIn(plain.answer) === undefined) continue
    const names = optionalOf(operation, subject.description)
    const lacking: string[] = []
    for (const name of names) {
      const asked = await ask(name)
      if (asked && isLacking(asked.answer, asked.call, name)) lacking.push(name)
    }
    if (lacking.length > 0) missing.set(operation, lacking)
    sent += names.length - lacking.length
  }
  if (missing.size > 0) return [toDeclare(missing, subject.description)]
  return sent === 0 ? [] : [right(ABOUT, `each of ${sent} optional ones of bodies is sent, or refused`)]
}

const optionalOf = (operation: Operation, description: Description): string[] =>
  BODY_MEMBERS[operation].flatMap(({ name, required }) =>
    required || !canSet(description, operation, name) ? [] : [name],
  )

/** Asks a body with the required members and one more; a client may keep a token, so each call is of its own app. */
async function askedFor(subject: Subject, find: Find, operation: Operation, name: string) {
  const calls = SAMPLES.flatMap((sample) => {
    const question = find(`client/request/${operation.replace('.', '-')}-${sample}`)?.question
    return question?.method === 'client.call' ? [question.params] : []
  })
  const sample = calls.find(({ body }) => name === '' || valueOf(body, name) !== undefined)
  if (!sample) return undefined
  const only: BodyMembers = { [operation]: [name], layout: name === 'layout' }
  const body = settablePart(sample.body, operation, { members: only })
  const call = { ...sample, appId: `doctor${name.toLowerCase()}`, body }
  return { call, answer: await subject.ask({ method: 'client.call', params: call }) }
}

/** Code 2, or a request without it; what the SDK refuses with a reason it could set. */
function isLacking(answer: Answer, { body }: ClientCall, name: string): boolean {
  if (answer.kind === 'unsupported') return true
  const sent = firstBodyIn(answer)
  return sent !== undefined && !isDeepStrictEqual(valueOf(sent, name), valueOf(body, name))
}

function firstBodyIn(answer: Answer): JsonObject | undefined {
  const request = outputOf(answer)?.requests[0]
  return request && objectOrNothing(Buffer.from(request.body, 'base64').toString('utf8'))
}

const valueOf = (body: JsonObject, name: string): Json | undefined =>
  [body, ...entriesOf(body)].find((members) => Object.hasOwn(members, name))?.[name]

/** The member of `describe` that says it, with what it says already. */
function toDeclare(missing: ReadonlyMap<Operation, readonly string[]>, description: Description): DoctorLine {
  const isLeft = (operation: Operation, name: string): boolean =>
    canSet(description, operation, name) && !missing.get(operation)?.includes(name)
  const lists = [...missing.keys()].map(
    (operation) => [operation, listable(operation).filter((name) => isLeft(operation, name))] as const,
  )
  const layout = (['streaming.start', 'streaming.update'] as const).every((one) => isLeft(one, 'layout'))
  const members = { ...description.members, ...Object.fromEntries(lists), layout }
  return note(
    ABOUT,
    `${[...missing].map(([operation, names]) => `${operation} with ${names.join(', ')}`).join('; ')}: code 2, or no such member in the request`,
    `If the client cannot set it, say so in describe: "members": ${JSON.stringify(members)}`,
  )
}
