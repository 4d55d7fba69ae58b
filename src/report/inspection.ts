import { keysOf } from '../tables.ts'
import type { TokenFinding, Inspection, TokenVerdict } from '../inspect/index.ts'
import type { Style, TextContext } from './text.ts'
import { visible } from './visible.ts'

type Paint = TextContext['paint']

const VERDICT: Readonly<Record<TokenVerdict, readonly [word: string, style: Style]>> = {
  wrong: ['WRONG', 'bad'],
  unchecked: ['not checked', 'bold'],
  open: ['open', 'bold'],
  right: ['right', 'good'],
}
const MARK = { holds: 'good', WRONG: 'bad', open: 'bold', unknown: 'dim' } as const

/** An inspection for people: the verdict first, then what else to know, the parts, every check, causes, what to do. */
export function inspectionText(inspection: Inspection, paint: Paint): string {
  const [word, style] = VERDICT[inspection.verdict]
  return [
    paint(style, `${word}: ${visible(inspection.says)}`),
    ...notes(inspection).map(visible),
    '',
    ...partLines(inspection),
    '',
    ...inspection.findings.flatMap((finding) => findingLines(finding, inspection, paint)),
    ...[...causeLines(inspection), ...nextLines(inspection), ...fixedLines(inspection)].map(visible),
    '',
  ].join('\n')
}

/** What the interface leaves open belongs to the first lines, whatever the verdict is. */
const notes = ({ verdict, findings }: Inspection): string[] =>
  verdict === 'open' ? [] : findings.flatMap(({ state, says }) => (state === 'open' ? [`note: ${says}`] : []))

function partLines({ readAs, parts, pieces = [], json }: Inspection): string[] {
  const lines = [
    ...readAs.map((what, at) => [at === 0 ? 'read as' : 'in it', what]),
    ...keysOf<keyof Inspection['parts']>(parts).map((name) => [name, parts[name]!]),
    ...pieces.flatMap(({ text, json }, at) => [[`part ${at + 1}`, text], ...jsonIn(json)]),
    ...jsonIn(json),
  ]
  return lines.map(([name = '', text = '']) => `${name.padEnd(WIDE)}${visible(text)}`)
}

const jsonIn = (json: string | undefined): string[][] => (json === undefined ? [] : [['json', json]])

const WIDE = 'timestamp'.length + 2

function findingLines(finding: TokenFinding, inspection: Inspection, paint: Paint): string[] {
  const { state, says } = finding
  return [paint(MARK[state], `  ${state.padEnd(7)}  ${visible(says)}`), ...markLines(finding, inspection)]
}

/** So many characters stand before and after those that are marked. */
const AROUND = 24
const MARKED = 60

/** The place in its part, and marks under the characters that are wrong; a part with a secret in it is not cut. */
function markLines({ at }: TokenFinding, { parts }: Inspection): string[] {
  const text = at && parts[at.part]
  if (!at || text === undefined || text.includes('[secret]')) return []
  const [from, to] = [Math.max(0, at.from - AROUND), Math.min(at.to, at.from + MARKED)]
  const before = `${from > 0 ? '…' : ''}${visible(text.slice(from, at.from))}`
  const marked = visible(text.slice(at.from, to))
  const after = `${visible(text.slice(to, to + AROUND))}${text.length > to + AROUND ? '…' : ''}`
  const carets = ' '.repeat(before.length) + '^'.repeat(Math.max(1, marked.length))
  return [`${before}${marked}${after}`, carets].map((line) => ' '.repeat(11) + line)
}

function causeLines({ causes }: Inspection): string[] {
  if (causes.length === 0) return []
  const which = causes.length === 1 ? 'this' : 'one of these'
  const faults = causes.flatMap((set) => set.map((one, at) => ({ ...one, and: at > 0 ? 'and ' : '' })))
  const lines = faults.flatMap(({ and, id, does, repair }) => [
    `  ${and}${id}`,
    `    ${does}`,
    `    ${repair}`,
  ])
  return ['', `the token fits if ${which} is so:`, ...lines]
}

const nextLines = ({ next }: Inspection): string[] =>
  next.length === 0 ? [] : ['', 'look at, in this order:', ...next.map((line, at) => `  ${at + 1}. ${line}`)]

function fixedLines({ fixed }: Inspection): string[] {
  if (!fixed) return []
  if ('why' in fixed) return ['', `no right token can be made: ${fixed.why}`]
  const { appId, timestamp, joinParams, token } = fixed
  const what = `app ${appId}, timestamp ${timestamp}, ${JSON.stringify(joinParams)}`
  return ['', `the right token for ${what}:`, token]
}
