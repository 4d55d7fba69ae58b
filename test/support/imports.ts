/**
 * The imports and exports of all files, read from the module records of a parser: types count, strings and comments do
 * not.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { readText, ROOT_FOLDER } from '../../runners/suite/files.ts'

/** One import: both paths from the root of the repository. */
export interface Import {
  readonly file: string
  readonly to: string
}

export const filesBelow = (folder: string, ending = '.ts'): string[] =>
  readdirSync(join(ROOT_FOLDER, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => join(folder, file))

/** Relative imports of a file: `import`, `import type`, `export … from` and `import()` of a literal. */
export function importsOf(file: string, text = readText(file)): Import[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module
  const requests = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ]
  const relative = requests.filter((request) => request.startsWith('.'))
  return [...new Set(relative)].map((request) => ({ file, to: join(file, '..', request) }))
}

/** One name that a file exports. */
export interface Export {
  readonly file: string
  readonly name: string
}

/** The names that a file exports of its own, types too; not what it passes on from another file. */
export function exportsOf(file: string, text = readText(file)): Export[] {
  const entries = parseSync(file, text).module.staticExports.flatMap((one) => one.entries)
  const own = entries.filter(({ moduleRequest }) => moduleRequest === null)
  const names = new Set(own.flatMap(({ exportName }) => exportName.name ?? []))
  return [...names].map((name) => ({ file, name }))
}

/** Names that several files export, each with these: `name: a, b`. */
export function sharedNames(exports: readonly Export[]): string[] {
  const filesOf = new Map<string, string[]>()
  for (const { file, name } of exports) filesOf.set(name, [...(filesOf.get(name) ?? []), file])
  const shared = [...filesOf].filter(([, files]) => files.length > 1)
  return shared.map(([name, files]) => `${name}: ${files.sort().join(', ')}`).sort()
}

/** The first cycle found from each file that is in one: `a → b → a`, shortest first. */
export function cycles(imports: readonly Import[]): string[] {
  const next = new Map<string, string[]>()
  for (const { file, to } of imports) next.set(file, [...(next.get(file) ?? []), to])
  const done = new Set<string>()
  const found: string[] = []
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (done.has(file)) return
    done.add(file)
    for (const to of next.get(file) ?? []) visit(to, [...path, file])
  }
  for (const file of next.keys()) visit(file, [])
  return found.sort((a, b) => a.length - b.length)
}
