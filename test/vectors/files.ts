import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { readText, rootFile } from '../../runners/files.ts'
import { schemaCheck } from '../../runners/schemas.ts'
import type { Requirement, Vector } from '../../src/model.ts'
import { readYaml } from '../../src/vectors/read.ts'
import { schemaNameOf, type VectorFile } from './checks.ts'

/** Every file below a folder of the root, with paths from the root. */
const below = (folder: string): string[] =>
  readdirSync(rootFile(folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(rootFile().length + 1))
    .filter((path) => !path.includes('node_modules') && !path.includes('__pycache__'))

const text = (path: string): VectorFile => ({ path, text: readText(path) })

/** Every file under vectors/ except for digest.txt. */
export const vectorFiles = (): VectorFile[] =>
  below('vectors')
    .filter((path) => path !== 'vectors/digest.txt')
    .map(text)

/** The files in which ids of requirements may stand. */
export const sources = (): VectorFile[] =>
  ['vectors', 'src', 'runners', 'test', 'schemas']
    .flatMap(below)
    .filter((path) => extname(path) !== '' && !/\.(png|ico|woff2)$/.test(path))
    .map((path) => ({ path, text: readFileSync(rootFile(path), 'utf8') }))

const read = <T>({ path, text }: VectorFile): T => readYaml<T>(text, path, schemaCheck(schemaNameOf(path)))

export const requirements = (): readonly Requirement[] =>
  read<{ requirements: Requirement[] }>(text('vectors/requirements.yaml')).requirements

export interface FamilyFile {
  readonly family: string
  readonly vectors: readonly Vector[]
}

/** The generated families as anybody else reads them: out of their YAML. */
export const familyFiles = (): FamilyFile[] =>
  vectorFiles()
    .filter(({ path }) => schemaNameOf(path) === 'vectors')
    .map(read<FamilyFile>)
