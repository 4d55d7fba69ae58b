/** Under which condition a wrong answer comes: found by asking again under one after the other. */
import { setTimeout } from 'node:timers/promises'
import { isBad } from '../../src/judge/index.ts'
import type { Vector } from '../../src/model/index.ts'
import type { Asked, SoakProcess, Work } from './process.ts'

/** Where an adapter may be started: what code that formats by time zone or locale gets wrong shows in one of these. */
export interface Surroundings {
  readonly timeZone: string
  /** Of `LANG` and `LC_ALL`; absent: that of the run. */
  readonly locale?: string
}

/**
 * Offsets of quarters of an hour, a day that was skipped, a daylight saving time that is negative; a dotless i, a comma
 * for the decimal point, other digits.
 */
export const PLACES: readonly Surroundings[] = [
  { timeZone: 'America/St_Johns', locale: 'tr_TR.UTF-8' },
  { timeZone: 'Pacific/Apia', locale: 'de_DE.UTF-8' },
  { timeZone: 'Africa/Casablanca', locale: 'ar_EG.UTF-8' },
  { timeZone: 'Asia/Kathmandu', locale: 'C' },
  { timeZone: 'UTC', locale: 'tr_TR.UTF-8' },
]

/** What an adapter finds in its environment. */
export const localeOf = ({ locale }: Surroundings): Readonly<Record<string, string>> =>
  locale === undefined ? {} : { LANG: locale, LC_ALL: locale }

/** `TZ=UTC and LC_ALL=C`. */
export const surroundingsText = ({ timeZone, locale }: Surroundings): string =>
  `TZ=${timeZone}${locale === undefined ? '' : ` and LC_ALL=${locale}`}`

const RUNS_LOCALE = 'the locale of the run'

/** What a question that only fails here fails by. @param wrong which of the two alone is enough */
export function placeCause(
  place: Surroundings,
  base: Surroundings,
  wrong: { zone: boolean; locale: boolean },
): string {
  if (wrong.zone && !wrong.locale) return `wrong under TZ=${place.timeZone}; right under TZ=${base.timeZone}`
  if (wrong.locale && !wrong.zone) return `wrong under LC_ALL=${place.locale}; right under ${RUNS_LOCALE}`
  return `wrong under ${surroundingsText(place)}; right under TZ=${base.timeZone} and ${RUNS_LOCALE}`
}

/** `plain`: wrong on any start. `once`: it did not come again. */
export interface Condition {
  readonly kind: 'plain' | 'together' | 'place' | 'calls' | 'time' | 'crash' | 'once'
  /** In plain words; it ends a sentence. */
  readonly text: string
}

export interface Incident {
  readonly asked: Asked
  readonly batch: readonly Vector[]
  readonly place: Surroundings
  /** How many answers of the process were right before it, and when the last of them was asked. */
  readonly rightBefore: number
  readonly rightUntil: number
}

interface Search {
  readonly base: Surroundings
  readonly signal: AbortSignal
  /** Does work on a new start; nothing where there is none. */
  readonly onFresh: <T>(place: Surroundings, work: Work<T>) => Promise<T | undefined>
  readonly more: (count: number) => Promise<readonly Vector[]>
}

type Step = (wrong: Incident, process: SoakProcess, search: Search) => Promise<Condition | undefined>

/** How often a batch is asked again, and how much later than the wrong answer a fresh process is asked, in seconds. */
const BATCHES = 5
const LATER = 0.3

/** `3.2 s`. */
const seconds = (count: number): string => `${count.toFixed(1)} s`

const momentOf = ({ call, age }: Asked): string =>
  `at call ${call} of this process, ${seconds(age)} after the start`

const crashed: Step = async ({ asked }) =>
  asked.verdict.outcome === 'errored' ? { kind: 'crash', text: momentOf(asked) } : undefined

const together: Step = async ({ asked: { vector }, batch }, process) => {
  if (batch.length === 1 || !(await process.isRight(vector))) return undefined
  const isWrong = await anyWrong(batch, (vectors) => process.ask(vectors))
  const isWrongAlone = isWrong && (await anyWrong(batch, (vectors) => oneByOne(process, vectors)))
  if (!isWrong || isWrongAlone) return undefined
  return { kind: 'together', text: `wrong with ${batch.length} questions in flight, right alone` }
}

async function anyWrong(
  batch: readonly Vector[],
  ask: (vectors: readonly Vector[]) => Promise<readonly Asked[]>,
): Promise<boolean> {
  for (let count = 0; count < BATCHES; count++)
    if ((await ask(batch)).some(({ verdict }) => isBad(verdict))) return true
  return false
}

async function oneByOne(process: SoakProcess, vectors: readonly Vector[]): Promise<Asked[]> {
  const asked: Asked[] = []
  for (const vector of vectors) asked.push(...(await process.ask([vector])))
  return asked
}

const place: Step = async ({ asked: { vector }, place: own }, _, { base, onFresh }) => {
  const isWrong = async (where: Surroundings): Promise<boolean> =>
    (await onFresh(where, (fresh) => fresh.isRight(vector))) === false
  if (!(await isWrong(own))) return undefined
  const { timeZone, locale } = own
  if (own === base || (await isWrong(base))) return { kind: 'plain', text: 'wrong on a new start too' }
  const zone = await isWrong({ timeZone })
  const ofLocale = await isWrong({ timeZone: base.timeZone, ...(locale !== undefined && { locale }) })
  return { kind: 'place', text: placeCause(own, base, { zone, locale: ofLocale }) }
}

/** As many calls in a process that is younger than the other was when it was still right: age alone is no cause. */
const calls: Step = (wrong, _, search) =>
  replayed(wrong, search, (fresh) => {
    const most = Array.from({ length: fresh.mostInFlight }, () => wrong.asked.vector)
    return { vectors: async () => most, isOver: () => fresh.age > wrong.rightUntil }
  })

/** An old process that has answered none. */
const time: Step = async ({ asked: { vector, age }, place: own, rightUntil }, _, { onFresh, signal }) => {
  const isRight = await onFresh(own, async (fresh) => {
    const millis = 1000 * Math.max(0, age + LATER - fresh.age)
    await setTimeout(millis, undefined, { signal }).catch(() => undefined)
    return signal.aborted || fresh.isRight(vector)
  })
  if (isRight !== false) return undefined
  const text = `wrong ${seconds(age)} after the start, right until ${seconds(rightUntil)}; the number of calls does not matter`
  return { kind: 'time', text }
}

/** The same number of calls about other things, however long they take. */
const otherCalls: Step = (wrong, _, search) =>
  replayed(wrong, search, (fresh) => ({
    vectors: async () => [...(await search.more(fresh.mostInFlight - 1)), wrong.asked.vector],
    isOver: () => false,
  }))

interface Replay {
  readonly vectors: () => Promise<readonly Vector[]>
  readonly isOver: () => boolean
}

async function replayed(
  { asked: { call }, place: own, rightBefore }: Incident,
  { onFresh, signal }: Search,
  replayOf: (fresh: SoakProcess) => Replay,
): Promise<Condition | undefined> {
  const again = await onFresh(own, async (fresh) => {
    const { vectors, isOver } = replayOf(fresh)
    while (fresh.calls < call + fresh.mostInFlight && !isOver() && !signal.aborted) {
      const wrong = (await fresh.ask(await vectors())).find(({ verdict }) => isBad(verdict))
      if (wrong) return wrong.call
    }
    return undefined
  })
  if (again === undefined) return undefined
  const first = `right ${rightBefore} times, wrong at call ${call} of this process`
  const then = again === call ? '; a new process does the same' : `; a new process is wrong at call ${again}`
  return { kind: 'calls', text: `${first}${then}` }
}

const once: Step = async ({ asked, rightBefore }) => ({
  kind: 'once',
  text: `right ${rightBefore} times, wrong ${momentOf(asked)}; asked again, it was right`,
})

/** Cheap ones first; the first that finds something decides. */
const STEPS: readonly Step[] = [crashed, together, place, calls, time, otherCalls, once]

export async function conditionOf(wrong: Incident, process: SoakProcess, search: Search): Promise<Condition> {
  for (const step of STEPS) {
    const found = await step(wrong, process, search)
    // What a signal has cut off proves nothing.
    if (search.signal.aborted) break
    if (found) return found
  }
  return { kind: 'once', text: `wrong ${momentOf(wrong.asked)}; the run ended before it was asked again` }
}
