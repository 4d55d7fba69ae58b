import { isGenerated, type VectorId } from '../model/index.ts'
import type { GeneratedReport, Report, SmallestFailure, ExploreReport, SoakReport } from './report.ts'
import { firstLines } from './lines.ts'
import { visible } from './visible.ts'
import { counted } from '../text.ts'

const SHOWN_VECTORS = 2

/** How many questions were generated, and what brings them back. */
export function generatedLines(generated: GeneratedReport | undefined): string[] {
  if (!generated) return []
  const { asked, seed, digest, count, slow } = generated
  const line = `${asked} generated questions, seed ${seed}, digest ${digest.slice(0, 12)}`
  if (!slow) return [line]
  const { instead, millis } = slow
  const why = `since an answer took ${millis} ms; --generated ${instead} asks all`
  return [line, `  ${count} instead of ${instead}, ${why}`]
}

/** Failures of generated questions in their smallest form, as vectors. */
export function smallestText({ generated }: Pick<Report, 'generated'>): string {
  const all = (generated?.smallest ?? []).map(smallestLines)
  const shown = firstLines(all, SHOWN_VECTORS, (more) => `… and ${more} more; --keep <file> keeps them all`)
  return shown.join('\n\n')
}

/** One of them: what failed, and the vector as a file would hold it. */
export const smallestLines = ({ from, vector, yaml, repeat }: SmallestFailure): string =>
  [
    `${vector === from ? from : `smallest form of ${from}`}; --keep <file> keeps it:`,
    ...yaml.trimEnd().split('\n').map(indented),
    ...(repeat === undefined ? [] : ['repeat it by hand:', indented(repeat)]),
  ].join('\n')

const indented = (line: string): string => `  ${visible(line)}`

/** Where more is known of a vector: of one that is not shipped only the run knows. */
export const lookText = (id: VectorId): string =>
  isGenerated(id)
    ? 'its smallest form, where the report shows one; --seed and --generated ask it again'
    : `npx channelproof explain ${id}`

/** The command that asks a question again, alone if it can be. */
export function againText(id: VectorId, { subject, generated }: Report): string {
  if (subject.kind === 'capture') return 'run the program that was captured again'
  const command = subject.kind === 'endpoint' ? 'npx channelproof live' : 'npx channelproof sdk'
  const again = `--seed ${generated?.seed} --generated ${generated?.count}`
  const flags = isGenerated(id) ? again : `--filter "${id}"`
  return [command, flags, ...(subject.kind === 'adapter' ? ['-- <your adapter>'] : [])].join(' ')
}

/** What a soak has asked, in one line. */
export const soakText = ({ seconds, calls, starts, longest }: SoakReport): string =>
  `${calls} calls in ${seconds.toFixed(1)} s, ${counted(starts, 'start')}; the longest process ${longest.calls} calls, ${longest.seconds.toFixed(1)} s`

/** The same of an exploration. */
export const exploreText = ({ seconds, questions, requests }: ExploreReport): string =>
  `${counted(questions, 'question')} in ${seconds.toFixed(1)} s, ${counted(requests, 'request')}`
