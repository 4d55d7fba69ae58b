import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { rootFile } from '../runners/suite/files.ts'
import { schemaCheck } from '../runners/suite/schemas.ts'
import { FAMILY_NAMES } from '../src/vectors/names.ts'
import { cli, temporary } from './support/cli.ts'
import { needsTool } from './support/programs.ts'

interface Index {
  readonly suite: { readonly vectors: { readonly digest: string; readonly count: number } }
  readonly files: readonly { file: string; family: string; count: number; sha256: string }[]
}

const copy = (folder: string, ...flags: string[]) => cli(['vectors', '--copy', folder, ...flags])
const indexOf = (folder: string): Index =>
  JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as Index
const yamlOf = (family: string): string => readFileSync(rootFile('vectors', `${family}.yaml`), 'utf8')

describe('channelproof vectors --copy', () => {
  test('writes every family as JSON that holds what its YAML holds, and an index', async () => {
    const folder = join(temporary(), 'new', 'vectors')
    const { code, stdout } = await copy(folder)
    expect(code).toBe(0)
    const { files, suite } = indexOf(folder)
    expect(schemaCheck('vector-index')(indexOf(folder))).toEqual([])
    expect(files.map(({ family }) => family)).toEqual(FAMILY_NAMES)
    for (const { file, family, count, sha256 } of files) {
      const text = readFileSync(join(folder, file), 'utf8')
      const twin = JSON.parse(text) as { vectors: readonly unknown[] }
      expect(twin, file).toEqual(parse(yamlOf(family)))
      expect(twin.vectors).toHaveLength(count)
      expect(createHash('sha256').update(text).digest('hex')).toBe(sha256)
      // Escapes alone, so that no reader takes a character for another one.
      expect(/^[\n\x20-\x7e]*$/.test(text), file).toBe(true)
    }
    const all = files.reduce((sum, { count }) => sum + count, 0)
    expect(suite.vectors).toMatchObject({ count: all })
    expect(readFileSync(rootFile('vectors/digest.txt'), 'utf8')).toContain(suite.vectors.digest)
    expect(stdout).toContain(`${all} vectors in ${FAMILY_NAMES.length} files`)
  })

  test('writes the YAML files byte for byte, and only the families that are named', async () => {
    const folder = temporary()
    expect((await copy(folder, '--format', 'yaml', '--family', 'token/*')).code).toBe(0)
    expect(indexOf(folder).files.map(({ family }) => family)).toEqual(
      FAMILY_NAMES.filter((name) => name.startsWith('token/')),
    )
    expect(readFileSync(join(folder, 'token/params.yaml'), 'utf8')).toBe(yamlOf('token/params'))
    expect(existsSync(join(folder, 'client'))).toBe(false)
  })

  test('a second copy takes the place of the first, and of nothing else', async () => {
    const folder = temporary()
    mkdirSync(join(folder, 'token'))
    writeFileSync(join(folder, 'token/params.json'), 'old')
    writeFileSync(join(folder, 'token/issue.yaml'), 'of somebody else')
    expect((await copy(folder, '--family', 'token/*')).code).toBe(0)
    expect(readFileSync(join(folder, 'token/params.json'), 'utf8')).toContain('"family": "token/params"')
    expect((await copy(folder, '--family', 'token/params', '--format', 'yaml')).code).toBe(0)
    expect(readdirSync(join(folder, 'token')).toSorted()).toEqual(['issue.yaml', 'params.yaml'])
  })

  test('an index that lists other files removes none of them', async () => {
    const folder = temporary()
    writeFileSync(join(folder, 'mine.json'), '{}')
    const files = [{ file: 'mine.json' }, { file: '../mine.json' }, {}, 7]
    writeFileSync(join(folder, 'index.json'), JSON.stringify({ files }))
    expect((await copy(folder, '--family', 'token/params')).code).toBe(0)
    expect(existsSync(join(folder, 'mine.json'))).toBe(true)
  })

  test.each([
    [['--family', 'token/no-such'], /invalid --family "token\/no-such": no id fits, try .*\[wrong-option\]/],
    [['--format', 'toml'], /invalid --format "toml": use json or yaml.*\[wrong-option\]/],
  ])('%j ends with 2 and writes nothing', async (flags, message) => {
    const folder = join(temporary(), 'none')
    const { code, stderr } = await copy(folder, ...flags)
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)])
    expect(existsSync(folder)).toBe(false)
  })

  test('a folder that is a file ends with 2', async () => {
    const file = join(temporary(), 'file')
    writeFileSync(file, '')
    const { code, stderr } = await copy(file)
    expect([code, stderr]).toEqual([2, expect.stringContaining('[report-not-written]')])
  })
})

/** Loads two files and compares them; the copy is JSON, which each of these languages reads by itself. */
const READERS: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'python3',
    'JSON',
    ['-c', 'import json, sys; print(json.load(open(sys.argv[1], encoding="utf-8"))["vectors"][0]["id"])'],
  ],
  ['ruby', 'JSON', ['-rjson', '-e', 'puts JSON.parse(File.read(ARGV[0]))["vectors"][0]["id"]']],
]

for (const [program, library, args] of READERS)
  test.skipIf(!needsTool(program))(`${library} of ${program} reads the copies`, async () => {
    const folder = temporary()
    await copy(folder, '--family', 'token/params')
    const { stdout } = spawnSync(program, [...args, join(folder, 'token/params.json')], { encoding: 'utf8' })
    const { vectors } = parse(yamlOf('token/params')) as { vectors: { id: string }[] }
    expect(stdout.trim()).toBe(vectors[0]!.id)
  })
