/**
 * `npm run packages`: puts into each folder under packages/ what it holds of this project: the families as JSON, the
 * judge of Python, and the version and the homepage of package.json. Git has none of the copies.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { copyVectors } from '../runners/commands/vectors.ts'
import { readJsonFile, readText, rootFile, VERSION } from '../runners/suite/files.ts'

/** One package: where its JSON goes, and the file that says its version. */
export interface Package {
  readonly folder: string
  readonly vectors: string
  readonly metadata: string
  /** Finds the version, in its first group; Go has it in a tag alone. */
  readonly version?: RegExp
  readonly homepage?: RegExp
}

export const PACKAGES: readonly Package[] = [
  { folder: 'go', vectors: 'vectors', metadata: 'go.mod' },
  {
    folder: 'python',
    vectors: 'src/channelproof/vectors',
    metadata: 'pyproject.toml',
    version: /^version = "(.*)"$/m,
    homepage: /^Homepage = "(.*)"$/m,
  },
  {
    folder: 'rust',
    vectors: 'vectors',
    metadata: 'Cargo.toml',
    version: /^version = "(.*)"$/m,
    homepage: /^homepage = "(.*)"$/m,
  },
  {
    folder: 'java',
    vectors: 'src/main/resources/channelproof/vectors',
    metadata: 'pom.xml',
    version: /^ {2}<version>(.*)<\/version>$/m,
    homepage: /^ {2}<url>(.*)<\/url>$/m,
  },
  {
    folder: 'php',
    vectors: 'vectors',
    metadata: 'composer.json',
    version: /^ {2}"version": "(.*)",$/m,
    homepage: /^ {2}"homepage": "(.*)",$/m,
  },
  {
    folder: 'dotnet',
    vectors: 'vectors',
    metadata: 'Channelproof.csproj',
    version: /^ {4}<Version>(.*)<\/Version>$/m,
    homepage: /^ {4}<PackageProjectUrl>(.*)<\/PackageProjectUrl>$/m,
  },
]

const COPIES: readonly (readonly [from: string, to: string])[] = [
  // Tested by the vectors of judges: no second judge has to keep up with it.
  ['test/judge/judge.py', 'python/src/channelproof/judge.py'],
]

/** What the metadata of every package says, beside the version. */
export const HOMEPAGE = readJsonFile<{ homepage: string }>('package.json').homepage.replace('#readme', '')

/** What stands where the expression looks. @throws Error where it finds nothing */
export function found(text: string, expression: RegExp): string {
  const value = expression.exec(text)?.[1]
  if (value === undefined) throw new Error(`${expression} finds nothing`)
  return value
}

const replaced = (text: string, expression: RegExp | undefined, value: string): string =>
  expression ? text.replace(expression, (line) => line.replace(found(text, expression), () => value)) : text

/** The text of the metadata with the version and the homepage of package.json. */
export const versioned = (text: string, { version, homepage }: Package): string =>
  replaced(replaced(text, version, VERSION), homepage, HOMEPAGE)

/** Completes the packages in a folder: packages/ itself, or a copy of it. */
export async function complete(folder: string): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'channelproof-packages-'))
  await copyVectors({ copy, family: [], format: 'json' })
  for (const one of PACKAGES) {
    const vectors = join(folder, one.folder, one.vectors)
    rmSync(vectors, { recursive: true, force: true })
    cpSync(copy, vectors, { recursive: true })
    const metadata = join(folder, one.folder, one.metadata)
    writeFileSync(metadata, versioned(readFileSync(metadata, 'utf8'), one))
  }
  for (const [from, to] of COPIES) writeFileSync(join(folder, to), readText(from))
  rmSync(copy, { recursive: true })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await complete(rootFile('packages'))
  console.log(`${PACKAGES.length} packages of version ${VERSION} under packages`)
}
