import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rootFile } from '../runners/suite/files.ts'

/** Writes the types of the library into a folder: those of its entry, and those that these refer to. */
export function writeLibraryTypes(folder: string, ...flags: readonly string[]): void {
  const tsc = rootFile('node_modules/.bin/tsc')
  const args = ['-p', rootFile('tsconfig.build.json'), '--outDir', folder, ...flags]
  if (spawnSync(tsc, args, { stdio: 'inherit' }).status !== 0) throw new Error('tsc found mistakes')
  const needed = reachable(join(folder, 'runners/library/index.d.ts'))
  for (const file of declarationsIn(folder)) if (!needed.has(join(folder, file))) rmSync(join(folder, file))
}

/** All types of a folder as one text, which is committed: its diff shows a change of what the library promises. */
export const typesAsText = (folder: string): string =>
  declarationsIn(folder)
    .map((file) => `// ${file}\n${readFileSync(join(folder, file), 'utf8')}`)
    .join('\n')

const declarationsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.d.ts'))
    .sort()

/** The compiler writes the types of every module that the library loads: most of them are internal. */
function reachable(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)\.ts['"]/g))
    reachable(join(dirname(file), `${path}.d.ts`), found)
  return found
}
