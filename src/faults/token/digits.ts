import type { Alteration } from '../fault.ts'
import { sdkRows, type SdkRow } from '../faultySdk/index.ts'

/** The seconds are right, but written in a wrong way. */
export const writtenAs =
  (text: (timestamp: number) => string): Alteration =>
  () => ({ timestampText: text })

/** The timestamp as text: plain decimal digits. */
export const DIGIT_ROWS: readonly SdkRow[] = sdkRows({
  'timestamp-exponent': {
    does: 'The timestamp is a floating-point number, written with an exponent.',
    origin: 'C# float.ToString(); C++ ostream << double; Java String.valueOf(double); Go %g.',
    repair: 'Keep the timestamp in a 64-bit integer and write it in plain decimal digits; C#: long.',
    reference: 'getyoti/yoti-php-sdk#418',
    alteration: writtenAs((timestamp) => exponent(Math.fround(timestamp), 7, 'E+')),
    others: [
      // Java: 1.7E9; Go %g and %e: 1.7e+09 and 1.700000e+09; C++: 1.7e+09.
      writtenAs((timestamp) => javaDouble(timestamp)),
      writtenAs((timestamp) => exponent(timestamp, 17, 'e+')),
      writtenAs((timestamp) => exponent(timestamp, 6, 'e+')),
      writtenAs((timestamp) => timestamp.toExponential(6).replace(/e\+(\d)$/, 'e+0$1')),
      writtenAs((timestamp) => exponent(timestamp, 17, 'E+')),
      writtenAs((timestamp) => timestamp.toExponential()),
      // PHP %e and %E.
      writtenAs((timestamp) => timestamp.toExponential(6)),
      writtenAs((timestamp) => timestamp.toExponential(6).toUpperCase()),
    ],
  },
  'timestamp-grouped': {
    does: 'The digits of the timestamp are grouped in threes.',
    origin: 'Java MessageFormat and NumberFormat; PHP number_format; C# ToString("N0").',
    repair: 'Write plain decimal digits; Java: Long.toString.',
    alteration: writtenAs(groupedBy(',')),
    others: ['.', ' ', '\u00a0', '\u202f', "'"].map((separator) => writtenAs(groupedBy(separator))),
  },
  'timestamp-local-digits': {
    does: 'The timestamp is written in the digits of the locale.',
    origin: 'Java String.format and Android in an Arabic, Persian or Hindi locale.',
    repair: 'Write ASCII digits whatever the locale; Java: Long.toString, or Locale.ROOT.',
    alteration: writtenAs(digitsFrom(0x0660)),
    others: [writtenAs(digitsFrom(0x06f0)), writtenAs(digitsFrom(0x0966))],
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
    alteration: writtenAs((timestamp) => new Date(timestamp * 1000).toISOString()),
    others: [
      writtenAs((timestamp) => new Date(timestamp * 1000).toISOString().replace('.000Z', 'Z')),
      writtenAs((timestamp) => new Date(timestamp * 1000).toISOString().replace('.000Z', '+00:00')),
    ],
  },
})

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

function groupedBy(separator: string): (timestamp: number) => string {
  return (timestamp) => String(timestamp).replace(/\B(?=(?:\d{3})+$)/g, separator)
}

function digitsFrom(zero: number): (timestamp: number) => string {
  return (timestamp) =>
    String(timestamp).replace(/[0-9]/g, (digit) => String.fromCharCode(zero + Number(digit)))
}
