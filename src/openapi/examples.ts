import type { Family, JsonObject, Vector } from '../model.ts'
import type { Examples, Parts } from './document.ts'

/** Enough to show the shape; the vectors themselves are there for everything else. */
const MOST = 3

/** The first accepted bodies of each family of bodies; as the answer the token of the first issued one. */
export const examplesFrom = (families: readonly Family[]): Pick<Parts, 'request' | 'response'> => ({
  request: ({ body }) => named(bodies(find(families, `body/${body}`))),
  response: ({ id }) => (id === 'auth.token' ? named(tokens(find(families, 'token/issue'))) : {}),
})

interface Example {
  readonly vector: Vector
  readonly value: JsonObject
}

const find = (families: readonly Family[], name: string): readonly Vector[] =>
  families.find((family) => family.name === name)?.vectors ?? []

const named = (examples: readonly Example[]): Examples =>
  Object.fromEntries(
    examples.map(({ vector, value }) => [vector.id.split('/').at(-1)!, { summary: vector.title, value }]),
  )

const bodies = (vectors: readonly Vector[]): Example[] =>
  vectors
    .flatMap((vector) =>
      vector.question.method === 'body.validate' && vector.expect.verdict === 'accept'
        ? [{ vector, value: JSON.parse(vector.question.params.body) as JsonObject }]
        : [],
    )
    .slice(0, MOST)

const tokens = (vectors: readonly Vector[]): Example[] =>
  vectors
    .flatMap((vector) => {
      const token = vector.expect.verdict === 'accept' ? vector.expect.intermediates.token : undefined
      return token === undefined ? [] : [{ vector, value: { token } }]
    })
    .slice(0, 1)
