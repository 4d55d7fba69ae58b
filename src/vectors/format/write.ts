import type { Family, Vector } from '../../model/index.ts'
import { useOf } from '../names.ts'
import { printYaml } from './print.ts'

/** The text of vectors/<family>.yaml: canonical, so that the same family always gives the same bytes. */
export function writeFamily(family: Family): string {
  const up = '../'.repeat(family.name.split('/').length)
  return [
    `# yaml-language-server: $schema=${up}schemas/vectors.schema.json`,
    `# Generated from src/vectors/${family.name}.ts by "npm run vectors". Do not edit.`,
    printYaml({
      family: family.name,
      title: family.title,
      use: useOf(family.name),
      vectors: family.vectors.map(canonicalVector),
    }),
  ].join('\n')
}

/** Vectors as they stand in a file. */
export const listYaml = (vectors: readonly Vector[]): string => printYaml(vectors.map(canonicalVector))

/** One vector with its members in canonical order. */
export const canonicalVector = (vector: Vector): object => ({
  id: vector.id,
  title: vector.title,
  requirements: vector.requirements,
  level: vector.level,
  ...(vector.needs && { needs: vector.needs }),
  ...(vector.twin !== undefined && { twin: vector.twin }),
  ...(vector.catches && { catches: vector.catches }),
  ...(vector.documents !== undefined && { documents: vector.documents }),
  question: vector.question,
  expect: vector.expect,
})
