import { fitsGlob } from '../../src/gate/glob.ts'
import type { Vector } from '../../src/model/index.ts'
import { wrongValue } from '../terminal/options.ts'
import type { Suite } from './index.ts'

/** The vectors whose id fits one of the globs (`*` within a part, `**` over parts); all if there is none. */
export function selectVectors(
  { vectors }: Pick<Suite, 'vectors'>,
  filter: readonly string[],
): readonly Vector[] {
  if (filter.length === 0) return vectors
  for (const glob of filter)
    if (!vectors.some(({ id }) => fitsGlob(glob, id)))
      throw wrongValue(
        '--filter',
        glob,
        'No vector id fits; "channelproof list" shows them. Try "token/issue/*".',
      )
  return vectors.filter(({ id }) => filter.some((glob) => fitsGlob(glob, id)))
}
