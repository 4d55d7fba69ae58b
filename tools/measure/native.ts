import { Evidence } from '../../src/diagnose/evidence.ts'
import { cannotBeAsked } from '../../src/ask.ts'
import { isBad } from '../../src/judge/index.ts'
import { troubleOf } from '../../src/judge/trouble.ts'
import type { Vector, Verdict } from '../../src/model/index.ts'
import { run } from '../../src/run.ts'
import { processWay } from '../../runners/adapter/process.ts'
import { AdapterSubject } from '../../runners/adapter/subject.ts'
import type { RowOutcome } from './expected.ts'
import { sdkOf, withProgram, type Command, type Language, type MutantRow } from './rows.ts'

/** What the run of a row finds. */
export async function outcomeOf(
  language: Language,
  row: MutantRow,
  vectors: readonly Vector[],
): Promise<RowOutcome> {
  const judged = (command: Command) => judgedOf(command, vectors)
  const { evidence, ...wrong } =
    row.mutant === undefined ? await withProgram(row, judged) : await judged([...sdkOf(language), row.mutant])
  return { findings: evidence.findings(), ...wrong }
}

/** The answers of an adapter. */
export const evidenceOf = async (command: Command, vectors: readonly Vector[]): Promise<Evidence> =>
  (await judgedOf(command, vectors)).evidence

type Judged = Omit<RowOutcome, 'findings'> & { readonly evidence: Evidence }

async function judgedOf(command: Command, vectors: readonly Vector[]): Promise<Judged> {
  const evidence = new Evidence()
  const subject = await AdapterSubject.start({
    way: processWay({ command, timeZone: 'Asia/Kathmandu' }),
    timeout: 10_000,
    startTimeout: 30_000,
  })
  const asked = vectors.filter((vector) => cannotBeAsked(vector, subject.description) === undefined)
  const find = (id: string) => vectors.find((vector) => vector.id === id)
  const judged = evidence.add.bind(evidence)
  const bad: Verdict[] = []
  for await (const verdict of run({ vectors: asked, find, subject, level: 'recommended', judged }))
    if (isBad(verdict)) bad.push(verdict)
  const wrongIn = new Set(bad.flatMap(({ vector }) => find(vector)?.question.method ?? []))
  const hasTrouble = bad.some((verdict) => troubleOf(verdict) !== undefined)
  return { evidence, wrong: bad.length, wrongIn, hasTrouble }
}
