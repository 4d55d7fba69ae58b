import type { RequirementId } from '../../model/index.ts'
import { SIGNS, type State } from '../html/signs.ts'
import type { SiteEntry } from './entry.ts'
import { type Markup, markup } from '../html/markup.ts'

export interface TrendChange {
  readonly entry: SiteEntry
  /** The report before is of other vectors: a change may come from them. */
  readonly otherVectors: boolean
  readonly worse: readonly RequirementId[]
  readonly better: readonly RequirementId[]
  /** What was judged before, and is not now: nothing is known of it, and least of all that it is repaired. */
  readonly unjudged: readonly RequirementId[]
  readonly isFirst: boolean
}

/** The reports of a subject, the newest first, each with what is new in it. @param entries the oldest first */
export const trendOf = (entries: readonly SiteEntry[]): TrendChange[] =>
  entries.map((entry, at) => changeOf(entry, entries[at - 1])).reverse()

function changeOf(entry: SiteEntry, before: SiteEntry | undefined): TrendChange {
  const was = (id: RequirementId): State => before?.rules.get(id) ?? 'not run'
  const is = (id: RequirementId): State => entry.rules.get(id) ?? 'not run'
  const ids = before ? [...new Set([...before.rules.keys(), ...entry.rules.keys()])].sort() : []
  return {
    entry,
    otherVectors: before !== undefined && before.judgedBy !== entry.judgedBy,
    worse: ids.filter((id) => isBadState(is(id)) && !isBadState(was(id))),
    better: ids.filter((id) => isBadState(was(id)) && is(id) === 'passed'),
    unjudged: ids.filter((id) => isJudged(was(id)) && !isJudged(is(id))),
    isFirst: before === undefined,
  }
}

export const isBadState = (state: State): boolean => SIGNS[state].colour === 'bad'

const UNJUDGED: ReadonlySet<State> = new Set(['skipped', 'not run', 'not shown'])
export const isJudged = (state: State): boolean => !UNJUDGED.has(state)

/** The last reports that fit beside one another. */
const MOST = 48
const [WIDTH, HIGH, TOP] = [20, 72, 18]

/** A bar for each report, the newest at the right: how much of what was judged passed. Its sign says the verdict without colours. */
export function chartOf(entries: readonly SiteEntry[]): Markup {
  const shown = entries.slice(-MOST)
  const [width, height] = [shown.length * WIDTH, TOP + HIGH + 1]
  return markup`<svg class="chart" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${`Share of vectors that failed, in the last ${shown.length} reports; the table holds the same`}">${shown.map(bar)}</svg>`
}

function bar(entry: SiteEntry, at: number): Markup {
  const { sign, colour } = entry.verdict
  const [x, wide, high] = [at * WIDTH + 2, WIDTH - 4, redOf(entry)]
  return markup`<g><title>${entry.startedAt.slice(0, 10)}</title><text class="${colour}" x="${x + wide / 2}" y="12">${sign}</text><rect class="${high === HIGH ? 'base' : colour === 'warn' ? 'warn' : 'good'}" x="${x}" y="${TOP}" width="${wide}" height="${HIGH}"/><rect class="bad" x="${x}" y="${TOP}" width="${wide}" height="${high}"/></g>`
}

/** A single failure among thousands is seen as well. */
function redOf({ totals: { passed, failed, errored, excused } }: SiteEntry): number {
  const wrong = failed - excused + errored
  if (wrong <= 0) return 0
  return Math.max(4, Math.round((wrong / (wrong + passed)) * HIGH))
}
