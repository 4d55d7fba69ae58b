/** The report for a coding agent: what gates, each cause with its repair and one example, what to do next. Short. */
import type { Verdict, VectorId } from '../model/index.ts'
import { counted } from '../text.ts'
import { formText, likelyText, setsText, unsteadyText, type FindFault } from './diagnosis.ts'
import { headline } from './headline.ts'
import { paragraphs, shortened } from './lines.ts'
import { isUnexcused } from './notGating.ts'
import { gates } from '../run.ts'
import type { Report } from './report.ts'
import { conclusion, failure, heading, type TextContext } from './text.ts'
import { troubleText } from './trouble.ts'
import { visible } from './visible.ts'

/** Causes that are shown with an example; the others are named in the last lines. */
const SHOWN = 5
const LONGEST_QUESTION = 600

/** Parts are apart by an empty line; the verdict and the exit code stand last, as in the terminal report. */
export function agentReport(report: Report, context: Omit<TextContext, 'paint'>): string {
  const plain: TextContext = { ...context, paint: (_, text) => text }
  return paragraphs([
    heading(report, plain),
    [headline(report).text, ...headline(report).because].map(visible).join('\n'),
    ...troubleText(report.trouble ?? []),
    ...causeParts(report, plain),
    ...unexplainedParts(report, plain),
    unsteady(report),
    conclusion(report, plain),
  ])
}

function causeParts(report: Report, context: TextContext): string[] {
  const { diagnosis = [] } = report
  return diagnosis.slice(0, SHOWN).map(({ faults, candidates = [], forms, explains }, at) => {
    const sets = faults.length > 0 ? [faults] : candidates
    return [
      `cause ${at + 1} of ${diagnosis.length}: ${setsText(sets)}, ${counted(explains.length, 'failure')}`,
      ...[...new Set(sets.flat())].flatMap((id) => faultLines(id, context.fault)),
      ...(forms ? [`  ${formText(forms)}`] : []),
      'example:',
      ...exampleOf(explains, report, context),
    ].join('\n')
  })
}

function faultLines(id: string, fault: FindFault = () => undefined): string[] {
  const row = fault(id)
  return row ? [`  ${id}: ${row.does}`, `  repair: ${row.repair}`] : []
}

function unexplainedParts(report: Report, context: TextContext): string[] {
  const explained = new Set((report.diagnosis ?? []).flatMap(({ explains }) => explains))
  const rest = report.verdicts.filter(
    (verdict) => (isUnexcused(verdict) && !explained.has(verdict.vector)) || verdict.outcome === 'errored',
  )
  if (rest.length === 0) return []
  const ids = rest.map(({ vector }) => vector)
  const near = (report.unexplained?.likely ?? []).map((cause) => `  ${likelyText(cause)}`)
  const first = `${counted(rest.length, 'failure')} without a known cause`
  const head = near.length > 0 ? [first, ...near, 'example:'] : [`${first}; example:`]
  return [[...head, ...exampleOf(ids, report, context)].join('\n')]
}

/** One failure in full, with its question; one that gates before others, then a shipped vector before a generated one. */
function exampleOf(ids: readonly VectorId[], { verdicts, level }: Report, context: TextContext): string[] {
  const wanted = new Set(ids)
  const own = verdicts.filter(({ vector }) => wanted.has(vector))
  const gating = own.filter((verdict) => gates(verdict, level))
  const told = gating.length > 0 ? gating : own
  const example = told.find(({ vector }) => context.find(vector)) ?? told[0]
  return example ? [...questionLines(example, context), failure(example, level, context)] : []
}

function questionLines({ vector }: Verdict, { find }: TextContext): string[] {
  const question = find(vector)?.question
  if (!question) return []
  const params = JSON.stringify(question.params)
  return [`asked ${question.method} ${visible(shortened(params, LONGEST_QUESTION))}`]
}

function unsteady({ verdicts, unsteady: known = [] }: Report): string {
  const own = verdicts.filter((verdict) => verdict.unsteady)
  if (own.length === 0) return ''
  const first = `unsteady: ${counted(own.length, 'question')} failed and then passed alone, such as ${own[0]!.vector}; look for a cache, a shared object or a clock that is read once`
  return [first, ...known.map(unsteadyText)].join('\n')
}
