import { asyncProperty, check, sample, shuffledSubarray } from 'fast-check'
import { MOST_CALLS, type Vector } from '../model/index.ts'
import { clientSources } from './client/index.ts'
import { constructedRows, type ConstructedRow } from './constructed.ts'
import type { Drawing, Source } from './drawing.ts'
import { endpointSources, walkSources } from './endpoint/index.ts'
import { isLater } from './ownClock.ts'
import { tokenSources } from './tokens.ts'
import type { Questions } from './generated.ts'

export { questionsBefore } from './endpoint/walks.ts'

/** What to generate: how many questions, from which seed, for which subject. */
export interface Generated extends Drawing {
  readonly count: number
  readonly seed: number
  readonly methods: readonly string[]
}

/** Asks a subject these questions: does it still fail in the same way? */
type Fails = (vectors: readonly Vector[]) => Promise<boolean>

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

/**
 * Questions that did not exist before, each with what is due; the same seed and subject give the same questions. Of
 * those about tokens most are constructed, in an order that the seed draws, and the others are drawn at random.
 */
export const generatedGroups = (wanted: Generated): QuestionGroup[] => new Drawer(wanted).groups(wanted)

/** Draws from one seed. A row that was drawn for one set of methods is not drawn again for another. */
export class Drawer {
  readonly #seed: number
  readonly #rows: readonly ConstructedRow[]
  readonly #sources: readonly Numbered[]
  readonly #ofRow = new Map<ConstructedRow, Drawn>()
  readonly #ofSource: Known = new Map()

  constructor(drawing: Omit<Generated, 'methods' | 'count'>) {
    this.#seed = drawing.seed
    this.#sources = allSources(drawing)
    this.#rows = constructedRows(drawing).flatMap((tier) => shuffled(tier, drawing.seed))
  }

  groups({ methods, count }: Pick<Generated, 'methods' | 'count'>): QuestionGroup[] {
    const all = this.#sources.filter(({ method }) => methods.includes(method))
    const calls = all.filter(({ method }) => method === 'client.call')
    const others = all.filter(({ method }) => method !== 'client.call')
    const share = all.length === 0 ? 0 : sharesOf(calls) / sharesOf(all)
    const called = others.length === 0 ? count : Math.min(MOST_CALLS, Math.ceil(count * share))
    const constructed = this.#constructed(methods, CONSTRUCTED * (count - called))
    const left = count - called - questionsOf(constructed)
    return [...this.#random(calls, called), ...constructed, ...this.#random(others, left)]
  }

  /** Rows of a tier in another order with each seed, so that each of a small number comes in some run. */
  #constructed(methods: readonly string[], most: number): QuestionGroup[] {
    const groups: Drawn[] = []
    let asked = 0
    for (const [at, row] of this.#rows.entries()) {
      if (asked >= most) break
      if (!methods.includes(row.method)) continue
      const group = this.#ofRow.get(row) ?? slice(row, seedOf(this.#seed, at), { from: 0, end: 1 })[0]!
      this.#ofRow.set(row, group)
      asked += group.vectors.length
      groups.push(group)
    }
    return someAgain(unique(groups))
  }

  #random(sources: readonly Numbered[], count: number): QuestionGroup[] {
    return drawnOf(sources, { count, seed: this.#seed }, this.#ofSource)
  }
}

/** So much of the questions about tokens is constructed: several faults at once show among the others. */
const CONSTRUCTED = 0.8

const sharesOf = (sources: readonly Source[]): number => sources.reduce((sum, { share }) => sum + share, 0)
const questionsOf = (groups: readonly Pick<QuestionGroup, 'vectors'>[]): number =>
  groups.reduce((sum, { vectors }) => sum + vectors.length, 0)

/** Questions drawn at random alone: those of a search without end. */
export const drawnGroups = (wanted: Generated): QuestionGroup[] => drawnOf(sourcesFor(wanted), wanted)

type Amount = Pick<Generated, 'count' | 'seed'>

function drawnOf(sources: readonly Numbered[], wanted: Amount, known?: Known): QuestionGroup[] {
  const drawing = groupsInSlices(wanted, sources, known)
  for (;;) {
    const { done, value } = drawing.next()
    if (done) return value
  }
}

/** Far apart for neighbouring seeds: two rows that draw from one seed could hold the same text. */
const seedOf = (seed: number, at: number): number => (Math.imul(seed, 0x9e3779b1) + at) | 0

const shuffled = <T>(rows: readonly T[], seed: number): readonly T[] =>
  sample(shuffledSubarray([...rows], { minLength: rows.length }), { seed, numRuns: 1 })[0]!

/** A source with its place among all of its kind, which decides its seed, whatever methods a subject has. */
export interface Numbered extends Source {
  readonly at: number
}

type Known = Map<Source, Drawn[]>

/** What questions for a subject are drawn from: made once for many rounds, since it takes a quarter of a round's time. */
export const sourcesFor = ({ methods, ...drawing }: Generated): Numbered[] =>
  allSources(drawing).filter(({ method }) => methods.includes(method))

/** Sequences of requests to an endpoint. */
export const walkGroups = (wanted: Omit<Generated, 'methods'>): QuestionGroup[] =>
  drawnOf(numbered(walkSources(wanted)), wanted)

const allSources = (drawing: Drawing): Numbered[] =>
  [tokenSources(drawing), clientSources(drawing), endpointSources(drawing)].flatMap(numbered)

const numbered = (sources: readonly Source[]): Numbered[] => sources.map((source, at) => ({ ...source, at }))

/**
 * The same questions, drawn a few at a time: whoever asks others meanwhile reads their answers in between.
 * What is made for each question is written out member by member: in Node 20 `{ ...one, more }` gets a hidden class of
 * its own every time, and whatever reads it becomes slow; a search of 1,000,000 questions took a third longer.
 */
export function* groupsInSlices(
  { count, seed }: Amount,
  sources: readonly Numbered[],
  known: Known = new Map(),
): Generator<undefined, QuestionGroup[]> {
  const shares = sharesOf(sources)
  const drawn: Drawn[] = []
  let due = 0
  for (const source of sources) {
    // Groups are whole, so the sources before this one asked a few too many or too few: this one makes up for it.
    due += (count * source.share) / shares
    const before = known.get(source) ?? []
    known.set(source, before)
    const groups = yield* drawnFrom(source, { count: Math.ceil(due), seed: seed + source.at, known: before })
    due -= questionsOf(groups)
    drawn.push(...groups)
  }
  return someAgain(unique(drawn)).toSorted((a, b) => Number(b.isFirst) - Number(a.isFirst))
}

function someAgain(groups: readonly Drawn[]): (Drawn & QuestionGroup)[] {
  const step = Math.max(LEAST_STEP, Math.floor(groups.length / AGAIN))
  return groups.map(({ vectors, isFirst, smallest }, at) => ({
    vectors,
    isFirst,
    smallest,
    isAskedAgain: !isFirst && at % step === 0,
  }))
}

type Drawn = Omit<QuestionGroup, 'isAskedAgain'> & Required<Pick<Source, 'isFirst'>>

/** So many groups are drawn at a time: about as many as an adapter answers meanwhile. */
const SLICE = 32

/** Whole groups until there are enough questions; those that are not known yet are drawn. */
function* drawnFrom(
  source: Source,
  { count, seed, known }: Amount & { readonly known: Drawn[] },
): Generator<undefined, Drawn[]> {
  let [groups, questions] = [0, 0]
  while (questions < count) {
    const end = groups + Math.min(SLICE, Math.ceil((count - questions) / (source.usual ?? 1)))
    if (end > known.length) known.push(...slice(source, seed, { from: known.length, end }))
    for (; groups < end; groups++) {
      questions += known[groups]!.vectors.length
      if (questions > (groups === 0 ? 2 * count : count + SPARE)) return known.slice(0, groups)
    }
    yield
  }
  return known.slice(0, groups)
}

function slice(
  { drawn: source, isFirst = false }: Pick<Source, 'drawn' | 'isFirst'>,
  seed: number,
  { from, end }: { readonly from: number; readonly end: number },
): Drawn[] {
  return sample(source, { seed, path: String(from), numRuns: end - from }).map((vectors, at) => ({
    vectors,
    isFirst,
    smallest: (fails: Fails) => shrink({ source, seed, at: from + at, vectors }, fails),
  }))
}

/** How many questions too many a whole group may lead to; the first group may lead to twice the number. */
const SPARE = 4

/** The groups in the order of asking: one after the other, then what waits, and the first questions of some once more. */
export const inOrder = (groups: readonly QuestionGroup[]): Vector[] => [
  ...groups.flatMap(({ vectors }) => vectors.filter((vector) => !isLater(vector))),
  ...groups.flatMap(({ vectors }) => vectors.filter(isLater)),
  ...groups
    .filter(({ isAskedAgain }) => isAskedAgain)
    .map(({ vectors: [first] }) => ({ ...first!, id: `${first!.id}-again` })),
]

/** The same small group may be drawn twice. */
const unique = <G extends Pick<QuestionGroup, 'vectors'>>(groups: readonly G[]): G[] => [
  ...new Map(groups.map((group) => [group.vectors[0]!.id, group])).values(),
]

/** Where a group was drawn: the seed reproduces the whole list, and the place in it this group. */
interface Place extends Pick<Generated, 'seed'>, Pick<QuestionGroup, 'vectors'> {
  readonly source: Questions
  readonly at: number
}

const MOST_TRIES = 150

async function shrink({ source, seed, at, vectors }: Place, fails: Fails): Promise<readonly Vector[]> {
  let asked = 0
  let smallest = vectors
  const property = asyncProperty(source, async (group) => {
    if (asked++ >= MOST_TRIES || !(await fails(group))) return true
    smallest = group
    return false
  })
  await check(property, { seed, path: String(at), numRuns: 1 })
  return smallest
}
