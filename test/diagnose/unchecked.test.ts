import { describe, expect, test } from 'vitest'
import { TRIM_NAMES, trimOf } from '../../src/faults/forms/trim.ts'
import { answerOf, sdkWith } from '../../src/faults/faultySdk/index.ts'
import type { Alteration } from '../../src/faults/fault.ts'
import { diagnosed, mistake, VECTORS } from '../support/diagnose/tokens.ts'

const MAY_BE_REFUSED = new Set(
  VECTORS.filter(({ expect: expected }) => expected.verdict !== 'accept').map(({ id }) => id),
)

/** Refuses half of what it should, by no rule that anybody would write: the catalogue has no name for it. */
const checksHalf: Alteration = (sdk) => ({
  check: (joinParams) => {
    if (JSON.stringify(joinParams).length % 2 === 0) sdk.check(joinParams)
  },
})
const diagnosedWith = (...alterations: Alteration[]) =>
  diagnosed((vector) => answerOf(sdkWith(alterations), vector.question))

describe('code that does not check what it gets keeps the name of what it makes wrongly', () => {
  test.each(['message-dotted', 'message-without-version', 'b64-urlsafe', 'b64-unpadded', 'key-trimmed'])(
    '%s',
    (id) => {
      const { causes, unexplained } = diagnosedWith(mistake(id), checksHalf)
      expect(causes.map(({ candidates }) => candidates)).toEqual([[[id]]])
      expect(unexplained.length).toBeGreaterThan(0)
      expect(unexplained.filter((vector) => !MAY_BE_REFUSED.has(vector))).toEqual([])
    },
  )

  test('and what checks nothing comes after it', () => {
    const { causes } = diagnosedWith(mistake('key-trimmed'), mistake('join-params-unchecked'))
    expect(causes.map(({ candidates }) => candidates)).toEqual([
      [['key-trimmed']],
      [['join-params-unchecked']],
    ])
  })

  test('what is not in the catalogue has no name, whatever is checked', () => {
    const other: Alteration = (sdk) => ({ key: (secret) => sdk.key(`${secret}!`) })
    expect(diagnosedWith(other, checksHalf).causes).toEqual([])
  })
})

describe('the trim of each language has the name of the fault', () => {
  test.each(TRIM_NAMES)('%s', (name) => {
    const trims: Alteration = (sdk) => ({ key: (secret) => sdk.key(trimOf(name)(secret)) })
    expect(diagnosedWith(trims).causes.map(({ candidates }) => candidates)).toEqual([[['key-trimmed']]])
  })

  test('but not what cuts off something else', () => {
    const cuts: Alteration = (sdk) => ({ key: (secret) => sdk.key(secret.replace(/^\w/, '')) })
    expect(diagnosedWith(cuts).causes).toEqual([])
  })
})
