import { againText, lookText } from '../generated.ts'
import type { Difference, Finding, Requirement, Vector, Verdict } from '../../model/index.ts'
import { familyOf } from '../coverage.ts'
import { isGating, isWrong, stateOf } from '../ruleStates.ts'
import type { Report } from '../report.ts'
import { type Markup, markup, preformatted, when } from './markup.ts'
import type { ListRow } from './lists.ts'
import { coloured, signOf } from './signs.ts'

export interface RowContext {
  readonly report: Report
  readonly find: (id: string) => Vector | undefined
  readonly requirement: (id: string) => Requirement | undefined
}

/** One verdict: a failure opens to show everything, any other takes one line under its family. */
export function verdictRow(verdict: Verdict, at: number, context: RowContext): ListRow {
  const markup = line(verdict, at, context)
  return { markup, state: stateOf(verdict), group: familyOf(verdict.vector), isOpen: isWrong(verdict) }
}

function line(verdict: Verdict, at: number, context: RowContext): Markup {
  const { vector, level } = verdict
  const bad = isWrong(verdict)
  const attributes = markup`data-outcome="${stateOf(verdict)}${bad ? ' bad' : ''}" data-family="${familyOf(vector)}" data-level="${level}" data-gating="${gating(verdict, context)}" data-row`
  const head = rowHead(verdict, context)
  return bad
    ? markup`<li id="v${at}" ${attributes}><details><summary>${head}</summary>${body(verdict, context)}</details></li>`
    : markup`<li id="v${at}" ${attributes}><div class="row">${head}</div></li>`
}

function gating(verdict: Verdict, { report }: RowContext): string {
  if (stateOf(verdict) === 'excused') return 'excused'
  return isGating(verdict, report.level) ? 'gates' : 'open'
}

function rowHead(verdict: Verdict, context: RowContext): Markup {
  const { vector, level, outcome, message, lock } = verdict
  const notes = [
    level,
    ...(isWrong(verdict) && gating(verdict, context) === 'open' ? ['does not gate'] : []),
    ...(verdict.unsteady ? ['unsteady'] : []),
    ...(lock === undefined ? [] : [`${lock} since the lock`]),
  ]
  const told = outcome === 'observed' || outcome === 'skipped' ? message : undefined
  return markup`${coloured(signOf(stateOf(verdict)))} <code>${vector}</code> <small>(${notes.join(', ')})</small> <span class="title">${context.find(vector)?.title}</span>${when(told, (text) => markup` <span class="why">${text}</span>`)}`
}

function body(verdict: Verdict, { requirement, find, report }: RowContext): Markup {
  const { vector, rule, requirements, message, reason, diagnosis = [], excused, lock, repeat } = verdict
  const question = find(vector)?.question
  const rows: [string, Markup | undefined][] = [
    ['asked', question && questionText(question)],
    ['rule', ruleText(rule ?? requirements[0], requirement)],
    ['wrong', markup`${message} <code>[${reason ?? verdict.outcome}]</code>`],
    ...(verdict.findings ?? []).map((one): [string, Markup] => ['also', alsoText(one)]),
    ['cause', diagnosis.length > 0 ? markup`<code>${diagnosis.join(', ')}</code>` : undefined],
    ['excused', excused && markup`${excused.reason} (${excused.issue}; until ${excused.expires})`],
    ['lock', lock && markup`the vector is ${lock} ${LOCKED}`],
    ['again', markup`<code>${againText(vector, report)}</code>`],
    ['repeat', repeat === undefined ? undefined : preformatted([repeat])],
    ['look', markup`<code>${lookText(vector)}</code>`],
  ]
  return markup`<div class="body"><dl>${rows.flatMap(([name, text]) => (text ? [markup`<dt>${name}</dt><dd>${text}</dd>`] : []))}</dl>${when(verdict.difference, difference)}${when(verdict.answers, bothAnswers)}</div>`
}

const LOCKED = 'since the lock or the suite version of this run, so a failure does not gate'

const questionText = ({ method, params }: Vector['question']): Markup =>
  markup`<code>${method}</code> <code>${excerpt(JSON.stringify(params))}</code>`

const alsoText = ({ rule, level, reason, message, difference: found }: Finding): Markup =>
  markup`${message} <code>[${reason}]</code> <code>${rule}</code> (${level})${when(found, difference)}`

function ruleText(id: string | undefined, find: RowContext['requirement']): Markup {
  const rule = find(id ?? '')
  return rule
    ? markup`<code>${rule.id}</code> (section ${rule.section}): ${rule.statement}`
    : markup`<code>${id}</code>`
}

type Named = readonly [name: string, text: string]

const difference = ({ expected, got, firstDifferentByte: at }: Difference): Markup =>
  sides(['expected', expected], ['got', got], at)

const bothAnswers = ({ first, second, firstDifferentByte: at }: NonNullable<Verdict['answers']>): Markup =>
  sides(['answered first', first], ['answered again', second], at)

/** The two texts, and, where the first differing byte is known, the bytes there side by side. */
function sides([oneName, expected]: Named, [otherName, got]: Named, at: number | undefined): Markup {
  const view = at === undefined ? undefined : byteView(expected, got, at)
  const where = view
    ? `; bytes ${view.from} to ${view.to - 1} are shown, and ^ marks each that differs.`
    : ', beyond what the report holds of them.'
  const note = when(at, (at) => markup`<p>They differ from byte ${at} on${where}</p>`)
  const one = side(oneName, excerpt(expected, at), view?.expected)
  const other = side(otherName, excerpt(got, at), view?.got)
  return markup`${note}<div class="sides">${one}${other}</div>`
}

/** Thousands of failures may have long texts, so the page shows only the part around the difference. */
const AROUND = { before: 100, whole: 600 }

function excerpt(text: string, at = 0): string {
  if (text.length <= AROUND.whole) return text
  const start = Math.max(0, Math.min(at, text.length) - AROUND.before)
  const end = start + AROUND.whole
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''} (cut; ${text.length} characters in all)`
}

const side = (name: string, text: string, bytes: Side | undefined): Markup =>
  markup`<div role="group" aria-label="${name}"><p><b>${name}</b>${when(bytes, (bytes) => markup` <small>${bytes.bytes} bytes</small>`)}</p><p><code>${text}</code></p>${when(bytes, ({ lines }) => preformatted(lines))}</div>`

export interface ByteView {
  /** First byte that is shown, and the one after the last. */
  readonly from: number
  readonly to: number
  readonly expected: Side
  readonly got: Side
}

export interface Side {
  readonly bytes: number
  readonly lines: readonly string[]
}

/** Eight bytes a row fit on a phone. */
const ROW = 8
const BEFORE = 2
const AFTER = 5

/**
 * Hex and text around the first byte that differs; a line of carets marks the difference without colour. Undefined
 * where the texts do not reach that far, since a report cuts very long texts.
 */
export function byteView(expected: string, got: string, at: number): ByteView | undefined {
  const [left, right] = [Buffer.from(expected, 'utf8'), Buffer.from(got, 'utf8')]
  if (at >= Math.max(left.length, right.length)) return undefined
  const from = Math.max(0, Math.floor(at / ROW) - BEFORE) * ROW
  const to = Math.min(from + (BEFORE + 1 + AFTER) * ROW, Math.max(left.length, right.length))
  const starts = Array.from({ length: Math.ceil((to - from) / ROW) }, (_, at) => from + at * ROW)
  const side = (own: Buffer, other: Buffer): Side => ({
    bytes: own.length,
    lines: starts.flatMap((start) => row(own, other, start, Math.min(start + ROW, to))),
  })
  return { from, to, expected: side(left, right), got: side(right, left) }
}

/** `   24  6e 35 2d …  n5-…` and carets below what differs. */
function row(own: Buffer, other: Buffer, start: number, end: number): string[] {
  const offsets = Array.from({ length: end - start }, (_, at) => start + at)
  const row = (mark: string, hex: readonly string[], text: readonly string[]): string =>
    `${mark.padStart(5)}  ${hex.join(' ').padEnd(ROW * 3 - 1)}  ${text.join('')}`.trimEnd()
  const hex = offsets.map((offset) => own[offset]?.toString(16).padStart(2, '0') ?? '--')
  const text = offsets.map((offset) => character(own[offset]))
  const carets = offsets.map((offset) => (own[offset] === other[offset] ? ' ' : '^'))
  const doubled = carets.map((caret) => caret.repeat(2))
  return [row(String(start), hex, text), ...(carets.includes('^') ? [row('', doubled, carets)] : [])]
}

/** `--` in the hex means that there is no byte. */
const character = (byte: number | undefined): string =>
  byte === undefined ? ' ' : byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·'
