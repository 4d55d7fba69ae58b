import { createHash } from 'node:crypto'
import type { Family, Vector } from '../../model/index.ts'
import { plain } from './write.ts'

/** SHA-256 of one vector, in hex: of its canonical members as compact JSON. */
export const vectorDigest = (vector: Vector): string => sha256(JSON.stringify(plain(vector)))

/** One digest over all vectors, in any file: of `<id> <digest>` lines sorted by id. */
export function suiteDigest(families: readonly Family[]): string {
  const lines = families.flatMap(({ vectors }) =>
    vectors.map((vector) => `${vector.id} ${vectorDigest(vector)}\n`),
  )
  return sha256(lines.sort().join(''))
}

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')
