import { describe, expect, test } from 'vitest'
import { schemaCheck } from '../../runners/suite/schemas.ts'
import { inspectionText } from '../../src/report/inspection.ts'
import { looked, made, NOW, SECRET, wrongIn } from './tokens.ts'

const RIGHT = made()
const text = (...given: Parameters<typeof looked>): string =>
  inspectionText(looked(...given), (_style, line) => line)

describe('a right token', () => {
  test.each([
    ['of an appId with dots', made({ appId: 'com.example.app' }), 'open'],
    ['of an appId of dots and digits', made({ appId: 'a.1700000000' }), 'open'],
    ['of an appId that looks percent-encoded', made({ appId: 'a%41' }), 'right'],
    ['of an appId in quotation marks', made({ appId: '"app"' }), 'right'],
    ['of an appId that looks like a word before a token', made({ appId: 'Bearer x' }), 'right'],
    ['of ids that are empty', made({ json: '{"channelId":"","userId":""}' }), 'right'],
    ['of ids in another script', made({ json: '{"channelId":"канал","userId":"\ud83d\ude00"}' }), 'right'],
    ['with JSON in another style', made({ json: ' {"userId" : "u",\n"channelId":"\\u0063"} ' }), 'right'],
    ['with its last second', made({ timestamp: NOW + 10 - 3600 }), 'right'],
    ['with zeros before the timestamp', made({ timestamp: `00${NOW}` }), 'right'],
    ['a second ahead', made({ timestamp: NOW + 11 }), 'right'],
    ['a year ahead', made({ timestamp: NOW + 31_000_000 }), 'open'],
    ['that another clock would take for milliseconds', made({ timestamp: 5_000_000_000 }), 'open'],
  ])('%s is not wrong', (_, token, verdict) => {
    expect([looked(token).verdict, wrongIn(looked(token))]).toEqual([verdict, []])
  })

  test('of a time that is far away is right by a clock of that time', () => {
    const at = 1_700_000_000_000
    expect(looked(made({ timestamp: at }), { now: at + 5 }).verdict).toBe('right')
  })
})

describe('a timestamp', () => {
  test('in milliseconds is wrong, also without a secret', () => {
    for (const known of [{}, { appSecret: undefined }])
      expect(looked(made({ timestamp: NOW * 1000 }), known)).toMatchObject({
        verdict: 'wrong',
        says: expect.stringContaining('timestamp-milliseconds'),
      })
  })

  test.each([
    // Made at 22:13:20Z, for an hour.
    [NOW * 1000, 'holds', 'with its timestamp in seconds it expires 2023-11-14T23:13:20.000Z (in 3590 s)'],
    [
      (NOW - 7200) * 1000,
      'WRONG',
      'with its timestamp in seconds it expired 2023-11-14T21:13:20.000Z (3610 s ago)',
    ],
  ])('in milliseconds expires by its seconds: %d', (timestamp, state, says) => {
    const { findings } = looked(made({ timestamp }))
    expect(findings.find(({ check }) => check === 'expiry')).toMatchObject({
      state,
      says: expect.stringContaining(says),
    })
  })

  test('5 h 45 min ahead is open, and the first line asks for local time', () => {
    const [first] = text(made({ timestamp: NOW + 20_710 })).split('\n')
    expect(first).toBe(
      'open: the timestamp is 5 h 45 min ahead of this clock; local time, or a clock that is wrong? (timestamp-local-time)',
    )
  })

  test('ahead is a note in the second line where something else is wrong', () => {
    const lines = text(made({ timestamp: NOW + 20_710, secret: 'another' })).split('\n')
    expect(lines[0]).toMatch(/^WRONG: the signature does not fit .* another secret\?$/)
    expect(lines[1]).toMatch(/^note: the timestamp is 5 h 45 min ahead/)
  })

  test('of a token that has expired says when, and asks for local time west of UTC', () => {
    const { says } = looked(made({ timestamp: NOW - 5 * 3600 }))
    // Made at 17:13:20Z, for an hour.
    expect(says).toContain('it expired 2023-11-14T18:13:20.000Z')
    expect(says).toContain('local time')
    expect(looked(made({ timestamp: NOW - 5 * 3600 - 600 })).says).not.toContain('local time')
  })
})

describe('a text that holds a token', () => {
  test.each([
    ['the answer of the service', JSON.stringify({ token: RIGHT })],
    ['an answer within an answer', JSON.stringify({ code: 0, data: { accessToken: RIGHT } })],
    ['a URL', `https://app.example/join?x=1&token=${encodeURIComponent(RIGHT)}#top`],
    ['a header line', `X-Token: ${RIGHT}`],
    ['a command', `curl -H 'X-Token: ${RIGHT}' https://app.example/`],
    ['a line of a log', `12:00:01 joined channel=c1 token=${RIGHT} ok`],
  ])('rightly, such as %s, is right', (_, given) => {
    expect(looked(given)).toMatchObject({ verdict: 'right', parts: { appId: 'app1' } })
    expect(looked(given).readAs).toHaveLength(1)
  })

  test.each([
    ['a word before it', `Bearer ${RIGHT}`, 'token-prefixed'],
    ['quotation marks', `"${RIGHT}"`, 'token-quoted'],
    ['percent-encoded', encodeURIComponent(RIGHT), 'b64-percent-encoded'],
    ['base64', Buffer.from(RIGHT).toString('base64'), 'token-base64'],
    ['colons', RIGHT.replaceAll('.', ':'), 'token-other-separator'],
    ['a dot at its end', `${RIGHT}.`, 'token-trailing-dot'],
    ['a line feed', `${RIGHT}\n`, 'token-line-feed'],
  ])('with %s is wrong, and the token is read', (_, given, fault) => {
    const inspection = looked(given)
    expect(inspection).toMatchObject({ verdict: 'wrong', parts: { appId: 'app1', timestamp: String(NOW) } })
    expect(inspection.says).toContain(fault)
    expect(looked(given, { appSecret: undefined }).says).toContain(fault)
  })

  test('twice over names both', () => {
    const { says, readAs } = looked(`Bearer "${RIGHT}"`)
    expect(readAs).toEqual(['a token with a word before it', 'a token in quotation marks'])
    expect(says).toMatch(/token-prefixed.*token-quoted|token-quoted.*token-prefixed/)
  })

  test.each([
    ['a JSON Web Token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1MSJ9.AAAA', /JSON Web Token \(HS256\)/],
    ['three parts', '02.app1.1700000000', /3 parts where five are due/],
    ['seven parts', `${RIGHT}.x.y`, /7 parts where five are due/],
    ['one word', 'hello', /one part where five are due/],
    ['dots', '....', /where five are due/],
    ['noise', '\u0000\u001b[31m%%%{"', /one part/],
  ])('is none: %s', (_, given, says) => {
    // With a secret each guess is tried, which proves no more here.
    const inspection = looked(given, { appSecret: undefined })
    expect(inspection.verdict).toBe('wrong')
    expect(inspection.says).toMatch(says)
    expect(schemaCheck('inspection')(JSON.parse(JSON.stringify(inspection)))).toEqual([])
  })
})

test('a JSON Web Token is decoded', () => {
  const { pieces } = looked('eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1MSJ9.AAAA')
  expect(pieces?.map(({ json }) => json)).toEqual(['{"alg":"HS256"}', '{"sub":"u1"}', undefined])
})

describe('bytes that are wrong', () => {
  test('are marked', () => {
    // 32 bytes of ff give slashes; the third part of the message is as it stands.
    const token = RIGHT.replace(/\.[^.]+$/, `.${'a'.repeat(30)}-${'b'.repeat(12)}=`)
    const lines = text(token).split('\n')
    const at = lines.findIndex((line) => line.startsWith('  WRONG') && line.includes('URL-safe'))
    expect(lines[at + 1]!.charAt(lines[at + 2]!.indexOf('^'))).toBe('-')
    expect(lines[at + 2]!.trim()).toBe('^')
  })

  test('that were changed after signing are told from a wrong signature', () => {
    const [head, , signature] = [RIGHT.slice(0, RIGHT.lastIndexOf('.')), '', RIGHT.split('.')[4]!]
    const { next, says } = looked(`${head.replace(/=+$/, '')}.${signature.replace(/=$/, '')}`)
    expect(says).toContain('b64-unpadded')
    expect(next).toEqual([])
  })
})

describe('what the client joins with', () => {
  test('holds', () => {
    expect(looked(RIGHT, { channelId: 'c1', userId: 'u1', appId: 'app1' }).verdict).toBe('right')
  })

  test.each([
    [{ channelId: 'c2' }, 'channelId is "c1", and the client joins with "c2"'],
    [{ channelId: 'C1' }, 'they differ in letter case'],
    [{ userId: ' u1' }, 'they differ in white space at an end'],
    [{ channelId: 'u1', userId: 'c1' }, 'ids-exchanged'],
    [{ appId: 'app2' }, 'the appId is another'],
  ])('%j is wrong', (known, says) => {
    const inspection = looked(RIGHT, known)
    expect(inspection.verdict).toBe('wrong')
    expect([inspection.says, ...wrongIn(inspection)].join('\n')).toContain(says)
  })
})

describe('the secret', () => {
  test('that is another: the first line says so, and what to look at in which order follows', () => {
    const inspection = looked(made({ secret: 'another' }))
    expect(inspection.says).toMatch(/does not fit .*no known fault explains it: another secret\?/)
    expect(inspection.next[0]).toMatch(/^the secret: is it that of the app app1/)
    expect(inspection.next.join('\n')).toContain('02app11700000000eyJ')
  })

  test('that is missing: nothing is vouched for', () => {
    expect(looked(RIGHT, { appSecret: undefined })).toMatchObject({
      verdict: 'unchecked',
      says: expect.stringContaining('put the app secret into CHANNELPROOF_APP_SECRET'),
      next: [],
    })
  })

  test('stands in nothing that is made without it', () => {
    for (const token of [
      RIGHT,
      made({ secret: 'another' }),
      'noise',
      made({ message: (parts) => parts.join('.') }),
    ])
      expect(JSON.stringify(looked(token, {}, true))).not.toContain(SECRET)
  })
})

describe('the right token', () => {
  const fixed = (given: string, known = {}) => looked(given, known, true).fixed

  test.each([
    ['dots in the message', made({ message: (parts) => parts.join('.') }), {}],
    ['milliseconds', made({ timestamp: NOW * 1000 }), {}],
    ['another secret', made({ secret: 'another' }), {}],
    ['quotation marks', `"${RIGHT}"`, {}],
    ['percent-encoding', encodeURIComponent(RIGHT), {}],
    ['strings for integers', made({ json: '{"channelId":"c1","userId":"u1","duration":"3600"}' }), {}],
    [
      'another channel',
      made({ json: '{"channelId":"c2","userId":"u1","duration":3600}' }),
      { channelId: 'c1' },
    ],
    ['a channel that is missing', made({ json: '{"channelId":"c1","duration":3600}' }), { userId: 'u1' }],
  ])('in the place of one with %s', (_, given, known) => {
    const right = fixed(given, known)
    expect(right).toMatchObject({ timestamp: NOW, appId: 'app1' })
    expect(right).toMatchObject({ joinParams: { channelId: 'c1', userId: 'u1', duration: 3600 } })
    // By hand, from the JSON that stands in it: the order of its members is free.
    const json = right && 'token' in right ? Buffer.from(right.token.split('.')[3]!, 'base64').toString() : ''
    expect(right).toMatchObject({ token: made({ json }) })
  })

  test('is made now where the old one has expired', () => {
    expect(fixed(made({ timestamp: NOW - 90_000 }))).toMatchObject({ token: made({ timestamp: NOW + 10 }) })
  })

  test.each([
    ['no channel', made({ json: '{"userId":"u1"}' }), /channelId is missing.*--channel/],
    ['no appId', 'noise', /--app-id|channelId is missing/],
  ])('of %s is none, and says why', (_, given, why) => {
    expect(fixed(given)).toMatchObject({ why: expect.stringMatching(why) })
  })
})

test('what is printed as data fits its schema, and data that does not is seen', () => {
  for (const given of [RIGHT, `"${RIGHT}`, made({ secret: 'x' }), made({ timestamp: NOW * 1000 }), 'a.b.c'])
    expect(schemaCheck('inspection')(JSON.parse(JSON.stringify(looked(given, {}, true))))).toEqual([])
  expect(schemaCheck('inspection')({ ...looked(RIGHT), verdict: 'green' })).not.toEqual([])
})

test.each(['.', '\n', ' ', '=', '%41', '02:', '02.', ' 02.', '"', 'Bearer ', '{"', 'a.'])(
  'much of %j is looked at without a search that never ends',
  (unit) => {
    expect(looked(`${unit.repeat(60_000 / unit.length)}x`, { appSecret: undefined }).verdict).toBe('wrong')
  },
)

describe('a token whose end is missing', () => {
  test.each([2, 5, 12, 40])('says so, and names neither a fault nor the secret: %d characters', (missing) => {
    const found = looked(RIGHT.slice(0, -missing))
    expect(found.says).toBe(
      `the token was cut off at its end: ${missing} characters of its signature are missing, and what is there fits the secret`,
    )
    expect(found.next).toEqual([])
    expect(schemaCheck('inspection')(JSON.parse(JSON.stringify(found)))).toEqual([])
  })

  test('its padding alone is a fault of the code that writes it', () => {
    const { says, findings } = looked(RIGHT.slice(0, -1))
    expect(says).toContain('b64-unpadded')
    expect(findings.map(({ check }) => check)).not.toContain('cut')
  })

  test.each([
    ['of another secret', made({ secret: 'another' }).slice(0, -12)],
    ['of which three characters are left', RIGHT.slice(0, -41)],
  ])('%s shows only its length', (_, token) => {
    expect(looked(token).says).not.toContain('cut off at its end')
    expect(looked(token).says).toMatch(/signature has \d+ bytes/)
  })
})

describe('the first line has two things that are wrong', () => {
  const old = NOW - 7200
  test.each<[string, string, readonly RegExp[]]>([
    [
      'a fault, and an end of validity',
      made({ timestamp: old, message: (parts) => parts.join('.') }),
      [/message-dotted/, /; and it expired 2023-11-14T21:13:20\.000Z/],
    ],
    [
      'another secret, and an end of validity',
      made({ timestamp: old, secret: 'another' }),
      [/another secret\?/, /; and it expired/],
    ],
    [
      'milliseconds, and another secret',
      made({ timestamp: NOW * 1000, secret: 'another' }),
      [/timestamp-milliseconds/, /the signature does not fit/],
    ],
  ])('%s', (_, token, says) => {
    for (const part of says) expect(looked(token).says).toMatch(part)
  })

  test('what has expired alone is said once', () => {
    expect(looked(made({ timestamp: old })).says.match(/expired/g)).toHaveLength(1)
  })
})
