import type { RequirementId } from '../../model/index.ts'
import { badgeOf, type Badge } from '../badge.ts'
import { EXIT } from '../exit.ts'
import { headline, type Headline } from '../headline.ts'
import type { State } from '../html/signs.ts'
import type { Labels } from '../labels.ts'
import { judgedBy, type Report } from '../report.ts'
import { isGating, tallies, worst } from '../ruleStates.ts'

/** What a site keeps of one report: thousands of them fit into memory, their verdicts would not. */
export interface SiteEntry extends Pick<Report, 'subject' | 'suite' | 'level' | 'exitCode' | 'totals'> {
  /** SHA-256 of the report. */
  readonly id: string
  /** Its copy, as a path from the folder of the site. */
  readonly file: string
  /** When the run began: milliseconds, and the same in UTC. */
  readonly time: number
  readonly startedAt: string
  readonly labels: Labels
  readonly verdict: Headline
  /** May a reader take it for "conforms"? */
  readonly conforms: boolean
  /** A run to its end, over all vectors: what it says of a rule is all that the suite has on it. */
  readonly whole: boolean
  readonly rules: ReadonlyMap<RequirementId, State>
  readonly judgedBy: string
  readonly badge: Badge
}

/** @param id SHA-256 of the report, which names its copy */
export function siteEntry(report: Report, id: string): SiteEntry {
  const { subject, suite, level, exitCode, totals, labels = {} } = report
  const time = Date.parse(report.startedAt)
  const startedAt = new Date(time).toISOString()
  const verdict = contradicts(report) ? CONTRADICTION : headline(report)
  const run = { time, startedAt, subject, suite, level, exitCode, totals, labels }
  return {
    id,
    ...run,
    verdict,
    file: `data/${startedAt.slice(0, 10).replaceAll(/[^0-9-]/g, '')}-${id.slice(0, 16)}.json`,
    conforms: verdict.colour === 'good',
    whole: isWhole(report),
    judgedBy: judgedBy(report),
    rules: new Map([...tallies(report.verdicts)].map(([rule, tally]) => [rule, worst(tally)])),
    badge: { ...badgeOf(report), date: startedAt.slice(0, 10), ...(verdict === CONTRADICTION && NO_VERDICT) },
  }
}

/** Anybody can write a file that says "conforms": its verdicts must say the same, and some must say anything. */
const contradicts = (report: Report): boolean =>
  headline(report).colour === 'good' &&
  (report.verdicts.some((verdict) => isGating(verdict, report.level)) ||
    !report.verdicts.some(({ outcome }) => outcome === 'passed'))

const CONTRADICTION: SiteEntry['verdict'] = {
  sign: '!',
  colour: 'bad',
  text: 'No verdict: the report contradicts itself',
  line: 'no verdict: the report contradicts itself',
  because: ['It says that the subject meets the interface, and its own verdicts do not.'],
}
const NO_VERDICT = { tone: 'open', words: ['no verdict: the report contradicts itself'] } as const

const isWhole = ({ partial, shard, stopped, exitCode }: Report): boolean =>
  !partial && !shard && !stopped && DECIDED.has(exitCode)

/** A run that judged too little is not decided. */
const DECIDED: ReadonlySet<number> = new Set([EXIT.conforms, EXIT.fails, EXIT.baseline])
