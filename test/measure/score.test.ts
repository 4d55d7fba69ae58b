import { describe, expect, test } from 'vitest'
import { scoreOf, Scores, type Score } from '../../tools/measure/catalogue.ts'
import type { Told } from '../../src/diagnose/index.ts'

/** A diagnosis with these causes, each a list of candidates. */
const diagnosis = (
  causes: readonly (readonly (readonly string[])[])[],
  unexplained: readonly string[] = [],
): Told => ({
  causes: causes.map((candidates) => ({
    candidates,
    forms: [],
    methods: ['token.params'],
    right: [],
    explains: ['token/params/a'],
  })),
  unexplained,
  likely: [],
  faultsOf: new Map(),
})

describe('the score of a diagnosis of faults a and b', () => {
  test.for<[Score, string, Told]>([
    ['rightly', 'both, in one cause that explains everything', diagnosis([[['a', 'b']]])],
    ['rightly', 'both, in causes of their own', diagnosis([[['a']], [['b']]], ['token/params/c'])],
    ['among', 'both, as one of two candidates', diagnosis([[['a', 'b'], ['c']]])],
    ['partly', 'one of them alone', diagnosis([[['a']]], ['token/params/c'])],
    ['wrongly', 'another fault', diagnosis([[['c']]])],
    ['wrongly', 'another fault beside them', diagnosis([[['a', 'b', 'c']]])],
    ['wrongly', 'candidates none of which is true', diagnosis([[['c'], ['d']]])],
    ['not', 'nothing', diagnosis([], ['token/params/a'])],
  ])('%s: %s', ([score, , found], { expect }) => {
    expect(scoreOf(found, ['b', 'a'])).toBe(score)
  })

  test('counts any name as wrong where none is right', () => {
    expect(scoreOf(diagnosis([[['c']]]), [])).toBe('wrongly')
    expect(scoreOf(diagnosis([]), [])).toBe('not')
  })

  test('is noted where it is not right, with what was named', () => {
    const scores = new Scores()
    scores.note('first', diagnosis([[['a']]]), ['a'])
    scores.note('second', diagnosis([[['c'], ['d']]], ['token/params/e']), ['a'])
    expect([scores.count('rightly'), scores.count('wrongly')]).toEqual([1, 1])
    expect(scores.notes).toEqual(['second: wrongly; c or d (1 unexplained)'])
  })
})
