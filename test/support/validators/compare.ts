import { blamesIn, type Blame } from '../../../src/model/index.ts'
import type { BodyVector, Checked } from './bodies.ts'

/** What JSON Schema cannot see: a member that stands twice, and how a number is written (schemas/README.md). */
const UNSEEN = new Set(['duplicate', 'number-text'])

/** The verdicts that differ from the vectors, one sentence each. */
export function disagreements(vectors: readonly BodyVector[], checked: readonly Checked[]): string[] {
  if (checked.length !== vectors.length) return [`${checked.length} verdicts for ${vectors.length} bodies`]
  return vectors.flatMap((vector, index) =>
    disagreement(vector, checked[index]!).map((text) => `${vector.id}: ${text}`),
  )
}

function disagreement({ expect }: BodyVector, { valid, errors }: Checked): string[] {
  if (expect.verdict === 'either') return []
  const blames = blamesIn(expect)
  const seen = expect.verdict === 'refuse' && !blames.some(({ keyword }) => UNSEEN.has(keyword))
  if (!seen) return valid ? [] : [`refused for ${show(errors)}`]
  if (valid) return ['accepted']
  return blames.length === 0 || errors.some((error) => blames.some((blame) => same(error, blame)))
    ? []
    : [`refused for ${show(errors)}, not for ${show(blames)}`]
}

const same = (a: Blame, b: Blame): boolean => a.keyword === b.keyword && a.instancePath === b.instancePath

const show = (errors: readonly Blame[]): string =>
  errors.map(({ keyword, instancePath }) => `${keyword} at "${instancePath}"`).join(', ') || 'nothing'

/** Bodies that one validator accepts and another refuses; the vectors leave some open, the validators should not. */
export const divided = (
  vectors: readonly BodyVector[],
  one: readonly Checked[],
  other: readonly Checked[],
): string[] => vectors.flatMap(({ id }, index) => (one[index]?.valid === other[index]?.valid ? [] : [id]))
