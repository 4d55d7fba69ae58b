import { EXPIRY } from './verify/expiry.ts'
import { damagedParams } from './verify/params.ts'
import { damagedBase64 } from './verify/base64.ts'
import { damagedForm, damagedWhole } from './verify/form.ts'
import { MINUTE, plainToken, TWIN, verifyVector, type VerifyRow } from '../rows/verify.ts'
import { LONGEST_RUN, type Family, type Vector } from '../../model/index.ts'
import { trueReasons } from '../../token/index.ts'
import { EVERY_MEMBER, IDS, NOW } from '../rows/row.ts'

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
