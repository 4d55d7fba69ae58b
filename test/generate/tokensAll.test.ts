import { describe, expect, test } from 'vitest'
import { generate } from '../../runners/generated/questions.ts'
import type { Vector, Verdict } from '../../src/model/index.ts'
import { run } from '../../src/run.ts'
import { accusations } from '../../src/variants/variant.ts'
import { TOKEN_VARIANTS, tokenSubject, type TokenVariant } from '../../src/variants/token/index.ts'
import { families } from '../../src/vectors/index.ts'
import { PATIENCE, SEEDS, seedsOf } from '../support/generate/seeds.ts'

const SHIPPED = families().flatMap(({ vectors }) => vectors)

async function accused(variant: TokenVariant, seed: number): Promise<string[]> {
  const subject = tokenSubject([variant], () => Date.now() / 1000)
  const now = Math.floor(Date.now() / 1000)
  const { vectors } = await generate({ seed, count: 300, now }, subject.description)
  const byId = new Map([...SHIPPED, ...vectors].map((vector) => [vector.id, vector]))
  const verdicts: Verdict[] = []
  const find = (id: string): Vector | undefined => byId.get(id)
  for await (const verdict of run({ vectors, find, subject, level: 'recommended' })) verdicts.push(verdict)
  return accusations(verdicts, [variant]).map(
    ({ vector, reason }) => `${vector}: ${reason} ${JSON.stringify(byId.get(vector)!.question)}`,
  )
}

describe('a right SDK passes every generated question:', () => {
  test.for(TOKEN_VARIANTS)('$id', { timeout: PATIENCE * SEEDS }, async (variant) => {
    for (const seed of seedsOf(TOKEN_VARIANTS.indexOf(variant)))
      expect(await accused(variant, seed)).toEqual([])
  })
})
