import { CLOCK_ROWS } from './clock.ts'
import { DIGIT_ROWS, writtenAs } from './digits.ts'
import { boundless } from './members.ts'
import { faultsOf, sdkRows } from '../faultySdk/index.ts'

/** From the clock to the digits of the timestamp, and the length of validity. */
export const TIME_FAULTS = faultsOf('time', [
  ...CLOCK_ROWS,
  ...DIGIT_ROWS,
  ...sdkRows({
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
      others: [
        // Java (int) of a double, and Rust as i32, stop at the largest value.
        writtenAs((timestamp) => String(Math.min(timestamp, 2 ** 31 - 1))),
      ],
    },
    'duration-absolute': {
      does: 'The duration is the instant at which the token ends instead of its length, and no bound is checked.',
      origin: 'Any language: an SDK modelled on the exp of JWT or on the expireTs of other services.',
      repair: 'Send the length in seconds, at most 86400: the end is timestamp + duration.',
      alteration: (sdk) => ({
        check: boundless(sdk.check),
        prepare: (joinParams, timestamp) => {
          const prepared = sdk.prepare(joinParams, timestamp)
          const { duration } = prepared
          return typeof duration === 'number' ? { ...prepared, duration: timestamp + duration } : prepared
        },
      }),
    },
  }),
])
