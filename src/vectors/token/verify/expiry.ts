import { IDS } from '../../rows/row.ts'
import { TWIN, type VerifyRow } from '../../rows/verify.ts'

const END = ['TOKEN-VALIDITY-END', 'TOKEN-VALIDITY-START-COMPUTED'] as const
const EXPIRED = ['TOKEN-VERIFY-EXPIRED', 'TOKEN-VALIDITY-END'] as const
/** Of a token whose end follows from the timestamp alone. */
const COMPUTED = ['TOKEN-VALIDITY-START-COMPUTED', 'TOKEN-VALIDITY-END'] as const
const OVER = { reasons: ['expired'], twin: TWIN }

/** A verifier may refuse a time far from now. */
const FAR = { open: 'TOKEN-TIMESTAMP-RANGE', reasons: ['malformed', 'params'] }

const lasting = (duration: number): string => JSON.stringify({ ...IDS, duration })

/** Seconds are counted from the timestamp; a token of duration d is good before timestamp + d and bad after it. */
export const EXPIRY: readonly VerifyRow[] = [
  {
    name: 'expiry-last-second',
    title: 'Accepts a token one second before its end',
    requirements: COMPUTED,
    json: lasting(3600),
    after: 3599,
  },
  {
    name: 'expiry-one-second-late',
    title: 'Refuses a token one second after its end',
    requirements: EXPIRED,
    json: lasting(3600),
    after: 3601,
    ...OVER,
    twin: 'token/verify/expiry-last-second',
  },
  {
    name: 'expiry-hours-late',
    title: 'Refuses a token two hours after its end',
    requirements: EXPIRED,
    json: lasting(3600),
    after: 10800,
    ...OVER,
    twin: 'token/verify/expiry-last-second',
  },
  {
    name: 'expiry-years-late',
    title: 'Refuses a token years after its end',
    requirements: EXPIRED,
    json: lasting(3600),
    after: 1000000000,
    ...OVER,

    twin: 'token/verify/expiry-last-second',
  },
  {
    name: 'expiry-of-one-second',
    title: 'Accepts a token of one second in its first second',
    requirements: COMPUTED,
    json: lasting(1),
    after: 0,
  },
  {
    name: 'expiry-after-one-second',
    title: 'Refuses a token of one second after two seconds',
    requirements: EXPIRED,
    json: lasting(1),
    after: 2,
    ...OVER,
    twin: 'token/verify/expiry-of-one-second',
  },
  {
    name: 'expiry-seconds-not-minutes',
    title: 'Refuses a token of 60 seconds after 61 seconds',
    requirements: ['PARAM-DURATION-SECONDS', ...EXPIRED],
    json: lasting(60),
    after: 61,
    ...OVER,
    twin: 'token/verify/expiry-seconds-not-milliseconds',
  },
  {
    name: 'expiry-seconds-not-milliseconds',
    title: 'Accepts a token of 60 seconds after 59 seconds',
    requirements: ['PARAM-DURATION-SECONDS', ...END],
    json: lasting(60),
    after: 59,
  },
  {
    name: 'expiry-at-the-maximum',
    title: 'Accepts a token of 86400 seconds after 86399 seconds',
    requirements: [...END, 'PARAM-DURATION-MAXIMUM'],
    json: lasting(86400),
    after: 86399,
  },
  {
    name: 'expiry-default-last-second',
    title: 'Accepts a token without duration after 86399 seconds',
    requirements: ['TOKEN-VALIDITY-DEFAULT'],
    after: 86399,
  },
  {
    name: 'expiry-default-late',
    title: 'Refuses a token without duration after 86401 seconds',
    requirements: ['TOKEN-VALIDITY-DEFAULT', ...EXPIRED],
    after: 86401,
    ...OVER,

    twin: 'token/verify/expiry-default-last-second',
  },
  // A default that is too long is not a missing default.
  {
    name: 'expiry-default-years-late',
    title: 'Refuses a token without duration after some years',
    requirements: ['TOKEN-VALIDITY-DEFAULT', ...EXPIRED],
    after: 1000000000,
    ...OVER,

    twin: 'token/verify/expiry-default-last-second',
  },
  // 2147483000 + 3600 lies beyond 2^31 = 2147483648.
  {
    name: 'expiry-beyond-31-bits',
    title: 'Accepts a token that ends beyond 31 bits',
    requirements: END,
    json: lasting(3600),
    timestamp: 2147483000,
    after: 650,
    ...FAR,
  },
  {
    name: 'expiry-timestamp-33-bits',
    title: 'Accepts a token made beyond 32 bits',
    requirements: END,
    timestamp: 4294967296,
    after: 4,
    ...FAR,
  },
  {
    name: 'expiry-timestamp-1',
    title: 'Accepts a token of the first second of 1970',
    requirements: END,
    timestamp: 1,
    after: 1,
    ...FAR,
  },
  ...[
    {
      name: 'open-expiry-very-second',
      requirements: ['TOKEN-VALIDITY-VERY-SECOND'] as const,
      json: lasting(3600),
      after: 3600,
      reasons: ['expired'],
    },
    {
      name: 'open-duration-0',
      requirements: ['PARAM-DURATION-ZERO'] as const,
      json: lasting(0),
      after: 0,
      reasons: ['expired', 'params'],
    },
    {
      name: 'open-duration-negative',
      requirements: ['PARAM-DURATION-NEGATIVE'] as const,
      json: lasting(-60),
      after: 0,
      reasons: ['expired', 'params'],
    },
    {
      name: 'open-made-in-a-second',
      requirements: ['TOKEN-TIMESTAMP-FUTURE'] as const,
      after: -1,
      reasons: ['malformed', 'expired', 'params'],
    },
    {
      name: 'open-made-in-a-day',
      requirements: ['TOKEN-TIMESTAMP-FUTURE'] as const,
      after: -86400,
      reasons: ['malformed', 'expired', 'params'],
    },
  ].map((row) => ({
    level: 'unspecified' as const,
    title: `Open: ${row.name.replace('open-', '').replaceAll('-', ' ')} (the text does not say)`,
    ...row,
    open: row.requirements[0],
  })),
]
