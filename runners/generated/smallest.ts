import { asker, type Find } from '../../src/ask.ts'
import type { Subject, Vector, Verdict } from '../../src/model/index.ts'
import type { SmallestFailure } from '../../src/report/report.ts'
import { listYaml } from '../../src/vectors/format/write.ts'
import type { GeneratedRun } from './questions.ts'

/** So many failures are made smaller: of each method and reason one. */
const MOST = 5

/** For how long, in seconds, all of them together. */
const LONGEST = 20

interface Options {
  /** Starts a subject that has answered nothing yet; nothing where it does not start. */
  readonly start: () => Promise<Subject | undefined>
  readonly find: Find
  readonly signal: AbortSignal
  /** A clock, in seconds. */
  readonly now: () => number
}

/** A failure in its smallest form, with the questions that were asked before it where it takes them to fail. */
export interface Smallest extends SmallestFailure {
  readonly vectors: readonly Vector[]
}

/** A failure, and the run whose seed it came from. */
export interface FailureOfRun {
  readonly verdict: Verdict
  readonly run: GeneratedRun
}

/** The first failure of each method and reason, each in the smallest form that fails on a fresh subject. */
export async function smallestFailures(
  failures: readonly FailureOfRun[],
  { start, find, signal, now }: Options,
): Promise<Smallest[]> {
  const chosen = firstOfEach(failures).slice(0, MOST)
  const subject = chosen.length > 0 && !signal.aborted ? await start() : undefined
  if (!subject) return []
  const end = now() + LONGEST
  const found: Smallest[] = []
  try {
    for (const one of chosen)
      if (now() < end && !signal.aborted)
        found.push(await smallestOf(one, { subject, find, isOver: () => now() > end || signal.aborted }))
  } finally {
    await subject.close()
  }
  return found
}

/** The same as they were asked: an endpoint is not asked again and again to make them smaller. */
export const failuresAsAsked = (failures: readonly FailureOfRun[]): Smallest[] =>
  firstOfEach(failures)
    .slice(0, MOST)
    .map(({ verdict: { vector: id }, run: { vectors, seed } }) => {
      const vector = { ...vectors.find((one) => one.id === id)!, documents: `found with --seed ${seed}` }
      return { from: id, vector: id, vectors: [vector], yaml: listYaml([vector]) }
    })

/** What looks like the same failure: of one family, for one reason, at one level. */
export const likenessOf = ({ vector, reason, level, rule }: Verdict): string =>
  [vector.split('/')[1], reason, level, rule].join(' ')

function firstOfEach(failures: readonly FailureOfRun[]): FailureOfRun[] {
  const firsts = new Map<string, FailureOfRun>()
  for (const one of failures) {
    const { verdict, run } = one
    const isShrinkable = verdict.outcome === 'failed' && run.groupOf(verdict.vector) !== undefined
    if (isShrinkable && !firsts.has(likenessOf(verdict))) firsts.set(likenessOf(verdict), one)
  }
  return [...firsts.values()]
}

interface Asking {
  readonly subject: Subject
  readonly find: Find
  readonly isOver: () => boolean
}

async function smallestOf(
  { verdict: { vector: from, reason }, run: { groupOf, vectors: all, seed } }: FailureOfRun,
  { subject, find, isOver }: Asking,
): Promise<Smallest> {
  const group = groupOf(from)!
  let failing = all.find(({ id }) => id === from)!
  let before: readonly Vector[] = group.vectors
  await group.smallest(async (vectors) => {
    if (isOver()) return false
    const at = await failingIn(vectors, reason, subject, find)
    if (at === undefined) return false
    failing = vectors[at]!
    before = vectors.slice(0, at)
    return true
  })
  const twin = before.filter(({ id }) => id === failing.twin)
  // A question that fails by itself needs no others; a refusal needs its twin.
  const isAlone = (await failingIn([...twin, failing], reason, subject, find)) !== undefined
  const documents = `found with --seed ${seed}`
  const vectors = [...(isAlone ? twin : before), failing].map((vector) => ({ ...vector, documents }))
  return { from, vector: failing.id, vectors, yaml: listYaml(isAlone ? vectors.slice(-1) : vectors) }
}

/** Which of these questions, asked in their order, fails for that reason. */
async function failingIn(
  vectors: readonly Vector[],
  reason: string | undefined,
  subject: Subject,
  find: Find,
): Promise<number | undefined> {
  const byId = new Map(vectors.map((vector) => [vector.id, vector]))
  const ask = asker((id) => byId.get(id) ?? find(id), subject)
  for (const [at, vector] of vectors.entries()) {
    const { verdict } = await ask(vector)
    if (verdict.outcome === 'failed' && verdict.reason === reason) return at
  }
  return undefined
}
