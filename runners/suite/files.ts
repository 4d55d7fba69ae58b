import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that holds vectors/, schemas/ and package.json: the checkout, or the installed package. */
export const ROOT = findRoot(dirname(fileURLToPath(import.meta.url)))

function findRoot(folder: string): string {
  return existsSync(join(folder, 'vectors', 'requirements.yaml')) ? folder : findRoot(dirname(folder))
}

export const rootFile = (...path: string[]): string => join(ROOT, ...path)

export const readText = (...path: string[]): string => readFileSync(rootFile(...path), 'utf8')

export const readJsonFile = <T>(...path: string[]): T => JSON.parse(readText(...path)) as T

/** Files under vectors/ that are no family: figures copied by hand, and answers with their verdicts. */
const NO_FAMILIES = new Set(['published', 'judge'])

/** Every generated vector file, as paths below vectors/ without ending: `token/params`. */
export const familyNames = (): string[] =>
  readdirSync(rootFile('vectors'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NO_FAMILIES.has(entry.name))
    .flatMap(({ name }) =>
      readdirSync(rootFile('vectors', name)).map((file) => `${name}/${file.replace('.yaml', '')}`),
    )

export const VERSION = readJsonFile<{ version: string }>('package.json').version
