import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect, isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { rootFile } from '../../runners/suite/files.ts'
import { printYaml } from '../../src/vectors/format/print.ts'
import { needsLibrary, PYYAML } from '../support/portability/libraries.ts'
import { exactJson, loadAll, LOADERS, type Loaded } from '../support/portability/load.ts'
import { NEED_QUOTES, TRAPS, UNQUOTED } from '../support/portability/traps.ts'

const FILES = readdirSync(rootFile('vectors'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.yaml'))
  .sort()

const folder = mkdtempSync(join(tmpdir(), 'channelproof-portability-'))
afterAll(() => rmSync(folder, { recursive: true }))

function written(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const [traps, unquoted] = [written('traps.yaml', printYaml(TRAPS)), written('unquoted.yaml', UNQUOTED)]
const paths = [...FILES.map((file) => rootFile('vectors', file)), traps, unquoted]

/** The file as our own parser loads it, with integers as bigint. */
const ours = (path: string): unknown => parse(readFileSync(path, 'utf8'), { intAsBigInt: true })

/** @throws Error that names the first place where they differ, type by type */
function sameValue(theirs: Loaded | undefined, value: unknown): void {
  if (!isDeepStrictEqual(theirs, { value })) throw new Error(firstDifference(theirs, { value }))
}

function firstDifference(theirs: unknown, value: unknown, path = ''): string {
  const names = isParent(theirs) && isParent(value) ? Object.keys({ ...theirs, ...value }) : []
  const [left, right] = [theirs, value] as Record<string, unknown>[]
  const name = names.find((member) => !isDeepStrictEqual(left![member], right![member]))
  return name === undefined
    ? `${path}: ours is ${inspect(value)}, theirs ${inspect(theirs)}`
    : firstDifference(left![name], right![name], `${path}/${name}`)
}

const isParent = (value: unknown): value is object => typeof value === 'object' && value !== null

for (const loader of LOADERS)
  describe.skipIf(!needsLibrary(loader.library))(loader.name, () => {
    const loaded = new Map<string, Loaded>()
    beforeAll(async () => {
      const answers = await loadAll(loader, paths)
      expect(answers).toHaveLength(paths.length)
      for (const [index, path] of paths.entries()) loaded.set(path, answers[index]!)
    }, 600_000)

    test.each(FILES)('loads vectors/%s as we do', (file) => {
      const path = rootFile('vectors', file)
      sameValue(loaded.get(path), ours(path))
    })

    test('loads every trap as we do', () => {
      sameValue(loaded.get(traps), exactJson(JSON.stringify(TRAPS)))
    })

    test('does not load as meant what lacks its quotes', () => {
      expect(() => sameValue(loaded.get(unquoted), NEED_QUOTES)).toThrow()
    })
  })

describe.skipIf(!needsLibrary(PYYAML))('without quotes', () => {
  test.each(Object.entries(NEED_QUOTES))('PyYAML makes something else of %s: %s', async (name, meant) => {
    const [answer] = await loadAll(LOADERS[0]!, [written(`${name}.yaml`, `${name}: ${meant}\n`)])
    expect(() => sameValue(answer, { [name]: meant })).toThrow()
    const [quoted] = await loadAll(LOADERS[0]!, [written(`${name}.yaml`, `${name}: "${meant}"\n`)])
    sameValue(quoted, { [name]: meant })
  })
})

describe('our own parser', () => {
  test('finds every kind of file', () => {
    expect(FILES).toEqual(expect.arrayContaining(['requirements.yaml', 'token/params.yaml']))
    expect(FILES).toEqual(expect.arrayContaining(['published/rfc4231.yaml', 'sdk/minimum-version.yaml']))
  })

  test('loads every trap as it was printed', () => {
    sameValue({ value: ours(traps) }, exactJson(JSON.stringify(TRAPS)))
  })

  test.each(FILES)('loses no digit of an integer of vectors/%s', (file) => {
    const text = readFileSync(rootFile('vectors', file), 'utf8')
    sameValue({ value: exactJson(JSON.stringify(parse(text))) }, ours(rootFile('vectors', file)))
  })
})

describe('the comparison', () => {
  test.each([
    ['a float for an integer', '{"a":60.0}', 'a: 60'],
    ['an integer for a float', '{"a":60}', 'a: 60.0'],
    ['an integer of other digits', '{"a":9007199254740993}', 'a: 9007199254740992'],
    ['a number for a text', '{"a":2}', 'a: "02"'],
    ['a missing member', '{}', 'a: null'],
    ['a member too many', '{"a":1,"b":2}', 'a: 1'],
    ['two surrogates escaped twice', '{"a":"\\\\ud83d\\\\ude00"}', 'a: "\\U0001F600"'],
  ])('tells %s apart', (_, json, yaml) => {
    expect(() => sameValue({ value: exactJson(json) }, parse(yaml, { intAsBigInt: true }))).toThrow()
  })

  test('names the place', () => {
    const theirs = { value: { a: [{ b: 1n }, { b: false }] } }
    const message = "/value/a/1/b: ours is 'no', theirs false"
    expect(() => sameValue(theirs, { a: [{ b: 1n }, { b: 'no' }] })).toThrow(message)
  })

  test('tells a refused file apart', () => {
    expect(() => sameValue({ error: 'bad' }, null)).toThrow()
  })

  test('leaves digits inside of texts alone', () => {
    expect(exactJson('{"12":"34, \\"56\\", 7","b":[8,-9,1.5]}')).toEqual({
      12: '34, "56", 7',
      b: [8n, -9n, 1.5],
    })
  })
})

describe('a library that is not installed', () => {
  afterEach(() => void vi.unstubAllEnvs())
  const missing = { name: 'NoSuchYAML', program: 'node', probe: ['-e', 'process.exit(1)'], folder }

  test('is skipped on the machine of a user', () => {
    vi.stubEnv('CI', '')
    // It is no tool that this machine lacks.
    vi.stubEnv('CHANNELPROOF_MISSING', '')
    expect(needsLibrary(missing)).toBe(false)
    expect(needsLibrary({ ...missing, program: 'no-such-tool-anywhere' })).toBe(false)
    expect(needsLibrary({ ...missing, probe: ['-e', ''] })).toBe(true)
  })

  test('fails in CI', () => {
    vi.stubEnv('CI', 'true')
    expect(() => needsLibrary(missing)).toThrow('CI must have NoSuchYAML')
  })
})
