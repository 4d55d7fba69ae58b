import { OUTPUT_FAULTS } from '../../src/faults/catalogue.ts'
import type { Explanation } from '../../src/diagnose/index.ts'
import { RARE_FAULTS } from '../../src/faults/token/rare.ts'
import type { Alteration, OutputFault } from '../../src/faults/fault.ts'
import { JSON_STYLES, type JsonStyle } from '../../src/faults/faultySdk/jsonStyles.ts'
import type { Vector } from '../../src/model/index.ts'
import { runWith } from './inProcess.ts'
import { Scores } from './score.ts'

/** In CI every third, because all of them take some minutes. */
const STYLES = JSON_STYLES.filter((_, at) => at % (process.env['CI'] ? 3 : 1) === 0)

/** There is no SDK that mints bodies: they are measured with plain JSON alone. */
const stylesFor = ({ group }: OutputFault): readonly JsonStyle[] =>
  group === 'body' ? STYLES.slice(0, 1) : STYLES

/** (a) Every output fault alone, in each style of JSON; those that crash apart: a crash is trouble, not evidence. */
export function single(vectors: readonly Vector[]): { alone: Scores; crashing: Scores } {
  const [alone, crashing] = [new Scores(), new Scores()]
  for (const fault of OUTPUT_FAULTS)
    for (const { id, alteration } of stylesFor(fault)) {
      const { evidence, wrong, hasTrouble } = runWith([alteration, fault.alteration], vectors)
      const scores = hasTrouble ? crashing : alone
      // A style that does the same by itself leaves no mistake.
      if (wrong !== '') scores.add(`${fault.id} in ${id} JSON`, evidence.diagnosis(), [fault.id])
    }
  return { alone, crashing }
}

/** Only every so many pairs: all of them would take an hour. */
const EVERY_PAIR = 37

/** (b) Pairs of faults that can stand together: each of them changes what the other alone would give. */
export function pairs(vectors: readonly Vector[]): Scores {
  const faults = OUTPUT_FAULTS.filter(({ group }) => group !== 'body')
  const all = faults.flatMap((first, at) => faults.slice(at + 1).map((second) => [first, second] as const))
  const scores = new Scores()
  for (const [a, b] of all.filter((_, at) => at % EVERY_PAIR === 0)) {
    const both = attempt(() => runWith([a.alteration, b.alteration], vectors))
    const alone = [a, b].map(({ alteration }) => runWith([alteration], vectors).wrong)
    if (!both || alone.includes(both.wrong)) continue
    scores.add(`${a.id} + ${b.id}`, both.evidence.diagnosis(), [a.id, b.id])
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

/** What a run searches. */
const NAMED: readonly OutputFault[] = [...OUTPUT_FAULTS, ...RARE_FAULTS]
const FIFTHS = [0, 1, 2, 3, 4]

/**
 * (d) Takes each fifth of the catalogue out and searches the rest for every mistake in it. `same`: others give the very
 * same answers in the methods that they are named for: then both names are right.
 */
export function removed(vectors: readonly Vector[]): { unknown: Scores; same: Scores } {
  const [unknown, same] = [new Scores(), new Scores()]
  const tokens = NAMED.filter(({ group }) => group !== 'body')
  for (const fifth of FIFTHS) {
    const rest = tokens.filter((_, at) => at % FIFTHS.length !== fifth)
    for (const { id, alteration } of tokens.filter((fault) => !rest.includes(fault))) {
      const { evidence, wrong } = runWith([alteration], vectors)
      if (wrong === '') continue
      const diagnosis = evidence.diagnosis(rest)
      const isOther = diagnosis.causes.some((cause) => !isSame(cause, alteration, rest, vectors))
      const scores = diagnosis.causes.length === 0 || isOther ? unknown : same
      scores.add(id, diagnosis, [])
    }
  }
  return { unknown, same }
}

/** Does a cause give the very same answers in its methods? */
function isSame(
  { candidates: [first = []], methods }: Explanation,
  removed: Alteration,
  faults: readonly OutputFault[],
  vectors: readonly Vector[],
): boolean {
  const asked = vectors.filter(({ question }) => methods.includes(question.method))
  const own = faults.filter(({ id }) => first.includes(id)).map(({ alteration }) => alteration)
  return runWith(own, asked).wrong === runWith([removed], asked).wrong
}
