import { existsSync } from 'node:fs'
import { ChannelproofError } from '../../src/errors.ts'
import { readForeignYaml } from '../../src/vectors/format/read.ts'
import { canonicalVector } from '../../src/vectors/format/write.ts'
import { printYaml } from '../../src/vectors/format/print.ts'
import { isGenerated, once, type Vector } from '../../src/model/index.ts'
import { writeFile } from '../paths/files.ts'
import { readInput } from '../terminal/input.ts'
import { schemaCheck } from '../suite/schemas.ts'

interface KeptFile {
  readonly vectors: readonly Vector[]
}

const TITLE = 'Questions that failed once; "--vectors" asks them first'

/** The vectors of files that `--keep` wrote. @throws ChannelproofError with file and line (exit code 2) */
export async function readKept(files: readonly string[]): Promise<Vector[]> {
  return once((await Promise.all(files.map(keptIn))).flat())
}

/** A shipped vector may not come in by another file, with another expectation. */
async function keptIn(file: string): Promise<readonly Vector[]> {
  const { vectors } = readForeignYaml<KeptFile>(await readInput(file), file, schemaCheck('vectors'))
  const id = vectors.find((one) => !isGenerated(one.id))?.id
  if (id === undefined) return vectors
  const advice = 'Give a file that --keep wrote; shipped vectors are asked without --vectors.'
  throw new ChannelproofError('not-kept', `${id} is not the id of a generated question`, advice, { file })
}

/** Adds vectors to a file, each once. @throws ChannelproofError (exit code 2) */
export async function keep(file: string, vectors: readonly Vector[]): Promise<number> {
  const before = existsSync(file) ? await keptIn(file) : []
  const all = once([...before, ...vectors])
  const family = { family: 'generated/kept', title: TITLE, vectors: all.map(canonicalVector) }
  if (all.length > before.length) writeFile(file, family, printYaml)
  return all.length - before.length
}
