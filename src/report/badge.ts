/** A badge for a README: what it says, and the JSON that the endpoint badge of shields.io reads. */
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

/** How good the news of a badge is, and its colour for shields.io. */
const TONES = { good: 'brightgreen', excused: 'yellow', bad: 'red', open: 'lightgrey' } as const
export type Tone = keyof typeof TONES

/** What a badge says. */
export interface Badge {
  /** Version of the suite that judged. */
  readonly suite: string
  readonly tone: Tone
  /** The verdict, and what a reader of it must know too. */
  readonly words: readonly string[]
  /** The version that was judged. */
  readonly version?: string
  readonly date: string
}

/** What a badge says of a run. */
export const badgeOf = (report: Report): Badge => ({
  suite: report.suite.version,
  tone: toneOf(report),
  words: [verdictOf(report), ...exceptions(report)],
  ...(report.subject.version !== undefined && { version: report.subject.version }),
  date: report.startedAt.slice(0, 10),
})

/** A verdict that is too old says nothing, neither good nor bad: the words of the verdict are gone as well. */
export const staleBadge = (badge: Badge): Badge => ({ ...badge, tone: 'open', words: ['stale'] })

/** `conforms, 2.1.0, 2026-01-31`: the verdict, the version that was judged, and the day. */
export const badgeText = ({ words, version = '', date }: Badge): string =>
  [...words, version, date].filter((part) => part !== '').join(', ')

/** The JSON that the endpoint badge of shields.io reads. */
export function badgeJson(badge: Badge): string {
  const { tone } = badge
  const content = {
    schemaVersion: 1,
    label: 'channelproof',
    message: badgeText(badge),
    color: TONES[tone],
  }
  return `${JSON.stringify(content)}\n`
}

/** Green only where nothing is excused. */
function toneOf(report: Report): Tone {
  const { colour } = headline(report)
  if (colour === 'good' && excusedIn(report) > 0) return 'excused'
  return colour === 'warn' ? 'open' : colour
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
    ...(report.lock?.suiteVersion === undefined ? [] : [`suite ${report.lock.suiteVersion}`]),
    ...(unsteady > 0 ? [counted(unsteady, 'unsteady failure')] : []),
  ]
}
