import { build } from 'esbuild'
import { loadRequirements } from '../runners/suite/index.ts'
import { rootFile } from '../runners/suite/files.ts'
import { inspectorHtml } from '../runners/inspector/page.ts'
import { librariesIn } from './bundle.ts'

/** What stands for modules of Node in a browser. */
const inBrowser = (module: 'buffer' | 'crypto' | 'util'): string =>
  rootFile('runners/inspector/node', `${module}.ts`)

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
    alias: {
      'node:buffer': inBrowser('buffer'),
      'node:crypto': inBrowser('crypto'),
      'node:util': inBrowser('util'),
    },
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

/** The sentence of each of them. */
async function bodyRules(): Promise<Record<string, string>> {
  const rules = (await loadRequirements()).filter(({ id }) => OF_BODIES.test(id))
  return Object.fromEntries(rules.map(({ id, statement }) => [id, statement]))
}
