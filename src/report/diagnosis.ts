import { andMore, counted } from '../text.ts'
import type { FaultText } from '../faults/fault.ts'
import type {
  Cause,
  CommonTrait,
  FaultId,
  LikelyCause,
  StagesOfAnswer,
  UnsteadyMethod,
} from '../model/index.ts'
import { shortened } from './lines.ts'
import type { Report } from './report.ts'
import { troubleText } from './trouble.ts'
import { visible } from './visible.ts'

export type FindFault = (id: FaultId) => FaultText | undefined

type Explained = Pick<Report, 'trouble' | 'diagnosis' | 'unexplained' | 'askedToDecide' | 'unsteady'>

/** The trouble, and what explains the failures, in words: a reader of a failed report needs it first. */
export function diagnosisText(report: Explained, fault: FindFault): string {
  const { trouble = [], diagnosis = [], unexplained, askedToDecide, unsteady = [] } = report
  return [
    ...troubleText(trouble),
    ...diagnosis.map((cause) => causeText(cause, fault)),
    ...(unexplained ? [unexplainedText(unexplained, diagnosis.length > 0, fault)] : []),
    ...(askedToDecide === undefined ? [] : [decidedText(askedToDecide)]),
    ...unsteady.map(unsteadyText),
  ].join('\n\n')
}

const NUMBERS = ['no cause', 'one cause', 'two causes together', 'three causes together']

function causeText(cause: Cause, fault: FindFault): string {
  return [
    causeTitle(cause),
    ...(cause.methods === undefined ? [] : [`  in ${placeText(cause)}`]),
    ...(cause.forms === undefined ? [] : [`  ${formText(cause.forms)}`]),
    ...namedBy(cause).flatMap((id) => faultLines(id, fault)),
  ].join('\n')
}

/** How many failures it explains, and which it is. */
export function causeTitle({ faults, candidates = [], explains }: Cause): string {
  const causes = NUMBERS[faults.length] ?? `${faults.length} causes together`
  const which =
    faults.length > 0
      ? `${causes}: ${faults.join(', ')}`
      : `one cause, which is one of: ${candidates.map((set) => set.join(' with ')).join('; ')}`
  return `${counted(explains.length, 'failure')}, ${which}`
}

/** The faults that a cause names, each once. */
export const namedBy = ({ faults, candidates = [] }: Cause): readonly FaultId[] =>
  faults.length > 0 ? faults : [...new Set(candidates.flat())]

/** `key-trimmed with hmac-twice or b64-urlsafe` */
export const setsText = (candidates: Cause['candidates'] = []): string =>
  candidates.map((set) => set.join(' with ')).join(' or ')

/** `token.signature and token.issue; token.verify is right`: signing and verifying are often separate code. */
export function placeText({ methods = [], right = [] }: Cause): string {
  const verb = right.length === 1 ? 'is' : 'are'
  return `${listed(methods)}${right.length > 0 ? `; ${listed(right)} ${verb} right` : ''}`
}

/** `works like Python strip`: a function of a language that has the fault in this form. */
export const formText = (forms: readonly string[]): string =>
  `works like ${forms.length > 1 ? 'one of: ' : ''}${forms.join('; ')}`

/** `12 questions more were asked …`. */
export const decidedText = (asked: number): string =>
  `${counted(asked, 'question')} more ${asked === 1 ? 'was' : 'were'} asked to tell causes apart; no verdict is about ${asked === 1 ? 'it' : 'them'}`

/** `comes and goes: token.issue is wrong in every 7th call of a process`. */
export const unsteadyText = ({ method, wrong }: UnsteadyMethod): string =>
  `comes and goes: ${method} is wrong ${wrong}`

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

function faultLines(id: FaultId, fault: FindFault): string[] {
  const row = fault(id)
  if (!row) return []
  return [`  ${id}`, `    what     ${row.does}`, `    repair   ${row.repair}`, `    origin   ${row.origin}`]
}

type Unexplained = NonNullable<Report['unexplained']>

function unexplainedText(unexplained: Unexplained, others: boolean, fault: FindFault): string {
  const { vectors, stages, common = [], likely = [] } = unexplained
  const rest = others ? ' more' : ''
  return [
    `${counted(vectors.length, 'failure')}${rest} that no known fault explains: ${andMore(vectors, 3)}`,
    ...common.map((trait) => `  ${commonText(trait)}`),
    ...likely.flatMap((one) => [`  ${likelyText(one)}`, `    what     ${fault(one.fault)?.does ?? ''}`]),
    ...stages.map(stagesText),
  ].join('\n')
}

/** `likely, not proved: token.issue is most like key-trimmed: it explains 17 of 18 …`. */
export function likelyText({ method, fault, explains, misses, predicts }: LikelyCause): string {
  const all = explains.length + misses.length
  const notSo = misses.length === 0 ? '' : `, not ${andMore(misses, 2)}`
  const others = `${counted(predicts.length, 'failure')} that did not happen: ${andMore(predicts, 2)}`
  const besides = predicts.length === 0 ? '' : `, and predicts ${others}`
  return `likely, not proved: ${method} is most like ${fault}: it explains ${explains.length} of ${all}${notSo}${besides}`
}

/** `all 12 in token.signature have, and no right answer has: white space in appSecret`. */
export function commonText({ method, has, among, vectors }: CommonTrait): string {
  const [who, have] = vectors.length === 1 ? ['the one', 'has'] : [`all ${vectors.length}`, 'have']
  const { which, others } = AMONG[among ?? 'all']
  return `${who} in ${method}${which} ${have}, and ${others} has: ${has}`
}

const AMONG = {
  all: { which: '', others: 'no right answer' },
  refused: { which: ' refused instead of made', others: 'none that is made rightly' },
  accepted: { which: ' with a wrong value', others: 'none with a right one' },
} as const

const cut = (text: string): string => visible(shortened(text, 160))

/** The first that differs is where to look. */
export const firstWrong = (stages: StagesOfAnswer['stages']): StagesOfAnswer['stages'][number] | undefined =>
  stages.find(({ expected, got }) => got !== undefined && expected !== got)

function stagesText({ vector, stages }: StagesOfAnswer): string {
  const first = firstWrong(stages)
  const rows = stages.flatMap((row): string[] => {
    const name = `    ${row.stage.padEnd(17)}`
    if (row.got === undefined) return [`${name}  should be ${cut(row.expected)}`]
    if (row.expected === row.got) return [`${name}  as expected: ${cut(row.got)}`]
    const mark = row === first ? '→ differs first' : ''
    return [`${name}  expected ${cut(row.expected)}`, `    ${mark.padEnd(17)}  got      ${cut(row.got)}`]
  })
  return [`  ${vector}, stage by stage:`, ...rows].join('\n')
}
