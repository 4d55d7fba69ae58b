/** Vectors of token.verify for an SDK that reads its own clock. */
import { describe, expect, test } from 'vitest'
import { OUTPUT_FAULTS } from '../../src/faults/catalogue.ts'
import { outputFailures } from '../../src/faults/killMatrix.ts'
import type { QuestionOf, Vector } from '../../src/model/index.ts'
import { verify } from '../../src/token/index.ts'
import { tokenVerify, verifyVectorsAt } from '../../src/vectors/token/verify.ts'

const SHIPPED = tokenVerify().vectors
const paramsOf = ({ question }: Vector) => (question as QuestionOf<'token.verify'>).params

/** Made at another time, they say something else after half an hour; three are of 1970, 2038 and 2106. */
const LEFT_OUT = [
  'expiry-last-second',
  'expiry-of-one-second',
  'expiry-seconds-not-milliseconds',
  'expiry-at-the-maximum',
  'expiry-default-last-second',
  'expiry-beyond-31-bits',
  'expiry-timestamp-33-bits',
  'expiry-timestamp-1',
  'open-expiry-very-second',
  'open-duration-0',
].map((name) => `token/verify/${name}`)

describe('vectors of token.verify for the clock of the SDK', () => {
  test('are the shipped ones in the second of those', () => {
    // Shipped tokens are of 1700000000, and verified a minute later.
    const withoutTwin = (vector: Vector) => ({ ...vector, twin: undefined, needs: undefined })
    const made = new Map(verifyVectorsAt(1700000060).map((vector) => [vector.id, withoutTwin(vector)]))
    // Others are verified in another second, or have their token from another one.
    const plain = SHIPPED.filter((vector) => paramsOf(vector).now === 1700000060 && made.has(vector.id))
    expect(plain.length).toBeGreaterThan(190)
    expect(plain.map(({ id }) => made.get(id))).toEqual(plain.map(withoutTwin))
  })

  test('are all that do not hang on a second, or on another year', () => {
    const made = new Set(verifyVectorsAt(1800000000).map(({ id }) => id))
    expect(SHIPPED.map(({ id }) => id).filter((id) => !made.has(id))).toEqual(LEFT_OUT)
  })

  test.for([0, 1, 1799])('are answered by the reference as is due, %d seconds later', (later) => {
    for (const vector of verifyVectorsAt(1800000000)) {
      const { token, now, ...verifier } = paramsOf(vector)
      expect(now).toBe(1800000000)
      const { valid } = verify(token, { ...verifier, now: now + later })
      const due = { accept: [true], refuse: [false], either: [true, false] }[vector.expect.verdict]
      expect(due, vector.id).toContain(valid)
    }
  })

  test('have twins that are asked as well', () => {
    const vectors = verifyVectorsAt(1800000000)
    const accepted = new Set(
      vectors.filter(({ expect: { verdict } }) => verdict === 'accept').map(({ id }) => id),
    )
    expect(vectors.filter(({ twin }) => twin !== undefined && !accepted.has(twin))).toEqual([])
  })

  test('show the faults of a verifier that the shipped ones show, but for one of other years', () => {
    const made = verifyVectorsAt(1800000000)
    const shows = (vectors: readonly Vector[]) =>
      OUTPUT_FAULTS.filter(({ alteration }) => outputFailures([alteration], vectors).length > 0).map(
        ({ id }) => id,
      )
    const found = new Set<string>(shows(made))
    expect(shows(SHIPPED).length).toBeGreaterThan(40)
    // 2038 and 2106 are other years.
    expect(shows(SHIPPED).filter((id) => !found.has(id))).toEqual(['timestamp-int32'])
  })
})
