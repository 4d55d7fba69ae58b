import { describe, expect, test } from 'vitest'
import { MINT_REASONS, VERIFY_REASONS, type Vector } from '../../src/model/index.ts'
import { familyFiles } from '../support/vectors/files.ts'
import { askReference, type Said } from '../support/vectors/reference.ts'

const families = familyFiles()
  .map(({ family, vectors }) => ({
    family,
    vectors: vectors.filter(({ question }) => question.method.startsWith('token.')),
  }))
  .filter(({ vectors }) => vectors.length > 0)

/** What is wrong with an answer to a vector; nothing if it is one of the right ones. */
function problem({ expect }: Pick<Vector, 'expect'>, said: Said): string | undefined {
  if ('reason' in said) {
    if (expect.verdict === 'accept') return `refused as ${said.reason}`
    return expect.reasons.includes(said.reason)
      ? undefined
      : `refused as ${said.reason}, not ${expect.reasons.join()}`
  }
  if (expect.verdict === 'refuse') return 'accepted'
  const token = expect.intermediates?.token
  if (said.token !== undefined && token !== undefined && said.token !== token) return `issued ${said.token}`
  return sorted(said.output) === sorted(expect.output) ? undefined : `gave ${JSON.stringify(said.output)}`
}

/** The JSON of a value whose members are in no order. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )

test.each(families)('the reference token code answers every vector of $family rightly', ({ vectors }) => {
  const problems = vectors.flatMap((vector) => {
    const found = problem(vector, askReference(vector.question))
    return found === undefined ? [] : [`${vector.id}: ${found}`]
  })
  expect(problems).toEqual([])
})

test('every reason is one that the adapter protocol knows', () => {
  const unknown = families.flatMap(({ vectors }) =>
    vectors.flatMap(({ id, question, expect }) => {
      const reasonsOfMethod: readonly string[] =
        question.method === 'token.verify' ? VERIFY_REASONS : MINT_REASONS
      return expect.verdict === 'accept' || expect.reasons.every((reason) => reasonsOfMethod.includes(reason))
        ? []
        : [id]
    }),
  )
  expect(unknown).toEqual([])
})

describe('an answer is wrong', () => {
  const accept = {
    verdict: 'accept',
    output: { joinParams: { a: 1, b: 2 } },
    intermediates: { token: 't' },
  } as const
  const refuse = { verdict: 'refuse', reasons: ['app', 'version'] } as const
  const either = { ...accept, verdict: 'either', reasons: ['app'] } as const
  const output = { joinParams: { b: 2, a: 1 } }

  test.each<[Vector['expect'], Said, string | undefined]>([
    [accept, { output }, undefined],
    [accept, { output, token: 't' }, undefined],
    [accept, { output, token: 'u' }, 'issued u'],
    [accept, { output: { joinParams: { a: 1 } } }, 'gave {"joinParams":{"a":1}}'],
    [accept, { output: { joinParams: { a: 1, b: '2' } } }, 'gave {"joinParams":{"a":1,"b":"2"}}'],
    [accept, { reason: 'app' }, 'refused as app'],
    [refuse, { reason: 'version' }, undefined],
    [refuse, { reason: 'signature' }, 'refused as signature, not app,version'],
    [refuse, { output }, 'accepted'],
    [either, { output }, undefined],
    [either, { output: {} }, 'gave {}'],
    [either, { reason: 'app' }, undefined],
    [either, { reason: 'expired' }, 'refused as expired, not app'],
  ])('%j answered by %j: %s', (expectation, said, found) => {
    expect(problem({ expect: expectation }, said)).toBe(found)
  })
})
