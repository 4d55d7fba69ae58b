import { describe, expect, test } from 'vitest'
import { families } from '../../src/vectors/index.ts'
import { failureOf, isBad, judge } from '../../src/judge/index.ts'
import {
  OUTCOMES,
  type Answer,
  type Output,
  type QuestionOf,
  type Vector,
  type Verdict,
} from '../../src/model/index.ts'
import { encodeParams, issue, issueText, sign } from '../../src/token/index.ts'

const vectors = new Map(families().flatMap((family) => family.vectors.map((vector) => [vector.id, vector])))
const vector = (id: string): Vector => vectors.get(id)!

const TIMES = { askedAt: 1700000000.2, answeredAt: 1700000000.7 }
const accepted = (output: Output, inexact?: string[]): Answer => ({
  ...TIMES,
  kind: 'accepted',
  output,
  ...(inexact && { inexact }),
})
const refused = (reason: string): Answer => ({ ...TIMES, kind: 'refused', reason })
const outcome = ({ outcome: name, reason, level, vector: id }: Verdict): string =>
  [name, reason].filter(Boolean).join(' ') + (level === vector(id).level ? '' : `, ${level}`)

const SECRET = 'DO-NOT-USE-channelproof-secret'
const issuer = { appId: 'app', appSecret: SECRET, timestamp: 1700000000 }
const EVERY = {
  channelId: 'c1',
  userId: 'u1',
  channelDuration: 30,
  duration: 3600,
  size: 12,
  delayClose: 60,
}

describe('token.issue is judged by meaning', () => {
  const judged = (token: string, id = 'token/issue/minimal'): string =>
    outcome(judge(vector(id), accepted({ token }), 'no-twin'))
  const ofText = (json: string): string => issueText(json, issuer)
  const right = issue({ channelId: 'c1', userId: 'u1' }, issuer)
  const signed = (timestamp: string, params: string): string =>
    `02.app.${timestamp}.${params}.${sign({ version: '02', appId: 'app', timestamp, params }, SECRET)}`
  const ofBytes = (bytes: Buffer): string => signed('1700000000', bytes.toString('base64'))

  // 19,800 seconds are 5.5 hours; 900 are the least by which time zones differ.
  test.for([
    [1700000000000, 'this one counts milliseconds'],
    [1700019800, 'this one is off by 5.5 hours, so it is local time'],
    [1699992800, 'this one is off by -2 hours, so it is local time'],
    [1700000002, 'this one is off by 2 seconds'],
    [1699999998, 'this one is off by -2 seconds'],
    [1700000450, 'this one is off by 450 seconds'],
    [1700086400, 'this one is off by 86400 seconds'],
  ] as const)('says of the timestamp %d what is wrong with it: %s', ([timestamp, says]) => {
    const token = signed(String(timestamp), encodeParams('{"channelId":"c1","userId":"u1"}'))
    const { message } = judge(vector('token/issue/minimal'), accepted({ token }), 'no-twin')
    expect(message).toBe(`the timestamp must be Unix time in whole seconds, UTC: ${says}.`)
  })

  test.for([
    ['compact JSON', '{"channelId":"c1","userId":"u1"}'],
    ['another order', '{"userId":"u1","channelId":"c1"}'],
    ['white space', ' { "channelId" : "c1", "userId" : "u1" }\n'],
    ['escapes', '{"channelId":"\\u0063\\u0031","userId":"u\\u0031"}'],
    [
      'defaults written out',
      '{"channelId":"c1","userId":"u1","channelDuration":0,"duration":86400,"size":100,"delayClose":0}',
    ],
  ] as const)('passes %s', ([, json]) => {
    expect(judged(ofText(json))).toBe('passed')
  })

  test.for([
    ['a fourth part left out', right.split('.').slice(0, 4).join('.'), 'failed not-five-parts'],
    ['a fraction in the timestamp', right.replace('1700000000', '1700000000.5'), 'failed not-five-parts'],
    ['another version', right.replace(/^02/, '2'), 'failed wrong-version'],
    ['another appId', right.replace('.app.', '.APP.'), 'failed wrong-app-id'],
    ['milliseconds', right.replace('1700000000', '1700000000000'), 'failed wrong-timestamp'],
    [
      'URL-safe params',
      ofText('{"channelId":"c1","userId":"u1","x":"~~~???"}').replaceAll('/', '_').replaceAll('+', '-'),
      'failed params-not-standard-base64',
    ],
    ['unpadded params', right.replace('=.', '.'), 'failed params-not-standard-base64'],
    ['no JSON', ofText('channelId=c1'), 'failed params-not-json'],
    ['an array', ofText('[]'), 'failed params-not-json'],
    [
      'a byte order mark',
      ofText('\ufeff{"channelId":"c1","userId":"u1"}'),
      'failed byte-order-mark, recommended',
    ],
    [
      'a member twice',
      ofText('{"channelId":"c1","userId":"u1","userId":"u1"}'),
      'failed member-twice, recommended',
    ],
    ['a member left out', ofText('{"channelId":"c1"}'), 'failed member-missing'],
    [
      'a null that nobody asked for',
      ofText('{"channelId":"c1","userId":"u1","size":null}'),
      'failed value-added',
    ],
    [
      'a value that nobody asked for',
      ofText('{"channelId":"c1","userId":"u1","size":50}'),
      'failed value-added',
    ],
    [
      'a member that nobody knows',
      ofText('{"channelId":"c1","userId":"u1","role":1}'),
      'failed member-added, recommended',
    ],
    ['a number for a string', ofText('{"channelId":"c1","userId":1}'), 'failed wrong-type'],
    [
      'a default with a fraction',
      ofText('{"channelId":"c1","userId":"u1","size":100.0}'),
      'failed integer-with-fraction, recommended',
    ],
    ['privileges that nobody asked for', ofText('{"channelId":"c1","userId":"u1","privileges":0}'), 'passed'],
    [
      'privileges that are null',
      ofText('{"channelId":"c1","userId":"u1","privileges":null}'),
      'failed value-added',
    ],
    [
      'a lost member behind one that nobody knows',
      ofText('{"channelId":"c1","role":1}'),
      'failed member-missing',
    ],
    [
      'UTF-16',
      ofBytes(Buffer.from('{"channelId":"c1","userId":"u1"}', 'utf16le')),
      'failed params-not-utf8, recommended',
    ],
    [
      'UTF-16 of another user',
      ofBytes(Buffer.from('{"channelId":"c1","userId":"u2"}', 'utf16le')),
      'failed value-changed',
    ],
    ['bytes of no charset', ofBytes(Buffer.from([0xff, 0x7b, 0x80])), 'failed params-not-utf8'],
    [
      'a signature of another secret',
      issue({ channelId: 'c1', userId: 'u1' }, { ...issuer, appSecret: 'other' }),
      'failed signature-of-other-message-or-key',
    ],
    ['a hex signature', right.replace(/[^.]+$/, 'ab'.repeat(32)), 'failed signature-of-wrong-length'],
    ['a signature with a line feed', `${right}\n`, 'failed signature-not-standard-base64'],
    ['the secret for a signature', right.replace(/[^.]+$/, SECRET), 'failed secret-in-token'],
    [
      'the secret in the params',
      ofText(`{"channelId":"c1","userId":"u1","secret":"${SECRET}"}`),
      'failed secret-in-token',
    ],
    ['the secret in the appId', right.replace('.app.', `.${SECRET}.`), 'failed wrong-app-id'],
  ] as const)('%s', ([, token, expected]) => {
    expect(judged(token)).toBe(expected)
  })

  test('what the interface leaves open of one member stands beside the verdict on the rest', () => {
    const verdictOn = (token: string): Verdict =>
      judge(vector('token/issue/minimal'), accepted({ token }), 'no-twin')
    const json = '{"channelId":"c1","userId":"u1","privileges":7}'
    const open = [
      { requirement: 'PARAM-PRIVILEGES-UNASKED', does: 'writes privileges 7 where the caller gives none' },
    ]
    expect(verdictOn(ofText(json))).toMatchObject({ outcome: 'passed', open })
    // A wrong signature is not hidden behind it.
    expect(verdictOn(ofText(json).replace(/.{4}$/, 'AAA='))).toMatchObject({ outcome: 'failed', open })
    const zeros = signed('01700000000', Buffer.from('{"channelId":"c1","userId":"u1"}').toString('base64'))
    expect(verdictOn(zeros)).toMatchObject({
      outcome: 'passed',
      open: [{ requirement: 'TOKEN-TIMESTAMP-LEADING-ZEROS' }],
    })
    expect(verdictOn(zeros.replace('.01', '.1'))).toMatchObject({ outcome: 'failed' })
  })

  test('an explicit 0 of size may not be dropped', () => {
    expect(judged(ofText('{"channelId":"c1","userId":"u1","size":0}'), 'token/issue/size-0')).toBe('passed')
    expect(judged(ofText('{"channelId":"c1","userId":"u1"}'), 'token/issue/size-0')).toBe(
      'failed member-missing',
    )
  })

  test('an optional asked for at its default may be left out', () => {
    expect(judged(ofText('{"channelId":"c1","userId":"u1"}'), 'token/issue/every-default-asked')).toBe(
      'passed',
    )
  })

  test('with an own clock the timestamp lies between a second before the question and one after the answer', () => {
    const { timestamp: _, ...params } = {
      appId: 'app',
      appSecret: SECRET,
      joinParams: { channelId: 'c1', userId: 'u1' },
      timestamp: 0,
    }
    const own: Vector = { ...vector('token/issue/minimal'), question: { method: 'token.issue', params } }
    const at = (timestamp: number): string =>
      outcome(judge(own, accepted({ token: issue(params.joinParams, { ...issuer, timestamp }) }), 'no-twin'))
    expect(at(1700000000)).toBe('passed')
    // Kathmandu is 5 h 45 min ahead: 20700 s.
    expect(at(1700020700)).toBe('failed wrong-timestamp')
    expect(at(1699999998)).toBe('failed wrong-timestamp')
    expect(at(1700000002)).toBe('failed wrong-timestamp')
  })
})

describe('refusals', () => {
  const missing = vector('token/refusal/user-id-missing')

  test('pass for a true reason beside an accepted twin', () => {
    expect(outcome(judge(missing, refused('missing-field'), 'twin-accepted'))).toBe('passed')
  })

  test('prove nothing where the twin was not accepted', () => {
    expect(outcome(judge(missing, refused('missing-field'), 'no-twin'))).toBe('failed twin-not-accepted')
  })

  test('fail for a reason that is not true', () => {
    expect(outcome(judge(missing, refused('out-of-range'), 'twin-accepted'))).toBe('failed wrong-reason')
  })

  test('an error without a reason is no refusal', () => {
    expect(outcome(judge(missing, { ...TIMES, kind: 'failed', message: 'boom' }, 'twin-accepted'))).toBe(
      'failed failed-without-reason',
    )
  })

  test('accepting what must be refused fails', () => {
    expect(outcome(judge(missing, accepted({ token: issue(EVERY, issuer) }), 'twin-accepted'))).toBe(
      'failed accepted-bad-input',
    )
  })

  test('a refusal whose twin crashed is not the fault of the answer', () => {
    expect(judge(missing, refused('missing-field'), 'twin-broken')).toMatchObject({
      outcome: 'errored',
      reason: 'twin-broken',
      message: `Its right twin ${missing.twin} was not answered (crash or time-out), so this proves nothing.`,
    })
    // What is wrong with the answer itself is said all the same.
    expect(outcome(judge(missing, refused('app'), 'twin-broken'))).toBe('failed wrong-reason')
  })

  test('a refusal whose twin was not judged proves nothing, and accuses nobody', () => {
    expect(judge(missing, refused('missing-field'), 'twin-not-judged')).toMatchObject({
      outcome: 'skipped',
      reason: 'not-judged',
      message: `not judged: its right twin ${missing.twin} was not judged, so this proves nothing`,
    })
    expect(outcome(judge(missing, refused('app'), 'twin-not-judged'))).toBe('failed wrong-reason')
  })

  test('an answer that shows the secret fails at recommended, beside what else is wrong with it', () => {
    const leak = { leak: true } as const
    expect(judge(missing, { ...refused('missing-field'), ...leak }, 'twin-accepted')).toMatchObject({
      outcome: 'failed',
      level: 'recommended',
      rule: 'SDK-SECRET-NOT-IN-ERRORS',
    })
    expect(judge(missing, { ...refused('app'), ...leak }, 'twin-accepted')).toMatchObject({
      reason: 'wrong-reason',
      findings: [{ rule: 'SDK-SECRET-NOT-IN-ERRORS', level: 'recommended', reason: 'secret-in-error' }],
    })
  })

  test('a refusal where refusing is one of two right answers is observed', () => {
    const odd = vector('token/issue/user-id-quotes')
    expect(judge(odd, refused('malformed'), 'no-twin')).toMatchObject({
      outcome: 'observed',
      reason: 'refuses',
      open: [{ requirement: 'PARAM-USERID-FORMAT', does: 'refuses: malformed' }],
    })
    expect(outcome(judge(odd, refused('expired'), 'no-twin'))).toBe('failed wrong-reason')
    const broke: Answer = { ...TIMES, kind: 'failed', message: 'boom' }
    expect(judge(vector('token/issue/open-duration-0'), broke, 'no-twin')).not.toHaveProperty('open')
  })

  test('what becomes of null for an optional member is observed', () => {
    const nulled = vector('token/refusal/size-null')
    const absent = { channelId: 'c1', userId: 'u1' }
    const sent = (json: object): string =>
      outcome(judge(nulled, accepted({ token: issueText(JSON.stringify(json), issuer) }), 'twin-accepted'))
    expect(outcome(judge(nulled, refused('wrong-type'), 'twin-accepted'))).toBe('observed refuses')
    expect(sent(absent)).toBe('observed accepts')
    for (const size of [null, 5]) expect(sent({ ...absent, size })).toBe('observed null-given')
  })
})

describe('token.verify', () => {
  const plain = vector('token/verify/plain')

  test('accepts with the join parameters of the token', () => {
    expect(
      outcome(judge(plain, accepted({ joinParams: { channelId: 'c1', userId: 'u1' } }), 'no-twin')),
    ).toBe('passed')
    expect(outcome(judge(plain, accepted({ joinParams: { channelId: 'c1' } }), 'no-twin'))).toBe(
      'failed member-missing',
    )
    expect(outcome(judge(plain, accepted({ joinParams: {} }), 'no-twin'))).toBe('failed member-missing')
  })

  test('sees integers that came back with a fraction', () => {
    const every = vector('token/verify/every-member')
    expect(outcome(judge(every, accepted({ joinParams: EVERY }), 'no-twin'))).toBe('passed')
    expect(outcome(judge(every, accepted({ joinParams: EVERY }, ['/size']), 'no-twin'))).toBe(
      'failed integer-with-fraction, recommended',
    )
  })

  test('takes a fraction that stands in the token itself', () => {
    const open = vector('token/verify/open-params-integer-as-fraction')
    const joinParams = { channelId: 'c1', userId: 'u1', size: 60 }
    expect(outcome(judge(open, accepted({ joinParams }, ['/size']), 'no-twin'))).toBe('observed accepts')
    // Another number that the token writes as an integer.
    expect(outcome(judge(open, accepted({ joinParams }, ['/size', '/userId']), 'no-twin'))).toBe(
      'failed integer-with-fraction, recommended',
    )
  })
})

describe('a failure without an answer, as captures have it', () => {
  const vectorOfCapture = { level: 'required', requirements: ['API-PATHS-BASE-URL'] } as const
  const found = { reason: 'wrong-path', message: 'no.' }

  test('has the level of its vector, or that of its worst finding', () => {
    expect(failureOf(vectorOfCapture, [found])).toEqual({ outcome: 'failed', level: 'required', ...found })
    const weak = { ...found, level: 'recommended', rule: 'SDK-BODY-FRAMING' } as const
    expect(failureOf(vectorOfCapture, [weak])).toEqual({ outcome: 'failed', ...weak })
  })

  test('lists the others, each with its rule', () => {
    const difference = { expected: 'a', got: 'b' }
    const weak = { reason: 'member-added', message: 'x.', level: 'recommended', difference } as const
    expect(failureOf(vectorOfCapture, [weak, found, { ...found, reason: 'other' }])).toEqual({
      outcome: 'failed',
      level: 'required',
      ...found,
      findings: [
        { rule: 'API-PATHS-BASE-URL', level: 'required', reason: 'other', message: 'no.' },
        { rule: 'TOKEN-PARAMS-NOTHING-ADDED', ...weak },
      ],
    })
  })
})

describe('a verdict says', () => {
  const missing = vector('token/refusal/user-id-missing')
  const plain = vector('token/verify/plain')

  test('of a right answer which rules it keeps, and how long it took', () => {
    expect(judge(missing, refused('missing-field'), 'twin-accepted')).toEqual({
      vector: 'token/refusal/user-id-missing',
      level: 'recommended',
      requirements: ['SDK-REFUSES-MISSING-FIELD'],
      outcome: 'passed',
      millis: 500,
    })
  })

  test('no time before the question, where the clock was set back', () => {
    const answer: Answer = {
      askedAt: 1700000001,
      answeredAt: 1700000000,
      kind: 'refused',
      reason: 'missing-field',
    }
    expect(judge(missing, answer, 'twin-accepted').millis).toBe(0)
  })

  test('what was expected, and what came', () => {
    expect(judge(missing, accepted({ token: 'x' }), 'twin-accepted')).toMatchObject({
      outcome: 'failed',
      message: 'It accepts what must be refused (missing-field or malformed).',
      difference: { expected: 'refused: missing-field or malformed', got: 'accepted: {"token":"x"}' },
    })
    expect(judge(missing, refused('app'), 'twin-accepted')).toMatchObject({
      message: 'It refuses, but for a reason that is not true: app.',
      difference: { expected: 'missing-field or malformed', got: 'app' },
    })
    const two: Vector = { ...missing, expect: { verdict: 'refuse', reasons: ['missing-field', 'expired'] } }
    expect(judge(two, accepted({ token: 'x' }), 'twin-accepted')).toMatchObject({
      message: 'It accepts what must be refused (missing-field or expired).',
      difference: { expected: 'refused: missing-field or expired' },
    })
    expect(judge(two, refused('app'), 'twin-accepted')).toMatchObject({
      difference: { expected: 'missing-field or expired' },
    })
  })

  test.for([
    [plain, refused('expired'), 'It refuses what is right, with the reason expired.'],
    [
      missing,
      { ...TIMES, kind: 'failed', message: 'boom' },
      'It failed without a reason: boom. A refusal needs error code 1 and data.reason.',
    ],
    [
      missing,
      refused('missing-field'),
      'Its right twin token/issue/minimal was not accepted either, so this proves nothing.',
    ],
    [vector('token/issue/open-duration-0'), refused('out-of-range'), 'It refuses: out-of-range.'],
    [
      vector('token/issue/open-duration-0'),
      accepted({ token: issue({ channelId: 'c1', userId: 'u1', duration: 0 }, issuer) }),
      'It accepts and alters nothing.',
    ],
    [missing, { ...TIMES, kind: 'broken', reason: 'crash', message: 'gone' }, 'gone'],
    [missing, { ...TIMES, kind: 'unsupported', why: 'no such method' }, 'no such method'],
  ] as const)('%#: what went wrong, in words', ([asked, answer, message]) => {
    expect(judge(asked, answer, 'no-twin').message).toBe(message)
  })

  test('the rule that is broken, where the reason tells', () => {
    const issued = vector('token/issue/minimal')
    expect(judge(issued, accepted({ token: '02.app.1700000000' }), 'twin-accepted').rule).toBe(
      'TOKEN-FIVE-PARTS',
    )
    expect(judge(missing, refused('app'), 'twin-accepted')).not.toHaveProperty('rule')
    const crash: Answer = { ...TIMES, kind: 'broken', reason: 'crash', message: 'gone' }
    expect(judge(issued, crash, 'twin-accepted')).not.toHaveProperty('rule')
    expect(judge(vector('client/request/auth-token-minimal'), crash, 'twin-accepted').rule).toBe(
      'SDK-ERROR-NO-CRASH',
    )
  })

  test.each([
    ['token/signature/secret-with-trailing-space', 'TOKEN-SIGNATURE-KEY-SECRET'],
    ['token/signature/secret-two-byte-characters', 'TOKEN-SIGNATURE-KEY-UTF8'],
    ['token/signature/plain', 'TOKEN-SIGNATURE-MESSAGE-ORDER'],
    ['token/signature/app-of-digits', 'TOKEN-SIGNATURE-MESSAGE-PARTS'],
    ['token/signature/border-digit-in-app', 'TOKEN-SIGNATURE-MESSAGE-NO-SEPARATORS'],
    ['token/signature/app-not-ascii', 'TOKEN-SIGNATURE-MESSAGE-UTF8'],
    ['token/signature/second-00', 'TOKEN-SIGNATURE-MESSAGE-PARTS'],
  ])('of a wrong signature the rule that its vector is about: %s', (id, rule) => {
    const signature = sign({ version: '02', appId: 'app', timestamp: '1', params: 'e30=' }, 'another')
    expect(judge(vector(id), accepted({ signature }), 'no-twin').rule).toBe(rule)
  })

  test('that what is right was refused', () => {
    expect(outcome(judge(plain, refused('expired'), 'twin-accepted'))).toBe('failed refused-good-input')
  })

  test('skipped where the subject does not offer the method', () => {
    expect(
      outcome(judge(plain, { ...TIMES, kind: 'unsupported', why: 'no such method' }, 'twin-accepted')),
    ).toBe('skipped unsupported')
  })

  test('a refusal without a twin counts by itself', () => {
    const { twin: _, ...alone } = missing
    expect(outcome(judge(alone, refused('missing-field'), 'no-twin'))).toBe('passed')
  })
})

describe('every method has its own measure', () => {
  test.for([
    ['token/params/alphabet-shift-3', { params: 'e30=' }, 'failed params-of-other-bytes'],
    ['token/signature/plain', { signature: 'e30=' }, 'failed signature-of-wrong-length'],
    ['token/issue/minimal', { token: 'e30=' }, 'failed not-five-parts'],
    ['token/verify/plain', { joinParams: {} }, 'failed member-missing'],
    ['endpoint/streaming/start-mixed', { status: 200, texts: [], trackingId: 't', channel: 'c' }, 'passed'],
    // Status 200 without a token is no success.
    ['endpoint/auth/right', { status: 200, texts: [], trackingId: 't', channel: 'c' }, 'failed no-token'],
    ['endpoint/auth/right', { status: 401, texts: [], trackingId: 't', channel: 'c' }, 'failed wrong-status'],
    [
      'client/response/auth-token-refused-no-crash',
      { reports: [], requests: [], millis: [], scheme: 'SvcSign', leaks: [] },
      'passed',
    ],
    [
      'client/request/auth-token-minimal',
      { reports: [], requests: [], millis: [], scheme: 'SvcSign', leaks: [] },
      'failed no-request',
    ],
    // Of a body there is nothing to compare: it is taken or not.
    ['body/auth-token/minimal', { valid: true }, 'passed'],
  ] as const)('%s %j: %s', ([id, output, expected]) => {
    expect(outcome(judge(vector(id), accepted(output), 'twin-accepted'))).toBe(expected)
  })
})

describe('what the interface leaves open', () => {
  const open = vector('token/issue/open-duration-0')

  test('is observed, never failed; the other rules of the answer count', () => {
    expect(outcome(judge(open, refused('out-of-range'), 'twin-accepted'))).toBe('observed refuses')
    expect(outcome(judge(open, accepted({ token: 'nonsense' }), 'twin-accepted'))).toBe(
      'failed not-five-parts, required',
    )
    const token = issue({ channelId: 'c1', userId: 'u1', duration: 0 }, issuer)
    expect(outcome(judge(open, accepted({ token }), 'twin-accepted'))).toBe('observed accepts')
    expect(outcome(judge(open, { ...TIMES, kind: 'failed', message: 'boom' }, 'twin-accepted'))).toBe(
      'observed failed-without-reason',
    )
  })

  test('a crash is errored all the same', () => {
    expect(
      outcome(judge(open, { ...TIMES, kind: 'broken', reason: 'crash', message: 'gone' }, 'twin-accepted')),
    ).toBe('errored crash')
  })
})

describe('texts of failures point at the mistake', () => {
  const params = vector('token/params/alphabet-shift-3')
  const right = encodeParams((params.question as QuestionOf<'token.params'>).params.joinParamsJson)

  test.for([
    ['URL-safe alphabet', right.replaceAll('+', '-').replaceAll('/', '_'), /URL-safe alphabet/],
    ['missing padding', right.replace(/=+$/, ''), /padding/],
    ['wrapped lines', right.replace(/^.{20}/, '$&\n'), /line break/],
    ['other bytes', Buffer.from('{}').toString('base64'), /differ from byte 1/],
  ] as const)('%s', ([, got, text]) => {
    expect(judge(params, accepted({ params: got }), 'no-twin').message).toMatch(text)
  })

  test('a signature over another message shows the message', () => {
    const plain = vector('token/signature/plain')
    const { message } = judge(plain, accepted({ signature: Buffer.alloc(32).toString('base64') }), 'no-twin')
    expect(message).toMatch(/over another message or with another key.*"02app1700000000eyJ/)
    const bare = { ...plain, expect: { verdict: 'accept', output: { signature: '' } } } as unknown as Vector
    expect(
      judge(bare, accepted({ signature: Buffer.alloc(32).toString('base64') }), 'no-twin').message,
    ).toMatch(/The message must be "" /)
  })

  test('SHA-1 and hex are named by the length', () => {
    const plain = vector('token/signature/plain')
    const of = (bytes: number): string =>
      judge(plain, accepted({ signature: Buffer.alloc(bytes).toString('base64') }), 'no-twin').message!
    expect(of(20)).toMatch(/SHA-1/)
    expect(of(64)).toMatch(/hex/)
  })
})

describe('a call that nobody can see', () => {
  const refusedCall = vector('client/response/auth-token-refused')
  const reports = [{ ok: false, kind: 'network' }] as const
  const answer = accepted({ reports, requests: [], millis: [1], scheme: 'SvcSign', leaks: [] })

  test('passes beside a twin that was seen, and proves nothing without one', () => {
    expect(outcome(judge(refusedCall, answer, 'twin-accepted'))).toBe('passed')
    const alone = judge(refusedCall, answer, 'no-twin')
    expect(outcome(alone)).toBe('failed twin-not-accepted')
    expect(alone.rule).toBe('TOKEN-REQUEST-METHOD-PATH')
  })

  test('needs no twin where none is named', () => {
    const { twin: _, ...plain } = refusedCall
    expect(outcome(judge(plain, answer, 'no-twin'))).toBe('passed')
  })
})

test('failed and errored are bad, and nothing else is', () => {
  expect(OUTCOMES.filter((one) => isBad({ outcome: one }))).toEqual(['failed', 'errored'])
})
