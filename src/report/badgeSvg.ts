import { badgeText, type Badge, type Tone } from './badge.ts'
import { escaped, markup, Markup, shown } from './html/markup.ts'
import { COLOURS } from './html/style.ts'

/** White on each of them has at least 4.5:1 (a test computes it): green, brown, red and grey. */
const FILLS: Readonly<Record<Tone, string>> = {
  good: COLOURS.light.good,
  excused: COLOURS.light.warn,
  bad: COLOURS.light.bad,
  open: COLOURS.light.muted,
}
export const LABEL_FILL = '#2b2f36'
export const TONE_FILLS: readonly string[] = Object.values(FILLS)

/** A version may have any length, and a badge stands in a line of text. */
const LONGEST = 80
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
  new Markup(
    `<text x="${x}" y="14" textLength="${widthOf(text)}" lengthAdjust="spacingAndGlyphs">${escaped(text)}</text>`,
  )

/** Lone halves of surrogate pairs, which XML cannot hold, are escapes then. */
const cut = (text: string): string => {
  const characters = Array.from(text)
  return shown(characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : text)
}

/** About the width in Verdana of 11 pixels; characters of East Asia are as wide as high. */
const widthOf = (text: string): number =>
  Math.ceil(
    Array.from(text).reduce((sum, character) => sum + (character >= '\u2e80' ? 11 : widths(character)), 0),
  )

const widths = (character: string): number =>
  /[ .,:;il|!'()[\]-]/.test(character) ? 4.4 : /[mwMW@%]/.test(character) ? 10 : 7
