import { describe, expect, it } from 'vitest'
import { members } from '../../src/faults/token/joinParams.ts'
import type { Alteration } from '../../src/faults/fault.ts'
import { JSON_STYLES } from '../../src/faults/faultySdk/jsonStyles.ts'
import { families } from '../../src/vectors/index.ts'
import { failedBy, outputFault } from '../support/faults/faultById.ts'

const VECTORS = families()
  .flatMap(({ vectors }) => vectors)
  .filter(({ question }) => question.method.startsWith('token.'))

describe('a right SDK', () => {
  it.each(JSON_STYLES)('fails nothing when it writes JSON $id, as of $of', ({ alteration }) => {
    expect(failedBy([alteration], VECTORS)).toEqual([])
  })

  it('has a style of its own in each row', () => {
    const ids = JSON_STYLES.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

/** Ways that look like a choice and are none. */
const WRONG: readonly (readonly [does: string, alteration: Alteration])[] = [
  ['writes 60.0', outputFault('json-number-as-float').alteration],
  ['drops every duration', members((entry) => (entry[0] === 'duration' ? [] : [entry]))],
  ['drops every 0', outputFault('zero-dropped').alteration],
  ['writes a default that is none', outputFault('json-own-defaults').alteration],
  ['writes null for what is not set', outputFault('json-null-optional').alteration],
  ['writes no escapes', outputFault('json-concatenated').alteration],
]

describe('an SDK whose way is no style', () => {
  it.each(WRONG)('fails when it %s', (_, alteration) => {
    expect(failedBy([alteration], VECTORS)).not.toEqual([])
  })

  it.each(JSON_STYLES)('fails in the style $id as well when it writes 60.0', ({ alteration }) => {
    const floats = outputFault('json-number-as-float').alteration
    expect(failedBy([alteration, floats], VECTORS)).not.toEqual([])
  })
})
