/** Faults that come near to what nothing in the catalogue explains: a hint for a person, and never an excuse. */
import type { LikelyCause } from '../model/index.ts'
import { contradicts, spread, type Answers, type Case, type MethodAnswers } from './methods.ts'
import { explains, takesPart, type Form, type Observed } from './predict.ts'

/** Fewer wrong answers than these are like many faults by chance. */
const FEWEST = 3
/** So much of a method must be explained, and so few failures predicted that did not happen, of what is explained. */
const MOST_MISSED = 1 / 3
const MOST_PREDICTED = 1 / 3
/** So many wrong and right answers of a method are looked at: more would cost as much as the run. */
const WRONG = 60
const RIGHT = 2000
/** More faults that are equally near say nothing. */
const ALTERNATIVES = 3

/** A fault that is near, in the form that is. */
export interface Near {
  readonly cause: LikelyCause
  readonly form: Form
}

/**
 * For each method the faults that are nearest to its wrong answers.
 * @param methods wrong answers without a cause, and all right ones
 */
export const likelyCauses = (methods: readonly MethodAnswers[], forms: readonly Form[]): Near[] =>
  methods
    .filter(({ isRefusals, cases }) => !isRefusals && cases.length >= FEWEST)
    .flatMap((answers) => nearest(answers, forms))

function nearest({ method, cases, passed }: MethodAnswers, forms: readonly Form[]): Near[] {
  const wrong = spread(cases, WRONG)
  const right = spread(passed, RIGHT)
  const able = forms.filter((form) => takesPart(form, method) && isNear(form, spread(wrong)))
  const causes = able.flatMap((form): Near[] => {
    const missed = atMost(wrong, MOST_MISSED * wrong.length, (given) => !explains([form], given))
    if (!missed) return []
    const own = wrong.filter((given) => !missed.includes(given))
    const predicted = atMost(right, MOST_PREDICTED * own.length, (given) => contradicts(given, [form]))
    if (!predicted) return []
    const [explained, misses, predicts] = [own, missed, predicted].map((list) => list.map(({ id }) => id))
    return [
      {
        form,
        cause: {
          certainty: 'likely',
          fault: form.id,
          method,
          explains: explained!,
          misses: misses!,
          predicts: predicts!,
        },
      },
    ]
  })
  const best = Math.max(...causes.map(scoreOf))
  const first = new Map(
    causes.filter((near) => scoreOf(near) === best).map((near) => [near.cause.fault, near] as const),
  )
  return first.size > ALTERNATIVES ? [] : [...first.values()]
}

/** Those of a list for which something holds; undefined, without asking for the others, where they are more. */
function atMost<T>(list: readonly T[], most: number, holds: (one: T) => boolean): T[] | undefined {
  const found: T[] = []
  for (const one of list) {
    if (holds(one)) found.push(one)
    if (found.length > most) return undefined
  }
  return found
}

/** At least half of a small sample; most faults explain nothing of it. */
const isNear = (form: Form, sample: readonly Case[]): boolean =>
  sample.filter((given) => explains([form], given)).length * 2 >= sample.length

const scoreOf = ({ cause: { explains: own, predicts } }: Near): number => own.length - predicts.length

/** Is a fault near in the answers to what was asked about it, too? Those of the run may have been near by chance. */
export function isStillNear({ cause: { method }, form }: Near, answers: Answers): boolean {
  const ofMethod = ({ question }: Observed): boolean => question.method === method
  const cases = answers.cases.filter(ofMethod)
  const explained = cases.filter((given) => explains([form], given)).length
  const predicted = answers.passed.filter((given) => ofMethod(given) && contradicts(given, [form])).length
  const isExplained = cases.length - explained <= MOST_MISSED * cases.length
  return isExplained && predicted <= MOST_PREDICTED * explained
}
