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
        `no vector id fits, try "${fitting(glob, vectors)}"; "channelproof list vectors" shows all`,
      )
  return vectors.filter(({ id }) => filter.some((glob) => fitsGlob(glob, id)))
}

/** What the user may have meant: a star ends at a slash, a family is no id, a part of an id stands anywhere. */
const MEANT = [
  (glob: string) => glob.replace(/\*?$/, '**'),
  (glob: string) => `${glob.replace(/\/$/, '')}/**`,
  (glob: string) => `**/${glob}`,
  (glob: string) => `**/*${glob.replaceAll('*', '')}*`,
]

const fitting = (glob: string, vectors: readonly Vector[]): string =>
  MEANT.map((form) => form(glob)).find((form) => vectors.some(({ id }) => fitsGlob(form, id))) ??
  'token/issue/*'
