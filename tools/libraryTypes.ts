import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rootFile } from '../runners/suite/files.ts'

/** Writes the types of the library into a folder: those of its entry, and those that these refer to. */
export function writeLibraryTypes(folder: string): void {
  const tsc = rootFile('node_modules/.bin/tsc')
  const args = ['-p', rootFile('tsconfig.build.json'), '--outDir', folder]
  if (spawnSync(tsc, args, { stdio: 'inherit' }).status !== 0) throw new Error('tsc found mistakes')
  const needed = reachable(join(folder, 'runners/library/index.d.ts'))
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.d.ts') && !needed.has(join(folder, file))) rmSync(join(folder, file))
}

/** The compiler writes the types of every module that the library loads: most of them are nobody's business. */
function reachable(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)\.ts['"]/g))
    reachable(join(dirname(file), `${path}.d.ts`), found)
  return found
}
