import type { GeneratedFlags } from '../generated/seed.ts'
import { ADAPTER_METHODS } from '../../src/model/index.ts'
import { gateFlags, type GateFlags, type RawGateFlags } from '../gate/flags.ts'
import { parseReports, type ReportTarget } from '../report/write.ts'
import { count, wrongValue } from '../terminal/options.ts'

/** What commander hands over of the flags that `sdk` and `live` share. */
export interface RawRunFlags extends RawGateFlags {
  readonly report: readonly string[]
  readonly filter: readonly string[]
  readonly level: string
  readonly require: readonly string[]
  readonly timeout: string
  readonly startTimeout: string
  readonly minCases: string
  readonly bail: boolean
  readonly quiet: boolean
  readonly tz: string
  readonly passEnv: readonly string[]
  readonly generated?: string
  readonly seed?: string
  readonly keep?: string
  readonly vectors?: readonly string[]
}

/** The flags as they are when nobody gives any. */
export const DEFAULT_FLAGS: RawRunFlags = {
  report: [],
  filter: [],
  level: 'required',
  require: [],
  timeout: '5000',
  startTimeout: '30000',
  minCases: '0',
  bail: false,
  quiet: false,
  tz: 'Asia/Kathmandu',
  passEnv: [],
}

/** The same, checked. Times in milliseconds. */
export interface RunFlags {
  readonly targets: readonly ReportTarget[]
  readonly filter: readonly string[]
  readonly level: 'required' | 'recommended'
  readonly require: readonly string[]
  readonly timeout: number
  readonly startTimeout: number
  readonly minCases: number
  readonly bail: boolean
  readonly quiet: boolean
  readonly timeZone: string
  readonly passEnv: readonly string[]
  readonly generated: GeneratedFlags
  /** The file for failures of generated questions. */
  readonly keep: string | undefined
  /** Files of vectors that are asked first. */
  readonly vectors: readonly string[]
  readonly gate: GateFlags
}

const METHODS: readonly string[] = [...ADAPTER_METHODS, 'endpoint.exchange']

/** @throws ChannelproofError `wrong-option` (exit code 2) */
export function runFlags(raw: RawRunFlags): RunFlags {
  const { filter, require, bail, quiet, level } = raw
  if (level !== 'required' && level !== 'recommended')
    throw wrongValue('--level', level, 'Use --level required (the default) or --level recommended.')
  return {
    targets: parseReports(raw.report),
    filter,
    level,
    require: requiredMethods(require),
    timeout: count('--timeout', raw.timeout, 1),
    startTimeout: count('--start-timeout', raw.startTimeout, 1),
    minCases: count('--min-cases', raw.minCases, 0),
    bail,
    quiet,
    timeZone: timeZone(raw.tz),
    passEnv: raw.passEnv,
    generated: generatedFlags(raw),
    keep: raw.keep,
    vectors: raw.vectors ?? [],
    gate: gateFlags(raw),
  }
}

/** A filter names vectors that there are: then nothing is generated, where the flag does not say so. */
function generatedFlags({ filter, generated, seed }: RawRunFlags): GeneratedFlags {
  if (generated === undefined) return { count: filter.length > 0 ? 0 : undefined, seed }
  const questions = count('--generated', generated, 0)
  if (questions > MOST_GENERATED)
    throw wrongValue(
      '--generated',
      generated,
      `At most ${MOST_GENERATED} are asked in one run; "fuzz" has no end.`,
    )
  return { count: questions, seed }
}

const MOST_GENERATED = 100_000

/** @throws ChannelproofError `wrong-option` */
export function requiredMethods(names: readonly string[]): readonly string[] {
  for (const method of names)
    if (!METHODS.includes(method)) throw wrongValue('--require', method, `Methods are ${METHODS.join(', ')}.`)
  return names
}

function timeZone(name: string): string {
  // Loading the time zones takes some 10 ms.
  if (name === DEFAULT_FLAGS.tz) return name
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) && name
  } catch {
    throw wrongValue('--tz', name, 'Give the name of a time zone, such as Asia/Kathmandu or UTC.')
  }
}
