import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Family } from '../../src/model/index.ts'
import { isObject } from '../../src/json.ts'
import { objectOrNothing } from '../../src/members.ts'
import { EXIT } from '../../src/report/exit.ts'
import { counted, unicodeEscape } from '../../src/text.ts'
import { sha256 } from '../../src/vectors/format/digest.ts'
import { FAMILY_NAMES } from '../../src/vectors/names.ts'
import { writeFile } from '../paths/files.ts'
import { readText, VERSION } from '../suite/files.ts'
import { loadSuite } from '../suite/index.ts'
import { fitting } from '../suite/subjectKinds.ts'
import { print } from '../terminal/console.ts'
import { wrongValue } from '../terminal/options.ts'

interface RawFlags {
  readonly copy: string
  readonly family: readonly string[]
  readonly format: string
}

/** The text of a JSON file: two spaces, in ASCII alone, so that no reader takes a character for another one. */
const jsonText = (value: unknown): string =>
  `${JSON.stringify(value, undefined, 2).replace(/[^\n\x20-\x7e]/g, unicodeEscape)}\n`

/** The text of a family in each format; both hold the same data. */
const FORMATS: Readonly<Record<string, (family: Family) => string>> = {
  json: ({ name, ...rest }) => jsonText({ family: name, ...rest }),
  yaml: ({ name }) => readText('vectors', `${name}.yaml`),
}

/** The index beside the families: schemas/vector-index.schema.json. */
const INDEX = 'index.json'

/**
 * `channelproof vectors --copy <folder>`: the families as files of a project of your own.
 * @throws ChannelproofError `wrong-option`, `report-not-written` (exit code 2)
 */
export async function vectorsCommand(flags: RawFlags): Promise<number> {
  await print(`${await copyVectors(flags)}\n`)
  return EXIT.conforms
}

/**
 * Writes the families into a folder, and an index with the number of vectors and the SHA-256 of each file. What an
 * older copy has written there is replaced or removed.
 * @returns what was written, in a sentence
 * @throws ChannelproofError `wrong-option`, `report-not-written` (exit code 2)
 */
export async function copyVectors({ copy, family: globs, format }: RawFlags): Promise<string> {
  if (copy === '') throw wrongValue('--copy', copy, 'name a folder')
  const textOf = Object.hasOwn(FORMATS, format) ? FORMATS[format]! : undefined
  if (!textOf) throw wrongValue('--format', format, `use ${Object.keys(FORMATS).join(' or ')}`)
  const { families, digest, count } = await loadSuite()
  const rows = families.map((family) => ({ id: family.name, family }))
  const files = fitting(rows, globs, 'families', '--family').map(({ id, family }) => {
    const [file, text] = [`${id}.${format}`, textOf(family)]
    writeFile(join(copy, file), text)
    return { file, family: id, count: family.vectors.length, sha256: sha256(text) }
  })
  removeOthers(copy, new Set(files.map(({ file }) => file)))
  const suite = { name: 'channelproof', version: VERSION, vectors: { digest, count } }
  writeFile(join(copy, INDEX), jsonText({ schema: 1, suite, files }))
  const all = files.reduce((sum, { count: own }) => sum + own, 0)
  return `${counted(all, 'vector')} in ${counted(files.length, 'file')} under ${copy}; ${INDEX} lists them`
}

function removeOthers(folder: string, kept: ReadonlySet<string>): void {
  const index = join(folder, INDEX)
  const old = existsSync(index) ? objectOrNothing(readFileSync(index, 'utf8')) : undefined
  const listed = Array.isArray(old?.['files']) ? old['files'] : []
  const names = new Set(listed.map((one) => isObject(one) && one['file']))
  // No other file is removed, whatever an index lists.
  const files = FAMILY_NAMES.flatMap((name) => Object.keys(FORMATS).map((format) => `${name}.${format}`))
  for (const file of files)
    if (names.has(file) && !kept.has(file)) rmSync(join(folder, file), { force: true })
}
