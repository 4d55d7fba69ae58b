import { fitsGlob } from '../../src/gate/glob.ts'
import { type Vector, ADAPTER_METHODS, type Description } from '../../src/model/index.ts'
import { nearestOf } from '../../src/text.ts'
import { wrongValue } from '../terminal/options.ts'
import { type Suite, loadSuite } from './index.ts'
import { inShard, type Shard } from '../../src/gate/shard.ts'
import type { RunFacts } from '../../src/report/report.ts'
import { isAskedOfAdapters } from '../../src/ask.ts'
import { VERSION } from './files.ts'
import type { Group } from '../../src/vectors/names.ts'

type Named = Pick<Vector, 'id'>

/**
 * The rows whose id fits one of the globs (`*` within a part, `**` over parts); all if there is none.
 * @param what the list of `channelproof list` that shows all ids
 * @throws ChannelproofError `wrong-option` where a glob fits none
 */
export function fitting<R extends Named>(
  rows: readonly R[],
  filter: readonly string[],
  what: string,
  flag = '--filter',
): readonly R[] {
  if (filter.length === 0) return rows
  const wrong = filter.find((glob) => !rows.some(({ id }) => fitsGlob(glob, id)))
  if (wrong !== undefined) {
    const advice = `no id fits, try "${meant(wrong, rows)}"; "npx channelproof list ${what}" shows all`
    throw wrongValue(flag, wrong, advice)
  }
  return rows.filter(({ id }) => filter.some((glob) => fitsGlob(glob, id)))
}

/** The vectors whose id fits. @throws ChannelproofError `wrong-option` */
const selectVectors = ({ vectors }: Pick<Suite, 'vectors'>, filter: readonly string[]): readonly Vector[] =>
  fitting(vectors, filter, 'vectors')

/** What the user may have meant: a star ends at a slash, a family is no id, a part of an id stands anywhere. */
const MEANT = [
  (glob: string) => glob.replace(/\*?$/, '**'),
  (glob: string) => `${glob.replace(/\/$/, '')}/**`,
  (glob: string) => `**/${glob}`,
  (glob: string) => `**/*${glob.replaceAll('*', '')}*`,
  (glob: string) => `*${glob.replaceAll('*', '')}*`,
]

function meant(glob: string, rows: readonly Named[]): string {
  const ids = rows.map(({ id }) => id)
  const fit = MEANT.map((form) => form(glob)).find((form) => ids.some((id) => fitsGlob(form, id)))
  return fit ?? nearestOf(glob, ids)[0]!
}

interface Kind {
  readonly groups: readonly Group[]
  readonly judges: (vector: Vector) => boolean
  readonly methods: readonly string[]
  /** One of these must have been judged, unless --require names others. */
  readonly requireOneOf: readonly string[]
}

export const SUBJECT_KINDS = {
  adapter: {
    groups: ['token', 'client'],
    judges: isAskedOfAdapters,
    methods: ADAPTER_METHODS,
    requireOneOf: ['token.issue', 'client.call'],
  },
  endpoint: {
    groups: ['endpoint'],
    judges: ({ question }) => question.method === 'endpoint.exchange',
    methods: ['endpoint.exchange'],
    requireOneOf: ['endpoint.exchange'],
  },
} as const satisfies Record<string, Kind>
export type KindName = keyof typeof SUBJECT_KINDS

export interface Selection {
  readonly suite: Suite
  readonly judgeable: readonly Vector[]
  readonly vectors: readonly Vector[]
}

/** The vectors that fit a filter, or a part of them. @throws ChannelproofError `wrong-option` */
export async function select(
  kind: KindName,
  filter: readonly string[],
  shard?: Pick<Shard, 'index' | 'of'>,
): Promise<Selection> {
  const { groups, judges } = SUBJECT_KINDS[kind]
  const suite = await loadSuite(groups)
  const selected = selectVectors(suite, filter).filter(judges)
  const vectors = shard ? inShard(selected, shard) : selected
  return { suite, judgeable: suite.vectors.filter(judges), vectors }
}

/** What a report says about the suite. */
export const suiteFacts = ({ digest, count }: Suite): RunFacts['suite'] => ({
  name: 'channelproof',
  version: VERSION,
  vectors: { digest, count },
})

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
