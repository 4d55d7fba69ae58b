import { isDeepStrictEqual } from 'node:util'
import { CLIENT_FAULTS } from '../../src/faults/client/index.ts'
import type { ClientSteps } from '../../src/faults/client/clientFault.ts'
import { generatedGroups, inOrder } from '../../src/generate/index.ts'
import type { ClientAnswer, Vector } from '../../src/model/index.ts'
import { CLIENT_VARIANTS } from '../../src/variants/client/index.ts'
import { beside, insteadOf, type Candidate } from './candidate.ts'
import { canBePlayed, played } from './player.ts'
import { SEEN } from './seen.ts'

interface Row {
  readonly made: string
  readonly steps: ClientSteps
  readonly isFreedom?: boolean
}

const ROWS: readonly Row[] = [
  { made: 'right', steps: {} },
  ...CLIENT_VARIANTS.map(({ id, steps }) => ({ made: id, steps, isFreedom: true })),
  ...CLIENT_FAULTS.flatMap(({ id, steps, others = [] }) =>
    [steps, ...others].map((form) => ({ made: id, steps: form })),
  ),
].filter(({ steps }) => canBePlayed(steps))

/** How many vectors of each set of checks, and how many that name a fault. */
const EACH = 2
const NAMING = 4

/** The same each time. Sequences, reused tokens and slow answers occur only among these generated calls. */
const GENERATED = { count: 400, seed: 1, methods: ['client.call'] }

/** What right and faulty clients send and report. */
export async function clientCandidates(shipped: readonly Vector[]): Promise<Candidate[]> {
  const calls = [...shipped, ...inOrder(generatedGroups(GENERATED))].filter(isShort)
  const some = eachSet(calls)
  const right = new Map<Vector, ClientAnswer>()
  for (const vector of calls) right.set(vector, (await seenOf(vector, {}))!)
  const answered: Candidate[] = []
  for (const row of ROWS) {
    const naming = calls.filter(({ catches }) => catches?.includes(row.made)).slice(0, NAMING)
    for (const vector of new Set([...naming, ...some]))
      answered.push(...(await candidateOf(row, vector, right.get(vector)!)))
  }
  const altered = SEEN.flatMap(({ made, alter, fits = () => true }) =>
    calls
      .filter((vector) => vector.question.method === 'client.call' && fits(vector.question))
      .map((vector) => candidate(vector, alter(right.get(vector)!), made)),
  )
  const lone = calls
    .filter(({ twin }) => twin !== undefined)
    .slice(0, NAMING)
    .flatMap((vector) =>
      (['no-twin', 'twin-broken'] as const).map((twin) => ({
        ...candidate(vector, right.get(vector)!, 'right'),
        twin,
      })),
    )
  return [...altered, ...answered, ...lone, ...insteadOf(some)]
}

/** Bodies of megabytes show nothing more than short ones. */
const isShort = (vector: Vector): boolean => JSON.stringify(vector).length < 3500

/** The first vectors of each set of checks at each level. */
function eachSet(calls: readonly Vector[]): Vector[] {
  const counts = new Map<string, number>()
  return calls.filter(({ expect, level }) => {
    const key = JSON.stringify([
      level,
      expect.verdict,
      'output' in expect && Object.keys(expect.output),
      'output' in expect && 'checks' in expect.output && expect.output.checks,
    ])
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return counts.get(key)! <= EACH
  })
}

/** An answer that does not show the fault says nothing about the judge. */
async function candidateOf(
  { made, steps, isFreedom }: Row,
  vector: Vector,
  right: ClientAnswer,
): Promise<Candidate[]> {
  const answer = await seenOf(vector, steps)
  if (!answer || (made !== 'right' && isDeepStrictEqual(answer, right))) return []
  return [{ ...candidate(vector, answer, made), isFreedom }]
}

/** Some steps throw what reaches the caller: only a process shows that. */
async function seenOf({ question }: Vector, steps: ClientSteps): Promise<ClientAnswer | undefined> {
  try {
    return question.method === 'client.call' ? await played(question.params, steps) : undefined
  } catch {
    return undefined
  }
}

const candidate = (vector: Vector, output: ClientAnswer, made: string): Candidate => ({
  vector,
  answer: { kind: 'accepted', output, askedAt: 0, answeredAt: 0 },
  twin: beside(vector),
  made,
})
