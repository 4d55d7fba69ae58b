import { describe, expect, test, vi } from 'vitest'
import { gatingViolations, validateBody, type BodyViolation, rightBody } from '../../src/body/index.ts'
import type { BodyKind, JsonObject } from '../../src/model/index.ts'

const START = (entry: string): string => `{"channelId":"c1","streamList":[${entry}]}`
const MIXED = '"streamId":1,"url":"rtmp://h/a","flag":15'

describe('says in plain words', () => {
  test('a lost fraction after more numbers than violations are told, in a place where anything may stand', () => {
    const layout = `"layout":{"a":[${Array(1500).fill('1e-400').join()}]}`
    const violations = validateBody(
      'streaming-start',
      START(`{${MIXED},"type":1,${layout},"delayClose":1e-400}`),
    )
    expect(gatingViolations(violations).map(({ message }) => message)).toEqual([
      'streamList[0].delayClose must be an integer (section 2.3)',
    ])
  })

  test.each<[BodyKind, string, string[]]>([
    ['auth-token', '{"channelId":"c1","userId":"u1"}', []],
    ['auth-token', '[]', ['the body must be an object (section 4.1)']],
    ['auth-token', '{"userId":"u1"}', ['channelId is missing (section 2.1)']],
    ['auth-token', '{"channelId":1,"userId":"u1"}', ['channelId must be a string (section 2.1)']],
    [
      'auth-token',
      '{"channelId":"c1","userId":"u1","duration":86401}',
      ['duration must be at most 86400 (section 8)'],
    ],
    [
      'auth-token',
      '{"channelId":"c1","userId":"u1","size":60.0}',
      [
        'size is an integer written with a fraction or an exponent; that readers take it is not shown (section 2.1)',
      ],
    ],
    // Fractions that the nearest double loses.
    ...['1e-400', '0.99999999999999999999999', '9007199254740993.5', '-0.1e-400', '12345e-400'].map(
      (size): [BodyKind, string, string[]] => [
        'auth-token',
        `{"channelId":"c1","userId":"u1","size":${size}}`,
        ['size must be an integer (section 2.1)'],
      ],
    ),
    [
      'streaming-start',
      START(`{${MIXED},"type":1.00000000000000000000001,"fps":29.99999999999999999999999}`),
      ['streamList[0].type must be 1 or 2 (section 2.3)', 'streamList[0].fps must be 30 or 15 (section 2.3)'],
    ],
    ['auth-token', '{"channelId":"1e-400","userId":"\\"1e-400"}', []],
    ...['6000e-2', '0e-400', '0.0'].map((size): [BodyKind, string, string[]] => [
      'auth-token',
      `{"channelId":"c1","userId":"u1","size":${size}}`,
      [
        'size is an integer written with a fraction or an exponent; that readers take it is not shown (section 2.1)',
      ],
    ]),
    [
      'auth-token',
      '{"channelId":"c1","userId":"u1","size":9007199254740993}',
      ['size is beyond 2^53 - 1; not every reader keeps such an integer (RFC 8259 section 6)'],
    ],
    [
      'auth-token',
      '{"channelId":"c1","userId":"u1","userId":"u1"}',
      ['userId stands more than once in its object; names should be unique (RFC 8259 section 4)'],
    ],
    [
      'auth-token',
      '{"channelId":"c1","userId":"u1","a/b~c":1}',
      ['a/b~c is not among the members that the interface lists (section 2.1)'],
    ],
    ['streaming-start', START('1'), ['streamList[0] must be an object (section 4.2)']],
    [
      'streaming-start',
      START(`{${MIXED},"type":2}`),
      ['streamList[0].userId is missing: type 2 pushes one user, whom it has to name (section 4.2)'],
    ],
    ['streaming-start', START(`{${MIXED},"type":3}`), ['streamList[0].type must be 1 or 2 (section 2.3)']],
    [
      'streaming-start',
      START(`{${MIXED},"type":1,"fps":25}`),
      ['streamList[0].fps must be 30 or 15 (section 2.3)'],
    ],
    [
      'streaming-start',
      START(`{${MIXED},"type":1,"delayClose":-1}`),
      ['streamList[0].delayClose must be at least 0 (section 8)'],
    ],
    [
      'streaming-start',
      START('{"streamId":1,"url":"rtmpt://h/a","flag":0,"type":1}'),
      ['streamList[0].flag must be at least 1: 0 names no media (section 2.3)'],
    ],
    [
      'streaming-update',
      START('{"streamId":1,"url":"http://h/","type":1,"flag":1,"delayClose":1,"layout":[],"watermarks":{}}'),
      [
        'streamList[0].type cannot be updated; whether it is refused or ignored is not shown (section 4.3)',
        'streamList[0].flag cannot be updated; whether it is refused or ignored is not shown (section 4.3)',
        'streamList[0].delayClose is not listed for updates; what one does with it is not shown (section 2.3)',
        'streamList[0].url must be an RTMP address, such as rtmp://host/path (section 2.3)',
        'streamList[0].layout must be an object (section 4.3)',
        'streamList[0].watermarks must be an array (section 4.3)',
      ],
    ],
    ['streaming-stop', '{"channelId":"c1","streamId":"1"}', ['streamId must be an integer (section 4.4)']],
    // What looks like an address of RTMP elsewhere, or holds one, is none.
    [
      'streaming-start',
      START(
        '{"streamId":"rtmps://h/a","url":"http://h/?rtmps://h/a","flag":15,"type":1,"fps":"rtmps://h/a"}',
      ),
      [
        'streamList[0].streamId must be an integer (section 2.3)',
        'streamList[0].url must be an RTMP address, such as rtmp://host/path (section 2.3)',
        'streamList[0].fps must be 30 or 15 (section 2.3)',
      ],
    ],
    // Names that hold a number are names; a number alone is an index.
    [
      'streaming-stop',
      '{"channelId":"c1","1a":1,"a1":1}',
      [
        '1a is not among the members that the interface lists (section 4.4)',
        'a1 is not among the members that the interface lists (section 4.4)',
      ],
    ],
    [
      'streaming-stop',
      '[{"a":1,"a":1}]',
      [
        'the body must be an object (section 4.4)',
        '[0].a stands more than once in its object; names should be unique (RFC 8259 section 4)',
      ],
    ],
  ])('%s %s', (kind, text, messages) => {
    expect(
      validateBody(kind, text)
        .map(({ message }) => message)
        .sort(),
    ).toEqual(messages.toSorted())
  })
})

describe('levels', () => {
  const text = '{"channelId":"c1","userId":1,"more":1,"size":1.0}'
  const keywords = (violations: readonly BodyViolation[]): string[] =>
    violations.map(({ keyword, level }) => `${keyword} ${level}`).sort()

  test('all three are found', () => {
    expect(keywords(validateBody('auth-token', text))).toEqual([
      'additionalProperties recommended',
      'number-text unspecified',
      'type required',
    ])
  })

  test('required gates, recommended only where asked for, unspecified never', () => {
    const violations = validateBody('auth-token', text)
    expect(keywords(gatingViolations(violations))).toEqual(['type required'])
    expect(keywords(gatingViolations(violations, 'recommended'))).toEqual([
      'additionalProperties recommended',
      'type required',
    ])
  })
})

describe('text', () => {
  test.each([
    '',
    '{"channelId":"c1","userId":"u1",}',
    '{"channelId":"c1","userId":"u1"} {}',
    '{"channelId":"c1","userId":"u1"} // why',
    "{'channelId':'c1','userId':'u1'}",
    '{channelId:"c1",userId:"u1"}',
    '{"channelId":"c1","userId":"u1","size":012}',
    '{"channelId":"c1","userId":"u1","size":NaN}',
    '{"channelId":"c1","userId":"u\n1"}',
    '\ufeff{"channelId":"c1","userId":"u1"}',
  ])('is no JSON: %j', (text) => {
    expect(validateBody('auth-token', text)).toMatchObject([
      { keyword: 'json', instancePath: '', level: 'required', requirement: 'API-REQUEST-BODY-JSON' },
    ])
  })

  test('numbers and members in layout and watermarks may be written as they like, but not twice', () => {
    const entry = `{${MIXED},"type":1,"layout":{"a":0.5,"b":[1e1]},"watermarks":[{"x":1,"x":2}]}`
    expect(validateBody('streaming-start', START(entry))).toMatchObject([
      { keyword: 'duplicate', instancePath: '/streamList/0/watermarks/0/x' },
    ])
  })

  test('that is no JSON: it says what the reader says, once', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    expect(validateBody('streaming-stop', deep)).toMatchObject([
      { message: 'the body must be one JSON text: nested too deeply (section 1)' },
    ])
  })

  test('every integer of a stream may be written as one only: that readers take 1.0 is not shown', () => {
    const open = { keyword: 'number-text', level: 'unspecified', requirement: 'STREAM-INTEGER-AS-FRACTION' }
    const at = (...names: string[]): object[] =>
      names.map((name) => ({ ...open, instancePath: `/streamList/0/${name}` }))
    const entry = '{"streamId":1.0,"url":"rtmp://h/a","flag":15.0,"type":1.0,"fps":3e1,"delayClose":6e2}'
    expect(validateBody('streaming-start', START(entry))).toMatchObject(
      at('streamId', 'flag', 'type', 'fps', 'delayClose'),
    )
    expect(validateBody('streaming-update', START('{"streamId":1.0,"fps":15.0}'))).toMatchObject(
      at('streamId', 'fps'),
    )
    expect(validateBody('streaming-stop', '{"channelId":"c1","streamId":1.0}')).toMatchObject([
      { ...open, instancePath: '/streamId' },
    ])
  })

  test('a number that a double cannot hold is told by the same keyword', () => {
    expect(validateBody('streaming-stop', '{"channelId":"c1","streamId":9007199254740993}')).toMatchObject([
      { keyword: 'number-text', instancePath: '/streamId', level: 'unspecified' },
    ])
  })

  test.each(['null', '[]', '[null]', '[[]]', '7'])(
    'a number that a repeated member takes away is not looked for: streamList, then %s',
    (later) => {
      const text = `{"channelId":"c1","streamList":[{"streamId":1.0}],"streamList":${later}}`
      const keywords = validateBody('streaming-update', text).map(({ keyword }) => keyword)
      expect(keywords).toContain('duplicate')
      expect(keywords).not.toContain('number-text')
    },
  )

  test('of a repeated member the last counts', () => {
    const text = '{"channelId":"c1","userId":"u1","size":1.0,"size":"x"}'
    expect(validateBody('auth-token', text).map(({ keyword }) => keyword)).toEqual(['type', 'duplicate'])
  })
})

describe('a mistake names a member', () => {
  test('where one is missing or not listed, and only there', () => {
    expect(validateBody('streaming-stop', { more: 1 })).toMatchObject([
      { keyword: 'required', instancePath: '', member: 'channelId' },
      { keyword: 'additionalProperties', instancePath: '', member: 'more' },
    ])
    const [violation] = validateBody('streaming-stop', { channelId: 1 })
    expect(violation).not.toHaveProperty('member')
  })
})

test('there are four kinds of bodies, and no other', () => {
  expect(() => validateBody('streaming' as BodyKind, '{}')).toThrow(
    expect.objectContaining({
      code: 'unknown-body',
      message: 'there is no body "streaming"',
      advice: 'Bodies are auth-token, streaming-start, streaming-update, streaming-stop.',
    }),
  )
  expect(() => validateBody('toString' as BodyKind, '{}')).toThrow(/there is no body "toString"/)
})

// Schemas are compiled once: each of these is the first to ask for them.
describe('the first body of a program is looked at like all others', () => {
  const first = async (kind: BodyKind, value: JsonObject): Promise<BodyViolation[]> => {
    vi.resetModules()
    return (await import('../../src/body/index.ts')).validateBody(kind, value)
  }

  test('it is told everything that is wrong', async () => {
    expect(await first('streaming-stop', { channelId: 1, streamId: 'x' })).toHaveLength(2)
  })

  test('the value decides which rule is broken', async () => {
    const entry = { streamId: 1, url: 'rtmpt://h/a', flag: 0, type: 1 }
    const violations = await first('streaming-start', { channelId: 'c1', streamList: [entry] })
    const rules = new Set(violations.map(({ requirement }) => requirement))
    expect(rules).toEqual(new Set(['STREAM-FLAG-ZERO']))
  })

  test('members that only a prototype has are missing', async () => {
    const inherited = Object.create({ channelId: 'c1' }) as JsonObject
    expect(await first('streaming-stop', inherited)).toMatchObject([{ member: 'channelId' }])
  })
})

describe('values', () => {
  test('only the schema is looked at', () => {
    expect(validateBody('streaming-stop', { channelId: 'c1', streamId: 1 })).toEqual([])
    expect(validateBody('streaming-stop', { channelId: 'c1', streamId: 1.5 })).toMatchObject([
      { keyword: 'type', instancePath: '/streamId', requirement: 'STOP-STREAMID-INTEGER' },
    ])
  })

  test('members that only a prototype has are missing', () => {
    const inherited = Object.create({ channelId: 'c1' }) as { channelId: string }
    expect(validateBody('streaming-stop', inherited)).toMatchObject([
      { keyword: 'required', instancePath: '', member: 'channelId' },
    ])
  })
})

describe('a hostile body is told within seconds', () => {
  test('of very many wrong entries, 1000 mistakes of each level', () => {
    const violations = validateBody('streaming-start', START(Array(350_000).fill('{}').join()))
    expect(violations).toHaveLength(1000)
    expect(violations.at(-1)).toMatchObject({ keyword: 'required', instancePath: '/streamList/249' })
  })

  test('of a wrong entry behind very many right ones', () => {
    const list = [...Array<string>(20_000).fill('{"streamId":1}'), '{"streamId":1,"fps":25}']
    expect(validateBody('streaming-update', START(list.join()))).toMatchObject([
      { keyword: 'enum', instancePath: '/streamList/20000/fps', message: expect.stringContaining('[20000]') },
    ])
  })

  test('of a required mistake behind very many others', () => {
    const list = [...Array<string>(5000).fill('{"streamId":1,"x":1}'), '{}']
    const violations = validateBody('streaming-update', START(list.join()))
    expect(gatingViolations(violations)).toMatchObject([
      { keyword: 'required', instancePath: '/streamList/5000' },
    ])
  })

  test.each([
    ['very deep', '['.repeat(500_000) + ']'.repeat(500_000)],
    ['deep and full of numbers', '['.repeat(1000) + Array(250_000).fill('1.5').join() + ']'.repeat(1000)],
    ['full of members', `{${Array.from({ length: 90_000 }, (_, i) => `"k${i}":1`).join()}}`],
    ['full of one member', `{${Array(170_000).fill('"a":1').join()}}`],
  ])(
    '%s',
    (_, text) => {
      expect(gatingViolations(validateBody('auth-token', text)).length).toBeGreaterThan(0)
    },
    10_000,
  )
})

describe('a right body', () => {
  const stop = (text: string) => rightBody('streaming-stop', text)

  test('is its value', () => {
    expect(stop('{"channelId":"c1","streamId":1}')).toEqual({ channelId: 'c1', streamId: 1 })
  })

  test.for([
    ['no JSON', '{"channelId":'],
    ['one without a required member', '{"streamId":1}'],
    // Rules of level `recommended` count as well.
    ['one with an unlisted member', '{"channelId":"c1","other":1}'],
    ['one with a member twice', '{"channelId":"c1","channelId":"c1"}'],
  ] as const)('is not %s', ([, text]) => {
    expect(stop(text)).toBeUndefined()
  })
})
