import { describe, expect, test } from 'vitest'
import { allowing, BODY_VARIANTS, refusingBody } from '../../src/variants/body.ts'
import { families } from '../../src/vectors/index.ts'
import { accusedValidator, verdictsOnBodies } from '../support/variants/accused.ts'
import { openRulesOf } from '../support/variants/openRules.ts'

const vectors = families()
  .flatMap((family) => family.vectors)
  .filter(({ question }) => question.method === 'body.validate')

describe('a right validator of bodies', () => {
  test.for(BODY_VARIANTS)('$id is accused of nothing: $does', (variant) => {
    expect(accusedValidator(variant, vectors)).toEqual([])
  })

  const usual = verdictsOnBodies({ ...BODY_VARIANTS[0]!, alteration: () => ({}) }, vectors)
  test.for(BODY_VARIANTS)('$id answers some vector in its own way', (variant) => {
    expect(verdictsOnBodies(variant, vectors)).not.toEqual(usual)
  })
})

describe('a validator that departs', () => {
  test.for(BODY_VARIANTS.filter(({ departs }) => departs !== undefined))(
    '$id is accused where its row does not say so',
    (row) => {
      const variant = { ...row, departs: [] }
      expect(accusedValidator(variant, vectors)).not.toEqual([])
    },
  )

  test.for([
    ['refuses plain ids', refusingBody(({ value }) => value['channelId'] === 'c1')],
    ['refuses fps', refusingBody(({ entries }) => entries.some((entry) => 'fps' in entry))],
    ['takes what lacks a member', allowing(({ keyword }) => keyword === 'required')],
  ] as const)('and %s is accused whatever its row says', ([, alteration]) => {
    const variant = {
      ...BODY_VARIANTS[0]!,
      alteration,
      departs: ['PARAM-CHANNELID-REQUIRED', 'STREAM-FPS-VALUES'],
    }
    expect(accusedValidator(variant, vectors)).not.toEqual([])
  })
})

describe('what the text leaves open of bodies', () => {
  const decided = new Set(BODY_VARIANTS.flatMap(({ decides = [] }) => decides))

  test.for(openRulesOf(vectors))('%s is decided by a variant', (rule) => {
    expect(decided).toContain(rule)
  })
})
