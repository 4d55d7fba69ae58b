import { boundless } from './members.ts'
import { faultsOf, KNOWN_DEFAULT } from './table.ts'

/** Asia/Kathmandu is 5 h 45 min ahead of UTC: no whole hour, so it cannot be mistaken for another zone. */
const LOCAL_OFFSET = (5 * 60 + 45) * 60

/** The milliseconds that a clock would show in this second: some number from 1 to 999, always the same. */
const millisecondsIn = (timestamp: number): number => ((timestamp * 7 + 123) % 999) + 1

/** A single-precision number as .NET Framework writes it: seven digits, with an exponent where those do not do. */
function floatText(value: number): string {
  const single = Math.fround(value)
  if (single < 1e7) return String(single)
  const [digits = '', exponent = ''] = single.toExponential(6).split('e+')
  return `${Number(digits)}E+${exponent.padStart(2, '0')}`
}

export const TIME_FAULTS = faultsOf('time', [
  {
    id: 'timestamp-milliseconds',
    does: 'The timestamp is in milliseconds.',
    origin: 'JavaScript Date.now(); Java System.currentTimeMillis().',
    repair: 'Write whole seconds; JavaScript: Math.floor(Date.now() / 1000).',
    seen: 'sahat/satellizer#121',
    mistake: (sdk) => ({ clock: (timestamp) => sdk.clock(timestamp) * 1000 }),
  },
  {
    id: 'timestamp-millisecond-part',
    does: 'The timestamp is the millisecond field of the clock, below 1000.',
    origin: 'Dart DateTime.now().millisecond; C# DateTime.UtcNow.Millisecond.',
    repair: 'Write the seconds since 1970; Dart: millisecondsSinceEpoch ~/ 1000.',
    seen: 'Web3Auth/web3auth-flutter-sdk#104',
    mistake: () => ({ clock: millisecondsIn }),
  },
  {
    id: 'timestamp-local-time',
    does: 'The local time is taken for UTC, so the timestamp is off by the offset of the time zone.',
    origin: 'Python calendar.timegm(datetime.now().timetuple()); C# DateTime.Now minus 1970.',
    repair: 'Take the time in UTC; Python: int(time.time()), C#: DateTimeOffset.UtcNow.ToUnixTimeSeconds().',
    seen: 'rucio/rucio#8580',
    mistake: (sdk) => ({ clock: (timestamp) => sdk.clock(timestamp) + LOCAL_OFFSET }),
  },
  {
    id: 'timestamp-fraction',
    does: 'The timestamp has a fraction, and its point makes six parts of the token.',
    origin: 'JavaScript Date.now() / 1000; Python time.time().',
    repair: 'Cut the fraction off; JavaScript: Math.floor(Date.now() / 1000), Python: int(time.time()).',
    seen: 'tencentyun/vod-js-sdk-v6#13',
    mistake: () => ({ clock: (timestamp) => (timestamp * 1000 + millisecondsIn(timestamp)) / 1000 }),
  },
  {
    id: 'timestamp-exponent',
    does: 'The timestamp is a floating-point number, written with an exponent.',
    origin: 'C# float.ToString(); C++ ostream << double; PHP (string) of a float.',
    repair: 'Keep the timestamp in a 64-bit integer and write it in plain decimal digits; C#: long.',
    seen: 'getyoti/yoti-php-sdk#418',
    mistake: () => ({ timestampText: floatText }),
  },
  {
    id: 'timestamp-int32',
    does: 'Seconds are kept in 32 bits and turn negative in 2038.',
    origin: 'Java (int) (System.currentTimeMillis() / 1000); C int or a 32-bit time_t.',
    repair: 'Keep seconds in a 64-bit integer; Java: long, C: int64_t.',
    seen: 'strimzi/strimzi-kafka-oauth#260',
    mistake: (sdk) => ({
      timestampText: (timestamp) => String(Math.trunc(timestamp) | 0),
      // The part that adds the duration overflows too, when it verifies.
      expiry: (timestamp, joinParams) => sdk.expiry(String(Number(timestamp) | 0), joinParams) | 0,
    }),
  },
  {
    id: 'duration-absolute',
    does: 'The duration is the instant at which the token ends instead of its length, and no bound is checked.',
    origin: 'Any language: an SDK modelled on the exp of JWT or on the expireTs of other services.',
    repair: 'Send the length in seconds, at most 86400: the end is timestamp + duration.',
    seen: KNOWN_DEFAULT,
    mistake: (sdk) => ({
      check: boundless(sdk.check),
      prepare: (joinParams, timestamp) => {
        const prepared = sdk.prepare(joinParams, timestamp)
        const { duration } = prepared
        return typeof duration === 'number' ? { ...prepared, duration: timestamp + duration } : prepared
      },
    }),
  },
])
