import { rowsWith } from '../../tables.ts'
import type { Alteration } from '../../faults/fault.ts'
import { answerOf, sdkWith } from '../../faults/faultySdk/index.ts'
import type { Answer, Description, Output, Question, QuestionOf, Reply, Subject } from '../../model/index.ts'
import type { Variant } from '../variant.ts'

export type TokenQuestion = QuestionOf<'token.params' | 'token.signature' | 'token.issue' | 'token.verify'>

/** A right token SDK: the reference with other stages, or with refusals before it. */
export interface TokenVariant extends Variant {
  readonly alteration?: Alteration
  /** Looks at a question before the SDK does: the reason for a refusal, or undefined. */
  readonly refuses?: (question: TokenQuestion) => string | undefined
  readonly withoutReason?: true
  readonly describes?: Partial<Description>
  /** Reads its own clock: the second that it takes for now, from Unix seconds with a fraction. */
  readonly clock?: (now: number) => number
}

export const tokenWaysWith = rowsWith<TokenVariant>()

const METHODS = ['token.params', 'token.signature', 'token.issue', 'token.verify']

/**
 * An SDK that uses all of these freedoms.
 * @param now Unix seconds with a fraction, for variants with a clock of their own
 */
export function tokenSubject(variants: readonly TokenVariant[], now: () => number): Subject {
  const sdk = sdkWith(variants.flatMap(({ alteration }) => alteration ?? []))
  const clock = variants.findLast((variant) => variant.clock)?.clock
  const isSilent = variants.some(({ withoutReason }) => withoutReason)
  const told = (given: Reply<Output>, { method }: Question): Reply<Output> =>
    isSilent && given.kind === 'refused' && method === 'token.verify' ? { kind: 'refused' } : given
  const answer = (question: Question): Reply<Output> => {
    const asked = clock ? withTime(question, clock(now())) : question
    for (const { refuses } of variants) {
      const reason = refuses?.(asked as TokenQuestion)
      if (reason !== undefined) return { kind: 'refused', reason }
    }
    const given = answerOf(sdk, asked)
    // A right SDK never breaks down.
    return !given || given.kind === 'crashed' ? { kind: 'failed', message: 'no answer' } : given
  }
  return {
    description: Object.assign(
      { protocol: 1, sdk: { name: 'variant', version: '1', language: 'TypeScript' }, methods: METHODS },
      { clock: clock ? 'system' : 'injected' },
      ...variants.map(({ describes }) => describes),
    ) as Description,
    ask: (question) => {
      const askedAt = now()
      return Promise.resolve({ ...told(answer(question), question), askedAt, answeredAt: now() } as Answer)
    },
    close: () => Promise.resolve({}),
  }
}

function withTime(question: Question, timestamp: number): Question {
  if (question.method !== 'token.issue') return question
  return { ...question, params: { ...question.params, timestamp } }
}
