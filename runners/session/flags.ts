import { ADAPTER_METHODS, OPERATIONS, type Operation } from '../../src/model/index.ts'
import { LABEL_NAME, LABEL_VALUE, type Labels } from '../../src/report/labels.ts'
import type { Jobs } from '../adapter/pool.ts'
import { gateFlags, type GateFlags, type RawGateFlags } from '../gate/flags.ts'
import { MOST_GENERATED, checkSeed, type GeneratedFlags } from '../generated/questions.ts'
import { parseReports, type ReportTarget } from '../report/write.ts'
import { number, wholeNumber, wrongOption, wrongValue } from '../terminal/options.ts'

/** The defaults of the flags, as commander passes them. */
export const DEFAULT_FLAGS = {
  report: [] as readonly string[],
  filter: [] as readonly string[],
  label: [] as readonly string[],
  level: 'required',
  require: [] as readonly string[],
  timeout: '5000',
  startTimeout: '30000',
  minCases: '0',
  bail: false,
  quiet: false,
  tz: 'Asia/Kathmandu',
  passEnv: [] as readonly string[],
}

export interface RawRunFlags extends RawGateFlags, Readonly<typeof DEFAULT_FLAGS> {
  readonly jobs?: string
  readonly generated?: string
  readonly seed?: string
  readonly keep?: string
  readonly vectors?: readonly string[]
}

/** The same, checked. Times in milliseconds. */
export interface RunFlags extends Pick<RawRunFlags, 'filter' | 'require' | 'bail' | 'quiet' | 'passEnv'> {
  readonly targets: readonly ReportTarget[]
  readonly level: 'required' | 'recommended'
  readonly timeout: number
  readonly startTimeout: number
  readonly minCases: number
  readonly timeZone: string
  readonly jobs: Jobs
  readonly generated: GeneratedFlags
  /** The file for failures of generated questions. */
  readonly keep: string | undefined
  /** Files of vectors that are asked first. */
  readonly vectors: readonly string[]
  readonly gate: GateFlags
  readonly labels: Labels
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
    timeout: wholeNumber('--timeout', raw.timeout, 1),
    startTimeout: wholeNumber('--start-timeout', raw.startTimeout, 1),
    minCases: wholeNumber('--min-cases', raw.minCases, 0),
    bail,
    quiet,
    timeZone: timeZone(raw.tz),
    passEnv,
    jobs: raw.jobs === undefined ? 'as-needed' : wholeNumber('--jobs', raw.jobs, 1, MOST_JOBS),
    generated: generatedFlags(raw),
    keep,
    vectors,
    gate: gateFlags(raw),
    labels: labelsOf(raw.label),
  }
}

/** @throws ChannelproofError `wrong-option` (exit code 2) */
export function levelOf(level: string): RunFlags['level'] {
  if (level === 'required' || level === 'recommended') return level
  throw wrongValue('--level', level, 'use required or recommended')
}

/** Of a name that stands twice the last one holds, so that a flag wins over the file of settings. */
const labelsOf = (options: readonly string[]): Labels => Object.fromEntries(options.map(labelOf))

function labelOf(option: string): readonly [name: string, value: string] {
  const [name = '', ...rest] = option.split('=')
  const value = rest.join('=')
  if (!new RegExp(LABEL_NAME, 'u').test(name))
    throw wrongValue(
      '--label',
      option,
      'give name=value; a name is a letter, then letters, digits, ".", "_", "-"',
    )
  if (!new RegExp(LABEL_VALUE, 'u').test(value))
    throw wrongValue('--label', option, 'give one line of 1 to 200 characters behind the equals sign')
  return [name, value]
}

/** A filter chooses existing vectors: then no questions are generated, unless the flag requests them. */
function generatedFlags({ filter, generated, seed }: RawRunFlags): GeneratedFlags {
  checkSeed(seed)
  if (generated === undefined) return { count: filter.length > 0 ? 0 : undefined, seed }
  const questions = wholeNumber('--generated', generated, 0)
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

/** The flags of `serve --capture`. */
export interface RawCaptureFlags extends Pick<
  RawRunFlags,
  'report' | 'level' | 'quiet' | 'baseline' | 'updateBaseline'
> {
  readonly for?: string
  readonly untilIdle?: string
  readonly expect: string
}

export interface CaptureFlags extends RunFlags {
  /** Milliseconds. */
  readonly lasts: number
  readonly idle: number
  readonly expect: readonly Operation[]
}

/** @throws ChannelproofError `wrong-option` (exit code 2) */
export function captureFlags(raw: RawCaptureFlags): CaptureFlags {
  const { report, level, quiet, baseline, updateBaseline = false } = raw
  const file = baseline === undefined ? {} : { baseline }
  const flags = runFlags({ report, level, quiet, updateBaseline, ...file })
  if (raw.for === undefined && raw.untilIdle === undefined)
    throw wrongOption('--capture has no end', 'Add --for <seconds> or --until-idle <seconds>.')
  const [lasts, idle] = [seconds('--for', raw.for), seconds('--until-idle', raw.untilIdle)]
  return { ...flags, lasts, idle, expect: operations(raw.expect) }
}

const seconds = (option: string, text: string | undefined): number => {
  if (text === undefined) return Infinity
  const millis = number(option, text, 0) * 1000
  // Beyond that a timer of Node fires at once.
  if (millis > 0 && millis <= 2147483647) return millis
  throw wrongValue(option, text, 'give a number of seconds above 0, at most 2147483')
}

function operations(text: string): Operation[] {
  const names = text.split(',').filter((name) => name !== '')
  return names.map((name) => {
    const operation = OPERATIONS.find((one) => one === name)
    if (operation) return operation
    throw wrongValue('--expect', name, `use some of ${OPERATIONS.join(', ')}, separated by commas`)
  })
}
