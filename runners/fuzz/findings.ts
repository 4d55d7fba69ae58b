import type { Findings } from '../../src/model/index.ts'
import { smallestLines } from '../../src/report/generated.ts'
import { failure } from '../../src/report/text.ts'
import { counted } from '../../src/text.ts'
import type { Smallest } from '../generated/smallest.ts'
import { KeptAnswers } from '../report/keptAnswers.ts'
import { paint } from '../terminal/console.ts'
import { coverageText } from './coverage.ts'
import type { Found, FoundFailure } from './search.ts'
import { rate, type Fuzzing, type Searched } from './searchAll.ts'

/** What a search prints at its end: each failure, its smallest form, and what was reached. */
export async function findingsText(
  found: Searched,
  smallest: readonly Smallest[],
  fuzzing: Fuzzing,
): Promise<string> {
  const { asked, seconds, coverage } = found
  const summary = [
    `${asked} questions in ${seconds.toFixed(1)} s, ${rate(asked, seconds)}; seed ${fuzzing.bounds.seed}`,
    coverageText(coverage.reached),
    conclusion(found),
  ]
  const failures = await failureTexts(found.failures, fuzzing)
  return [...failures, ...smallest.map(smallestLines), summary.join('\n')].join('\n\n')
}

async function failureTexts(
  failures: readonly FoundFailure[],
  { suite: { requirement }, session }: Fuzzing,
): Promise<string[]> {
  const findings = await findingsOf(failures)
  const byId = new Map(failures.map(({ vector }) => [vector.id, vector]))
  return failures.map(({ verdict }) => {
    const diagnosis = findings?.faultsOf(verdict.vector) ?? []
    const named = { ...verdict, ...(diagnosis.length > 0 && { diagnosis }) }
    return failure(named, session.flags.level, { find: (id) => byId.get(id), requirement, paint })
  })
}

function findingsOf(failures: readonly FoundFailure[]): Promise<Findings | undefined> {
  const answers = new KeptAnswers()
  for (const { vector, answer, verdict } of failures) answers.add(vector, answer, verdict)
  return answers.findings(failures.map(({ vector }) => vector))
}

function conclusion({ asked, failures }: Found): string {
  if (asked === 0)
    return paint('bad', 'nothing was asked: the adapter offers no method with generated questions')
  return failures.length === 0
    ? paint('good', 'no failure found')
    : paint('bad', `${counted(failures.length, 'failure')} found`)
}
