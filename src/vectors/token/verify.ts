import { damagedBase64, damagedParams } from './verify/encoded.ts'
import { damagedForm, damagedWhole } from './verify/form.ts'
import { MINUTE, plainToken, TWIN, verifyVector, type VerifyRow } from '../rows/verify.ts'
import { LONGEST_RUN, type Family, type Vector } from '../../model/index.ts'
import { trueReasons } from '../../token/index.ts'
import { EVERY_MEMBER, IDS, NOW, openRow } from '../rows/row.ts'

/** Tokens to verify: good ones of other serialisers, and every kind of damage with all true reasons. */
export const tokenVerify = (): Family => ({
  name: 'token/verify',
  title: 'Tokens to verify: good ones, expired ones, and every kind of damage (section 4.5)',
  vectors: rowsOf(NOW).map((row) => verifyVector(row, NOW)),
})

function rowsOf(made: number): VerifyRow[] {
  const plain = plainToken(made)
  return [
    ...GOOD,
    ...EXPIRY,
    ...damagedForm(plain),
    ...damagedBase64(plain),
    ...damagedWhole(plain),
    ...damagedParams(plain),
  ]
}

/**
 * The same vectors for a subject that reads its own clock: their tokens are made for the second in which it verifies
 * them. Vectors of other years, and those that depend on a single second, are left out.
 */
export function verifyVectorsAt(now: number): Vector[] {
  const vectors = rowsOf(now - MINUTE)
    // A row that is verified at another time has no token of its own, so its token is made for it.
    .map((row) => verifyVector(row, now - (row.timestamp === undefined ? (row.after ?? MINUTE) : MINUTE)))
    .filter((vector) => isLasting(vector, now))
  const ids = new Set(vectors.map(({ id }) => id))
  return vectors.map((vector) => ({
    ...vector,
    needs: ['system-clock'],
    ...(vector.twin !== undefined && { twin: ids.has(vector.twin) ? vector.twin : TWIN }),
  }))
}

function isLasting({ question }: Vector, now: number): boolean {
  if (question.method !== 'token.verify' || question.params.now !== now) return false
  const reasonsAt = (second: number): string =>
    trueReasons({ ...question.params, now: second })
      .toSorted()
      .join()
  return reasonsAt(now) === reasonsAt(now + LONGEST_RUN)
}

const VALID = ['TOKEN-VERIFY-VALID', 'TOKEN-VERIFY-VALUES'] as const
const ODD_APP = { open: 'TOKEN-APPID-NAMING', reasons: ['app', 'malformed'] }

/** `plain` is the accepted twin of every damaged token. */
const GOOD: readonly VerifyRow[] = [
  { name: 'plain', title: 'Accepts a token made by the rules', requirements: [...VALID, 'TOKEN-PART-ORDER'] },
  { name: 'plain-again', title: 'Accepts the same token a second time', requirements: VALID },
  {
    name: 'every-member',
    title: 'Accepts a token with every member that has shown values',
    requirements: VALID,
    json: JSON.stringify(EVERY_MEMBER),
  },
  serialised('spaced', 'white space in its JSON', '{ "channelId" : "c1", "userId" : "u1" }'),
  serialised('indented', 'indented JSON', '{\n  "channelId": "c1",\n  "userId": "u1"\n}\n'),
  serialised('reordered', 'its members in another order', '{"size":12,"userId":"u1","channelId":"c1"}'),
  serialised(
    'letters-escaped',
    'letters and digits written as escapes',
    '{"channelId":"\\u0063\\u0031","userId":"u\\u0031"}',
  ),
  serialised('names-escaped', 'a name written with an escape', '{"channel\\u0049d":"c1","userId":"u1"}'),
  odd('ascii-escaped', 'characters escaped as ASCII', '{"channelId":"\\u4e2d","userId":"\\ud83d\\ude00"}'),
  odd('upper-case-escapes', 'upper-case hex in escapes', '{"channelId":"\\u00E9","userId":"u1"}'),
  odd('raw-unicode', 'raw characters beyond ASCII', '{"channelId":"中","userId":"😀e\u0301\u2028"}'),
  odd('solidus-escaped', 'an escaped solidus', '{"channelId":"a\\/b","userId":"u1"}'),
  odd('html-escaped', 'escaped angle brackets', '{"channelId":"\\u003cb\\u003e","userId":"\\u0026"}'),
  odd(
    'control-characters',
    'escaped control characters',
    '{"channelId":"\\b\\f\\n\\r\\t\\u0000","userId":"u1"}',
  ),
  serialised(
    'defaults-written',
    'all defaults written out',
    JSON.stringify({ ...IDS, channelDuration: 0, duration: 86400, size: 100, delayClose: 0 }),
  ),
  {
    name: 'now-is-its-timestamp',
    title: 'Accepts a token in the second it was made',
    requirements: VALID,
    after: 0,
  },
  {
    name: 'app-with-digits',
    title: 'Accepts a token of an app with digits',
    requirements: VALID,
    appId: 'app2023',
  },
  {
    name: 'other-app',
    title: 'Accepts a token of an app with upper case and digits, or refuses such an appId',
    requirements: VALID,
    appId: 'MyApp2023',
    ...ODD_APP,
  },
  {
    name: 'app-not-ascii',
    title: 'Accepts an appId beyond ASCII, or refuses such an appId',
    requirements: VALID,
    appId: 'приложение',
    ...ODD_APP,
  },
]

/** Texts that JSON.stringify would not write again: code that signs its own JSON refuses them. */
function serialised(name: string, what: string, json: string): VerifyRow {
  return { name: `json-${name}`, title: `Accepts a token with ${what}`, requirements: VALID, json }
}

/** The same with ids that are not plain: the text does not show which ids are allowed. */
function odd(name: string, what: string, json: string): VerifyRow {
  return { ...serialised(name, what, json), open: 'PARAM-USERID-FORMAT', reasons: ['params', 'malformed'] }
}

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
const EXPIRY: readonly VerifyRow[] = [
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
