import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cli } from '../support/cli.ts'
import { folder, RIGHT, validate } from '../support/body/command.ts'

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
      'use one of auth-token, streaming-start, streaming-update, streaming-stop',
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
  })

  test('a device without an end is given up', async () => {
    const ran = await cli(['validate', '--body', 'auth-token', '/dev/zero'])
    expect(ran).toMatchObject({ code: 2, stdout: '' })
    expect(ran.stderr).toContain('/dev/zero: it is larger than 1048576 bytes')
  })
})
