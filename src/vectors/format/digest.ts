import { createHash } from 'node:crypto'
import type { Family, Vector } from '../../model/index.ts'

/** What decides a verdict: a better title makes no other suite, and draws no other questions. */
const decisive = ({ level, question, expect }: Vector): string => JSON.stringify({ level, question, expect })

/** One digest over all vectors, in any file: of `<id> <SHA-256 of what decides>` lines sorted by id, in hex. */
export function suiteDigest(families: readonly Family[]): string {
  const lines = families.flatMap(({ vectors }) =>
    vectors.map((vector) => `${vector.id} ${sha256(decisive(vector))}\n`),
  )
  return sha256(lines.sort().join(''))
}

/** In hex. */
export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')
