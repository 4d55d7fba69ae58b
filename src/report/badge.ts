/** A badge for a README: the JSON that the endpoint badge of shields.io reads. */
import { counted } from '../text.ts'
import { EXIT } from './exit.ts'
import { headline } from './headline.ts'
import type { Report } from './report.ts'
import { stateOf } from './ruleStates.ts'

/** What a run that does not conform says, by its exit code. */
const WORDS: Readonly<Record<number, string>> = {
  [EXIT.conforms]: 'partial',
  [EXIT.fails]: 'does not conform',
  [EXIT.couldNotRun]: 'could not run',
  [EXIT.tooLittle]: 'too little judged',
  [EXIT.baseline]: 'wrong baseline',
  [EXIT.bug]: 'no verdict: bug of channelproof',
}

const COLOURS = { good: 'brightgreen', bad: 'red', warn: 'lightgrey' } as const

/** `conforms, 2.1.0, 2026-01-31`: the verdict, the version that was judged, and the day. */
export function badgeReport(report: Report): string {
  const { subject, startedAt } = report
  const parts = [verdictOf(report), ...exceptions(report), subject.version ?? '', startedAt.slice(0, 10)]
  const badge = {
    schemaVersion: 1,
    label: 'channelproof',
    message: parts.filter((part) => part !== '').join(', '),
    color: colourOf(report),
  }
  return `${JSON.stringify(badge)}\n`
}

/** Green only where nothing is excused. */
function colourOf(report: Report): string {
  const { colour } = headline(report)
  return colour === 'good' && excusedIn(report) > 0 ? 'yellow' : COLOURS[colour]
}

function verdictOf(report: Report): string {
  const { exitCode, subject, methods } = report
  if (headline(report).colour === 'good') return `conforms${partOf(methods)}`
  if (exitCode === EXIT.conforms && subject.bundled) return 'nothing judged'
  return WORDS[exitCode] ?? 'no verdict: ended by a signal'
}

/** ` for 4 of 5 methods`; nothing where all were judged. */
function partOf({ judged, offered, missing }: Report['methods']): string {
  const all = new Set([...offered, ...missing]).size
  return judged.length < all ? ` for ${judged.length} of ${all} methods` : ''
}

const excusedIn = ({ verdicts }: Report): number =>
  verdicts.filter((verdict) => stateOf(verdict) === 'excused').length

/** What a reader of "conforms" must know too. */
function exceptions(report: Report): string[] {
  const { verdicts } = report
  const excused = excusedIn(report)
  const unsteady = verdicts.filter((verdict) => verdict.unsteady).length
  return [
    ...(excused > 0 ? [`${excused} excused`] : []),
    ...(unsteady > 0 ? [counted(unsteady, 'unsteady failure')] : []),
  ]
}
