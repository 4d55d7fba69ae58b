import { IDS, openRow } from '../../rows/row.ts'
import type { VerifyRow } from '../../rows/verify.ts'

const END = ['TOKEN-VALIDITY-END', 'TOKEN-VALIDITY-START-COMPUTED'] as const
const EXPIRED = ['TOKEN-VERIFY-EXPIRED', 'TOKEN-VALIDITY-END'] as const
/** Of a token whose end follows from the timestamp alone. */
const COMPUTED = ['TOKEN-VALIDITY-START-COMPUTED', 'TOKEN-VALIDITY-END'] as const
const DEFAULT = 'TOKEN-VALIDITY-DEFAULT'

/** How long a token is valid (without one, it names no duration), and how long after its timestamp it is verified. */
interface Times extends Pick<VerifyRow, 'timestamp' | 'open' | 'reasons'> {
  readonly duration?: number
  readonly after: number
}

const timed = ({ duration, ...times }: Times): Omit<VerifyRow, 'name' | 'title' | 'requirements'> => ({
  ...times,
  ...(duration !== undefined && { json: JSON.stringify({ ...IDS, duration }) }),
})

const accepted = (
  name: string,
  what: string,
  requirements: VerifyRow['requirements'],
  times: Times,
): VerifyRow => ({ name: `expiry-${name}`, title: `Accepts a token ${what}`, requirements, ...timed(times) })

/** @param twin the accepted one, without `expiry-` */
const expired = (name: string, what: string, twin: string, times: Times): VerifyRow => ({
  name: `expiry-${name}`,
  title: `Refuses a token ${what}`,
  requirements: EXPIRED,
  ...timed(times),
  reasons: ['expired'],
  twin: `token/verify/expiry-${twin}`,
})

/** The same where the duration is the default. */
const expiredByDefault = (name: string, what: string, after: number): VerifyRow => ({
  ...expired(name, `without duration ${what}`, 'default-last-second', { after }),
  requirements: [DEFAULT, ...EXPIRED],
})

const open = (name: string, requirement: string, times: Times): VerifyRow => ({
  ...openRow(name, requirement),
  ...timed(times),
  open: requirement,
})

/** A verifier may refuse a time far from now. */
const FAR = { open: 'TOKEN-TIMESTAMP-RANGE', reasons: ['malformed', 'params'] }
const EARLY = ['malformed', 'expired', 'params']

/** Seconds are counted from the timestamp; a token of duration d is good before timestamp + d and bad after it. */
export const EXPIRY: readonly VerifyRow[] = [
  accepted('last-second', 'one second before its end', COMPUTED, { duration: 3600, after: 3599 }),
  expired('one-second-late', 'one second after its end', 'last-second', { duration: 3600, after: 3601 }),
  expired('hours-late', 'two hours after its end', 'last-second', { duration: 3600, after: 10800 }),
  expired('years-late', 'years after its end', 'last-second', { duration: 3600, after: 1000000000 }),
  accepted('of-one-second', 'of one second in its first second', COMPUTED, { duration: 1, after: 0 }),
  expired('after-one-second', 'of one second after two seconds', 'of-one-second', { duration: 1, after: 2 }),
  {
    ...expired('seconds-not-minutes', 'of 60 seconds after 61 seconds', 'seconds-not-milliseconds', {
      duration: 60,
      after: 61,
    }),
    requirements: ['PARAM-DURATION-SECONDS', ...EXPIRED],
  },
  accepted('seconds-not-milliseconds', 'of 60 seconds after 59 seconds', ['PARAM-DURATION-SECONDS', ...END], {
    duration: 60,
    after: 59,
  }),
  accepted('at-the-maximum', 'of 86400 seconds after 86399 seconds', [...END, 'PARAM-DURATION-MAXIMUM'], {
    duration: 86400,
    after: 86399,
  }),
  accepted('default-last-second', 'without duration after 86399 seconds', [DEFAULT], { after: 86399 }),
  expiredByDefault('default-late', 'after 86401 seconds', 86401),
  // A default that is too long is not a missing default.
  expiredByDefault('default-years-late', 'after some years', 1000000000),
  // 2147483000 + 3600 lies beyond 2^31 = 2147483648.
  accepted('beyond-31-bits', 'that ends beyond 31 bits', END, {
    duration: 3600,
    timestamp: 2147483000,
    after: 650,
    ...FAR,
  }),
  accepted('timestamp-33-bits', 'made beyond 32 bits', END, { timestamp: 4294967296, after: 4, ...FAR }),
  accepted('timestamp-1', 'of the first second of 1970', END, { timestamp: 1, after: 1, ...FAR }),
  open('expiry-very-second', 'TOKEN-VALIDITY-VERY-SECOND', {
    duration: 3600,
    after: 3600,
    reasons: ['expired'],
  }),
  open('duration-0', 'PARAM-DURATION-ZERO', { duration: 0, after: 0, reasons: ['expired', 'params'] }),
  open('duration-negative', 'PARAM-DURATION-NEGATIVE', {
    duration: -60,
    after: 0,
    reasons: ['expired', 'params'],
  }),
  open('made-in-a-second', 'TOKEN-TIMESTAMP-FUTURE', { after: -1, reasons: EARLY }),
  open('made-in-a-day', 'TOKEN-TIMESTAMP-FUTURE', { after: -86400, reasons: EARLY }),
]
