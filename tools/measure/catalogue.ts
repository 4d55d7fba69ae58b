import { OUTPUT_FAULTS } from '../../src/faults/catalogue.ts'
import type { OutputFault } from '../../src/faults/fault.ts'
import { JSON_STYLES, type JsonStyle } from '../../src/faults/faultySdk/jsonStyles.ts'
import type { Vector } from '../../src/model/index.ts'
import { runWith } from './inProcess.ts'
import { Scores } from './score.ts'

/** Bodies have no SDK that mints: they are measured with plain JSON alone. */
const stylesFor = ({ group }: OutputFault): readonly JsonStyle[] =>
  group === 'body' ? JSON_STYLES.slice(0, 1) : JSON_STYLES

/** (a) Every output fault alone, in every style of JSON. */
export function single(vectors: readonly Vector[]): Scores {
  const scores = new Scores()
  for (const fault of OUTPUT_FAULTS)
    for (const { id, alteration } of stylesFor(fault)) {
      const { evidence, wrong } = runWith([alteration, fault.alteration], vectors)
      // In a style that does the same of its own there is no mistake.
      if (wrong !== '') scores.add(`${fault.id} in ${id} JSON`, evidence.diagnosis(), [fault.id])
    }
  return scores
}

/** Every so manieth pair: all of them would take an hour. */
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

/** Some pairs make values that the next stage cannot take: they cannot stand together. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError || error instanceof URIError)
      return undefined
    throw error
  }
}

/** (d) Ten rows taken out of the catalogue, each of which is then looked for. */
export function removed(vectors: readonly Vector[]): Scores {
  const tokens = OUTPUT_FAULTS.filter(({ group }) => group !== 'body')
  const out = tokens.filter((_, at) => at % Math.floor(tokens.length / 10) === 7).slice(0, 10)
  const rest = OUTPUT_FAULTS.filter((fault) => !out.includes(fault))
  const scores = new Scores()
  for (const { id, alteration } of out)
    scores.add(id, runWith([alteration], vectors).evidence.diagnosis(rest), [])
  return scores
}
