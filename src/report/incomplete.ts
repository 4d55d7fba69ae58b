import { baselineLines } from './notGating.ts'
import type { Report } from './report.ts'

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
