/** What repeats where failures come and go: found by asking the same few questions of a method again and again. */
import { setTimeout } from 'node:timers/promises'
import { isBad } from '../../src/judge/index.ts'
import type { Method, Subject, UnsteadyMethod, Vector, VectorId, Verdict } from '../../src/model/index.ts'
import { counted } from '../../src/text.ts'
import type { Judging } from '../session/ask.ts'
import { closedOn, SoakProcess, type Asked, type Work } from './process.ts'

export interface AskedAgain {
  /** Starts a subject that has answered nothing yet; nothing where it does not start. */
  readonly start: () => Promise<Subject | undefined>
  readonly signal: AbortSignal
  /** Seconds for questions one after the other. */
  readonly seconds: number
}

/** So many questions of a method are asked: of those that failed once, and of those that were always right. */
const OF_EACH = 12

/** Seconds of each process: half of those of the run, within these. */
const SHORTEST = 1
const LONGEST = 10

/** For each method with failures that come and go: when they come, where that was found. */
export async function repeatsAfter(
  options: Pick<AskedAgain, 'start' | 'signal'>,
  { seconds: ofRun, verdicts, find }: Judging,
  methods: readonly Method[],
): Promise<UnsteadyMethod[]> {
  const seconds = Math.min(LONGEST, Math.max(SHORTEST, ofRun / 2))
  const vectorsOf = (isChosen: (verdict: Verdict) => boolean): Vector[] =>
    verdicts.filter(isChosen).flatMap(({ vector }) => find(vector) ?? [])
  const unsteady = vectorsOf((verdict) => verdict.unsteady === true)
  const right = vectorsOf(({ outcome }) => outcome === 'passed')
  const open = methods.filter((method) => unsteady.some(({ question }) => question.method === method))
  const each = open.map(async (method) => {
    const vectors = [unsteady, right].flatMap((all) => acceptedOf(all, method).slice(0, OF_EACH))
    const wrong = await whatRepeats(vectors, { ...options, seconds })
    return wrong === undefined ? [] : [{ method, wrong }]
  })
  return (await Promise.all(each)).flat()
}

/** What is to be refused may never reach what is wrong. */
const acceptedOf = (all: readonly Vector[], method: Method): Vector[] =>
  all.filter(({ question, expect }) => question.method === method && expect.verdict === 'accept')

export interface Call extends Pick<Asked, 'call' | 'age'> {
  readonly vector: VectorId
  readonly isWrong: boolean
}

/** Where the wrong ones are among all calls. */
type Pattern =
  | { readonly kind: 'period'; readonly every: number }
  /** The last right call before the wrong ones, or the last wrong one before the right ones. */
  | { readonly kind: 'after' | 'until'; readonly last: Call }
  | { readonly kind: 'irregular'; readonly wrong: number; readonly calls: number }

/** With fewer wrong calls nothing repeats. */
const FEWEST = 3

/** What shows in a smaller part of its calls is chance: three wrong calls often have a common divisor. */
const SHOWN = 1 / 2

/** After so many wrong and right calls twice as many as all of them are asked still. */
const ENOUGH = 8
const TIMES = 3

/** So much later than the other process was right or wrong a new one is asked, in seconds. */
const LATER = 0.3

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

/** @returns undefined where the same questions are always wrong: then they are, and no call */
export function repeatOf(calls: readonly Call[]): Pattern | undefined {
  const wrong = calls.filter(({ isWrong }) => isWrong)
  const wrongIds = new Set(wrong.map(({ vector }) => vector))
  if (!calls.some(({ vector, isWrong }) => !isWrong && wrongIds.has(vector))) return undefined
  const period = wrong.length < FEWEST ? undefined : spreadOut(calls, wrong)
  return period?.kind === 'period' ? period : (halves(calls, wrong) ?? period)
}

/** All calls to one side of a moment are right, and all to the other side are wrong, or most of them and right ones before. */
function halves(calls: readonly Call[], wrong: readonly Call[]): Pattern | undefined {
  const isWrongFirst = calls[0]!.isWrong
  const at = calls.findIndex(({ isWrong }) => isWrong !== isWrongFirst)
  const pattern = { kind: isWrongFirst ? 'until' : 'after', last: calls[at - 1]! } as const
  if (at === (isWrongFirst ? wrong.length : calls.length - wrong.length)) return pattern
  const isMost = !isWrongFirst && at >= ENOUGH && wrong.length > SHOWN * (calls.length - at)
  return isMost ? pattern : undefined
}

function spreadOut(calls: readonly Call[], wrong: readonly Call[]): Pattern {
  const every = wrong.reduce((common, { call }) => divisor(common, call - wrong[0]!.call), 0)
  const due = calls.filter(({ call }) => (call - wrong[0]!.call) % every === 0)
  if (every > 1 && wrong.length > SHOWN * due.length) return { kind: 'period', every }
  return { kind: 'irregular', wrong: wrong.length, calls: calls.length }
}

/**
 * Under which condition wrong answers come, in words that follow "wrong"; undefined where none was found.
 * @param vectors questions of one method, of which a process answers each rightly at least once
 */
export async function whatRepeats(
  vectors: readonly Vector[],
  options: AskedAgain,
): Promise<string | undefined> {
  if (vectors.length === 0) return undefined
  const alone = await onFresh(options, (process) => oneByOne(process, vectors, options))
  if (!alone || options.signal.aborted) return undefined
  const pattern = repeatOf(alone)
  if (pattern) return textOf(pattern, vectors, options)
  return alone.some(({ isWrong }) => isWrong) ? undefined : together(vectors, alone, options)
}

async function onFresh<T>({ start, signal }: AskedAgain, work: Work<T>): Promise<T | undefined> {
  const subject = signal.aborted ? undefined : await start()
  if (!subject) return undefined
  const process = new SoakProcess(subject)
  try {
    return await closedOn(signal, process, work)
  } finally {
    await process.close()
  }
}

/** The questions in another order each time: else a period of as many calls would be one question. */
const nth = (vectors: readonly Vector[], at: number): Vector =>
  vectors[(at + Math.floor(at / vectors.length)) % vectors.length]!

const callOf = ({ vector: { id }, call, age, verdict }: Asked): Call => {
  return { vector: id, call, age, isWrong: isBad(verdict) }
}

/** A process that has crashed, or does not answer, shows nothing more. */
const isBroken = ({ answer }: Asked): boolean => answer.kind === 'broken'

async function oneByOne(
  process: SoakProcess,
  vectors: readonly Vector[],
  { seconds, signal }: AskedAgain,
): Promise<Call[]> {
  const calls: Call[] = []
  const count = { right: 0, wrong: 0 }
  let enough = Infinity
  while (process.age < seconds && process.calls < enough && !signal.aborted) {
    const [asked] = await process.ask([nth(vectors, process.calls)])
    if (isBroken(asked!)) break
    calls.push(callOf(asked!))
    count[calls.at(-1)!.isWrong ? 'wrong' : 'right']++
    if (enough === Infinity && Math.min(count.right, count.wrong) >= ENOUGH) enough = TIMES * process.calls
  }
  return calls
}

async function textOf(pattern: Pattern, vectors: readonly Vector[], options: AskedAgain): Promise<string> {
  if (pattern.kind === 'period') return `in every ${ordinal(pattern.every)} call of a process`
  if (pattern.kind === 'irregular')
    return `in ${pattern.wrong} of ${pattern.calls} calls of a process, at no regular distance`
  const { kind, last } = pattern
  const again = await onFresh(options, (process) => oneByOne(process, vectors, options))
  const same = again && repeatOf(again)
  const other = same?.kind === kind ? same.last.call : undefined
  if (other !== last.call && (await isOfTime(pattern, vectors[0]!, options)))
    return `${TEXTS[kind].time(last.age)}, however many calls there were`
  const { calls, of } = TEXTS[kind]
  return `${calls(last.call)}${other === last.call || other === undefined ? '' : of(other)}`
}

const TEXTS = {
  after: {
    calls: (last: number) => `from the ${ordinal(last + 1)} call of a process on`,
    of: (last: number) => `, and from the ${ordinal(last + 1)} of another`,
    time: (age: number) => `from ${age.toFixed(1)} s after the start of a process on`,
  },
  until: {
    calls: (last: number) => `in the first ${counted(last, 'call')} of a process`,
    of: (last: number) => `, and in the first ${last} of another`,
    time: (age: number) => `in the first ${age.toFixed(1)} s of a process`,
  },
} as const

/** Does a process change its answer as it grows older, and is asked nothing meanwhile? */
const isOfTime = async (
  { kind, last }: Extract<Pattern, { last: Call }>,
  vector: Vector,
  options: AskedAgain,
): Promise<boolean | undefined> =>
  onFresh(options, async (process) => {
    const isRight = await process.isRight(vector)
    const millis = 1000 * Math.max(0, last.age + LATER - process.age)
    await setTimeout(millis, undefined, { signal: options.signal }).catch(() => undefined)
    return isRight === (kind === 'after') && (await process.isRight(vector)) === !isRight
  })

const ENDINGS: Readonly<Record<string, string>> = { 1: 'st', 2: 'nd', 3: 'rd' }

/** `22nd`, `113th`. */
function ordinal(count: number): string {
  const isTeen = count % 100 > 10 && count % 100 < 14
  return `${count}${(isTeen ? undefined : ENDINGS[count % 10]) ?? 'th'}`
}

/** As many questions, not later, with others in flight; and once more one after the other, to tell it from chance. */
async function together(
  vectors: readonly Vector[],
  alone: readonly Call[],
  options: AskedAgain,
): Promise<string | undefined> {
  const inFlight = (await onFresh(options, (process) => inBatches(process, vectors, alone, options))) ?? []
  const wrong = inFlight.filter(({ isWrong }) => isWrong).length
  if (wrong < FEWEST) return undefined
  const again = await onFresh(options, (process) => oneByOne(process, vectors, options))
  if (!again || again.some(({ isWrong }) => isWrong)) return undefined
  return `only with others in flight: ${wrong} of ${inFlight.length}, and none of ${alone.length + again.length} one after the other`
}

/** No more calls than were right alone, and no older process. */
async function inBatches(
  process: SoakProcess,
  vectors: readonly Vector[],
  alone: readonly Call[],
  { signal }: AskedAgain,
): Promise<Call[]> {
  const size = process.mostInFlight
  const most = size > 1 ? alone.length - size : -1
  const oldest = alone.at(-1)?.age ?? 0
  const calls: Call[] = []
  while (process.calls <= most && process.age < oldest && !signal.aborted) {
    const first = process.calls
    const batch = Array.from({ length: size }, (_, at) => nth(vectors, first + at))
    const asked = await process.ask(batch)
    if (asked.some(isBroken)) break
    calls.push(...asked.map(callOf))
  }
  return calls
}
