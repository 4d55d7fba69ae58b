/** Faults that come near to what nothing in the catalogue explains: a hint for a person, and never an excuse. */
import type { LikelyCause } from '../model/index.ts'
import { contradicts, spread, type Case, type MethodAnswers } from './methods.ts'
import { explains, takesPart, type Form } from './predict.ts'

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

/**
 * For each method the faults that are nearest to its wrong answers.
 * @param methods wrong answers without a cause, and all right ones
 */
export const likelyCauses = (methods: readonly MethodAnswers[], forms: readonly Form[]): LikelyCause[] =>
  methods
    .filter(({ isRefusals, cases }) => !isRefusals && cases.length >= FEWEST)
    .flatMap((answers) => nearest(answers, forms))

function nearest({ method, cases, passed }: MethodAnswers, forms: readonly Form[]): LikelyCause[] {
  const wrong = spread(cases, WRONG)
  const right = spread(passed, RIGHT)
  const able = forms.filter((form) => takesPart(form, method) && isNear(form, spread(wrong)))
  const causes = able.flatMap((form): LikelyCause[] => {
    const own = wrong.filter((given) => explains([form], given))
    if (wrong.length - own.length > MOST_MISSED * wrong.length) return []
    const predicts = right.filter((given) => contradicts(given, [form])).map(({ id }) => id)
    if (predicts.length > MOST_PREDICTED * own.length) return []
    const misses = wrong.filter((given) => !own.includes(given)).map(({ id }) => id)
    return [
      { certainty: 'likely', fault: form.id, method, explains: own.map(({ id }) => id), misses, predicts },
    ]
  })
  const best = Math.max(...causes.map(scoreOf))
  const first = new Map(
    causes.filter((cause) => scoreOf(cause) === best).map((cause) => [cause.fault, cause] as const),
  )
  return first.size > ALTERNATIVES ? [] : [...first.values()]
}

/** At least half of a small sample; most faults explain nothing of it. */
const isNear = (form: Form, sample: readonly Case[]): boolean =>
  sample.filter((given) => explains([form], given)).length * 2 >= sample.length

const scoreOf = ({ explains: own, predicts }: LikelyCause): number => own.length - predicts.length
