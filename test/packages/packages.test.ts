/** The packages on paper: metadata of one version and name, one function, a short README; nothing of Git's that is a copy. */
import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readJsonFile, readText, rootFile, VERSION } from '../../runners/suite/files.ts'
import { found, HOMEPAGE, PACKAGES, versioned } from '../../tools/packages.ts'

/** The source that opens a family, its function, and the name by which users find the package. */
const PUBLIC: Readonly<Record<string, { source: string; opens: RegExp; name: RegExp }>> = {
  go: {
    source: 'channelproof.go',
    opens: /^func Family\(/m,
    name: /^module channelproof\.example\/channelproof$/m,
  },
  python: {
    source: 'src/channelproof/__init__.py',
    opens: /^def family\(/m,
    name: /^name = "channelproof"$/m,
  },
  rust: { source: 'src/lib.rs', opens: /^pub fn family\(/m, name: /^name = "channelproof"$/m },
  java: {
    source: 'src/main/java/channelproof/Vectors.java',
    opens: /^ {4}public static String family\(/m,
    name: /^ {2}<groupId>example\.channelproof<\/groupId>\n {2}<artifactId>channelproof<\/artifactId>$/m,
  },
  php: {
    source: 'src/Vectors.php',
    opens: /^ {4}public static function family\(/m,
    name: /^ {2}"name": "channelproof\/channelproof",$/m,
  },
  dotnet: {
    source: 'Vectors.cs',
    opens: /^ {8}public static string Family\(/m,
    name: /^ {4}<PackageId>Channelproof<\/PackageId>$/m,
  },
}
const README_LINES = 15
const SOURCE_LINES = 45

const lines = (text: string): number => text.trimEnd().split('\n').length

test('each folder is a package, and no other one', () => {
  const folders = readdirSync(rootFile('packages'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )
  expect(folders.map(({ name }) => name).sort()).toEqual(PACKAGES.map(({ folder }) => folder).sort())
  expect(Object.keys(PUBLIC).sort()).toEqual(PACKAGES.map(({ folder }) => folder).sort())
})

describe.each(PACKAGES)('packages/$folder', ({ folder, metadata, ...rest }) => {
  const text = readText('packages', folder, metadata)
  const { source, opens, name } = PUBLIC[folder]!

  test('has the name, and the version and homepage of package.json', () => {
    expect(text).toMatch(name)
    if (rest.version) expect(found(text, rest.version)).toBe(VERSION)
    if (rest.homepage) expect(found(text, rest.homepage)).toBe(HOMEPAGE)
    expect(versioned(text, { folder, metadata, ...rest })).toBe(text)
  })

  test('and an old one is seen and set', () => {
    if (!rest.version) return
    const old = text.replace(rest.version, (line) => line.replace(VERSION, '0.0.9'))
    expect(found(old, rest.version)).toBe('0.0.9')
    expect(versioned(old, { folder, metadata, ...rest })).toBe(text)
  })

  test('has the licence of this project where its metadata has a place for it', () => {
    if (metadata !== 'go.mod')
      expect(text).toContain(readJsonFile<{ license: string }>('package.json').license)
  })

  test('opens a family by one function, in a short file', () => {
    const code = readText('packages', folder, source)
    expect(code.match(new RegExp(opens, 'gm'))).toHaveLength(1)
    expect(lines(code)).toBeLessThanOrEqual(SOURCE_LINES)
  })

  test('has a short README with its function', () => {
    const readme = readText('packages', folder, 'README.md')
    expect(lines(readme)).toBeLessThanOrEqual(README_LINES)
    expect(readme).toMatch(/[fF]amily\(["'`]token\/signature["'`]\)/)
  })

  test('names no place but the placeholder', () => {
    const hosts = [...text.matchAll(/https?:\/\/([^/"<\s]+)/g)].map(([, host]) => host)
    // The namespace of Maven's metadata is no address.
    expect(hosts.filter((host) => host !== 'maven.apache.org' && host !== 'channelproof.example')).toEqual([])
  })

  test('keeps the copies out of Git', () => {
    const ignored = readText('.gitignore').split('\n')
    const place = `/packages/${folder}/${rest.vectors}/`
    const isIgnored = (line: string): boolean =>
      line.startsWith('/packages/') && place.startsWith(line.replace('*', folder))
    expect(ignored.filter(isIgnored)).toHaveLength(1)
  })
})

describe('of Composer and NuGet the metadata is whole', () => {
  test('composer.json is JSON and loads the folder of its source', () => {
    const { autoload, require } = readJsonFile<{
      autoload: { 'psr-4': Record<string, string> }
      require: Record<string, string>
    }>('packages/php/composer.json')
    expect(Object.keys(require)).toEqual(['php'])
    expect(autoload['psr-4']).toEqual({ 'Channelproof\\': 'src/' })
    expect(readText('packages/php/src/Vectors.php')).toContain('namespace Channelproof;')
    expect(existsSync(rootFile('packages/php/src/Vectors.php'))).toBe(true)
  })

  test.each([
    ['packages/dotnet/Channelproof.csproj', true],
    ['packages/java/pom.xml', true],
  ])('%s is XML whose elements close', (file, is) => {
    expect(isWellFormed(readText(file))).toBe(is)
    expect(isWellFormed(readText(file).replace(/<\/(\w+)>/, '</x$1>'))).toBe(false)
  })

  test('the project of .NET packs the vectors under the names of their families', () => {
    const project = readText('packages/dotnet/Channelproof.csproj')
    expect(project).toContain('Include="vectors/**/*.json" LogicalName="%(RecursiveDir)%(Filename)"')
  })

  test('their READMEs and the guide say that nothing else is checked', () => {
    for (const folder of ['php', 'dotnet'])
      expect(readText('packages', folder, 'README.md')).toContain('check the metadata alone')
    expect(readText('docs/packages.md')).toContain('Of these two the tests check the metadata alone')
  })
})

/** Each element that is opened is closed, in the right order; enough for files without CDATA. */
function isWellFormed(text: string): boolean {
  const open: string[] = []
  for (const [, end, name, empty] of text
    .replace(/<\?.*?\?>|<!--[\s\S]*?-->/g, '')
    .matchAll(/<(\/?)([\w.]+)[^<>]*?(\/?)>/g))
    if (end) {
      if (open.pop() !== name) return false
    } else if (!empty) open.push(name!)
  return open.length === 0
}
