import { build } from 'esbuild'
import { rootFile } from '../runners/suite/files.ts'

/**
 * Puts modules into few files, since each file that is read costs time at the start. What is loaded on demand stays a
 * file of its own, beside the entries: programs and copies of ours are found from there. The package has to be small,
 * and a stack has to tell where it was: names of functions are kept, and lines are short.
 * @param entries paths below `base` without ending, in the checkout as in the folder
 */
export async function bundle(
  base: 'runners' | 'tools',
  entries: readonly string[],
  folder: string,
): Promise<void> {
  await build({
    entryPoints: Object.fromEntries(entries.map((path) => [path, rootFile(base, `${path}.ts`)])),
    outdir: folder,
    absWorkingDir: rootFile(),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    legalComments: 'none',
    minify: true,
    keepNames: true,
    lineLimit: 120,
    logLevel: 'warning',
  })
}
