import { describe, expect, test } from 'vitest'
import type { Findings, Method } from '../../src/model/index.ts'
import { scoreOfRow, noteOf, RowScores, type RowScore } from '../../tools/measure/expected.ts'
import type { ExpectedOfRow } from '../../tools/measure/rows.ts'

/** A cause for each: one set of faults, or candidates. */
const found = (
  names: readonly (readonly (readonly string[])[])[],
  rest: Partial<Findings> & { methods?: readonly Method[] } = {},
): Findings => {
  const { methods, ...others } = rest
  return {
    causes: names.map((sets) => ({
      ...(sets.length === 1 ? { faults: sets[0]! } : { faults: [], candidates: sets }),
      explains: ['token/issue/a'],
      ...(methods && { methods }),
    })),
    unexplained: [],
    faultsOf: () => [],
    stages: [],
    ...others,
  }
}

const nothing = found([], { unexplained: ['token/verify/a'] })
const stage = (name: string) => ({ stage: name, expected: 'a', got: 'b' })
const shown = found([], {
  unexplained: ['token/issue/a'],
  stages: [{ vector: 'token/issue/a', stages: [{ stage: 'JSON', expected: '', got: '' }, stage('params')] }],
})

const A: ExpectedOfRow = { faults: ['a'] }
const IN: ExpectedOfRow = { faults: ['a'], in: ['token.issue'] }
const EITHER: ExpectedOfRow = { anyOf: [['a'], ['b']] }
const TWO: ExpectedOfRow = { faults: ['a'], in: ['token.issue', 'token.verify'] }
const SILENT: ExpectedOfRow = { faults: ['a'], in: ['token.issue', 'token.params'] }
/** In no answer of token.params anything shows. */
const WRONG_IN = new Set<Method>(['token.issue', 'token.verify'])
/** What a program that answers, and one that breaks, are seen to do. */
const ANSWERS = { wrong: 1, wrongIn: WRONG_IN, hasTrouble: false } as const
const BREAKS = { ...ANSWERS, hasTrouble: true } as const
const NONE = { wrong: 0, wrongIn: new Set<Method>(), hasTrouble: false } as const
const PARAMS: ExpectedOfRow = { describes: { method: 'token.issue', stage: 'params' } }

describe('the score of a row', () => {
  test.for<[RowScore, string, ExpectedOfRow, Findings]>([
    ['named rightly', 'the fault, and nothing else', A, found([[['a']]])],
    ['wrongly', 'the same name where another fault is expected', { faults: ['b'] }, found([[['a']]])],
    ['wrongly', 'the fault and one more', A, found([[['a', 'b']]])],
    ['wrongly', 'one more cause', A, found([[['a']], [['b']]])],
    ['among', 'the fault as one of two candidates', A, found([[['a'], ['b']]])],
    ['partly', 'one of two faults', { faults: ['a', 'b'] }, found([[['a']]])],
    ['not named', 'nothing', A, nothing],
    ['named rightly', 'each in a cause of its own', { faults: ['a', 'b'] }, found([[['a']], [['b']]])],
    ['named rightly', 'the methods that are wrong', IN, found([[['a']]], { methods: ['token.issue'] })],
    ['partly', 'another method', IN, found([[['a']]], { methods: ['token.verify'] })],
    ['partly', 'one of two methods', TWO, found([[['a']]], { methods: ['token.issue'] })],
    ['named rightly', 'the one method that shows it', SILENT, found([[['a']]], { methods: ['token.issue'] })],
    ['named rightly', 'one of two that do the same', EITHER, found([[['b']]])],
    ['named rightly', 'both of two that do the same', EITHER, found([[['a'], ['b']]])],
    ['partly', 'both of two that do the same, as if both were there', EITHER, found([[['a', 'b']]])],
    ['described rightly', 'the first stage that differs', PARAMS, shown],
    ['not named', 'another stage', { describes: { method: 'token.issue', stage: 'JSON' } }, shown],
    ['wrongly', 'a name where there is none', PARAMS, found([[['a']]])],
    ['described rightly', 'answers of token.verify', { describes: { method: 'token.verify' } }, nothing],
    ['not named', 'no answers of token.verify', { describes: { method: 'token.verify' } }, shown],
    ['described rightly', 'trouble without a cause', { trouble: true }, nothing],
    ['wrongly', 'a cause of trouble', { trouble: true }, found([[['a']]])],
    ['named rightly', 'a fault, with trouble beside it', { ...A, trouble: true }, found([[['a']]])],
    ['wrongly', 'a fault, and a cause of the trouble', { ...A, trouble: true }, found([[['a']], [['b']]])],
    ['wrongly', 'wrong answers of a right program', { equivalent: 'why' }, nothing],
  ])('%s: %s', ([score, , expected, findings], { expect }) => {
    expect(scoreOfRow({ findings, ...(expected.trouble ? BREAKS : ANSWERS) }, expected)).toBe(score)
  })

  // Wrong answers without a name are not yet trouble: the report has to say so.
  test('not named, or partly: a program that should break, and answers wrongly', () => {
    expect(scoreOfRow({ findings: nothing, ...ANSWERS }, { trouble: true })).toBe('not named')
    expect(scoreOfRow({ findings: found([[['a']]]), ...ANSWERS }, { ...A, trouble: true })).toBe('partly')
  })

  test('not named: a program that should break, and does not', () => {
    expect(scoreOfRow({ findings: found([]), ...NONE }, { trouble: true })).toBe('not named')
  })

  test('equivalent: all answers are right', () => {
    expect(scoreOfRow({ findings: found([]), ...NONE }, { equivalent: 'why' })).toBe('equivalent')
  })
})

describe('the scores of all rows', () => {
  const scores = (...all: readonly RowScore[]): RowScores => {
    const scores = new RowScores()
    for (const score of all) scores.add({ score, note: 'go hex' })
    return scores
  }
  const right = Array.from({ length: 19 }, (): RowScore => 'named rightly')

  test('note each row that is not right', () => {
    expect(scores('named rightly', 'described rightly', 'equivalent', 'among').notes).toEqual([
      'among: go hex',
    ])
  })

  test('are good with one of twenty not named, and not with two or with a wrong name', () => {
    expect(scores(...right, 'not named').isGood()).toBe(true)
    expect(scores(...right, 'not named', 'partly').isGood()).toBe(false)
    expect(scores(...right, 'wrongly').isGood()).toBe(false)
    expect(scores('not named', ...Array.from({ length: 19 }, (): RowScore => 'equivalent')).isGood()).toBe(
      false,
    )
  })

  test('say what was expected and what was found', () => {
    const findings = found([[['a'], ['b']]], {
      stages: shown.stages,
      unexplained: ['token/issue/a'],
      methods: ['token.issue'],
    })
    expect(noteOf({ findings, ...ANSWERS, wrong: 3 }, A)).toBe(
      'expected {"faults":["a"]}, got a or b in token.issue, 3 wrong, 1 unexplained, token/issue/a: params differs',
    )
  })
})
