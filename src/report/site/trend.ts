import type { RequirementId } from '../../model/index.ts'
import { SIGNS, type State } from '../html/signs.ts'
import type { SiteEntry } from './entry.ts'

/** What became of the rules since the report before. */
export interface Change {
  readonly entry: SiteEntry
  /** The report before is of other vectors: a change may come from them. */
  readonly otherVectors: boolean
  readonly worse: readonly RequirementId[]
  readonly better: readonly RequirementId[]
  /** What was judged before, and is not now: nothing is known of it, and least of all that it is repaired. */
  readonly unjudged: readonly RequirementId[]
  /** The first report has none before it. */
  readonly isFirst: boolean
}

/** The reports of a subject, the newest first, each with what is new in it. @param entries the oldest first */
export const changesOf = (entries: readonly SiteEntry[]): Change[] =>
  entries.map((entry, at) => changeOf(entry, entries[at - 1])).reverse()

function changeOf(entry: SiteEntry, before: SiteEntry | undefined): Change {
  const was = (id: RequirementId): State => before?.rules.get(id) ?? 'not run'
  const is = (id: RequirementId): State => entry.rules.get(id) ?? 'not run'
  const ids = before ? [...new Set([...before.rules.keys(), ...entry.rules.keys()])].sort() : []
  return {
    entry,
    otherVectors: before !== undefined && before.judgedBy !== entry.judgedBy,
    worse: ids.filter((id) => isBad(is(id)) && !isBad(was(id))),
    better: ids.filter((id) => isBad(was(id)) && is(id) === 'passed'),
    unjudged: ids.filter((id) => isJudged(was(id)) && !isJudged(is(id))),
    isFirst: before === undefined,
  }
}

export const isBad = (state: State): boolean => SIGNS[state].colour === 'bad'

const UNJUDGED: ReadonlySet<State> = new Set(['skipped', 'not run', 'not shown'])
export const isJudged = (state: State): boolean => !UNJUDGED.has(state)
