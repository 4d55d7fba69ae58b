import { describe, expect, test } from 'vitest'
import { cli, type Ran } from '../support/cli.ts'
import { RIGHT, validate } from '../support/body/command.ts'

/** What is said of the body, without the rules. */
const told = ({ stdout }: Ran): string[] =>
  stdout.split('\n').filter((line) => line && !line.startsWith('  '))

describe('a right body', () => {
  test.each([
    ['auth-token', RIGHT, 'POST /auth/token'],
    [
      'streaming-start',
      '{"channelId":"c1","streamList":[{"streamId":1,"url":"rtmp://h/a","flag":15,"type":1}]}',
      'POST /streaming/start',
    ],
    ['streaming-update', '{"channelId":"c1","streamList":[{"streamId":1}]}', 'PUT /streaming/update'],
    ['streaming-stop', '{"channelId":"c1"}', 'POST /streaming/stop'],
  ])('%s', async (kind, text, request) => {
    const ran = await validate(kind, 'body.json', text)
    expect(ran).toMatchObject({ code: 0, stdout: `body.json: right body for ${request}\n`, stderr: '' })
  })

  test('from standard input', async () => {
    const ran = await cli(['validate', '--body', 'auth-token', '-'], { input: RIGHT })
    expect(ran).toMatchObject({ code: 0, stdout: '<stdin>: right body for POST /auth/token\n', stderr: '' })
  })

  test.each(['body.yaml', 'body.yml', 'body.YAML', 'body.txt', 'body'])('in YAML: %s', async (name) => {
    const ran = await validate('auth-token', name, 'channelId: c1\nuserId: u1\n')
    expect(ran).toMatchObject({ code: 0, stdout: `${name}: right body for POST /auth/token\n`, stderr: '' })
  })
})

describe('a wrong body', () => {
  test.each(['1e-400', '0.99999999999999999999999', '9007199254740993.5', '+.1e-400'])(
    'in YAML: %s is no integer, though the nearest double is one',
    async (size) => {
      const ran = await validate('auth-token', 'size.yaml', `channelId: c1\nuserId: u1\nsize: ${size}\n`)
      expect(ran.stdout).toMatch(/^size\.yaml:3:1: wrong: size must be an integer \(section 2\.1\)/)
      expect(ran.code).toBe(1)
    },
  )

  test.each([
    ['{"channelId":"c1","userId":"u1","size":"5"}', 'numbers-as-text'],
    ['{"channelId":"c1","channelId":"c1","userId":"u1"}', 'member-repeated'],
    ['{"channelId":"c1","userId":"u1","more":1}', 'member-added'],
  ])('%s has the name that its mistake has in a run: %s', async (text, mistake) => {
    const { stdout } = await validate('auth-token', 'body.json', text)
    expect(stdout.match(/^ {2}fault \S+/gm)).toEqual([`  fault ${mistake}:`])
  })

  // A text that is no number has many origins; whether 60.0 is taken is open.
  test.each([
    '{"channelId":"c1","userId":"u1","size":"five"}',
    '{"channelId":"c1","userId":"u1","size":5.0}',
  ])('%s has no name', async (text) => {
    expect((await validate('auth-token', 'body.json', text)).stdout).not.toContain('mistake')
  })

  test('in JSON: each mistake with line, column and rule, in the order of the text', async () => {
    const text = [
      '{',
      '  "channelId": "c1",',
      '  "streamList": [',
      '    { "streamId": 1, "url": "rtmp://h/a", "flag": 15, "type": 1 },',
      '    { "streamId": "2", "url": "http://h/a",',
      '\t"flag": 16, "type": 2 }',
      '  ]',
      '}',
    ].join('\n')
    const ran = await validate('streaming-start', 'start.json', text)
    expect(ran).toMatchObject({ code: 1, stderr: '' })
    expect(ran.stdout.split('\n')).toEqual([
      'start.json:5:5: wrong: streamList[1].userId is missing: type 2 pushes one user, whom it has to name (section 4.2)',
      '  STREAM-USERID-SINGLE-REQUIRED: A stream entry of type 2 in a start request contains userId, and one without it is invalid.',
      'start.json:5:7: wrong: streamList[1].streamId must be an integer (section 2.3)',
      '  STREAM-STREAMID-INTEGER: The streamId of a stream is a JSON integer.',
      '  fault numbers-as-text: see "npx channelproof explain numbers-as-text"',
      'start.json:5:24: wrong: streamList[1].url must be an RTMP address, such as rtmp://host/path (section 2.3)',
      '  STREAM-URL-RTMP: The url of a stream is an RTMP address, since pushes use no other protocol.',
      'start.json:6:2: wrong: streamList[1].flag must be at most 15 (section 2.3)',
      '  STREAM-FLAG-MAXIMUM: A flag has only the bits 1, 2, 4 and 8, so it is never negative and never above 15.',
      'start.json: wrong body for POST /streaming/start',
      '',
    ])
  })

  test('in YAML', async () => {
    const text = [
      '# a comment',
      'channelId: 7',
      'streamList:',
      '  - &first { streamId: 1, fps: 15 }',
      '  - streamId: 2',
      '    fps: 25',
      '  - *first',
      '  - flag: 3',
    ].join('\n')
    const ran = await validate('streaming-update', 'update.yaml', text)
    expect(ran.code).toBe(1)
    expect(told(ran)).toEqual([
      'update.yaml:2:1: wrong: channelId must be a string (section 4.3)',
      'update.yaml:6:5: wrong: streamList[1].fps must be 30 or 15 (section 2.3)',
      'update.yaml:8:5: unspecified: streamList[3].flag cannot be updated; whether it is refused or ignored is not shown (section 4.3)',
      'update.yaml:8:5: wrong: streamList[3].streamId is missing (section 4.3)',
      'update.yaml: wrong body for PUT /streaming/update',
    ])
  })

  test.each([
    ['in JSON', 'text.json', '"c1"', 'text.json:1:1'],
    ['in YAML', 'text.yaml', 'c1', 'text.yaml:1:1'],
    ['of nothing but white space in YAML', 'empty.yaml', '\n', 'empty.yaml:1:1'],
    ['of nothing at all in YAML', 'nothing.yaml', '', 'nothing.yaml:1:1'],
    ['that holds itself', 'cycle.yaml', '&a [*a]', 'cycle.yaml:1:4'],
  ])('that is no object, %s', async (_, name, text, place) => {
    const ran = await validate('streaming-stop', name, text)
    expect(ran.code).toBe(1)
    expect(told(ran)[0]).toBe(`${place}: wrong: the body must be an object (section 4.4)`)
  })

  test('of very many mistakes: the first hundred are told', async () => {
    const ran = await validate(
      'streaming-update',
      'many.json',
      `{"channelId":"c1","streamList":[${Array(1000).fill('{}').join()}]}`,
    )
    expect(ran.code).toBe(1)
    expect(told(ran)).toHaveLength(102)
    expect(told(ran).slice(-2)).toEqual([
      '… and more: these are the first 100',
      'many.json: wrong body for PUT /streaming/update',
    ])
  })

  test('does not reach the terminal raw', async () => {
    const text = '{"channelId":"c1","\\u001b[31m\\u009b\\u202e\\u2028":1}'
    const ran = await validate('streaming-stop', 'hostile.json', text)
    expect(told(ran)[0]).toBe(
      'hostile.json:1:19: recommended: \\u001b[31m\\u009b\\u202e\\u2028 is not among the members that the interface lists (section 4.4)',
    )
  })

  test('nor does hostile text that is no JSON', async () => {
    const ran = await validate('streaming-stop', 'hostile.json', '\u001b[31m\u009b')
    expect(ran).toMatchObject({ code: 2, stdout: '' })
    // oxlint-disable-next-line no-control-regex
    expect(ran.stderr).not.toMatch(/[\u001b\u009b]/)
  })
})

describe('what gates', () => {
  const REMARKS = '{"channelId":"c1",\n "streamId":1.0,\n "streamId":1e0, "more":1}'
  const PLACES = [
    'remarks.json:3:2: recommended: streamId stands more than once in its object; names should be unique (RFC 8259 section 4)',
    'remarks.json:3:2: unspecified: streamId is an integer written with a fraction or an exponent; that readers take it is not shown (section 2.3)',
    'remarks.json:3:18: recommended: more is not among the members that the interface lists (section 4.4)',
  ]

  test('remarks alone leave a body right', async () => {
    const ran = await validate('streaming-stop', 'remarks.json', REMARKS)
    expect(ran.code).toBe(0)
    expect(told(ran).sort()).toEqual([...PLACES, 'remarks.json: right body for POST /streaming/stop'].sort())
  })

  test('--level recommended makes those of standards gate, and no others', async () => {
    const ran = await validate('streaming-stop', 'remarks.json', REMARKS, ['--level', 'recommended'])
    expect(ran.code).toBe(1)
    const wrong = PLACES.map((line) => line.replace(' recommended: ', ' wrong: '))
    expect(told(ran).sort()).toEqual([...wrong, 'remarks.json: wrong body for POST /streaming/stop'].sort())
    const open = await validate('streaming-stop', 'open.json', '{"channelId":"c1","streamId":1.0}', [
      '--level',
      'recommended',
    ])
    expect(open.code).toBe(0)
  })
})
