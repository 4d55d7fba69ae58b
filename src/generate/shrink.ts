import { isObject } from '../json.ts'
import type { Json, JsonObject, QuestionOf, Vector } from '../model/index.ts'
import { issueVector } from './tokens.ts'

/** Simpler forms of one value, the simplest first: a plain text, half of it, one character made plain; smaller numbers. */
function simpler(value: Json, plain: string): Json[] {
  if (typeof value === 'number') return value === 1 ? [] : [1, Math.trunc(value / 2), value - 1]
  if (typeof value !== 'string' || value === plain) return []
  const units = Array.from(value)
  const half = Math.ceil(units.length / 2)
  const odd = units.findIndex((unit) => !/[a-z0-9]/.test(unit))
  return [
    plain,
    ...(units.length > 1 ? [units.slice(0, half).join(''), units.slice(half).join('')] : []),
    ...(odd === -1 ? [] : [units.with(odd, 'a').join('')]),
  ]
}

const PLAIN: Readonly<Record<string, string>> = {
  appId: 'app',
  appSecret: 'DO-NOT-USE-generated-1',
  channelId: 'c1',
  userId: 'u1',
}

/** Without each member in turn, and with each value made simpler. */
function simplerObjects(value: JsonObject): JsonObject[] {
  const names = Object.keys(value)
  const optional = names.filter((name) => !Object.hasOwn(PLAIN, name))
  return [
    ...optional.map((name) => Object.fromEntries(Object.entries(value).filter(([other]) => other !== name))),
    ...names.flatMap((name) =>
      simpler(value[name]!, PLAIN[name] ?? '').map((one) => ({ ...value, [name]: one })),
    ),
  ]
}

/** Questions that are simpler than this one in one place, each with what is due. */
export function simplerVectors({ question }: Vector): Vector[] {
  return question.method === 'token.issue' ? simplerIssues(question.params) : []
}

function simplerIssues({
  appId,
  appSecret,
  joinParams,
  timestamp = 0,
}: QuestionOf<'token.issue'>['params']): Vector[] {
  if (!isObject(joinParams)) return []
  const head = simplerObjects({ appId, appSecret }).map((one) => ({
    appId: String(one['appId']),
    appSecret: String(one['appSecret']),
    joinParams,
    timestamp,
  }))
  const time = timestamp === 1700000000 ? [] : [{ appId, appSecret, joinParams, timestamp: 1700000000 }]
  const members = simplerObjects(joinParams).map((one) => ({ appId, appSecret, joinParams: one, timestamp }))
  return [...members, ...head, ...time].map((one) => issueVector(one))
}

/** How long a failure is made smaller: questions in all. */
const MOST = 200

/**
 * The simplest question that fails in the same way, found by asking the subject again.
 * @param fails asks a vector; the reason of its failure, or undefined
 */
export async function shrunk(
  vector: Vector,
  reason: string | undefined,
  fails: (vector: Vector) => Promise<string | undefined>,
): Promise<Vector> {
  let smallest = vector
  let asked = 0
  for (let found = true; found;) {
    found = false
    for (const one of simplerVectors(smallest)) {
      if (asked++ >= MOST) return smallest
      if ((await fails(one)) !== reason) continue
      smallest = one
      found = true
      break
    }
  }
  return smallest
}
