import { damagedBase64, damagedParams } from './verify/encoded.ts'
import { damagedForm, damagedWhole } from './verify/form.ts'
import { MINUTE, plainToken, TWIN, verifyVector, type VerifyRow } from '../rows/verify.ts'
import { LONGEST_RUN, type Family, type Vector } from '../../model/index.ts'
import { trueReasons } from '../../token/index.ts'
import { EVERY_DEFAULT, EVERY_MEMBER, IDS, NOW, openRow } from '../rows/row.ts'

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

const good = (name: string, what: string, more: Partial<VerifyRow> = {}): VerifyRow => ({
  name,
  title: `Accepts ${what}`,
  requirements: VALID,
  ...more,
})

/** The text does not show which appIds are allowed. */
const oddApp = (name: string, what: string, appId: string): VerifyRow =>
  good(name, `${what}, or refuses such an appId`, {
    appId,
    open: 'TOKEN-APPID-NAMING',
    reasons: ['app', 'malformed'],
  })

/** Texts that JSON.stringify would not write again: code that signs its own JSON refuses them. */
const serialised = (name: string, what: string, json: string): VerifyRow =>
  good(`json-${name}`, `a token with ${what}`, { json })

/** The same with ids that are not plain: the text does not show which ids are allowed. */
const odd = (name: string, what: string, json: string): VerifyRow => ({
  ...serialised(name, what, json),
  open: 'PARAM-USERID-FORMAT',
  reasons: ['params', 'malformed'],
})

/** `plain` is the accepted twin of every damaged token. */
const GOOD: readonly VerifyRow[] = [
  good('plain', 'a token made by the rules', { requirements: [...VALID, 'TOKEN-PART-ORDER'] }),
  good('plain-again', 'the same token a second time'),
  good('every-member', 'a token with every member that has shown values', {
    json: JSON.stringify(EVERY_MEMBER),
  }),
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
  serialised('defaults-written', 'all defaults written out', JSON.stringify(EVERY_DEFAULT)),
  good('now-is-its-timestamp', 'a token in the second it was made', { after: 0 }),
  good('app-with-digits', 'a token of an app with digits', { appId: 'app2023' }),
  oddApp('other-app', 'a token of an app with upper case and digits', 'MyApp2023'),
  oddApp('app-not-ascii', 'an appId beyond ASCII', 'приложение'),
]

const END = ['TOKEN-VALIDITY-END', 'TOKEN-VALIDITY-START-COMPUTED'] as const
const EXPIRED = ['TOKEN-VERIFY-EXPIRED', 'TOKEN-VALIDITY-END'] as const
/** Of a token whose end follows from the timestamp alone. */
const COMPUTED = ['TOKEN-VALIDITY-START-COMPUTED', 'TOKEN-VALIDITY-END'] as const
const DEFAULT = 'TOKEN-VALIDITY-DEFAULT'
const SECONDS = 'PARAM-DURATION-SECONDS'

/** Of a token and its verification. */
type Times = Partial<VerifyRow>

const lasting = (duration: number, after: number): Times => ({
  json: JSON.stringify({ ...IDS, duration }),
  after,
})

const accepted = (name: string, what: string, rules: VerifyRow['requirements'], times: Times): VerifyRow =>
  good(`expiry-${name}`, `a token ${what}`, { requirements: rules, ...times })

/** @param twin the accepted one, without `expiry-` */
const expired = (name: string, what: string, twin: string, times: Times): VerifyRow => ({
  name: `expiry-${name}`,
  title: `Refuses a token ${what}`,
  requirements: EXPIRED,
  ...times,
  reasons: ['expired'],
  twin: `token/verify/expiry-${twin}`,
})

const expiredByDefault = (name: string, what: string, after: number): VerifyRow => ({
  ...expired(name, `without duration ${what}`, 'default-last-second', { after }),
  requirements: [DEFAULT, ...EXPIRED],
})

const open = (name: string, rule: string, reasons: readonly string[], times: Times): VerifyRow => ({
  ...openRow(name, rule),
  ...times,
  reasons,
  open: rule,
})

/** A verifier may refuse a time far from now. */
const FAR = { open: 'TOKEN-TIMESTAMP-RANGE', reasons: ['malformed', 'params'] }
const EARLY = ['malformed', 'expired', 'params']

/** Seconds are counted from the timestamp; a token of duration d is good before timestamp + d and bad after it. */
const EXPIRY: readonly VerifyRow[] = [
  accepted('last-second', 'one second before its end', COMPUTED, lasting(3600, 3599)),
  expired('one-second-late', 'one second after its end', 'last-second', lasting(3600, 3601)),
  expired('hours-late', 'two hours after its end', 'last-second', lasting(3600, 10800)),
  expired('years-late', 'years after its end', 'last-second', lasting(3600, 1000000000)),
  accepted('of-one-second', 'of one second in its first second', COMPUTED, lasting(1, 0)),
  expired('after-one-second', 'of one second after two seconds', 'of-one-second', lasting(1, 2)),
  {
    ...expired(
      'seconds-not-minutes',
      'of 60 seconds after 61 seconds',
      'seconds-not-milliseconds',
      lasting(60, 61),
    ),
    requirements: [SECONDS, ...EXPIRED],
  },
  accepted('seconds-not-milliseconds', 'of 60 seconds after 59 seconds', [SECONDS, ...END], lasting(60, 59)),
  accepted(
    'at-the-maximum',
    'of 86400 seconds after 86399 seconds',
    [...END, 'PARAM-DURATION-MAXIMUM'],
    lasting(86400, 86399),
  ),
  accepted('default-last-second', 'without duration after 86399 seconds', [DEFAULT], { after: 86399 }),
  expiredByDefault('default-late', 'after 86401 seconds', 86401),
  // A default that is too long is not a missing default.
  expiredByDefault('default-years-late', 'after some years', 1000000000),
  // 2147483000 + 3600 lies beyond 2^31 = 2147483648.
  accepted('beyond-31-bits', 'that ends beyond 31 bits', END, {
    ...lasting(3600, 650),
    timestamp: 2147483000,
    ...FAR,
  }),
  accepted('timestamp-33-bits', 'made beyond 32 bits', END, { timestamp: 4294967296, after: 4, ...FAR }),
  accepted('timestamp-1', 'of the first second of 1970', END, { timestamp: 1, after: 1, ...FAR }),
  open('expiry-very-second', 'TOKEN-VALIDITY-VERY-SECOND', ['expired'], lasting(3600, 3600)),
  open('duration-0', 'PARAM-DURATION-ZERO', ['expired', 'params'], lasting(0, 0)),
  open('duration-negative', 'PARAM-DURATION-NEGATIVE', ['expired', 'params'], lasting(-60, 0)),
  open('made-in-a-second', 'TOKEN-TIMESTAMP-FUTURE', EARLY, { after: -1 }),
  open('made-in-a-day', 'TOKEN-TIMESTAMP-FUTURE', EARLY, { after: -86400 }),
]
