import { counted } from '../text.ts'
import type { FaultId } from '../model/index.ts'

/** A way in which a timestamp may have been written, and the Unix seconds that it means then. */
interface Clock {
  readonly what: string
  readonly fault: FaultId
  /** NaN where it is not written so. */
  readonly seconds: (text: string) => number
  /** Another unit than the second: wrong by itself. Others are seen only where the time then fits. */
  readonly unit?: true
}

const DIGITS = /^[0-9]+$/
/** Before this second (September 2001) there was no such service. */
const EARLIEST = 1_000_000_000
const DAY = 86_400
const YEAR = 365 * DAY

const scaled =
  (unit: number, offset = 0) =>
  (text: string) =>
    DIGITS.test(text) ? Math.floor(Number(text) / unit) - offset : Number.NaN
const since = (offset: number) => (text: string) =>
  /^-?[0-9]+$/.test(text) ? Number(text) - offset : Number.NaN
const matching = (pattern: RegExp, read: (text: string) => number) => (text: string) =>
  pattern.test(text) ? Math.floor(read(text)) : Number.NaN

/** The zeros of Arabic, Persian and Hindi digits. */
const ZEROS = [0x0660, 0x06f0, 0x0966]
const hexadecimal = (text: string): number => Number.parseInt(text, 16)
const secondsOf = (date: string): number => Date.parse(date) / 1000
const asciiDigit = (digit: string): string => {
  const code = digit.charCodeAt(0)
  return String(code - (ZEROS.find((zero) => code >= zero && code <= zero + 9) ?? 0))
}

const clock = (what: string, fault: FaultId, seconds: Clock['seconds']): Clock => ({ what, fault, seconds })
const unit = (...row: Parameters<typeof clock>): Clock => ({ ...clock(...row), unit: true })

/** TOKEN-TIMESTAMP-SECONDS, TOKEN-TIMESTAMP-UTC, TOKEN-TIMESTAMP-DECIMAL */
const CLOCKS: readonly Clock[] = [
  unit('milliseconds', 'timestamp-milliseconds', scaled(1e3)),
  unit('microseconds', 'timestamp-microseconds', scaled(1e6)),
  unit('nanoseconds', 'timestamp-nanoseconds', scaled(1e9)),
  unit('ticks of 100 nanoseconds since the year 1', 'timestamp-ticks', scaled(1e7, 62135596800)),
  unit('ticks of 100 nanoseconds since 1601', 'timestamp-ticks', scaled(1e7, 11644473600)),
  clock('seconds since 2001', 'timestamp-other-epoch', since(-978307200)),
  clock('seconds since 1904', 'timestamp-other-epoch', since(2082844800)),
  clock('seconds since 1900', 'timestamp-other-epoch', since(2208988800)),
  clock('seconds since the year 1', 'timestamp-other-epoch', since(62135596800)),
  clock('a fraction', 'timestamp-fraction', matching(/^[0-9]+\.[0-9]+$/, Number)),
  clock('an exponent', 'timestamp-exponent', matching(/^[0-9.]+e\+?[0-9]+$/i, Number)),
  clock(
    'digits in groups',
    'timestamp-grouped',
    matching(/^[0-9]{1,3}(?:[,. \u00a0\u202f'][0-9]{3})+$/, (text) => Number(text.replace(/[^0-9]/g, ''))),
  ),
  clock(
    'the digits of another script',
    'timestamp-local-digits',
    matching(/^[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]+$/, (text) =>
      Number(text.replace(/./g, asciiDigit)),
    ),
  ),
  clock('hex digits', 'timestamp-hex', matching(/^(?=.*[a-f])[0-9a-f]{8}$/i, hexadecimal)),
  clock('a date in ISO 8601', 'timestamp-iso', matching(/^\d{4}-\d\d-\d\dT/, secondsOf)),
]

const isPossible = (seconds: number, now: number): boolean => seconds >= EARLIEST && seconds <= now + DAY

/** Is the timestamp as it stands so far ahead (a year) that it means something else, if anything does? */
const isFar = (text: string, now: number): boolean => !DIGITS.test(text) || Number(text) > now + YEAR

/** The way in which this timestamp is wrongly written, if it then means a possible time. */
export const otherClock = (text: string, now: number): Clock | undefined =>
  CLOCKS.find(({ seconds, unit }) =>
    unit === undefined && DIGITS.test(text)
      ? Math.abs(seconds(text) - now) <= DAY && Math.abs(Number(text) - now) > YEAR
      : isFar(text, now) && isPossible(seconds(text), now),
  )

/** The possible Unix seconds that a timestamp may mean, the likeliest first. */
export const secondsMeant = (text: string, now: number): number[] =>
  [since(0), ...CLOCKS.map(({ seconds }) => seconds)]
    .map((seconds) => seconds(text))
    .filter((seconds) => isPossible(seconds, now))

export const isPlausible = (text: string, now: number): boolean => secondsMeant(text, now).length > 0

/** What a timestamp ahead of the clock may come from: a question, not a verdict (TOKEN-TIMESTAMP-FUTURE). */
interface Ahead {
  readonly asks: string
  readonly fault?: FaultId
  readonly fits: (ahead: number, duration: number) => boolean
}

const MINUTE = 60
const QUARTER = 15 * MINUTE
/** UTC+14 is the largest offset in use. */
const LARGEST_OFFSET = 14 * 3600
/** A token that was looked at so many seconds after it was made. */
const FRESH = 5 * MINUTE

/** Does a time zone explain this difference, if the token was made in the last minutes? */
const isOffset = (seconds: number): boolean =>
  seconds > QUARTER - FRESH && seconds <= LARGEST_OFFSET && (QUARTER - (seconds % QUARTER)) % QUARTER <= FRESH

/** The same for a clock that shows the time west of UTC. */
export const isBehind = (seconds: number): boolean =>
  seconds >= QUARTER && seconds <= LARGEST_OFFSET && seconds % QUARTER <= FRESH

export const AHEAD: readonly Ahead[] = [
  { asks: 'local time', fault: 'timestamp-local-time', fits: isOffset },
  {
    asks: 'the end of validity',
    fault: 'timestamp-of-expiry',
    fits: (ahead, duration) => ahead <= duration && duration - ahead <= FRESH,
  },
  { asks: 'a clock that is wrong', fits: () => true },
]

const UNITS: readonly (readonly [seconds: number, named: (count: number) => string])[] = [
  [YEAR, (count) => counted(count, 'year')],
  [DAY, (count) => counted(count, 'day')],
  [3600, (count) => `${count} h`],
  [MINUTE, (count) => `${count} min`],
  [1, (count) => `${count} s`],
]

/** A length of time in its two largest units: `5 h 45 min`. */
export function lasting(seconds: number): string {
  let left = seconds
  const named = UNITS.flatMap(([unit, name]) => {
    const count = Math.floor(left / unit)
    left %= unit
    return count > 0 ? [name(count)] : []
  })
  return named.slice(0, 2).join(' ') || '0 s'
}

/** A second as a date in UTC. */
export function dateOf(seconds: number): string {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? 'beyond the calendar' : date.toISOString()
}
