import { andMore } from '../text.ts'
import { isGenerated, type Verdict, type Finding } from '../model/index.ts'
import { gates } from '../run.ts'
import type { LockNews } from '../gate/lock.ts'
import type { Report } from './report.ts'

/** Why a failure does not gate; empty where it does, or where there is none. */
export function whyNotGating(verdict: Verdict, gating: Report['level']): string {
  const { outcome, unsteady, excused, lock, level } = verdict
  if (outcome !== 'failed' || (unsteady && !lock)) return ''
  if (excused) return `excused until ${excused.expires}: ${excused.reason} (${excused.issue})`
  if (lock) return `${lock} since the lock or the suite version of this run: it does not gate`
  return level === 'required' || level === gating ? '' : `${level}: it does not gate`
}

/** A failure that no baseline excuses. */
export const isUnexcused = ({ outcome, excused }: Verdict): boolean =>
  outcome === 'failed' && excused === undefined

/** What gates comes first. */
export const gatingFirst = (verdicts: readonly Verdict[], level: Report['level']): Verdict[] => [
  ...verdicts.filter((verdict) => gates(verdict, level)),
  ...verdicts.filter((verdict) => !gates(verdict, level)),
]

/** Failures that nobody has excused, and that do not gate: below the level of the run, or new to its lock. */
export function notGating({ verdicts, level }: Pick<Report, 'verdicts' | 'level'>): number {
  return verdicts.filter((verdict) => isUnexcused(verdict) && whyNotGating(verdict, level) !== '').length
}

/** The vectors that the lock does not know, a line each for new and changed. */
export function lockLines({ lock, verdicts }: Pick<Report, 'lock' | 'verdicts'>): string[] {
  if (!lock) return []
  return [...versionLines(lock), ...generatedLines(lock, verdicts), ...newsLines(lock, verdicts)]
}

const lockWords = ({ suiteVersion }: LockNews): readonly [name: string, until: string] =>
  suiteVersion === undefined
    ? ['lock', 'they do not gate until --update-lock']
    : [`suite version ${suiteVersion}`, 'they do not gate']

function versionLines({ suiteVersion, gone }: LockNews): string[] {
  if (suiteVersion === undefined) return []
  const left = gone.length === 0 ? '' : `, but for ${gone.length} that are gone: ${andMore(gone, 10)}`
  return [`suite version ${suiteVersion}: the verdict is about its vectors${left}`]
}

function generatedLines(lock: LockNews, verdicts: readonly Verdict[]): string[] {
  if (lock.generated === undefined) return []
  const failed = verdicts.filter(({ vector, outcome }) => isGenerated(vector) && outcome === 'failed').length
  const [name, until] = lockWords(lock)
  return [`${name}: it holds other generated questions; of those of this run ${failed} failed; ${until}`]
}

function newsLines(lock: LockNews, verdicts: readonly Verdict[]): string[] {
  const [name, until] = lockWords(lock)
  const failed = verdicts.filter(({ outcome, vector }) => outcome === 'failed' && !isGenerated(vector))
  return (['new', 'changed'] as const).flatMap((kind) => {
    const [ids, own] = [lock[kind], failed.filter((verdict) => verdict.lock === kind)]
    const counts = `${ids.length} ${kind}, of which ${own.length} failed`
    return ids.length === 0 ? [] : [`${name}: ${counts}; ${until}: ${andMore(ids, 10)}`]
  })
}

/** What is wrong with the baseline: where, what, and the edit that repairs it. */
export function baselineLines({ baseline }: Pick<Report, 'baseline'>): string[] {
  if (!baseline) return []
  const { file, entries, problems, unfiled } = baseline
  return [
    ...problems.flatMap(({ line, message, code, edit }) => [
      `baseline: ${file}${line === undefined ? '' : `:${line}`}: ${message} [${code}]`,
      ...edit.map((text) => `  ${text}`),
    ]),
    ...(problems.some(({ code }) => code !== 'baseline-expired')
      ? ['  or let --update-baseline write these lines; it extends no date']
      : []),
    ...(unfiled > 0 ? [`baseline: ${unfiled} of ${entries} entries name no issue yet (TODO)`] : []),
  ]
}

/** One finding beside the worst, in a line: what is wrong, its code, the rule and its level. */
export const findingText = ({ rule, level, reason, message }: Finding): string =>
  `${message} [${reason}] (${rule}, ${level})`

/** The findings beside the worst. */
export const alsoLines = ({ findings = [] }: Verdict): string[] =>
  findings.map((one) => `also: ${findingText(one)}`)

/** What was expected, and what came instead. */
export const differenceLines = ({ difference }: Verdict): string[] =>
  difference ? [`expected: ${difference.expected}`, `got: ${difference.got}`] : []

/**
 * Why a run is red, apart from its vectors: it judged too little, stopped early, or has a wrong baseline. It must be red
 * in every viewer, also without cases.
 */
export const whyIncomplete = ({ stopped, tooLittle, partial, exitCode, baseline }: Report): string[] => [
  ...(stopped ? [[stopped.message, ...(stopped.remaining ?? [])].join('\n')] : []),
  ...(tooLittle ?? []),
  ...(partial && exitCode !== 0 ? ['the run is partial'] : []),
  ...(baseline?.problems.length ? [baselineLines({ baseline }).join('\n')] : []),
]
