import { sample } from 'fast-check'
import { shrink, type Fails } from './shrink.ts'
import type { Vector } from '../model/index.ts'
import { clientSources } from './client/index.ts'
import type { Drawing, Source } from './drawing.ts'
import { endpointSources } from './endpoint/index.ts'
import { tokenSources } from './tokens.ts'

/** What to generate: how many questions, from which seed, for which subject. */
export interface Generated extends Drawing {
  readonly count: number
  readonly seed: number
  /** Methods that the subject offers. */
  readonly methods: readonly string[]
}

/** Questions that belong together, in their order: one, or a sequence. */
export interface QuestionGroup {
  readonly vectors: readonly Vector[]
  /** Asked once more at the end, to find an SDK that remembers or wears out. */
  readonly isAskedAgain: boolean
  /** The smallest group that fails as well. */
  readonly smallest: (fails: Fails) => Promise<readonly Vector[]>
}

/** How many groups are asked again at the end of a run; of few questions at most one in ten. */
const AGAIN = 20
const LEAST_STEP = 10

/** Questions that did not exist before, each with what is due; the same seed and subject give the same questions. */
export function generatedGroups({ count, seed, methods, ...drawing }: Generated): QuestionGroup[] {
  const all = [...tokenSources(drawing), ...clientSources(drawing), ...endpointSources(drawing)]
  const sources = all.filter(({ method }) => methods.includes(method))
  const shares = sources.reduce((sum, { share }) => sum + share, 0)
  let due = 0
  const drawn = sources.flatMap((source, at) => {
    // Groups are whole, so the sources before this one asked a few too many or too few: this one makes up for it.
    due += (count * source.share) / shares
    const groups = drawnFrom(source, Math.ceil(due), seed + at)
    due -= groups.reduce((sum, { vectors }) => sum + vectors.length, 0)
    return groups
  })
  const groups = unique(drawn)
  const step = Math.max(LEAST_STEP, Math.floor(groups.length / AGAIN))
  return groups
    .map((group, at) => ({ ...group, isAskedAgain: !group.isFirst && at % step === 0 }))
    .toSorted((a, b) => Number(b.isFirst) - Number(a.isFirst))
}

type Drawn = Omit<QuestionGroup, 'isAskedAgain'> & Required<Pick<Source, 'isFirst'>>

/** Whole groups until there are enough questions. */
function drawnFrom(
  { drawn: source, usual = 1, isFirst = false }: Source,
  count: number,
  seed: number,
): Drawn[] {
  const groups: Drawn[] = []
  let questions = 0
  while (questions < count) {
    const path = String(groups.length)
    for (const vectors of sample(source, { seed, path, numRuns: Math.ceil((count - questions) / usual) })) {
      questions += vectors.length
      if (questions > (groups.length === 0 ? 2 * count : count + SPARE)) return groups
      const at = groups.length
      groups.push({
        vectors,
        isFirst,
        smallest: (fails: Fails) => shrink({ source, seed, at, vectors }, fails),
      })
    }
  }
  return groups
}

/** How many questions too many a whole group may lead to; the first group may lead to twice the number. */
const SPARE = 4

/** The groups in the order of asking: one after the other, then the first questions of some once more. */
export const inOrder = (groups: readonly QuestionGroup[]): Vector[] => [
  ...groups.flatMap(({ vectors }) => vectors),
  ...groups
    .filter(({ isAskedAgain }) => isAskedAgain)
    .map(({ vectors: [first] }) => ({ ...first!, id: `${first!.id}-again` })),
]

/** The same small group may be drawn twice. */
const unique = (groups: readonly Drawn[]): Drawn[] => [
  ...new Map(groups.map((group) => [group.vectors[0]!.id, group])).values(),
]
