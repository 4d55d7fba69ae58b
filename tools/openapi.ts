/** schemas/openapi.yaml, which `npm run vectors` writes, and its bundle, which `npm run build` puts into dist. */
import { parse } from 'yaml'
import type { Family, JsonObject } from '../src/model/index.ts'
import { bundle } from '../src/openapi/bundle.ts'
import { openapiDocument, examplesFrom } from '../src/openapi/document.ts'
import { printYaml } from '../src/vectors/format/print.ts'
import { readJsonFile, readText, rootFile } from '../runners/suite/files.ts'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const OPENAPI_FILE = 'schemas/openapi.yaml'

const HEADER = `# OpenAPI 3.1 description of the service, over the schema files beside it; dist/openapi.json is the same in one file.
# Generated from src/openapi and the vectors by "npm run vectors". Do not edit.
`

export function openapiText(families: readonly Family[]): string {
  const { properties } = readJsonFile<{ properties: JsonObject }>('schemas', 'common-headers.schema.json')
  const parts = { ...examplesFrom(families), trackingId: properties['tracking-id'] as JsonObject }
  return HEADER + printYaml(openapiDocument(parts))
}

/** The document in one file, without a reference to another one. */
export const bundledOpenapi = (): JsonObject =>
  bundle(parse(readText(OPENAPI_FILE)) as JsonObject, (file) => readJsonFile<JsonObject>('schemas', file))

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
