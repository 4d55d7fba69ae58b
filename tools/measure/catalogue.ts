import { Evidence } from '../../src/diagnose/evidence.ts'
import type { Alteration, OutputFault } from '../../src/faults/fault.ts'
import { answerOf, sdkWith } from '../../src/faults/faultySdk/index.ts'
import { judge } from '../../src/judge/index.ts'
import { troubleOf } from '../../src/judge/trouble.ts'
import { stamped } from '../../src/faults/killMatrix.ts'
import type { Vector, FaultId } from '../../src/model/index.ts'
import type { Told, Explanation } from '../../src/diagnose/index.ts'
import { OUTPUT_FAULTS } from '../../src/faults/catalogue.ts'
import { alternatives, isMeasured, ScoreTally } from './rows.ts'
import { RARE_FAULTS } from '../../src/faults/token/rare.ts'
import { JSON_STYLES, type JsonStyle } from '../../src/faults/faultySdk/jsonStyles.ts'

type RunOfFaults = { evidence: Evidence; wrong: string; hasTrouble: boolean }

/** A run of an SDK with faults on vectors of the token, within this process. */
export function runWith(alterations: readonly Alteration[], vectors: readonly Vector[]): RunOfFaults {
  const sdk = sdkWith(alterations)
  const evidence = new Evidence()
  const wrong: string[] = []
  let hasTrouble = false
  for (const vector of vectors) {
    const answer = answerOf(sdk, vector.question)
    if (!answer) continue
    const verdict = judge(vector, stamped(answer), 'twin-accepted')
    evidence.add(vector, stamped(answer), verdict)
    hasTrouble ||= troubleOf(verdict) !== undefined
    if (verdict.outcome === 'failed' || verdict.outcome === 'errored')
      wrong.push(`${vector.id} ${JSON.stringify(answer)}`)
  }
  return { evidence, wrong: wrong.join('\n'), hasTrouble }
}

export type Score = 'rightly' | 'among' | 'partly' | 'wrongly' | 'not'

/**
 * How well a diagnosis names these faults. `rightly`: these, and they explain everything; `among`: they are one of
 * several candidates; `partly`: some of them, and nothing else; `wrongly`: any other fault is named.
 */
export function scoreOf({ causes, unexplained }: Told, faults: readonly FaultId[]): Score {
  const right = [...faults].sort().join(' ')
  const named = causes.map(({ candidates }) => candidates.map((set) => set.join(' ')))
  if (named.length === 0) return 'not'
  const isWhole = named.length === 1 && unexplained.length === 0
  if (isWhole && named[0]!.includes(right)) return named[0]!.length === 1 ? 'rightly' : 'among'
  const idsIn = (sets: readonly string[]): string[] => sets.flatMap((set) => set.split(' '))
  const beyondDoubt = idsIn(named.filter((candidates) => candidates.length === 1).flat())
  if (beyondDoubt.some((id) => !faults.includes(id))) return 'wrongly'
  if (beyondDoubt.length === 0)
    return idsIn(named.flat()).some((id) => faults.includes(id)) ? 'among' : 'wrongly'
  return [...new Set(beyondDoubt)].sort().join(' ') === right ? 'rightly' : 'partly'
}

/** How well faults were named. */
export class Scores extends ScoreTally<Score> {
  constructor() {
    super('rightly')
  }

  note(what: string, diagnosis: Told, faults: readonly FaultId[]): void {
    const score = scoreOf(diagnosis, faults)
    const named = diagnosis.causes.map(({ candidates }) => alternatives(candidates)).join('; ') || 'nothing'
    this.add({ score, note: `${what}: ${score}; ${named} (${diagnosis.unexplained.length} unexplained)` })
  }
}

const STYLES = JSON_STYLES.filter((_, at) => isMeasured(at))

/** There is no SDK that mints bodies: they are measured with plain JSON alone. */
const stylesFor = ({ group }: OutputFault): readonly JsonStyle[] =>
  group === 'body' ? JSON_STYLES.slice(0, 1) : STYLES

/** (a) Every output fault alone, in each style of JSON; those that crash apart: a crash is trouble, not evidence. */
export function singleScores(vectors: readonly Vector[]): { alone: Scores; crashing: Scores } {
  const [alone, crashing] = [new Scores(), new Scores()]
  for (const fault of OUTPUT_FAULTS)
    for (const { id, alteration } of stylesFor(fault)) {
      const { evidence, wrong, hasTrouble } = runWith([alteration, fault.alteration], vectors)
      const scores = hasTrouble ? crashing : alone
      // A style that does the same by itself leaves no fault.
      if (wrong !== '') scores.note(`${fault.id} in ${id} JSON`, evidence.diagnosis(), [fault.id])
    }
  return { alone, crashing }
}

/** Only every so many pairs: all of them would take an hour. */
const EVERY_PAIR = 37

/** (b) Pairs of faults that can stand together: each of them changes what the other alone would give. */
export function pairScores(vectors: readonly Vector[]): Scores {
  const faults = OUTPUT_FAULTS.filter(({ group }) => group !== 'body')
  const all = faults.flatMap((first, at) => faults.slice(at + 1).map((second) => [first, second] as const))
  const scores = new Scores()
  for (const [a, b] of all.filter((_, at) => at % EVERY_PAIR === 0)) {
    const both = attempt(() => runWith([a.alteration, b.alteration], vectors))
    const alone = [a, b].map(({ alteration }) => runWith([alteration], vectors).wrong)
    if (!both || alone.includes(both.wrong)) continue
    scores.note(`${a.id} + ${b.id}`, both.evidence.diagnosis(), [a.id, b.id])
  }
  return scores
}

/** Some pairs make values that the next stage cannot hold: they cannot stand together. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError || error instanceof URIError)
      return undefined
    throw error
  }
}

const FIFTHS = [0, 1, 2, 3, 4]

/**
 * (d) Takes each fifth of the catalogue out and searches the rest for every fault in it. `same`: others give the very
 * same answers in the methods that they are named for: then both names are right.
 */
export function removedScores(vectors: readonly Vector[]): { unknown: Scores; same: Scores } {
  const [unknown, same] = [new Scores(), new Scores()]
  // What a run searches.
  const tokens = [...OUTPUT_FAULTS, ...RARE_FAULTS].filter(({ group }) => group !== 'body')
  for (const fifth of FIFTHS) {
    const rest = tokens.filter((_, at) => at % FIFTHS.length !== fifth)
    for (const { id, alteration } of tokens.filter((fault, at) => !rest.includes(fault) && isMeasured(at))) {
      const { evidence, wrong } = runWith([alteration], vectors)
      if (wrong === '') continue
      const diagnosis = evidence.diagnosis(rest)
      const { causes, unexplained } = diagnosis
      // Where nothing is left, they are the very same in all that was asked.
      const isOther = unexplained.length > 0 && causes.some((one) => !isSame(one, alteration, rest, vectors))
      const scores = causes.length === 0 || isOther ? unknown : same
      scores.note(id, diagnosis, [])
    }
  }
  return { unknown, same }
}

/** Does a cause give the very same answers in its methods? Or a part of them: what checks nothing checks no type. */
function isSame(
  { candidates: [first = []], methods }: Explanation,
  removed: Alteration,
  faults: readonly OutputFault[],
  vectors: readonly Vector[],
): boolean {
  const asked = vectors.filter(({ question }) => methods.includes(question.method))
  const own = faults.filter(({ id }) => first.includes(id)).map(({ alteration }) => alteration)
  const all = new Set(runWith([removed], asked).wrong.split('\n'))
  const { wrong } = runWith(own, asked)
  return wrong.split('\n').every((line) => all.has(line))
}
