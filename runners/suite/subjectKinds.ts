import { inShard, type Shard } from '../../src/gate/shard.ts'
import { ADAPTER_METHODS, type Vector } from '../../src/model/index.ts'
import type { RunFacts } from '../../src/report/report.ts'
import { isAskedOfAdapters } from '../../src/ask.ts'
import { VERSION } from './files.ts'
import { selectVectors } from './selectVectors.ts'
import type { Group } from '../../src/vectors/names.ts'
import { loadSuite, type Suite } from './index.ts'

/** A kind of subject, and what can be judged of it. */
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
  /** All that can be judged of such a subject. */
  readonly judgeable: readonly Vector[]
  /** The vectors to judge. */
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
