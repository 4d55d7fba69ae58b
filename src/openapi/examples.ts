import { parseJson } from '../json.ts'
import type { BodyKind, Family, JsonObject, Vector, VectorId } from '../model/index.ts'
import type { Examples, Parts } from './document.ts'

/** The accepted bodies that show the shape best; the vectors have all others. */
const REQUESTS: Readonly<Record<BodyKind, readonly VectorId[]>> = {
  'auth-token': ['body/auth-token/minimal', 'body/auth-token/every-member'],
  'streaming-start': [
    'body/streaming-start/mixed',
    'body/streaming-start/single',
    'body/streaming-start/every-member',
  ],
  'streaming-update': ['body/streaming-update/user-id-alone', 'body/streaming-update/every-member'],
  'streaming-stop': ['body/streaming-stop/all-pushes', 'body/streaming-stop/one-push'],
}

/** The service answers with a token: that of the first request here. */
const TOKEN: VectorId = 'token/issue/minimal'

/** @throws Error where a vector is gone, or is not what an example has to be */
export const examplesFrom = (families: readonly Family[]): Pick<Parts, 'request' | 'response'> => {
  const find = (id: VectorId): Vector | undefined =>
    families.flatMap(({ vectors }) => vectors).find((vector) => vector.id === id)
  return {
    request: ({ body }) => named(REQUESTS[body], find, bodyOf),
    response: ({ id }) => (id === 'auth.token' ? named([TOKEN], find, tokenOf) : {}),
  }
}

function named(
  ids: readonly VectorId[],
  find: (id: VectorId) => Vector | undefined,
  valueOf: (vector: Vector) => JsonObject | undefined,
): Examples {
  const entries = ids.map((id) => {
    const vector = find(id)
    const value = vector && valueOf(vector)
    if (!vector || !value) throw new Error(`src/openapi/examples.ts: ${id} cannot be an example`)
    return [id.split('/').at(-1)!, { summary: vector.title, value }] as const
  })
  return Object.fromEntries(entries)
}

const bodyOf = ({ question, expect }: Vector): JsonObject | undefined =>
  question.method === 'body.validate' && expect.verdict === 'accept'
    ? parseJson<JsonObject>(question.params.body)
    : undefined

function tokenOf({ expect }: Vector): JsonObject | undefined {
  const token = expect.verdict === 'accept' ? expect.intermediates?.token : undefined
  return token === undefined ? undefined : { token }
}
