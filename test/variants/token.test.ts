import { describe, expect, test } from 'vitest'
import type { Vector, Verdict } from '../../src/model/index.ts'
import { run } from '../../src/run.ts'
import { accusations } from '../../src/variants/variant.ts'
import { TOKEN_VARIANTS, tokenSubject, type TokenVariant } from '../../src/variants/token/index.ts'
import { families } from '../../src/vectors/index.ts'

const VECTORS: readonly Vector[] = families()
  .flatMap(({ vectors }) => vectors)
  .filter(({ question }) => question.method.startsWith('token.'))
const BY_ID = new Map(VECTORS.map((vector) => [vector.id, vector]))

async function verdictsOf(variants: readonly TokenVariant[]): Promise<Verdict[]> {
  const subject = tokenSubject(variants, () => Date.now() / 1000)
  const verdicts: Verdict[] = []
  const find = (id: string): Vector | undefined => BY_ID.get(id)
  for await (const verdict of run({ vectors: VECTORS, find, subject, level: 'recommended' }))
    verdicts.push(verdict)
  return verdicts
}

const accused = async (variants: readonly TokenVariant[]): Promise<string[]> =>
  accusations(await verdictsOf(variants), variants).map(
    ({ vector, level, reason, rule }) => `${vector} (${level}): ${reason}, ${rule}`,
  )

describe('a right SDK is accused of nothing:', () => {
  // Every eighth; the self-check asks all, alone and two by two.
  test.for(TOKEN_VARIANTS.filter((_, at) => at % 8 === 0))('$id', async (variant) => {
    expect(await accused([variant])).toEqual([])
  })
})

describe('the law sees', () => {
  const row = { id: 'x', section: '4.5', open: '', does: '' }

  test('who departs from a rule without saying so', async () => {
    const mint = TOKEN_VARIANTS.find(({ id }) => id === 'mint-empty-secret')!
    expect(await accused([{ ...mint, departs: [] }])).toEqual([
      'token/refusal/secret-empty-issue (recommended): accepted-bad-input, undefined',
      'token/refusal/secret-empty-signature (recommended): accepted-bad-input, undefined',
    ])
  })

  test('who breaks what the interface says, whatever its row says', async () => {
    const lost: TokenVariant = {
      ...row,
      departs: ['TOKEN-PARAMS-VALUES'],
      alteration: (sdk) => ({ prepare: (asked, now) => ({ ...sdk.prepare(asked, now), userId: 'other' }) }),
    }
    expect(await accused([lost])).toContain(
      'token/issue/minimal (required): value-changed, TOKEN-PARAMS-VALUES',
    )
  })

  test('who refuses what no reading can refuse', async () => {
    const refuses: TokenVariant = {
      ...row,
      refuses: ({ method }) => (method === 'token.issue' ? 'malformed' : undefined),
    }
    expect(await accused([refuses])).toContain(
      'token/issue/minimal (required): refused-good-input, undefined',
    )
  })
})
