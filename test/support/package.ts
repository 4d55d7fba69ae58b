import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readJsonFile, rootFile } from '../../runners/suite/files.ts'
import { built, temporary } from './cli.ts'

export interface Manifest {
  readonly license: string
  readonly bin: Readonly<Record<string, string>>
  readonly scripts: Readonly<Record<string, string>>
  readonly files: readonly string[]
  readonly dependencies: Readonly<Record<string, string>>
}

/** The list that `npm pack` prints, and the tarball. */
export interface Packed {
  readonly tarball: string
  readonly unpackedSize: number
  readonly entryCount: number
  readonly files: readonly { readonly path: string; readonly size: number }[]
}

export const MANIFEST = readJsonFile<Manifest>('package.json')

/** Packs the package with what the tests have built, without a change to dist. */
export function pack(): Packed {
  const folder = temporary()
  // npm itself reads those that begin with an exclamation mark.
  const files = MANIFEST.files.filter((name) => !name.startsWith('!'))
  for (const name of [...files, 'package.json', 'README.md', 'LICENSE'])
    cpSync(name === 'dist' ? built('') : rootFile(name), join(folder, name), {
      recursive: true,
      filter: (path) => !/__pycache__|\/target(?:\/|$)/.test(path),
    })
  const told = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--silent'], { cwd: folder })
  const [packed] = JSON.parse(told.toString()) as [Packed & { filename: string }]
  return { ...packed, tarball: join(folder, packed.filename) }
}

/** What npx runs, as npm puts it there. */
function linkPrograms(modules: string): void {
  mkdirSync(join(modules, '.bin'))
  for (const [name, path] of Object.entries(MANIFEST.bin)) {
    const program = join(modules, 'channelproof', path)
    chmodSync(program, 0o755)
    symlinkSync(program, join(modules, '.bin', name))
  }
}

/** A project with the packed package, its dependencies, and our tools; no registry is asked. */
export function projectWith({ tarball }: Packed, ...tools: readonly string[]): string {
  const folder = temporary()
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, 'channelproof'), { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', join(modules, 'channelproof')])
  for (const name of [...Object.keys(MANIFEST.dependencies), ...tools]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(rootFile('node_modules', name), join(modules, name))
  }
  linkPrograms(modules)
  return folder
}
