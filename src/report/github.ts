import { gates } from '../run.ts'
import type { Cause, Verdict } from '../model/index.ts'
import { counted } from '../text.ts'
import { namedBy, setsText, type FindFault } from './diagnosis.ts'
import { alsoLines, gatingFirst, whyNotGating } from './notGating.ts'
import type { Report } from './report.ts'
import { troubleTitle } from './trouble.ts'
import { visibleLines } from './lines.ts'

type Kind = 'error' | 'warning' | 'notice'

interface Annotation {
  readonly kind: Kind
  readonly title: string
  readonly message: string
  readonly file?: string
  readonly line?: number
}

/** GitHub shows no more than this of a kind. */
const CAP = 10

/** Workflow commands that annotate a run on GitHub: what gates as errors, what is excused as warnings. */
export function githubReport(report: Report, fault: FindFault): string {
  const all = annotations(report, fault)
  return (['error', 'warning', 'notice'] as const)
    .flatMap((kind) => capped(all.filter((one) => one.kind === kind)))
    .map(command)
    .join('')
}

function capped(list: readonly Annotation[]): readonly Annotation[] {
  if (list.length <= CAP) return list
  const rest = list.length - CAP + 1
  const message = `${rest} more; the job summary and the reports have them all`
  return [...list.slice(0, CAP - 1), { kind: list[0]!.kind, title: 'channelproof', message }]
}

const PARTIAL = 'the run was ended before every vector was judged'

/** Causes first: they say what to repair. */
function annotations(report: Report, fault: FindFault): Annotation[] {
  const { verdicts, level, trouble = [], diagnosis = [], stopped, tooLittle = [], partial, baseline } = report
  return [
    ...(stopped ? [error('could not run to the end', stopped.message)] : []),
    ...(partial && !stopped && report.exitCode !== 0 ? [error('partial', PARTIAL)] : []),
    ...tooLittle.map((text) => error('too little', text)),
    ...trouble.map((row) => error('trouble with the adapter', `${troubleTitle(row)}: ${row.message}`)),
    ...diagnosis.map((cause) => error(`cause: ${namesOf(cause)}`, causeText(cause, fault))),
    ...(baseline?.problems ?? []).map(({ code, line, message, edit }) => ({
      ...error(code, [message, ...edit].join('\n')),
      file: baseline!.file,
      ...(line !== undefined && { line }),
    })),
    ...gatingFirst(verdicts, level).flatMap((verdict) => annotationOf(verdict, level)),
  ]
}

function annotationOf(verdict: Verdict, level: Report['level']): Annotation[] {
  const { vector: title, outcome, excused } = verdict
  if (gates(verdict, level)) return [error(title, wrong(verdict))]
  const message = `${whyNotGating(verdict, level)}: ${wrong(verdict)}`
  return outcome === 'failed' ? [{ kind: excused ? 'notice' : 'warning', title, message }] : []
}

const namesOf = ({ faults, candidates }: Cause): string =>
  faults.length > 0 ? faults.join(', ') : setsText(candidates)

function causeText(cause: Cause, fault: FindFault): string {
  const adviceOn = (id: string): string =>
    fault(id)?.repair ?? `"npx channelproof explain ${id}" says what to do`
  const repairs = namedBy(cause).map((id) => `${id}: ${adviceOn(id)}`)
  return [counted(cause.explains.length, 'failure'), ...repairs].join('\n')
}

const error = (title: string, message: string): Annotation => ({ kind: 'error', title, message })

function wrong(verdict: Verdict): string {
  const { message, outcome, rule, requirements } = verdict
  return [`${message || outcome} (${rule ?? requirements.join(', ')})`, ...alsoLines(verdict)].join('\n')
}

/** Our own line breaks stay; any other control character, and any text that could begin a command, is escaped. */
const data = (text: string): string => visibleLines(text).replace(/[%\r\n]/g, percent)
const property = (text: string): string => data(text).replace(/[:,]/g, percent)
const percent = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

function command({ kind, title, message, file, line }: Annotation): string {
  const place = file === undefined ? '' : `file=${property(file)},`
  const at = line === undefined ? '' : `line=${line},`
  return `::${kind} ${place}${at}title=${property(title)}::${data(message)}\n`
}
