import type { Description, Vector } from '../../src/model/index.ts'

/** Vectors of `token.verify` for a subject that reads its own clock: with tokens of this second, in seconds of Unix time. */
export async function vectorsOfOwnClock(
  { clock, methods }: Pick<Description, 'clock'> & { readonly methods: readonly string[] },
  now = Math.floor(Date.now() / 1000),
): Promise<readonly Vector[]> {
  if (clock !== 'system' || !methods.includes('token.verify')) return []
  // Few runs make vectors: most read them.
  const { verifyVectorsAt } = await import('../../src/vectors/token/verify.ts')
  return verifyVectorsAt(now)
}
