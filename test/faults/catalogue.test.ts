import { describe, expect, it } from 'vitest'
import { faultById, FAULTS } from '../../src/faults/catalogue.ts'
import { answerOf, sdkWith } from '../../src/faults/sdk.ts'
import { families } from '../../src/families/index.ts'
import { ADAPTER_METHODS } from '../../src/model.ts'
import { isCaught, isRight } from './tools.ts'

const VECTORS = families()
  .flatMap(({ vectors }) => vectors)
  .filter(({ question }) => ADAPTER_METHODS.some((method) => method === question.method))

describe('rows of the catalogue', () => {
  it('have ids of their own', () => {
    const ids = FAULTS.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^[a-z0-9-]+$/.test(id))).toEqual([])
  })

  it('say everything in whole sentences', () => {
    const texts = FAULTS.flatMap(({ does, origin, repair }) => [does, origin, repair])
    expect(texts.filter((text) => !/^[A-Z].*\.$/.test(text))).toEqual([])
  })

  it('say where the mistake was seen', () => {
    const issue = /^[\w.-]+\/[\w.-]+#\d+$/
    const known = (seen: string): boolean =>
      seen === 'known default' || seen.split(', ').every((part) => issue.test(part))
    expect(FAULTS.filter(({ seen }) => !known(seen)).map(({ id }) => id)).toEqual([])
  })

  it('are found by their ids', () => {
    expect(FAULTS.filter((fault) => faultById(fault.id) !== fault)).toEqual([])
    expect(faultById('no-such-fault')).toBeUndefined()
  })
})

describe('the SDK behind the catalogue', () => {
  it.each(VECTORS)('answers $id rightly without mistakes', (vector) => {
    expect(isRight(vector, answerOf(sdkWith([]), vector.question)!)).toBe(true)
  })

  it('stacks mistakes', () => {
    const mistakes = ['b64-urlsafe', 'b64-unpadded'].map((id) => faultById(id)!.mistake)
    const question = { method: 'token.params', params: { joinParamsJson: '~~~????' } } as const
    // 3f3f3f3f: Pz8/Pw==
    expect(answerOf(sdkWith(mistakes), question)).toEqual({
      kind: 'accepted',
      output: { params: 'fn5-Pz8_Pw' },
    })
  })
})

describe('faults and vectors', () => {
  it.each(FAULTS)('$id is caught by a vector', ({ id }) => {
    expect(VECTORS.some((vector) => isCaught(id, vector))).toBe(true)
  })

  it.each(FAULTS)('$id is named by a vector that catches it', ({ id }) => {
    expect(VECTORS.some((vector) => vector.catches?.includes(id) && isCaught(id, vector))).toBe(true)
  })

  it.each(VECTORS.filter(({ catches }) => catches))('$id catches what it names', (vector) => {
    expect(vector.catches?.filter((id) => isCaught(id, vector) !== true)).toEqual([])
  })
})
