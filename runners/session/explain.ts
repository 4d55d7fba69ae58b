import type { Variation } from '../../src/diagnose/common.ts'
import type { Findings, Vector, Verdict } from '../../src/model/index.ts'
import type { Tried } from '../generated/smallest.ts'
import { Turns } from '../live/rateLimit.ts'
import type { CausesOfCalls, KeptAnswers } from '../report/keptAnswers.ts'
import type { Suite } from '../suite/index.ts'
import type { KindName } from '../suite/subjectKinds.ts'

/** What was judged, with what helps to explain it. */
interface Explaining {
  readonly kind: KindName
  readonly verdicts: readonly Verdict[]
  readonly answers: KeptAnswers
  readonly vectors: readonly Vector[]
  readonly suite: Suite
  readonly variations: readonly Variation[]
}

type Explain = (judged: Explaining, signal: AbortSignal) => Promise<Findings | undefined>

/** Code for causes is loaded only where something failed. */
const EXPLAIN: Readonly<Record<KindName, Explain>> = {
  adapter: ({ answers, vectors, suite, variations }) =>
    answers.findings(vectors, { ofCalls: causesOfCalls(suite), variations }),
  // Services with the faults of the catalogue answer the same questions.
  endpoint: async ({ verdicts, suite }, signal) => {
    if (signal.aborted || !verdicts.some(({ outcome }) => outcome === 'failed')) return undefined
    const { endpointCauses } = await import('../selfCheck/endpointCauses.ts')
    return endpointCauses(verdicts, suite.find)
  },
}

/** What explains the failures of a run; undefined where there are none. */
export const causesOfFailures: Explain = (judged, signal) => EXPLAIN[judged.kind](judged, signal)

/** Smaller forms of failures that were asked: which of them fail narrows the causes down. */
export function variationsIn(): { readonly tried: Tried; readonly variations: readonly Variation[] } {
  const variations: Variation[] = []
  const tried: Tried = (from, { id, question }, { outcome }) => {
    const isRight = outcome === 'passed'
    if (isRight || outcome === 'failed') variations.push({ from, id, question, isRight })
  }
  return { tried, variations }
}

/** How many clients are asked at once: each waits for late output of its adapter. */
const AT_ONCE = 12

/** The faults of an HTTP client, found with clients of the catalogue that make the same calls on loopback. */
const causesOfCalls =
  ({ find }: Pick<Suite, 'find'>): CausesOfCalls =>
  async (wrong, right) => {
    const [{ clientCauses }, { verdictsOfClient }] = await Promise.all([
      import('../../src/diagnose/clientCauses.ts'),
      import('../selfCheck/clientInProcess.ts'),
    ])
    const turns = new Turns(AT_ONCE)
    return clientCauses(
      wrong,
      right.map(({ vector }) => vector),
      (steps, calls) => turns.take(() => verdictsOfClient(steps, calls, { find })),
    )
  }
