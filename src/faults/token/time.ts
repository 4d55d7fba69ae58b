import type { Alteration } from '../fault.ts'
import { before, sdkFaults, inForms, instead, combined } from '../faultySdk/index.ts'
import { boundless } from './joinParams.ts'

/** Asia/Kathmandu is 5 h 45 min ahead of UTC: no whole hour, so it cannot be mistaken for another zone. */
export const LOCAL_OFFSET = (5 * 60 + 45) * 60
const QUARTER = 15 * 60
/** The largest offsets from UTC in use: UTC+14 and UTC-12. */
const LARGEST_OFFSET = 14 * 3600

/** Seconds from 1970 to the epochs of Apple (2001), the Mac (1904), NTP (1900) and .NET (year 1). */
const EPOCHS = [-978307200, 2082844800, 2208988800, 62135596800]

/** Seconds; of those of the main form there are 300. */
const OFFSETS = [1, 2, 5, 10, 30, 60, 120, 180, 240, 600] as const
const ROUNDED = [60, 5, 10, 15, 30, 300, 600, 900, 3600, 86400] as const

/** The milliseconds that a clock would show in this second: some number from 1 to 999, always the same. */
const millisecondsIn = (timestamp: number): number => ((timestamp * 7 + 123) % 999) + 1

/**
 * A clock that code reads in a wrong way. The answer's own value is used where it can come from that clock: nothing
 * else shows the milliseconds or the time zone.
 */
const clock =
  (
    read: (timestamp: number) => number | string,
    fits?: (seen: string, timestamp: number) => boolean,
  ): Alteration =>
  (sdk, seen) => {
    let text: string | undefined
    return {
      clock: (timestamp, joinParams) => {
        const now = sdk.clock(timestamp, joinParams)
        const isShown = seen.timestamp !== undefined && fits?.(seen.timestamp, now)
        text = isShown ? seen.timestamp : String(read(now))
        return Number(text)
      },
      timestampText: (timestamp) =>
        Object.is(Number(text), timestamp) ? text! : sdk.timestampText(timestamp),
    }
  }

const roundedBy = (...rounds: readonly ((value: number) => number)[]): readonly Alteration[] =>
  ROUNDED.flatMap((unit) => rounds.map((round) => clock((timestamp) => round(timestamp / unit) * unit)))

const near = (a: number, b: number): boolean => Math.abs(a - b) < 2
const isOffset = (offset: number): boolean =>
  offset !== 0 && offset % QUARTER === 0 && Math.abs(offset) <= LARGEST_OFFSET

/** The seconds are right, but written in a wrong way. */
const writtenAs = instead('timestampText')

/** A unit with so many in a second: the digits beyond the seconds are those of the clock. */
const inUnit = (unit: bigint): Alteration[] => [
  clock(
    (timestamp) => String(BigInt(timestamp) * unit),
    (seen, timestamp) => /^[0-9]{8,}$/.test(seen) && near(Number(BigInt(seen) / unit), timestamp),
  ),
  writtenAs((timestamp) => String(BigInt(Math.trunc(timestamp)) * unit)),
]

const GROUPED = [',', '.', ' ', '\u00a0', '\u202f', "'"].map(
  (separator) => (timestamp: number) => String(timestamp).replace(/\B(?=(?:\d{3})+$)/g, separator),
)

/** In the message alone: the token has the digits as they are. */
const signedAs = (text: (timestamp: number) => string): Alteration =>
  before('message')((signed) => ({ ...signed, timestamp: text(Number(signed.timestamp)) }))

const epoch = (offset: number): Alteration =>
  clock(
    (timestamp) => timestamp + offset,
    (seen, timestamp) => /^-?[0-9]+$/.test(seen) && near(Number(seen), timestamp + offset),
  )

const TICKS = 10_000_000n
/** Ticks since a year that is so many seconds before 1970. */
const ticksSince = (seconds: bigint): Alteration =>
  clock(
    (timestamp) => String((BigInt(timestamp) + seconds) * TICKS),
    (seen, timestamp) => /^[0-9]{15,}$/.test(seen) && near(Number(BigInt(seen) / TICKS - seconds), timestamp),
  )

/** With at most so many digits, and two for the exponent, as C and .NET write it; small numbers in plain digits. */
function exponent(value: number, digits: number, mark: string): string {
  if (value < 10 ** Math.min(digits, 6)) return String(value)
  const [mantissa = '', power = ''] = value.toExponential(Math.min(digits - 1, 15)).split('e+')
  return `${Number(mantissa)}${mark}${power.padStart(2, '0')}`
}

/** Java: 1.0, 170.0 below ten millions, and 1.7E9 from there on. */
function javaDouble(value: number): string {
  if (value < 1e7) return Number.isInteger(value) ? `${value}.0` : String(value)
  const [mantissa = '', power = ''] = value.toExponential().split('e+')
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${power}`
}

/** In the digits of a script, of which this is the code of its zero. */
const digitsFrom = (zero: number): Alteration =>
  writtenAs((timestamp) =>
    `${timestamp}`.replace(/[0-9]/g, (digit) => String.fromCharCode(zero + Number(digit))),
  )

const dateEndingWith = (end: string): Alteration =>
  writtenAs((timestamp) => new Date(timestamp * 1000).toISOString().replace('.000Z', end))

/** From the clock to the digits of the timestamp, and the length of validity. */
export const TIME_FAULTS = sdkFaults('time', {
  'timestamp-milliseconds': {
    does: 'The timestamp is in milliseconds.',
    origin: 'JavaScript Date.now(); Java System.currentTimeMillis(); Go UnixMilli().',
    repair: 'Write whole seconds; JavaScript: Math.floor(Date.now() / 1000).',
    reference: 'sahat/satellizer#121',
    ...inForms(inUnit(1000n)),
  },
  'timestamp-microseconds': {
    does: 'The timestamp is in microseconds.',
    origin: 'PHP hrtime or microtime times a million; C++ duration_cast<microseconds>; Go UnixMicro().',
    repair: 'Write whole seconds; PHP: time().',
    ...inForms(inUnit(1_000_000n)),
  },
  'timestamp-nanoseconds': {
    does: 'The timestamp is in nanoseconds.',
    origin: 'Go UnixNano(); Python time.time_ns(); Rust as_nanos().',
    repair: 'Write whole seconds; Go: Unix(), Python: int(time.time()).',
    ...inForms(inUnit(1_000_000_000n)),
  },
  'timestamp-ticks': {
    does: 'The timestamp is in ticks of 100 nanoseconds since the year 1 or 1601.',
    origin: 'C# DateTime.UtcNow.Ticks; Windows FILETIME.',
    repair: 'Write the seconds since 1970; C#: DateTimeOffset.UtcNow.ToUnixTimeSeconds().',
    ...inForms([62135596800n, 11644473600n].map(ticksSince)),
  },
  'timestamp-other-epoch': {
    does: 'Seconds are counted from another year than 1970.',
    origin: 'Swift timeIntervalSinceReferenceDate (2001); NTP (1900); Mac (1904).',
    repair: 'Count from 1970; Swift: timeIntervalSince1970.',
    ...inForms(EPOCHS.map(epoch)),
  },
  'timestamp-millisecond-part': {
    does: 'The timestamp is the millisecond field of the clock, below 1000.',
    origin: 'Dart DateTime.now().millisecond; C# DateTime.UtcNow.Millisecond.',
    repair: 'Write the seconds since 1970; Dart: millisecondsSinceEpoch ~/ 1000.',
    reference: 'Web3Auth/web3auth-flutter-sdk#104',
    // 0 is another fault: no time was set at all.
    alteration: clock(millisecondsIn, (seen) => /^[1-9][0-9]{0,2}$/.test(seen)),
  },
  'timestamp-zero': {
    does: 'The timestamp is always 0.',
    origin: 'Any language: a field that is never set.',
    repair: 'Set the timestamp to the present Unix time in seconds.',
    alteration: clock(() => 0),
    others: [writtenAs(() => '0')],
  },
  'timestamp-off': {
    does: 'The timestamp is a fixed time before or after the present.',
    origin: 'Any language: an allowance for clocks that differ, as for nbf of JWT; a sum with a constant.',
    repair: 'Write the present time (section 4.5).',
    ...inForms([
      ...[300, ...OFFSETS].map((offset) => clock((timestamp) => timestamp - offset)),
      ...[...OFFSETS, 300].map((offset) => clock((timestamp) => timestamp + offset)),
    ]),
  },
  'timestamp-rounded': {
    does: 'The timestamp is a whole minute, hour or day.',
    origin: 'Any language: a time formatted without its seconds; the key of a cache.',
    repair: 'Write the second.',
    ...inForms([...roundedBy(Math.floor), ...roundedBy(Math.round, Math.ceil)]),
  },
  'timestamp-local-time': {
    does: 'The local time is taken for UTC, so the timestamp is off by the offset of the time zone.',
    origin: 'Python calendar.timegm(datetime.now().timetuple()); C# DateTime.Now minus 1970.',
    repair: 'Take the time in UTC; Python: int(time.time()), C#: DateTimeOffset.UtcNow.ToUnixTimeSeconds().',
    reference: 'rucio/rucio#8580',
    alteration: clock(
      (timestamp) => timestamp + LOCAL_OFFSET,
      (seen, timestamp) => /^[0-9]+$/.test(seen) && isOffset(Number(seen) - timestamp),
    ),
  },
  'timestamp-of-expiry': {
    does: 'The timestamp is the end of validity instead of the time of issue.',
    origin: 'Any language: an SDK modelled on the exp of JWT.',
    repair: 'Write the present time; the duration is a member of the join parameters.',
    alteration: (sdk) => ({
      clock: (timestamp, joinParams) => {
        const { duration } = joinParams
        return sdk.clock(timestamp, joinParams) + (typeof duration === 'number' ? duration : 86400)
      },
    }),
  },
  'timestamp-fraction': {
    does: 'The timestamp has a fraction, and its point makes six parts of the token.',
    origin: 'JavaScript Date.now() / 1000; Python time.time(); str(float).',
    repair: 'Cut the fraction off; JavaScript: Math.floor(Date.now() / 1000), Python: int(time.time()).',
    reference: 'tencentyun/vod-js-sdk-v6#13',
    alteration: clock(
      (timestamp) => (timestamp * 1000 + millisecondsIn(timestamp)) / 1000,
      (seen, timestamp) => /^[0-9]+\.[0-9]+$/.test(seen) && near(Number(seen), timestamp),
    ),
    others: [writtenAs((timestamp) => `${timestamp}.0`)],
  },
  'timestamp-exponent': {
    does: 'The timestamp is a floating-point number, written with an exponent.',
    origin: 'C# float.ToString(); C++ ostream << double; Java String.valueOf(double); Go %g.',
    repair: 'Keep the timestamp in a 64-bit integer and write it in plain decimal digits; C#: long.',
    reference: 'getyoti/yoti-php-sdk#418',
    ...inForms([
      writtenAs((timestamp) => exponent(Math.fround(timestamp), 7, 'E+')),
      // Java: 1.7E9; Go %g and %e: 1.7e+09 and 1.700000e+09; C++: 1.7e+09.
      writtenAs(javaDouble),
      writtenAs((timestamp) => exponent(timestamp, 17, 'e+')),
      writtenAs((timestamp) => exponent(timestamp, 6, 'e+')),
      writtenAs((timestamp) => timestamp.toExponential(6).replace(/e\+(\d)$/, 'e+0$1')),
      writtenAs((timestamp) => exponent(timestamp, 17, 'E+')),
      writtenAs((timestamp) => timestamp.toExponential()),
      // PHP %e and %E.
      writtenAs((timestamp) => timestamp.toExponential(6)),
      writtenAs((timestamp) => timestamp.toExponential(6).toUpperCase()),
    ]),
  },
  'timestamp-grouped': {
    does: 'The digits of the timestamp are grouped in threes.',
    origin: 'Java MessageFormat and NumberFormat; PHP number_format; C# ToString("N0").',
    repair: 'Write plain decimal digits; Java: Long.toString.',
    ...inForms(GROUPED.flatMap((grouped) => [writtenAs(grouped), signedAs(grouped)])),
  },
  'timestamp-local-digits': {
    does: 'The timestamp is written in the digits of the locale.',
    origin: 'Java String.format and Android in an Arabic, Persian or Hindi locale.',
    repair: 'Write ASCII digits whatever the locale; Java: Long.toString, or Locale.ROOT.',
    ...inForms([0x0660, 0x06f0, 0x0966].map(digitsFrom)),
  },
  'timestamp-hex': {
    does: 'The timestamp is written in hex.',
    origin: 'Any language: %x, or toString(16).',
    repair: 'Write decimal digits.',
    alteration: writtenAs((timestamp) => timestamp.toString(16)),
    others: [writtenAs((timestamp) => timestamp.toString(16).toUpperCase())],
  },
  'timestamp-iso': {
    does: 'The timestamp is a date in ISO 8601.',
    origin: 'JavaScript toISOString(); Python isoformat(); a JSON encoder of dates.',
    repair: 'Write the seconds since 1970 in decimal digits.',
    ...inForms(['.000Z', 'Z', '+00:00'].map(dateEndingWith)),
  },
  'timestamp-int32': {
    does: 'Seconds are kept in 32 bits and turn negative in 2038.',
    origin: 'Java (int) (System.currentTimeMillis() / 1000); C int or a 32-bit time_t.',
    repair: 'Keep seconds in a 64-bit integer; Java: long, C: int64_t.',
    reference: 'strimzi/strimzi-kafka-oauth#260',
    alteration: (sdk) => ({
      timestampText: (timestamp) => String(Math.trunc(timestamp) | 0),
      // The part that adds the duration also overflows when it verifies.
      expiry: (timestamp, joinParams) => sdk.expiry(String(Number(timestamp) | 0), joinParams) | 0,
    }),
    // Java (int) of a double, and Rust as i32, stop at the largest value.
    others: [writtenAs((timestamp) => String(Math.min(timestamp, 2 ** 31 - 1)))],
  },
  'duration-absolute': {
    does: 'The duration is the instant at which the token ends instead of its length, and no bound is checked.',
    origin: 'Any language: an SDK modelled on the exp of JWT or on the expireTs of other services.',
    repair: 'Send the length in seconds, at most 86400: the end is timestamp + duration.',
    alteration: combined(boundless, (sdk) => ({
      prepare: (joinParams, timestamp) => {
        const prepared = sdk.prepare(joinParams, timestamp)
        const { duration } = prepared
        return typeof duration === 'number' ? { ...prepared, duration: timestamp + duration } : prepared
      },
    })),
  },
})
