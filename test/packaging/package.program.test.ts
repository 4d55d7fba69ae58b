import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readText, rootFile } from '../../runners/suite/files.ts'
import { needsTool } from '../support/programs.ts'
import { brokenLinks } from '../support/links.ts'
import { MANIFEST, pack, projectWith, type Manifest, type Packed } from '../support/package.ts'

const LIMITS = { bytes: 8_000_000, dependencies: 8 }
/** What npm and lawyers look for in a package. */
const NEEDED = ['LICENSE', 'README.md', 'CHANGELOG.md', 'docs/release-gate.md', 'dist/inspector.html']
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall']

/** What users would have to put up with. */
function burdens({ unpackedSize, files }: Packed, manifest: Manifest): string[] {
  const { dependencies, scripts } = manifest
  const ranges = Object.entries(dependencies).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))
  return [
    ...(unpackedSize > LIMITS.bytes ? [`${unpackedSize} bytes unpacked`] : []),
    ...(Object.keys(dependencies).length > LIMITS.dependencies ? ['too many dependencies'] : []),
    ...ranges.map(([name, version]) => `${name} is not pinned: ${version}`),
    ...INSTALL_SCRIPTS.filter((name) => name in scripts).map((name) => `the script ${name}`),
    ...files
      .filter(({ path }) => /(?:^|\/)(?:test|node_modules)\/|\.tgz$/.test(path))
      .map(({ path }) => path),
    ...NEEDED.filter((name) => !files.some(({ path }) => path === name)).map((name) => `no ${name}`),
  ]
}

let packed: Packed
beforeAll(() => {
  packed = pack()
}, 600_000)

describe('the package', () => {
  test('is small, needs little, runs nothing when it is installed', () => {
    expect(burdens(packed, MANIFEST)).toEqual([])
  })

  test.each<[string, Partial<Packed>, Partial<Manifest>]>([
    ['8000001 bytes unpacked', { unpackedSize: 8_000_001 }, {}],
    [
      'too many dependencies',
      {},
      { dependencies: Object.fromEntries('abcdefghi'.split('').map((n) => [n, '1.0.0'])) },
    ],
    ['ajv is not pinned: ^8.0.0', {}, { dependencies: { ajv: '^8.0.0' } }],
    ['the script postinstall', {}, { scripts: { postinstall: 'node x.js' } }],
    ['test/x.ts', { files: [...NEEDED, 'test/x.ts'].map((path) => ({ path, size: 1 })) }, {}],
    [
      'no LICENSE',
      {
        files: [
          { path: 'README.md', size: 1 },
          { path: 'CHANGELOG.md', size: 1 },
          { path: 'docs/release-gate.md', size: 1 },
          { path: 'dist/inspector.html', size: 1 },
        ],
      },
      {},
    ],
  ])('and it is told: %s', (told, wrongPack, wrongManifest) => {
    expect(burdens({ ...packed, ...wrongPack }, { ...MANIFEST, ...wrongManifest })).toEqual([told])
  })
})

test('links between its pages hold in the package too', () => {
  const paths = packed.files.map(({ path }) => path)
  const pages = Object.fromEntries(
    paths.filter((path) => path.endsWith('.md')).map((path) => [path, readText(path)]),
  )
  /** A file, or the folder of one. */
  const exists = (name: string): boolean => paths.some((path) => path === name || path.startsWith(`${name}/`))
  expect(brokenLinks(pages, exists)).toEqual([])
  expect(brokenLinks({ 'README.md': '[x](test/support/links.ts)' }, exists)).not.toEqual([])
})

// Of apache.org/licenses/LICENSE-2.0.txt: the text is to be verbatim.
const APACHE_2 = 'cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30'

test('the licence is the one that package.json names, word for word', () => {
  expect(MANIFEST.license).toBe('Apache-2.0')
  const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
  expect(digest(readText('LICENSE'))).toBe(APACHE_2)
  expect(digest(readText('LICENSE').replace('perpetual', 'revocable'))).not.toBe(APACHE_2)
})

const CONSUMER = `
import { readFileSync } from 'node:fs'
import { check, diagnose, issue, vectors, verify, type Question, type Vector, type Verdict } from 'channelproof'
import openapi from 'channelproof/openapi.json' with { type: 'json' }
import schema from 'channelproof/schemas/auth-token-request.schema.json' with { type: 'json' }

const token: string = issue({ channelId: 'c1', userId: 'u1' }, { appId: 'app', appSecret: 's', timestamp: 1 })
const found = verify(token, { appId: 'app', appSecret: 's', now: 2 })
const [vector] = vectors('token/params/*') as readonly [Vector]
const ask = ({ method }: Question): unknown => ({ params: method })
const verdict: Verdict | string = await check(vector, ask).catch((error: Error) => error.message)
const { right } = diagnose(vector.question, { kind: 'accepted', output: { params: 'x' } })
const yaml = readFileSync(new URL(import.meta.resolve('channelproof/vectors/token/params.yaml')), 'utf8')
console.log(JSON.stringify([found.valid, String(verdict).includes(vector.id), right, yaml.includes(vector.id), openapi.openapi, schema.$id]))
`

describe('a project in TypeScript (NodeNext) with the package', () => {
  let folder: string
  beforeEach(() => {
    folder = projectWith(packed, 'typescript', '@types/node')
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  })

  function compiled(text: string): { status: number | null; stdout: string } {
    writeFileSync(join(folder, 'main.ts'), text)
    const options =
      '--module NodeNext --strict --target ES2023 --resolveJsonModule --types node --skipLibCheck false'
    const tsc = rootFile('node_modules/typescript/bin/tsc')
    return spawnSync(process.execPath, [tsc, ...options.split(' '), 'main.ts'], {
      cwd: folder,
      encoding: 'utf8',
    })
  }

  test('compiles and runs: library, types, vectors, schemas, OpenAPI', () => {
    expect(compiled(CONSUMER)).toMatchObject({ status: 0, stdout: '' })
    const { stdout } = spawnSync(process.execPath, ['main.js'], { cwd: folder, encoding: 'utf8' })
    expect(JSON.parse(stdout)).toEqual([
      true,
      true,
      false,
      true,
      '3.1.0',
      'https://channelproof.example/schemas/auth-token-request.schema.json',
    ])
  })

  test('a wrong type does not compile', () => {
    expect(compiled("import { vectors } from 'channelproof'\nvectors(1)\n").stdout).toMatch(
      /main\.ts.*TS2345/,
    )
  })

  test('without its types it does not compile', () => {
    rmSync(join(folder, 'node_modules/channelproof/dist/types'), { recursive: true })
    expect(compiled(CONSUMER).status).not.toBe(0)
  })

  test('what is not exported cannot be imported', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', "import 'channelproof/dist/runners/cli.js'"],
      { cwd: folder, encoding: 'utf8' },
    )
    expect(stderr).toMatch(/ERR_PACKAGE_PATH_NOT_EXPORTED/)
    expect(status).toBe(1)
  })
})

describe('validate without the dependencies', () => {
  function validate(file: string) {
    const folder = projectWith(packed)
    for (const name of Object.keys(MANIFEST.dependencies)) rmSync(join(folder, 'node_modules', name))
    writeFileSync(join(folder, file), '{"channelId":"c1"}')
    const program = join(folder, 'node_modules/channelproof/dist/runners/cli.js')
    return spawnSync(process.execPath, [program, 'validate', '--body', 'streaming-stop', file], {
      cwd: folder,
      encoding: 'utf8',
    })
  }

  test('checks JSON: to load ajv would take longer than all the rest', () => {
    expect(validate('stop.json')).toMatchObject({ status: 0, stderr: '' })
  })

  test('and cannot check YAML, so they are gone indeed', () => {
    expect(validate('stop.yaml').stderr).toMatch(/Cannot find package 'yaml'/)
  })
})

/** The lines of the first block of a page, without the words beside them. */
const firstLines = (page: string): string[] =>
  /^```sh\n([\s\S]*?)^```$/m
    .exec(page.split('\n').slice(0, 20).join('\n'))![1]!
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/ +#.*$/, ''))

describe.skipIf(!needsTool('python3'))('the first lines of the README', () => {
  const [install, ...commands] = firstLines(readText('README.md'))
  const run = (folder: string): (number | null)[] =>
    commands.map((line) => spawnSync(line, { cwd: folder, shell: true, stdio: 'ignore' }).status)

  test('run in an empty folder once the package is there', () => {
    expect(install).toMatch(/^npm i -D /)
    expect(commands).toHaveLength(2)
    expect(run(projectWith(packed))).toEqual([0, 0])
  })

  test('and lines that do not run are seen', () => {
    const folder = projectWith(packed)
    writeFileSync(join(folder, 'channelproof'), 'no folder')
    expect(run(folder)).not.toContain(0)
  })
})

test('a bug tells where it was, by names of ours', () => {
  const folder = projectWith(packed)
  const own = join(folder, 'node_modules/channelproof')
  writeFileSync(join(own, 'dist/packed/token.json.br'), 'no copy')
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(own, 'dist/runners/cli.js'), 'list', 'vectors'],
    { encoding: 'utf8' },
  )
  expect(stderr).toMatch(
    /bug of channelproof[\s\S]*at readPacked \(file:.*\.js:\d+:\d+\)[\s\S]*at loadSuite \(file:/,
  )
  expect(status).toBe(70)
})
