import { describe, expect, test } from 'vitest'
import { OUTPUT_FAULTS } from '../../src/faults/catalogue.ts'
import { TOKEN_VARIANTS } from '../../src/variants/token/index.ts'
import { madeBy, WRONG } from './faultyTokens.ts'
import { looked } from './tokens.ts'

/** A right token for other join parameters, or of another second: only who knows what was asked for sees the fault. */
const OF_OTHER_PARAMS = new Set([
  'text-percent-encoded',
  'text-ascii-only',
  'json-own-defaults',
  'json-optional-ignored',
  'ids-exchanged',
  'durations-exchanged',
  'params-ascii',
  'params-utf8-twice',
  'timestamp-off',
  'timestamp-rounded',
  // White space after the JSON is free (RFC 8259 section 2).
  'params-line-feed',
])
/** The interface does not say that these are wrong; they are named, and asked about. */
const OPEN = new Set([
  // RFC 8259 section 8.1 does.
  'params-bom',
  'params-utf16',
  'json-members-added',
  'json-number-as-float',
  'timestamp-local-time',
  'timestamp-of-expiry',
])

/** What was asked for does not stand whole in the token: the same cannot be made again. */
const NOT_WHOLE = new Set(['token-part-missing', 'bytes-counted-as-characters'])

describe('the token of each fault', () => {
  test('is there', () => {
    expect(WRONG.length).toBeGreaterThan(80)
  })

  test.each(WRONG)('$id', ({ id, token }) => {
    const { verdict, says, causes } = looked(token, { appId: 'appId1' })
    if (OF_OTHER_PARAMS.has(id)) return expect(verdict).toBe('right')
    expect(verdict).toBe(OPEN.has(id) ? 'open' : 'wrong')
    expect(says).toContain(id)
    // A cause by its name is no accident of a sentence.
    if (verdict === 'wrong' && !NOT_WHOLE.has(id)) expect(causes.flat().map((one) => one.id)).toContain(id)
  })

  test.each([
    ['message-dotted', 'timestamp-milliseconds'],
    ['key-base64-decoded', 'signature-hex'],
    ['json-number-as-string', 'message-without-version'],
    ['b64-urlsafe', 'hmac-arguments-swapped'],
  ])('and of %s with %s', (...ids) => {
    const alterations = ids.map((id) => OUTPUT_FAULTS.find((fault) => fault.id === id)!.alteration)
    const { verdict, causes } = looked(madeBy(alterations)!, { appId: 'appId1' })
    expect(verdict).toBe('wrong')
    expect(causes.map((set) => set.map(({ id }) => id).sort())).toContainEqual([...ids].sort())
  })
})

test('no token of a right SDK is wrong', () => {
  const tokens = TOKEN_VARIANTS.flatMap(({ id, alteration }) => {
    const token = madeBy(alteration ? [alteration] : [])
    return token === undefined ? [] : [{ id, token }]
  })
  expect(new Set(tokens.map(({ token }) => token)).size).toBeGreaterThan(5)
  expect(tokens.filter(({ token }) => looked(token).verdict === 'wrong')).toEqual([])
})
