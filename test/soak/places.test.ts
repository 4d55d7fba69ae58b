import { describe, expect, test } from 'vitest'
import {
  PLACES,
  localeOf,
  placeCause,
  surroundingsText,
  type Surroundings,
} from '../../runners/soak/cause.ts'

const BASE: Surroundings = { timeZone: 'Asia/Kathmandu' }
const PLACE: Surroundings = { timeZone: 'Pacific/Apia', locale: 'de_DE.UTF-8' }

describe('the places of a soak', () => {
  test.each(PLACES)('$timeZone is a time zone of this machine', ({ timeZone }) => {
    expect(new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone).toBeDefined()
  })

  test('each is another one', () => {
    expect(new Set([BASE, ...PLACES].map(surroundingsText)).size).toBe(PLACES.length + 1)
  })

  test('the run has the locale of its machine, unless a place says otherwise', () => {
    expect(localeOf(BASE)).toEqual({})
    expect(localeOf(PLACE)).toEqual({ LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' })
  })
})

test.each([
  [true, false, 'wrong under TZ=Pacific/Apia; right under TZ=Asia/Kathmandu'],
  [false, true, 'wrong under LC_ALL=de_DE.UTF-8; right under the locale of the run'],
  [
    false,
    false,
    'wrong under TZ=Pacific/Apia and LC_ALL=de_DE.UTF-8; right under TZ=Asia/Kathmandu and the locale of the run',
  ],
  [
    true,
    true,
    'wrong under TZ=Pacific/Apia and LC_ALL=de_DE.UTF-8; right under TZ=Asia/Kathmandu and the locale of the run',
  ],
])('wrong by its time zone alone: %s, by its locale alone: %s', (zone, locale, says) => {
  expect(placeCause(PLACE, BASE, { zone, locale })).toBe(says)
})
