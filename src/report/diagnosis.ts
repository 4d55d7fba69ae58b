import { andMore, counted } from '../text.ts'
import type { FaultText } from '../faults/faultText.ts'
import type { Cause, FaultId, StagesOfAnswer } from '../model/index.ts'
import type { Report } from './report.ts'
import { visible } from './visible.ts'

export type FindFault = (id: FaultId) => FaultText | undefined

/** What explains the failures, in words: the first thing that somebody wants to know of a run that failed. */
export function diagnosisText(
  { diagnosis = [], unexplained }: Pick<Report, 'diagnosis' | 'unexplained'>,
  fault: FindFault,
): string {
  return [
    ...diagnosis.map((cause) => causeText(cause, fault)),
    ...(unexplained === undefined ? [] : [unexplainedText(unexplained, diagnosis.length > 0)]),
  ].join('\n\n')
}

const NUMBERS = ['no cause', 'one cause', 'two causes together', 'three causes together']

/** `31 failures, one cause: b64-urlsafe`, and what to do. */
function causeText({ faults, candidates = [], explains }: Cause, fault: FindFault): string {
  const count = counted(explains.length, 'failure')
  if (faults.length > 0) {
    const causes = NUMBERS[faults.length] ?? `${faults.length} causes together`
    return [
      `${count}, ${causes}: ${faults.join(', ')}`,
      ...faults.flatMap((id) => faultLines(id, fault)),
    ].join('\n')
  }
  const sets = candidates.map((set) => set.join(' with '))
  return [
    `${count}, one cause, which is one of: ${sets.join('; ')}`,
    ...[...new Set(candidates.flat())].flatMap((id) => faultLines(id, fault)),
  ].join('\n')
}

function faultLines(id: FaultId, fault: FindFault): string[] {
  const row = fault(id)
  if (!row) return []
  return [`  ${id}`, `    what     ${row.does}`, `    repair   ${row.repair}`, `    origin   ${row.origin}`]
}

function unexplainedText({ vectors, stages }: NonNullable<Report['unexplained']>, others: boolean): string {
  const rest = others ? ' more' : ''
  const first = `${counted(vectors.length, 'failure')}${rest} that no known mistake explains: ${andMore(vectors, 3)}`
  return [first, ...stages.map(stagesText)].join('\n')
}

const LONGEST = 160
const cut = (text: string): string => visible(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)

/** Values on the way, side by side; the first that differs is where to look. */
function stagesText({ vector, stages }: StagesOfAnswer): string {
  const first = stages.find(({ expected, got }) => got !== undefined && expected !== got)
  const rows = stages.flatMap((row): string[] => {
    const name = `    ${row.stage.padEnd(17)}`
    if (row.got === undefined) return [`${name}  should be ${cut(row.expected)}`]
    if (row.expected === row.got) return [`${name}  as expected: ${cut(row.got)}`]
    const mark = row === first ? '→ differs first' : ''
    return [`${name}  expected ${cut(row.expected)}`, `    ${mark.padEnd(17)}  got      ${cut(row.got)}`]
  })
  return [`  ${vector}, stage by stage:`, ...rows].join('\n')
}
