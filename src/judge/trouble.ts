import type { Verdict } from '../model/index.ts'

/** What an adapter does instead of answering. */
export type TroubleKind = 'crash' | 'timeout' | 'protocol' | 'missing' | 'error'

const errs = (reason: string) => (verdict: Verdict) =>
  verdict.outcome === 'errored' && verdict.reason === reason
const fails = ({ outcome, reason }: Verdict): boolean =>
  outcome === 'failed' && reason === 'failed-without-reason'

/** The first row that matches. A question that was not asked is no trouble of its own. */
const ROWS: readonly { readonly kind: TroubleKind; readonly fits: (verdict: Verdict) => boolean }[] = [
  { kind: 'crash', fits: errs('crash') },
  { kind: 'crash', fits: errs('not-reproduced') },
  { kind: 'timeout', fits: errs('timeout') },
  { kind: 'protocol', fits: errs('bad-line') },
  {
    kind: 'missing',
    fits: (verdict) => fails(verdict) && (verdict.message ?? '').includes('code -32601 for a method'),
  },
  { kind: 'error', fits: fails },
]

/** The trouble of the adapter in a verdict: it says nothing about what the SDK makes. */
export const troubleOf = (verdict: Verdict): TroubleKind | undefined =>
  ROWS.find(({ fits }) => fits(verdict))?.kind
