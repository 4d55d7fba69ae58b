import { keysOf } from '../../src/tables.ts'
import type { Answer, Method, Vector, Verdict } from '../../src/model/index.ts'
import { printYaml } from '../../src/vectors/format/print.ts'
import { clientCandidates } from './client.ts'
import { chosenCandidates, nameOfVerdict, type JudgedCandidate } from './candidate.ts'
import { tokenCandidates } from './token.ts'

const CHOSEN_OF_EACH = {
  'token.params': 35,
  'token.signature': 35,
  'token.issue': 100,
  'token.verify': 60,
  'client.call': 95,
} as const satisfies Partial<Record<Method, number>>

/** The files under vectors/judge by their names: answers with the verdict of the judge. */
export async function judgeVectorFiles(vectors: readonly Vector[]): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const method of keysOf(CHOSEN_OF_EACH)) {
    const own = vectors.filter(({ question }) => question.method === method)
    const name = method.replace('.', '-')
    const candidates = method === 'client.call' ? await clientCandidates(own) : tokenCandidates(method, own)
    const rows = chosenCandidates(candidates, CHOSEN_OF_EACH[method])
    files.set(`vectors/judge/${name}.yaml`, textOf(method, name, rows))
  }
  return files
}

const textOf = (method: Method, name: string, rows: readonly JudgedCandidate[]): string =>
  [
    '# Generated from tools/judgeVectors by "npm run vectors". Do not edit.',
    printYaml({
      title: `Answers to ${method}, each with its verdict`,
      vectors: numbered(rows).map(([id, row]) => plain(`judge/${name}/${id}`, row)),
    }),
  ].join('\n')

/** `failed-wrong-version-1`, `failed-wrong-version-2` */
function numbered(rows: readonly JudgedCandidate[]): (readonly [string, JudgedCandidate])[] {
  const counts = new Map<string, number>()
  return rows.map((row) => {
    const name = nameOfVerdict(row)
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return [`${name}-${count}`, row] as const
  })
}

/** What the judge looks at, and its verdict: intermediate values decide nothing. */
function plain(id: string, { vector, answer, twin, made, verdict }: JudgedCandidate): object {
  const { level, question, expect } = vector
  const { outcome, reason } = verdict
  return {
    id,
    vector: vector.id,
    made,
    level,
    question,
    expect: { ...expect, intermediates: undefined },
    ...(vector.twin !== undefined && { twin }),
    answer: timed(question, answer),
    verdict: { outcome, ...(reason !== undefined && { reason }), level: verdict.level, ...othersOf(verdict) },
  }
}

/** The other findings, each reason once at each level, in the order of the alphabet. */
function othersOf({ reason, level, findings = [] }: Verdict) {
  const pairs = new Map(findings.map(({ reason, level }) => [`${reason} ${level}`, { reason, level }]))
  pairs.delete(`${reason} ${level}`)
  const others = [...pairs].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, pair]) => pair)
  return others.length === 0 ? {} : { findings: others }
}

/** The times count only where the SDK reads its own clock. */
function timed({ method, params }: Vector['question'], { askedAt, answeredAt, ...reply }: Answer): object {
  return method === 'token.issue' && params.timestamp === undefined
    ? { ...reply, askedAt, answeredAt }
    : reply
}
