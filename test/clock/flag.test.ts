import { describe, expect, test } from 'vitest'
import { clockFlag } from '../../runners/clock/index.ts'

describe('--clock', () => {
  test.each([
    ['2038-01-19T03:14:05Z', 2147483645],
    ['2147483645', 2147483645],
    ['2028-02-29T00:00:00Z', 1835395200],
    ['2010-01-01T00:00:00Z', 1262304000],
    ['2261-12-31T23:59:59Z', 9214646399],
  ])('%s', (clock, seconds) => {
    expect(clockFlag({ clock }, false)).toBe(seconds)
  })

  test.each([
    '',
    'tomorrow',
    '2038-01-19',
    '2038-01-19T03:14:05',
    '2038-01-19T03:14:05+00:00',
    '2038-01-19T03:14:05.5Z',
    '2027-02-29T00:00:00Z',
    '2038-01-19T24:00:00Z',
    '2038-13-01T00:00:00Z',
    '-1',
    '1.5',
    '1e9',
    '2009-12-31T23:59:59Z',
    '1262303999',
    '9214646400',
  ])('%j is no time', (clock) => {
    expect(() => clockFlag({ clock }, false)).toThrow(expect.objectContaining({ code: 'wrong-option' }))
  })

  test('a device has a clock of its own', () => {
    expect(() => clockFlag({ clock: '2147483645' }, true)).toThrow(/a device has its own/)
    expect(clockFlag({}, true)).toBeUndefined()
  })
})
