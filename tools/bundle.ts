import { build, type Metafile } from 'esbuild'
import { readdirSync } from 'node:fs'
import { readJsonFile, readText, rootFile } from '../runners/suite/files.ts'
import { loadRequirements } from '../runners/suite/index.ts'
import { inspectorHtml } from '../runners/inspector/page.ts'

const { dependencies } = readJsonFile<{ dependencies: object }>('package.json')

/** commander is CommonJS and requires modules of Node. The names are used nowhere else. */
const REQUIRE = [
  "import { createRequire as makeRequire } from 'node:module'",
  'const require = makeRequire(import.meta.url)',
].join(';')

/**
 * Puts modules into few files, because each file costs time at the start. What is loaded on demand stays a file of its
 * own, in the folder of the entries: programs and copies of ours are found from there. The package must be small, and a
 * stack must show where it was, so names of functions are kept and lines are short. Small libraries that every command
 * needs are included as well: they are devDependencies.
 * @param entries paths below `base` without ending, in the checkout as in the folder
 * @returns the names of the included libraries
 */
export async function bundlePrograms(
  base: 'runners' | 'tools',
  entries: readonly string[],
  folder: string,
): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: Object.fromEntries(entries.map((path) => [path, rootFile(base, `${path}.ts`)])),
    outdir: folder,
    absWorkingDir: rootFile(),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: Object.keys(dependencies),
    mainFields: ['module', 'main'],
    banner: { js: REQUIRE },
    legalComments: 'none',
    // Not minify with keepNames: that sets the name of every function each time it is made, and takes a third longer.
    minifySyntax: true,
    minifyWhitespace: true,
    lineLimit: 120,
    logLevel: 'warning',
    metafile: true,
  })
  return librariesIn(metafile)
}

function librariesIn({ inputs }: Metafile): string[] {
  const names = Object.keys(inputs).map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1])
  return [...new Set(names)].filter((name) => name !== undefined).sort()
}

/** Their licences, which the package must include. */
export const licencesOf = (names: readonly string[]): string =>
  [...new Set(names)]
    .sort()
    .map((name) => {
      const { version } = readJsonFile<{ version: string }>('node_modules', name, 'package.json')
      const file = readdirSync(rootFile('node_modules', name)).find((file) => /^licen[cs]e/i.test(file))
      if (!file) throw new Error(`${name} has no licence: it cannot be put into the package`)
      return `${name} ${version}\n\n${readText('node_modules', name, file)}`
    })
    .join('\n\n')

const inBrowser = (module: string): string => rootFile('runners/inspector/node', `${module}.ts`)

/**
 * The page of the inspector: the code of src/ for browsers, in one file.
 * @returns the page, and the names of the included libraries
 */
export async function bundleInspector(): Promise<{ html: string; libraries: string[] }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [rootFile('runners/inspector/main.ts')],
    absWorkingDir: rootFile(),
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: ['chrome111', 'firefox115', 'safari16.4'],
    mainFields: ['module', 'main'],
    alias: Object.fromEntries(['buffer', 'crypto', 'util'].map((name) => [`node:${name}`, inBrowser(name)])),
    inject: [inBrowser('buffer')],
    define: { BODY_RULES: JSON.stringify(await bodyRules()) },
    legalComments: 'none',
    charset: 'utf8',
    minify: true,
    lineLimit: 500,
    logLevel: 'warning',
    metafile: true,
  })
  return { html: inspectorHtml(outputFiles[0]!.text), libraries: librariesIn(metafile) }
}

/** Beginnings of the ids of rules that a body can break. */
const OF_BODIES = /^(?:PARAM|STREAM|START|UPDATE|STOP|API|TOKEN-REQUEST)-/

async function bodyRules(): Promise<Record<string, string>> {
  const rules = (await loadRequirements()).filter(({ id }) => OF_BODIES.test(id))
  return Object.fromEntries(rules.map(({ id, statement }) => [id, statement]))
}
