import { candidatesOf, firstWrong, type Cause, type Outcome } from './expected.ts'
import type { Expectation } from './rows.ts'

/** What was named, for the notes. */
function told({ findings: { causes, unexplained, stages }, wrong }: Outcome): string {
  const names = causes.map((cause: Cause) => {
    const where = cause.methods ? ` in ${cause.methods.join(', ')}` : ''
    return (
      candidatesOf(cause)
        .map((set) => set.join(' + '))
        .join(' or ') + where
    )
  })
  const shown = stages.map(({ vector, stages }) => `${vector}: ${firstWrong(stages) ?? 'nothing'} differs`)
  return [
    names.join('; ') || 'nothing',
    `${wrong} wrong`,
    `${unexplained.length} unexplained`,
    ...shown,
  ].join(', ')
}

/** What was expected, and what was found. */
export const noteOf = (outcome: Outcome, expect: Expectation): string =>
  `expected ${JSON.stringify(expect)}, got ${told(outcome)}`
