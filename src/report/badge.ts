/** A badge for a README: what it says, and the JSON that the endpoint badge of shields.io reads. */
import { counted } from '../text.ts'
import { EXIT } from './exit.ts'
import { headline } from './headline.ts'
import { fitted } from './lines.ts'
import type { Report } from './report.ts'
import { stateOf } from './ruleStates.ts'
import { markup, shown, type Markup } from './html/markup.ts'
import { COLOURS } from './html/document.ts'

const WORDS: Readonly<Record<number, string>> = {
  [EXIT.conforms]: 'partial',
  [EXIT.fails]: 'does not conform',
  [EXIT.couldNotRun]: 'could not run',
  [EXIT.tooLittle]: 'too little judged',
  [EXIT.baseline]: 'wrong baseline',
  [EXIT.bug]: 'no verdict: bug of channelproof',
}

const TONES = { good: 'brightgreen', excused: 'yellow', bad: 'red', open: 'lightgrey' } as const
export type Tone = keyof typeof TONES

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
  const said = {
    schemaVersion: 1,
    label: 'channelproof',
    message: badgeText(badge),
    color: TONES[badge.tone],
  }
  return `${JSON.stringify(said)}\n`
}

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

function partOf({ judged, offered, missing }: Report['methods']): string {
  const all = new Set([...offered, ...missing]).size
  return judged.length < all ? ` for ${judged.length} of ${all} methods` : ''
}

const excusedIn = ({ verdicts }: Report): number =>
  verdicts.filter((verdict) => stateOf(verdict) === 'excused').length

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

/** White on each of them has at least 4.5:1 (a test computes it): green, brown, red and grey. */
const FILLS: Readonly<Record<Tone, string>> = {
  good: COLOURS.good.light,
  excused: COLOURS.warn.light,
  bad: COLOURS.bad.light,
  open: COLOURS.muted.light,
}
export const LABEL_FILL = '#2b2f36'
export const TONE_FILLS: readonly string[] = Object.values(FILLS)

const [HEIGHT, MARGIN] = [20, 6]

/** A badge as an image that needs no other service: the version of the suite, and what the run says. */
export function badgeSvg(badge: Badge): string {
  const [label, message] = [cut(`channelproof ${badge.suite}`), cut(badgeText(badge))]
  const [left, right] = [widthOf(label) + 2 * MARGIN, widthOf(message) + 2 * MARGIN]
  const name = `${label}: ${message}`
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT}" viewBox="0 0 ${left + right} ${HEIGHT}" role="img" aria-label="${name}">
<title>${name}</title>
<rect width="${left}" height="${HEIGHT}" fill="${LABEL_FILL}"/>
<rect x="${left}" width="${right}" height="${HEIGHT}" fill="${FILLS[badge.tone]}"/>
<g fill="#ffffff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">
${line(label, MARGIN)}
${line(message, left + MARGIN)}
</g>
</svg>
`.text
}

/** The length is given, so that a text fits its box in any font. */
const line = (text: string, x: number): Markup =>
  markup`<text x="${x}" y="14" textLength="${widthOf(text)}" lengthAdjust="spacingAndGlyphs">${text}</text>`

/** A version may be long, and a badge stands in a line. Lone surrogates, which XML cannot hold, are escapes then. */
const cut = (text: string): string => shown(fitted(text, 80))

/** About the width in Verdana of 11 pixels; characters of East Asia are as wide as high. */
const widthOf = (text: string): number =>
  Math.ceil(Array.from(text).reduce((sum, character) => sum + widthIn(character), 0))

function widthIn(character: string): number {
  if (character >= '\u2e80') return 11
  if (/[ .,:;il|!'()[\]-]/.test(character)) return 4.4
  return /[mwMW@%]/.test(character) ? 10 : 7
}
