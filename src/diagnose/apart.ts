/** Sets of faults that the search does not reach by pairs: many that never meet, and those of JSON that is written anew. */
import { writtenAnew } from '../faults/token/bytes.ts'
import { contradicted, spread, union, type Case, type FaultSet, type MethodAnswers } from './methods.ts'
import { explains, takesPart, type Form } from './predict.ts'

/** Faults that never meet: so many, and each of them in so many answers that no other explains. */
const APART_MOST = 4
const APART_FEWEST = 2
/** So many wrong answers are looked at, and so many of them may be odd. */
const APART_SEEN = 60
const APART_ODD = 3
/** More faults that show in the same answers are a guess. */
const APART_SAME = 3

/**
 * A set with faults each of which shows in answers of its own, such as one of a member, one of the timestamp and one of
 * some secrets. No right answer contradicts any of them. Where several show in the same answers, each in a set of its own.
 */
export function apartFrom(start: FaultSet, answers: MethodAnswers, forms: readonly Form[]): FaultSet[] {
  const able = forms.filter((form) => takesPart(form, answers.method))
  const left = answers.cases.filter((given) => !explains(start, given))
  return covered({ start, able, passed: answers.passed }, spread(left, APART_SEEN), APART_MOST)
}

interface Cover {
  readonly start: FaultSet
  readonly able: readonly Form[]
  readonly passed: MethodAnswers['passed']
}

function covered(cover: Cover, left: readonly Case[], most: number, odd = APART_ODD): FaultSet[] {
  const [first, ...others] = left
  if (!first || left.length < APART_FEWEST) return [cover.start]
  if (most === 0) return []
  const shown = shownIn(first, cover, left)
  if (shown.length === 0) return odd > 0 ? covered(cover, others, most, odd - 1) : []
  const best = Math.max(...shown.map(({ own }) => own.size))
  const same = new Map(shown.filter(({ own }) => own.size === best).map((one) => [one.form.id, one]))
  if (same.size > APART_SAME) return []
  return [...same.values()].flatMap(({ form, own }) => {
    const rest = left.filter((given) => !own.has(given))
    return covered(cover, rest, most - 1, odd).map((set) => union(set, [form]))
  })
}

const shownIn = (first: Case, { start, able, passed }: Cover, left: readonly Case[]) =>
  able.flatMap((form) => {
    const set = union(start, [form])
    if (!explains(set, first) || contradicted(set, passed)) return []
    const own = new Set(left.filter((given) => explains(set, given)))
    return own.size < APART_FEWEST ? [] : [{ form, own }]
  })

const ANEW_LEFT = 12

const WRITES = ['check', 'prepare', 'serialise'] as const

/** JSON that is handed in is read and written anew, alone and with each fault of the code that writes it. */
export function* writingAnew(cases: readonly Case[], forms: readonly Form[]): Generator<FaultSet[]> {
  const main = forms.find(({ id, main: isMain }) => isMain && id === 'params-reserialised')
  if (!main) return
  const others = forms.filter(({ stages }) => WRITES.some((stage) => stages.has(stage)))
  const anew = [false, true].map((isChecked): Form => ({
    ...main,
    main: false,
    // After all that changes what it writes.
    place: main.place + (isChecked ? 0.75 : 0.5),
    alteration: writtenAnew(isChecked),
  }))
  yield anew.map((form) => [form])
  // A fault more explains some of what is left.
  yield anew.flatMap((form) => {
    const unexplained = cases.filter((given) => !explains([form], given))
    const left = spread(unexplained, ANEW_LEFT)
    const sets = others.map((other) => union([other], [form]))
    return sets.filter((set) => left.some((given) => explains(set, given)))
  })
}
