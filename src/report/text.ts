import { isGenerated, type Cause, type Requirement, type Vector, type Verdict } from '../model/index.ts'
import { generatedLines, lookText, smallestText, exploreText, soakText } from './generated.ts'
import { diagnosisText, type FindFault, setsText } from './diagnosis.ts'
import { EXIT } from './exit.ts'
import { gatingFirst, baselineLines, lockLines, whyNotGating, findingText, isUnexcused } from './notGating.ts'
import { openTitle } from './coverage.ts'
import { headline } from './headline.ts'
import { labelsText } from './labels.ts'
import { firstLines, paragraphs } from './lines.ts'
import { byFamily, count, type Counts, type Report, type SentRequests } from './report.ts'
import { andMore, counted } from '../text.ts'
import { groupedBy, keysOf } from '../tables.ts'
import { visible } from './visible.ts'
import { gates } from '../run.ts'

export { visible } from './visible.ts'

/** What the terminal report needs in addition to the report. */
export interface TextContext {
  readonly requirement: (id: string) => Requirement | undefined
  readonly find: (id: string) => Vector | undefined
  /** Colours a text, or leaves it as it is. */
  readonly paint: (style: Style, text: string) => string
  /** The catalogue's words on a fault that the report names. */
  readonly fault?: FindFault
  /** Only the last lines. */
  readonly quiet?: boolean
}

export type Style = 'good' | 'bad' | 'dim' | 'bold'

/** How many failures the report shows in full; it counts the rest. */
const TOLD = 25

/** The terminal report: counts for each family, what explains the failures, examples with rule, difference and advice, what was skipped, the verdict last. */
export function textReport(report: Report, context: TextContext): string {
  if (context.quiet) return paragraphs([conclusion(report, context)])
  return paragraphs([
    heading(report, context),
    table(report, context),
    diagnosisText(report, context.fault ?? (() => undefined)),
    failures(report, context),
    smallestText(report),
    excuses(report, context),
    skips(report, context),
    openLine(report, context),
    notAskedLines(report, context),
    conclusion(report, context),
  ])
}

/** The subject and what was asked, in two to five lines. */
export function heading(
  { suite, subject, methods, generated, requests, labels, clock, soak, explore }: Report,
  { paint }: TextContext,
): string {
  const version = [subject.version, subject.language && `(${subject.language})`].filter(Boolean).join(' ')
  const name = visible(`${subject.name} ${version}`.trim())
  const { count, digest } = suite.vectors
  const more = [
    `${count} vectors, digest ${digest.slice(0, 12)}; offers ${methods.offered.join(', ') || 'nothing'}`,
    ...(labels ? [labelsText(labels)] : []),
    ...generatedLines(generated),
    ...(requests ? [requestsText(requests)] : []),
    ...(clock === undefined ? [] : [`the clock of the adapter began at ${clock}`]),
    ...(soak ? [`soak: ${soakText(soak)}`] : []),
    ...(explore ? [`explore: ${exploreText(explore)}`] : []),
  ]
  const first = paint('bold', `channelproof ${suite.version} on ${name}`)
  return [first, ...more.map((line) => paint('dim', line))].join('\n')
}

const requestsText = ({ sent, most }: SentRequests): string =>
  most === undefined ? `${sent} requests` : `${sent} requests, of ${most} that --max-requests allows`

const notAskedLines = ({ notAsked = [] }: Report, { paint }: TextContext): string =>
  notAsked.map((what) => paint('dim', `  not asked: ${what}`)).join('\n')

function table({ verdicts }: Report, { paint }: TextContext): string {
  const families = byFamily(verdicts)
  const width = Math.max(0, ...[...families.keys()].map((name) => name.length))
  const lineOf = ([name, own]: readonly [string, Verdict[]]): string =>
    `  ${name.padEnd(width)}  ${countsText(count(own), paint)}`
  return [...families].map(lineOf).join('\n')
}

const LISTED = '--report html=FILE lists them'

function skips({ verdicts }: Report, { paint }: TextContext): string {
  const skipped = verdicts.filter(({ outcome }) => outcome === 'skipped')
  if (skipped.length === 0) return ''
  const reasons = [...groupedBy(skipped, ({ message = '' }) => message)]
  const sorted = reasons.toSorted(([, a], [, b]) => b.length - a.length)
  const sizeOf = (own: readonly Verdict[]): string => (reasons.length === 1 ? '' : ` (${own.length})`)
  const told = sorted.map(([why, own]) => visible(why) + sizeOf(own))
  return paint('dim', `  skipped ${skipped.length}: ${andMore(told, 2)}; ${LISTED}`)
}

/** Bad news first. */
const STYLES = { failed: 'bad', errored: 'bad', passed: 'good', observed: 'dim', skipped: 'dim' } as const

/** `57 passed, 1 failed`: what is not zero. */
export function countsText(counts: Counts, paint: TextContext['paint']): string {
  const found = keysOf(STYLES).filter((outcome) => counts[outcome] > 0)
  const parts = found.map((outcome) => paint(STYLES[outcome], `${counts[outcome]} ${outcome}`))
  return parts.join(', ') || 'nothing run'
}

function failures(report: Report, context: TextContext): string {
  const { verdicts, level } = report
  const isTold = (one: Verdict): boolean =>
    isUnexcused(one) || (one.outcome === 'errored' && one.reason !== 'not-asked')
  const sorted = gatingFirst(verdicts.filter(isTold), level)
  const shown = examplesOf(sorted, report)
  const told = grouped(shown, kindOf).flatMap((kind) => ofOneKind(kind, level, context))
  const untold = told.slice(TOLD).reduce((sum, { stands }) => sum + stands, sorted.length - shown.length)
  const texts = told.slice(0, TOLD).map(({ text }) => text)
  if (untold > 0) texts.push(`… and ${untold} more; --report html=FILE or json=FILE has them all.`)
  return texts.join('\n\n')
}

/** How many failures of one rule and reason are shown where their words differ: the next ones say little more. */
const OF_A_KIND = 3

/** A failure in full, and how many failures its text stands for. */
type Told = Readonly<{ text: string; stands: number }>

/** Failures of one kind: those with the same words are shown once, and beyond some only counted. */
function ofOneKind(verdicts: readonly Verdict[], level: Report['level'], context: TextContext): Told[] {
  const groups = grouped(verdicts, ({ message, findings }) => [message, findings])
  const others = groups.slice(OF_A_KIND).flat()
  return groups.slice(0, OF_A_KIND).map(([first, ...same], at, { length }) => {
    const kin = at === length - 1 ? others : []
    const folded = [...foldedLine(same, 'with the same finding'), ...foldedLine(kin, 'of this rule')]
    const text = [failure(first, level, context), ...folded].join('\n')
    return { text, stands: 1 + same.length + kin.length }
  })
}

function kindOf(verdict: Verdict): unknown {
  const { reason, rule = verdict.requirements[0], level, unsteady, lock, diagnosis } = verdict
  return [reason, rule, level, unsteady, lock, diagnosis]
}

const grouped = (
  verdicts: readonly Verdict[],
  by: (verdict: Verdict) => unknown,
): [Verdict, ...Verdict[]][] => [...groupedBy(verdicts, (verdict) => JSON.stringify(by(verdict))).values()]

const foldedLine = (others: readonly Verdict[], what: string): string[] =>
  others.length === 0 ? [] : [`  and ${others.length} more ${what}: ${andMore(idsOf(others), 2)}`]

const idsOf = (verdicts: readonly Verdict[]): string[] => verdicts.map(({ vector }) => vector)

const openLine = ({ open = [], subject }: Report, { paint }: TextContext): string =>
  open.length === 0 ? '' : paint('dim', `  ${openTitle(subject)}: ${open.length}; ${LISTED}`)

/** Known failures take one line for each excuse, because they have been looked at. */
function excuses({ verdicts, level }: Report, { paint }: TextContext): string {
  const excused = verdicts.filter((verdict) => verdict.excused)
  const byExcuse = groupedBy(excused, (verdict) => whyNotGating(verdict, level))
  const told = [...byExcuse].map(([why, own]) => `  ${andMore(idsOf(own), 1)}: ${visible(why)}`)
  const lines = told.map((line) => paint('dim', line))
  return firstLines(lines, TOLD, (more) => `  … and ${more} more excuses`).join('\n')
}

/** One failure in full. */
export function failure(
  verdict: Verdict,
  gating: Report['level'],
  { requirement, find, paint }: TextContext,
): string {
  const { difference, answers } = verdict
  const [at, from] = [difference?.firstDifferentByte, answers?.firstDifferentByte]
  const { vector, level, outcome, message = '', reason = outcome, requirements } = verdict
  const rule = requirement(verdict.rule ?? requirements[0]!)
  const why = whyNotGating(verdict, gating)
  const head = `${outcome.toUpperCase()} ${vector} (${[level, verdict.unsteady && 'unsteady', verdict.lock, why && 'does not gate'].filter(Boolean).join(', ')})`
  return [
    paint(why === '' ? 'bad' : 'dim', head),
    `  ${find(vector)?.title ?? ''}`,
    ...(rule ? [`  rule      ${rule.id} (${rule.section}): ${rule.statement}`] : []),
    ...(difference
      ? [`  expected  ${excerpt(difference.expected, at)}`, `  got       ${excerpt(difference.got, at)}`]
      : []),
    // Two texts that have nothing in common show that themselves.
    ...(at ? [`  differs   from byte ${at} on`] : []),
    ...(answers
      ? [`  first     ${excerpt(answers.first, from)}`, `  again     ${excerpt(answers.second, from)}`]
      : []),
    ...(verdict.diagnosis ? [`  cause     ${verdict.diagnosis.join(', ')}`] : []),
    `  wrong     ${visible(message)} [${reason}]`,
    ...(verdict.findings ?? []).map((finding) => `  also      ${visible(findingText(finding))}`),
    ...(verdict.repeat === undefined ? [] : [`  repeat    ${visible(verdict.repeat)}`]),
    `  look      ${lookText(vector)}`,
  ].join('\n')
}

function excerpt(text: string, at = 0): string {
  if (text.length <= 160) return visible(text)
  const start = Math.max(0, Math.min(at, text.length) - 60)
  const [before, after] = [start > 0 ? '…' : '', start + 140 < text.length ? '…' : '']
  return visible(before + text.slice(start, start + 140) + after)
}

/** The last lines: counts, what gates, the verdict, the exit code. */
export function conclusion(report: Report, { paint, fault = () => undefined }: TextContext): string {
  const { totals, methods, seconds, exitCode } = report
  const { excused, ...counts } = totals
  const style = report.conforms ? 'good' : exitCode === EXIT.conforms ? 'bold' : 'bad'
  return [
    `${countsText(counts, paint)}${excused > 0 ? ` (${excused} failures are excused)` : ''} in ${seconds.toFixed(1)} s`,
    ...lockLines(report),
    ...baselineLines(report).map((line) => visible(line)),
    ...stoppedLines(report).map((line) => paint('bad', line)),
    ...(report.tooLittle ?? []).map((text) => paint('bad', `too little: ${text}`)),
    ...summaryLines(report, fault),
    paint(style, `${headline(report).line}${methodsText(methods)}${skippedText(counts)}`),
    paint('dim', `exit code ${exitCode}`),
  ].join('\n')
}

const PARTIAL = 'partial: the run was ended before every vector was judged'

function stoppedLines({ stopped, partial, filtered }: Report): string[] {
  if (!stopped) return partial && !filtered ? [PARTIAL] : []
  const { code, message, remaining = [] } = stopped
  return [
    `could not run to the end: ${visible(message)}${remaining.length > 0 ? ':' : ''} [${code}]`,
    ...remaining.map((line) => `  ${visible(line)}`),
  ]
}

/** An adapter may call everything inexpressible: the reader should see how little was judged. */
const skippedText = ({ passed, failed, skipped }: Counts): string =>
  skipped > passed + failed ? `; only ${passed + failed} judged, ${skipped} skipped` : ''

function methodsText({ offered, missing, judged }: Report['methods']): string {
  const idle = offered.filter((method) => !judged.includes(method))
  const lacking = missing.length > 0 ? `; not offered: ${missing.join(', ')}` : ''
  return idle.length > 0 ? `${lacking}; offered but not judged: ${idle.join(', ')}` : lacking
}

/** Where a cause or a trouble explains many failures, some examples say as much as all of them. */
const EXAMPLES = 3

/** Some of the failures that share their trouble, or the faults of their cause that show in them; all others. */
export function examplesOf(sorted: readonly Verdict[], { trouble = [], diagnosis = [] }: Report): Verdict[] {
  const groups = [...trouble.map(({ vectors }) => vectors), ...diagnosis.map(({ explains }) => explains)]
  const groupOf = new Map(groups.flatMap((ids, at) => ids.map((id) => [id, at] as const)))
  const counts = new Map<string, number>()
  return sorted.filter(({ vector, diagnosis: shown = [] }) => {
    const group = groupOf.get(vector)
    if (group === undefined) return true
    // Of two faults that make one cause together, each has its own examples.
    const key = JSON.stringify([group, ...shown])
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return counts.get(key)! <= EXAMPLES
  })
}

/** Lines of causes: with the counts before them and the verdict and the exit code behind them, eight in all. */
const CAUSES = 3

/** What gates, each cause with its repair, and what to do next; nothing where nothing failed. */
export function summaryLines(report: Report, fault: FindFault): string[] {
  const { verdicts, level, diagnosis = [], unexplained } = report
  const failures = verdicts.filter(isUnexcused)
  if (failures.length === 0) return []
  const gating = failures.filter((verdict) => gates(verdict, level))
  const others = unexplained?.vectors.length ?? 0
  const known = diagnosis.flatMap((cause) => causeLines(cause, failures, fault))
  const causes = others > 0 ? [...known, `${others} by no known fault`] : known
  // The line that counts the others takes the place of a cause.
  const shown = causes.length > CAUSES ? CAUSES - 1 : CAUSES
  return [
    `${counted(gating.length, 'failure')} ${gating.length === 1 ? 'gates' : 'gate'}, ${failures.length - gating.length} not`,
    ...firstLines(causes, shown, (more) => `… and ${more} more, above`),
    `next: ${nextStep([...gating, ...failures])}`,
  ]
}

const SMALLEST = 'the smallest form of a failure, above; --seed and --generated ask all again'

function nextStep(failures: Report['verdicts']): string {
  const shipped = failures.find(({ vector }) => !isGenerated(vector))
  return shipped ? lookText(shipped.vector) : SMALLEST
}

/**
 * A line for each fault of a certain cause, with the failures that show it; one for a cause that is one of several.
 * @param failures those that no baseline excuses
 */
function causeLines(cause: Cause, failures: Report['verdicts'], fault: FindFault): string[] {
  const { faults, candidates, explains } = cause
  const explained = new Set(explains)
  const left = failures.filter(({ vector }) => explained.has(vector))
  if (left.length === 0) return []
  if (faults.length === 0) return [`${left.length} by ${setsText(candidates)}`]
  return faults.flatMap((id) => {
    const count = left.filter(({ diagnosis = faults }) => diagnosis.includes(id)).length
    const repair = fault(id)?.repair
    return count === 0 ? [] : [visible(`${count} by ${id}${repair === undefined ? '' : `: ${repair}`}`)]
  })
}
