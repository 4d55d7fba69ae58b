import { KeptAnswers } from '../../../runners/report/keptAnswers.ts'
import { loadSuite, type Suite } from '../../../runners/suite/index.ts'
import { FAULTS, faultById } from '../../../src/faults/catalogue.ts'
import type { Alteration } from '../../../src/faults/fault.ts'
import { answerOf, sdkWith } from '../../../src/faults/faultySdk/index.ts'
import {
  ADAPTER_METHODS,
  type Description,
  type Question,
  type Vector,
  type Verdict,
} from '../../../src/model/index.ts'
import { makeReport, type Report } from '../../../src/report/report.ts'
import { run } from '../../../src/run.ts'
import { DESCRIPTION, subject } from '../subjects.ts'

export const suite: Suite = await loadSuite(['token'])
export const context = { ...suite, fault: faultById }
export const DATE = '2026-01-31T10:00:00.000Z'

/** A whole run on right code with these mistakes of the catalogue, as `channelproof sdk` would report it. */
export async function reportOf(
  alterations: readonly string[],
  { only = () => true, ...described }: Partial<Description> & { only?: (vector: Vector) => boolean } = {},
): Promise<Report> {
  const description = { ...DESCRIPTION, methods: ADAPTER_METHODS.slice(0, 4), ...described }
  const faulty = sdkWith(
    alterations.flatMap((id) =>
      FAULTS.flatMap((fault) =>
        fault.id === id && 'alteration' in fault ? [fault.alteration as Alteration] : [],
      ),
    ),
  )
  const vectors = suite.vectors.filter(
    (vector) => vector.question.method.startsWith('token.') && only(vector),
  )
  const answers = new KeptAnswers()
  const verdicts: Verdict[] = []
  const asked = subject((question) => {
    const answer = answerOf(faulty, timed(question))
    return answer?.kind === 'crashed' ? { kind: 'broken', reason: 'crash', message: 'it crashed' } : answer
  }, description)
  for await (const verdict of run({
    vectors,
    find: suite.find,
    subject: asked,
    level: 'required',
    judged: answers.add.bind(answers),
  }))
    verdicts.push(verdict)
  return makeReport(
    {
      suite: {
        name: 'channelproof',
        version: '0.1.0',
        vectors: { digest: suite.digest, count: suite.count },
      },
      subject: { kind: 'adapter', ...description.sdk },
      description,
      startedAt: DATE,
      seconds: 1.5,
      level: 'required',
      partial: false,
      require: [],
      methods: ADAPTER_METHODS,
      requireOneOf: ['token.issue', 'client.call'],
      minCases: 0,
      find: suite.find,
      requirement: suite.requirement,
      findings: await answers.findings(suite.vectors),
    },
    verdicts,
  )
}

/** An SDK with its own clock gets no time. */
const timed = (question: Question): Question =>
  question.method === 'token.issue'
    ? { ...question, params: { timestamp: Math.floor(Date.now() / 1000), ...question.params } }
    : question

/** The same value with every string changed: names, codes, ids, everything that a file could hold. */
export function withStrings<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: unknown) => withStrings(item, change)) as T
  const members = Object.entries(value).map(([name, member]) => [
    name,
    withStrings(member as unknown, change),
  ])
  return Object.fromEntries(members) as T
}
