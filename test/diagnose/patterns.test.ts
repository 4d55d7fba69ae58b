import { describe, expect, test } from 'vitest'
import { causesOf, patternOf } from '../../src/diagnose/patterns.ts'
import type { Verdict } from '../../src/model/index.ts'

const pattern = (kinds: Readonly<Record<string, string | undefined>>) => new Map(Object.entries(kinds))
const fault = (id: string, kinds: Readonly<Record<string, string | undefined>>) => ({
  fault: id,
  pattern: pattern(kinds),
})
const RUN = pattern({ a: 'wrong-status 200', b: 'wrong-status 200', c: undefined, d: 'member-missing x' })

describe('a mistake is the cause', () => {
  test('of the failures that it reproduces', () => {
    const whole = fault('whole', { a: 'wrong-status 200', b: 'wrong-status 200', d: 'member-missing x' })
    expect(causesOf(RUN, [whole])).toEqual([{ faults: ['whole'], explains: ['a', 'b', 'd'] }])
  })

  test('beside another, each of its own failures', () => {
    const status = fault('status', { a: 'wrong-status 200', b: 'wrong-status 200' })
    const member = fault('member', { d: 'member-missing x' })
    expect(causesOf(RUN, [member, status])).toEqual([
      { faults: ['status'], explains: ['a', 'b'] },
      { faults: ['member'], explains: ['d'] },
    ])
  })

  test.each([
    ['fails what passed', { a: 'wrong-status 200', b: 'wrong-status 200', c: 'wrong-status 200' }],
    ['fails in another way', { a: 'wrong-status 201', b: 'wrong-status 500' }],
    ['leaves most failures of that reason without a cause', { a: 'wrong-status 200' }],
  ])('unless it %s', (_, kinds) => {
    expect(causesOf(RUN, [fault('other', kinds)])).toEqual([])
  })

  test('or one of several that do the same, and of too many none is', () => {
    const same = (count: number) =>
      Array.from({ length: count }, (_, at) => fault(`f${at}`, { d: 'member-missing x' }))
    expect(causesOf(RUN, same(2))).toEqual([{ faults: [], candidates: [['f0'], ['f1']], explains: ['d'] }])
    expect(causesOf(RUN, same(6))).toEqual([])
  })
})

describe('the kind of a failure', () => {
  const verdict = (rest: Partial<Verdict>): Verdict => ({
    vector: 'endpoint/auth/x',
    level: 'required',
    requirements: ['X'],
    outcome: 'failed',
    millis: 1,
    ...rest,
  })
  const kindOf = (rest: Partial<Verdict>) => patternOf([verdict(rest)]).get('endpoint/auth/x')

  test('does not depend on Tracking-Id and seconds', () => {
    const answer = (id: string) => ({ reason: 'r', message: `It is wrong (Tracking-Id ${id}).` })
    expect(kindOf(answer('a1'))).toBe(kindOf(answer('b2')))
    const hourOld = (now: number) => ({
      reason: 'wrong-timestamp',
      difference: { expected: `${now - 60} to ${now + 60}`, got: String(now - 3600), firstDifferentByte: 0 },
    })
    expect(kindOf(hourOld(1700000000))).toBe(kindOf(hourOld(1800000003)))
  })

  test('differs with what was answered', () => {
    const status = (got: string) => ({
      reason: 'wrong-status',
      difference: { expected: '200', got, firstDifferentByte: 0 },
    })
    expect(kindOf(status('201'))).not.toBe(kindOf(status('500')))
  })

  test('says nothing of what passed, was skipped, or comes and goes', () => {
    expect(kindOf({ outcome: 'passed' })).toBeUndefined()
    expect(patternOf([verdict({ outcome: 'skipped' }), verdict({ unsteady: true, reason: 'r' })]).size).toBe(
      0,
    )
  })
})
