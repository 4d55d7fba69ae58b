import { ADAPTER_METHODS } from '../../src/model/index.ts'
import type { Jobs } from '../adapter/pool.ts'
import { gateFlags, type GateFlags, type RawGateFlags } from '../gate/flags.ts'
import { MOST_GENERATED, checkSeed, type GeneratedFlags } from '../generated/questions.ts'
import { parseReports, type ReportTarget } from '../report/write.ts'
import { count, wrongValue } from '../terminal/options.ts'

/** The flags of a run, as commander passes them. */
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
  readonly jobs?: string
  readonly generated?: string
  readonly seed?: string
  readonly keep?: string
  readonly vectors?: readonly string[]
}

/** The defaults of the flags. */
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
  readonly jobs: Jobs
  readonly generated: GeneratedFlags
  /** The file for failures of generated questions. */
  readonly keep: string | undefined
  /** Files of vectors that are asked first. */
  readonly vectors: readonly string[]
  readonly gate: GateFlags
}

const METHODS: readonly string[] = [...ADAPTER_METHODS, 'endpoint.exchange']

/**
 * @param given what a command offers of them; the others have their defaults
 * @throws ChannelproofError `wrong-option` (exit code 2)
 */
export function runFlags(given: Partial<RawRunFlags>): RunFlags {
  const raw = { ...DEFAULT_FLAGS, ...given }
  const { filter, bail, quiet, passEnv, keep, vectors = [] } = raw
  return {
    targets: parseReports(raw.report),
    filter,
    level: levelOf(raw.level),
    require: requiredMethods(raw.require),
    timeout: count('--timeout', raw.timeout, 1),
    startTimeout: count('--start-timeout', raw.startTimeout, 1),
    minCases: count('--min-cases', raw.minCases, 0),
    bail,
    quiet,
    timeZone: timeZone(raw.tz),
    passEnv,
    jobs: raw.jobs === undefined ? 'as-needed' : count('--jobs', raw.jobs, 1, MOST_JOBS),
    generated: generatedFlags(raw),
    keep,
    vectors,
    gate: gateFlags(raw),
  }
}

function levelOf(level: string): RunFlags['level'] {
  if (level === 'required' || level === 'recommended') return level
  throw wrongValue('--level', level, 'use required or recommended')
}

/** A filter chooses existing vectors: then no questions are generated, unless the flag requests them. */
function generatedFlags({ filter, generated, seed }: RawRunFlags): GeneratedFlags {
  checkSeed(seed)
  if (generated === undefined) return { count: filter.length > 0 ? 0 : undefined, seed }
  const questions = count('--generated', generated, 0)
  if (questions > MOST_GENERATED)
    throw wrongValue('--generated', generated, `give at most ${MOST_GENERATED}; "fuzz" has no end`)
  return { count: questions, seed }
}

/** Each is a process, and more of them help no machine. */
const MOST_JOBS = 64

function requiredMethods(names: readonly string[]): readonly string[] {
  for (const method of names)
    if (!METHODS.includes(method)) throw wrongValue('--require', method, `use one of ${METHODS.join(', ')}`)
  return names
}

function timeZone(name: string): string {
  // Loading the time zones takes some 10 ms.
  if (name === DEFAULT_FLAGS.tz) return name
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) && name
  } catch {
    throw wrongValue('--tz', name, 'give the name of a time zone, such as Asia/Kathmandu or UTC')
  }
}
