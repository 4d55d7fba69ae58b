import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readText, rootFile, VERSION } from '../../runners/suite/files.ts'
import { complete, PACKAGES } from '../../tools/packages.ts'
import { temporary } from '../support/cli.ts'

type Command = readonly [program: string, ...args: string[]]

/** A language whose package manager is here: a project of its own that depends on the folder of the package. */
export interface Language {
  readonly folder: string
  /** Without one of these its tests are skipped. */
  readonly programs: readonly string[]
  /** Makes the project and installs the package. */
  readonly install: readonly Command[]
  /** Recomputes every signature; ends with another code than 0 where one differs. */
  readonly signatures: readonly Command[]
  /** Where a project reads the vectors, if not in the folder of the package. */
  readonly installed?: (project: string) => string
}

export interface Ran {
  readonly status: number | null
  readonly printed: string
}

const MODULE = 'channelproof.example/channelproof'
const PYTEST = readText('.ci/requirements.txt').match(/^pytest==.*$/m)![0]
/** Without pip in it, which takes longer than all the rest. */
const INTO_VENV = ['-m', 'pip', '--python', 'venv/bin/python', 'install', '-q', '--no-input']

/** The folder of a virtual environment is named after the version of Python. */
function sitePackages(own: string): string {
  const lib = join(own, 'venv/lib')
  return join(lib, readdirSync(lib)[0]!, 'site-packages')
}

export const LANGUAGES: readonly Language[] = [
  {
    folder: 'go',
    programs: ['go'],
    install: [
      ['go', 'mod', 'init', 'channelproof.example/consumer'],
      ['go', 'mod', 'edit', `-require=${MODULE}@v${VERSION}`, `-replace=${MODULE}=../package`],
      ['go', 'mod', 'tidy'],
    ],
    signatures: [['go', 'test', '-v', 'signatures_test.go']],
  },
  {
    folder: 'python',
    programs: ['python3'],
    install: [
      ['python3', '-m', 'venv', '--without-pip', 'venv'],
      ['python3', ...INTO_VENV, '../package', PYTEST],
    ],
    signatures: [['venv/bin/python', 'signatures.py']],
    installed: (own) => join(sitePackages(own), 'channelproof/vectors'),
  },
  {
    folder: 'rust',
    programs: ['cargo'],
    install: [],
    signatures: [['cargo', 'run', '-q']],
  },
  {
    folder: 'java',
    programs: ['mvn', 'javac'],
    install: [],
    signatures: [
      ['mvn', '-q', '-B', 'package'],
      ['java', '-cp', 'consumer/target/classes:consumer/target/lib/*', 'Signatures'],
    ],
  },
]

/** What a build or a run left in a folder, and the copies: a test makes its own. */
const LEFT = /\/(?:__pycache__|target|build|vectors|resources|[^/]*\.egg-info)(?:\/|$)/

/** A copy of a folder, without the paths inside it that an expression finds. */
export const copyWithout = (from: string, to: string, left: RegExp): void =>
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !left.test(path.slice(from.length)),
  })

/** A copy of packages/, complete. */
export async function completePackages(): Promise<string> {
  const copy = join(temporary(), 'packages')
  copyWithout(rootFile('packages'), copy, LEFT)
  for (const { folder, vectors } of PACKAGES)
    mkdirSync(dirname(join(copy, folder, vectors)), { recursive: true })
  await complete(copy)
  return copy
}

/** A project beside a copy of its package, which it installs. @throws Error where that fails */
export function project({ folder, install }: Language, packages: string): string {
  const place = temporary()
  cpSync(join(packages, folder), join(place, 'package'), { recursive: true })
  const own = join(place, 'project')
  cpSync(rootFile('test/packages/projects', folder), own, { recursive: true })
  if (folder === 'java') replace(join(own, 'consumer/pom.xml'), '@VERSION@', VERSION)
  const { status, printed } = run(own, install)
  if (status !== 0) throw new Error(printed)
  return own
}

/** The file of a family that the project reads. */
export function familyFile({ folder, installed }: Language, own: string, family: string): string {
  const { vectors } = PACKAGES.find((one) => one.folder === folder)!
  const place = installed ? installed(own) : join(own, '../package', vectors)
  return join(place, `${family}.json`)
}

/** Runs the commands in a folder up to the first that fails. No registry is asked for Go. */
export function run(
  cwd: string,
  commands: readonly Command[],
  env: Readonly<Record<string, string>> = {},
): Ran {
  let all = ''
  for (const [program, ...args] of commands) {
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      cwd,
      env: { ...process.env, GOPROXY: 'off', GOFLAGS: '-mod=mod', PYTHONDONTWRITEBYTECODE: '1', ...env },
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    })
    all += `${stdout}${stderr}${error ? String(error) : ''}`
    if (status !== 0) return { status, printed: all }
  }
  return { status: 0, printed: all }
}

/** Replaces one text of a file. @throws Error where it is not there */
export function replace(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${path} does not hold ${from}`)
  writeFileSync(
    path,
    text.replace(from, () => to),
  )
}
