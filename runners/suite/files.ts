import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ChannelproofError } from '../../src/errors.ts'
import type { Group } from '../../src/vectors/names.ts'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

/** The folder that holds vectors/, schemas/ and package.json: the checkout, or the installed package. */
export const ROOT_FOLDER = findRoot(dirname(fileURLToPath(import.meta.url)))

function findRoot(folder: string): string {
  return existsSync(join(folder, 'vectors', 'requirements.yaml')) ? folder : findRoot(dirname(folder))
}

export const rootFile = (...path: string[]): string => join(ROOT_FOLDER, ...path)

export const readText = (...path: string[]): string => readFileSync(rootFile(...path), 'utf8')

export const readJsonFile = <T>(...path: string[]): T => JSON.parse(readText(...path)) as T

/** Folders under vectors/ without families: figures copied by hand, answers with their verdicts, digests by version. */
const NO_FAMILIES = new Set(['published', 'judge', 'versions'])

/** Every generated vector file, as paths below vectors/ without ending: `token/params`. */
export const familyNames = (): string[] =>
  readdirSync(rootFile('vectors'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NO_FAMILIES.has(entry.name))
    .flatMap(({ name }) =>
      readdirSync(rootFile('vectors', name)).map((file) => `${name}/${file.replace('.yaml', '')}`),
    )

export const VERSION = readJsonFile<{ version: string }>('package.json').version

/** The copies of the vectors that the built program reads: YAML of this size takes some 300 ms to parse. */
const FOLDER = fileURLToPath(new URL('../packed/', import.meta.url))

/** Absent in a checkout, where the program runs from its sources. */
export const isPacked = (): boolean => existsSync(FOLDER)

/** Compressed, because the package also holds the YAML: unpacking takes 1 to 3 ms. */
export const readPacked = <T>(name: Group | 'requirements'): T =>
  JSON.parse(brotliDecompressSync(readFileSync(join(FOLDER, fileOf(name)))).toString('utf8')) as T

/** Writes a copy into the folder `packed` of the built program. */
export const writePacked = (folder: string, name: Group | 'requirements', value: unknown): void =>
  writeFileSync(join(folder, fileOf(name)), compressed(JSON.stringify(value)))

const fileOf = (name: string): string => `${name}.json.br`

/** Quality 11 would save 12 kB of 105 and take a hundred times as long: two seconds of every build, and of every test. */
function compressed(text: string): Buffer {
  const params = { [constants.BROTLI_PARAM_LGWIN]: 22, [constants.BROTLI_PARAM_QUALITY]: 6 }
  return brotliCompressSync(text, { params })
}

/** The page of the inspector, which stands beside the built program. */
export const INSPECTOR = 'inspector.html'

/** @throws ChannelproofError `not-built` in a checkout, where the program runs from its sources */
export function inspectorPage(): string {
  const file = fileURLToPath(new URL(`../${INSPECTOR}`, import.meta.url))
  if (existsSync(file)) return readFileSync(file, 'utf8')
  throw new ChannelproofError(
    'not-built',
    'there is no page yet: only the built program has it',
    'Run "npm run build" first, and then "npx channelproof inspect --page".',
  )
}
