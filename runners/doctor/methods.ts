import { asker } from '../../src/ask.ts'
import { troubleOf } from '../../src/judge/trouble.ts'
import type { Method, Subject, Vector, VectorId, Verdict } from '../../src/model/index.ts'
import { PLAIN } from '../../src/plainFirst.ts'
import { note, right, wrong, type Finding } from './finding.ts'

/** Finds the vectors to ask. */
export type Find = (id: VectorId) => Vector | undefined

/** What an adapter answers when its SDK refuses, and what to do if it does not. */
const ERROR_PATHS: readonly (readonly [Method, VectorId, about: string, repair: string])[] = [
  [
    'token.issue',
    'token/refusal/channel-id-missing',
    'refusal',
    'Answer what the SDK refuses with error code 1 and data.reason, such as missing-field.',
  ],
  [
    'token.verify',
    'token/verify/secret-wrong',
    'invalid token',
    'An invalid token is a result, {"valid": false}, and no error: catch what the SDK throws.',
  ],
]

/** The plainest question of each method that the adapter offers, and one that its SDK must refuse. */
export async function methodFindings(subject: Subject, find: Find): Promise<Finding[]> {
  const ask = asker(find, subject)
  const verdictOn = async (id: VectorId): Promise<Verdict> => (await ask(find(id)!)).verdict
  const { methods } = subject.description
  const findings: Finding[] = []
  if (methods.length === 0)
    findings.push(
      note('methods', 'none is offered', 'Fill in the calls: a method that is still a TODO is left out.'),
    )
  for (const method of methods.filter((name): name is Method => name in PLAIN))
    findings.push(plainFinding(method, await verdictOn(PLAIN[method]!)))
  for (const [method, id, about, repair] of ERROR_PATHS)
    if (methods.includes(method)) findings.push(errorFinding(about, repair, await verdictOn(id)))
  return findings
}

const OF_THE_ADAPTER =
  'Repair the adapter, or the call of the SDK behind it; the text of the error stands above.'

function plainFinding(method: Method, verdict: Verdict): Finding {
  const { outcome, vector, message = outcome } = verdict
  if (outcome === 'passed' || outcome === 'observed')
    return right(method, 'its plainest question is answered rightly')
  if (outcome === 'skipped') return note(method, `${vector} was not asked: ${message}`)
  if (troubleOf(verdict) !== undefined) return wrong(method, message, OF_THE_ADAPTER)
  return wrong(
    method,
    message,
    `"channelproof explain ${vector}" shows what is right; "channelproof sdk" names the mistake.`,
  )
}

function errorFinding(about: string, repair: string, verdict: Verdict): Finding {
  const { outcome, message = outcome } = verdict
  if (outcome === 'passed' || outcome === 'observed') return right(about, 'answered as the protocol says')
  if (outcome === 'skipped') return note(about, `not asked: ${message}`)
  if (troubleOf(verdict) !== undefined) return wrong(about, message, repair)
  // Whether the SDK should have refused is for the judge; the adapter did its part.
  return note(about, message)
}
