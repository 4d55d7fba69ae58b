import { describe, expect, test } from 'vitest'
import { gatingViolations, validateBody, type BodyViolation } from '../../src/body/index.ts'
import { BODY_KINDS, blamesIn } from '../../src/model/index.ts'
import { requirements } from '../support/vectors/files.ts'
import { bodyVectors, type BodyVector } from '../support/body/vectors.ts'

const vectors = bodyVectors()
const rules = new Map(requirements().map((rule) => [rule.id, rule]))
const of = (verdict: string): BodyVector[] => vectors.filter(({ expect }) => expect.verdict === verdict)
const alterationsOf = ({ question }: BodyVector): BodyViolation[] =>
  validateBody(question.params.kind, question.params.body)

test('there are bodies of every kind and verdict', () => {
  const outcomes = vectors.map(({ question, expect }) => `${question.params.kind} ${expect.verdict}`)
  const wanted = BODY_KINDS.flatMap((kind) => ['accept', 'refuse', 'either'].map((each) => `${kind} ${each}`))
  expect([...new Set(outcomes)].sort()).toEqual(wanted.sort())
})

describe('a right body has no mistake', () => {
  test.each(of('accept'))('$id', (vector) => {
    expect(alterationsOf(vector)).toEqual([])
  })
})

describe('a refused body has the mistake that it was written for, and no other', () => {
  test.each(of('refuse'))('$id', (vector) => {
    const [violation, ...others] = alterationsOf(vector)
    const { keyword, instancePath, level, requirement } = violation!
    expect(blamesIn(vector.expect)[0]).toEqual({ keyword, instancePath })
    expect({ level, others }).toEqual({ level: vector.level, others: [] })
    expect(vector.requirements).toContain(requirement)
  })
})

describe('an open body breaks no rule of the interface or of a standard', () => {
  test.each(of('either'))('$id', (vector) => {
    expect(vector.level).toBe('unspecified')
    expect(alterationsOf(vector).filter(({ level }) => level !== 'unspecified')).toEqual([])
    expect(gatingViolations(alterationsOf(vector), 'recommended')).toEqual([])
  })
})

test('every mistake names a requirement of its own level, and its section', () => {
  const violations = vectors.flatMap(alterationsOf).filter(({ requirement }) => requirement !== undefined)
  const wrong = violations.filter(({ requirement, level, message }) => {
    const rule = rules.get(requirement!)
    return rule?.level !== level || !/\((?:RFC 8259 )?section [1-9](?:\.[1-9])?\)$/.test(message)
  })
  expect(wrong).toEqual([])
})
