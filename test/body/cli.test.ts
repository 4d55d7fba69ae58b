import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cli, temporary, type Ran } from '../cli.ts'

const folder = temporary()

/** Runs `validate` on a file of this name and content. */
function validate(
  kind: string,
  name: string,
  content: string | Uint8Array,
  flags: readonly string[] = [],
): Promise<Ran> {
  writeFileSync(join(folder, name), content)
  return cli(['validate', '--body', kind, ...flags, name], { cwd: folder })
}

/** What is said of the body, without the rules. */
const told = ({ stdout }: Ran): string[] =>
  stdout.split('\n').filter((line) => line && !line.startsWith('  '))

const RIGHT = '{"channelId":"c1","userId":"u1"}'

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
      'start.json:5:24: wrong: streamList[1].url must be an RTMP address, such as rtmp://host/path (section 2.3)',
      '  STREAM-URL-RTMP: The url of a stream is an RTMP address, since pushes use no other protocol.',
      'start.json:6:2: wrong: streamList[1].flag must be at most 15 (section 2.3)',
      '  STREAM-FLAG-MAXIMUM: A flag has no bits besides 1, 2, 4 and 8, so it is never negative nor above 15.',
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
      'update.yaml:8:5: wrong: streamList[3].flag cannot be updated (section 4.3)',
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

describe('cannot be read (exit code 2)', () => {
  test.each([
    [
      'a trailing comma',
      'a.json',
      '{\n  "channelId": "c1",\n}',
      'a.json:3:1: it is not JSON: property name expected',
    ],
    ['a comment', 'a.json', '{} // why', 'a.json:1:4: it is not JSON: invalid comment token'],
    ['two texts', 'a.json', '{} {}', 'a.json:1:4: it is not JSON: end of file expected'],
    [
      'broken JSON without an ending',
      'a',
      ' {"channelId":"c1",}',
      'a:1:20: it is not JSON: property name expected',
    ],
    ['YAML in a .json file', 'a.json', 'channelId: c1\n', 'a.json:1:1: it is not JSON: invalid symbol'],
    ['broken YAML', 'a.yaml', 'a: [1\nb: 2', 'a.yaml:2:1: it is not YAML of one body: '],
    ['two documents', 'a.yaml', 'a: 1\n---\nb: 1\n', 'a.yaml:2:1: it is not YAML of one body: '],
    [
      'a repeated key',
      'a.yaml',
      'a: 1\nb: 1\n"a": 2\n',
      'a.yaml:3:1: it is not YAML of one body: the key a stands twice',
    ],
    [
      'deep YAML',
      'a.yaml',
      '['.repeat(3000) + ']'.repeat(3000),
      'a.yaml: it is not YAML of one body: it is nested too deeply',
    ],
    [
      'deep JSON',
      'a.json',
      '['.repeat(500_000) + ']'.repeat(500_000),
      'a.json: it is not JSON: nested too deeply',
    ],
  ])('%s', async (_, name, text, message) => {
    const ran = await validate('auth-token', name, text)
    expect(ran).toMatchObject({ code: 2, stdout: '' })
    expect(ran.stderr).toContain(`channelproof: ${message}`)
  })

  test('a tower of aliases', async () => {
    const floor = (name: string, below: string): string =>
      `${name}: &${name} [${Array<string>(9).fill(`*${below}`).join()}]`
    const floors = ['ba', 'cb', 'dc', 'ed', 'fe', 'gf', 'hg'].map((pair) => floor(pair[0]!, pair[1]!))
    const ran = await validate('auth-token', 'bomb.yaml', ['a: &a [1]', ...floors].join('\n'))
    expect(ran).toMatchObject({ code: 2, stdout: '' })
    expect(ran.stderr).toContain('its aliases stand for too much [not-yaml]')
  })

  test('bytes that are no UTF-8', async () => {
    const ran = await validate('auth-token', 'latin1.json', Uint8Array.of(0x22, 0xe9, 0x22))
    expect(ran).toMatchObject({ code: 2, stdout: '' })
    expect(ran.stderr).toContain('latin1.json: it is not UTF-8 [input-not-utf8]')
  })

  test('a file that does not exist, and a folder', async () => {
    mkdirSync(join(folder, 'folder'))
    const [missing, directory] = await Promise.all(
      ['no-such-file.json', 'folder'].map((name) =>
        cli(['validate', '--body', 'auth-token', name], { cwd: folder }),
      ),
    )
    expect(missing).toMatchObject({ code: 2, stdout: '' })
    expect(missing!.stderr).toContain('no-such-file.json: there is no such file [input-unreadable]')
    expect(directory).toMatchObject({ code: 2, stdout: '' })
    expect(directory!.stderr).toContain('folder: it is a folder [input-unreadable]')
  })

  test('another kind of body, another level, no kind', async () => {
    const runs = await Promise.all([
      validate('auth', 'body.json', RIGHT),
      validate('auth-token', 'body.json', RIGHT, ['--level', 'unspecified']),
      cli(['validate', 'body.json'], { cwd: folder }),
    ])
    expect(runs.map(({ code }) => code)).toEqual([2, 2, 2])
    expect(runs[0].stderr).toContain(
      'Use one of auth-token, streaming-start, streaming-update, streaming-stop.',
    )
  })
})

describe('1 MiB is the limit', () => {
  const ofBytes = (count: number): string => RIGHT + ' '.repeat(count - RIGHT.length)

  test.each([
    [1_048_576, 0],
    [1_048_577, 2],
  ])('a file of %i bytes ends with %i', async (count, code) => {
    expect((await validate('auth-token', 'large.json', ofBytes(count))).code).toBe(code)
  })

  test.each([
    [1_048_576, 0],
    [1_048_577, 2],
  ])('%i bytes of standard input end with %i', async (count, code) => {
    const ran = await cli(['validate', '--body', 'auth-token', '-'], { input: ofBytes(count) })
    expect(ran.code).toBe(code)
  })

  test('a file of 100 MB is refused without being read', async () => {
    writeFileSync(join(folder, 'sparse.json'), '')
    truncateSync(join(folder, 'sparse.json'), 100 * 1024 * 1024)
    const ran = await cli(['validate', '--body', 'auth-token', 'sparse.json'], {
      cwd: folder,
      // Far less than the file: reading it would end the process.
      env: { NODE_OPTIONS: '--max-old-space-size=64' },
    })
    expect(ran).toMatchObject({ code: 2, stdout: '' })
    expect(ran.stderr).toContain('sparse.json: it is larger than 1048576 bytes [input-too-large]')
    expect(ran.millis).toBeLessThan(5000)
  })

  test('a device without an end is given up', async () => {
    const ran = await cli(['validate', '--body', 'auth-token', '/dev/zero'])
    expect(ran).toMatchObject({ code: 2, stdout: '' })
    expect(ran.stderr).toContain('/dev/zero: it is larger than 1048576 bytes')
  })
})
