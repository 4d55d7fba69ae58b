import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { readText, rootFile } from '../../../runners/suite/files.ts'
import { schemaCheck } from '../../../runners/suite/schemas.ts'
import { ChannelproofError } from '../../../src/errors.ts'
import type { Requirement, Vector } from '../../../src/model/index.ts'
import { readYaml } from '../../../src/vectors/format/read.ts'
import { schemaNameOf, type VectorFile } from './checks.ts'

/** Every file below a folder of the root, with paths from the root. */
const below = (folder: string): string[] =>
  readdirSync(rootFile(folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(rootFile().length + 1))
    .filter((path) => !path.includes('node_modules') && !path.includes('__pycache__'))

const text = (path: string): VectorFile => ({ path, text: readText(path) })

/** Files under vectors/ that hold no vectors. */
const OTHERS = new Set(['vectors/digest.txt', 'vectors/README.md'])

/** Folders under it without vectors: test/judge looks at answers, and the drift check at the digests of versions. */
const OTHER_FOLDERS = /^vectors\/(?:judge|versions)\//

/** Every file under vectors/ that holds vectors, requirements or figures. */
export const vectorFiles = (): VectorFile[] =>
  below('vectors')
    .filter((path) => !OTHERS.has(path) && !OTHER_FOLDERS.test(path))
    .map(text)

/** The files in which ids of requirements may stand. */
export const sources = (): VectorFile[] =>
  ['vectors', 'src', 'runners', 'test', 'schemas']
    .flatMap(below)
    .filter((path) => extname(path) !== '' && !/\.(png|ico|woff2)$/.test(path))
    .map((path) => ({ path, text: readFileSync(rootFile(path), 'utf8') }))

function read<T>({ path, text }: VectorFile): T {
  try {
    return readYaml<T>(text, path, schemaCheck(schemaNameOf(path)))
  } catch (error) {
    // The message alone does not name the file.
    throw error instanceof ChannelproofError ? new Error(error.describe(), { cause: error }) : error
  }
}

export const requirements = (): readonly Requirement[] =>
  read<{ requirements: Requirement[] }>(text('vectors/requirements.yaml')).requirements

export interface FamilyFile {
  readonly family: string
  readonly vectors: readonly Vector[]
}

/** The generated families as other programs read them: from their YAML. */
export const familyFiles = (): FamilyFile[] =>
  vectorFiles()
    .filter(({ path }) => schemaNameOf(path) === 'vectors')
    .map(read<FamilyFile>)
