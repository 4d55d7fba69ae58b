/** What went on after a run. */
import { counted } from '../text.ts'
import type { ExploreReport, SoakReport } from './report.ts'

/** What a soak has asked, in one line. */
export const soakText = ({ seconds, calls, starts, longest }: SoakReport): string =>
  `${calls} calls in ${seconds.toFixed(1)} s, ${counted(starts, 'start')}; the longest process ${longest.calls} calls, ${longest.seconds.toFixed(1)} s`

/** The same of an exploration. */
export const exploreText = ({ seconds, questions, requests }: ExploreReport): string =>
  `${counted(questions, 'question')} in ${seconds.toFixed(1)} s, ${counted(requests, 'request')}`
