import { ChannelproofError } from '../../src/errors.ts'
import { globPattern } from '../../src/gate/glob.ts'
import { ADAPTER_METHODS, type Vector } from '../../src/model/index.ts'
import { gateFlags, type GateFlags, type RawGateFlags } from '../gate/flags.ts'
import type { Suite } from '../suite/index.ts'
import { parseTarget, type ReportTarget } from '../report/write.ts'

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
  readonly gate: GateFlags
}

const METHODS: readonly string[] = [...ADAPTER_METHODS, 'endpoint.exchange']

/** @throws ChannelproofError `wrong-option` (exit code 2) */
export function runFlags(raw: RawRunFlags): RunFlags {
  const { filter, require, bail, quiet, level } = raw
  if (level !== 'required' && level !== 'recommended')
    throw wrong('--level', level, 'Use --level required (the default) or --level recommended.')
  return {
    targets: raw.report.map(parseTarget),
    filter,
    level,
    require: requiredMethods(require),
    timeout: count('--timeout', raw.timeout, 1),
    startTimeout: count('--start-timeout', raw.startTimeout, 1),
    minCases: count('--min-cases', raw.minCases, 0),
    bail,
    quiet,
    timeZone: timeZone(raw.tz),
    gate: gateFlags(raw),
  }
}

/** @throws ChannelproofError `wrong-option` */
export function requiredMethods(names: readonly string[]): readonly string[] {
  for (const method of names)
    if (!METHODS.includes(method)) throw wrong('--require', method, `Methods are ${METHODS.join(', ')}.`)
  return names
}

const wrong = (option: string, value: string, advice: string): ChannelproofError =>
  new ChannelproofError('wrong-option', `${option} ${value} is not possible`, advice)

/** A whole number. @throws ChannelproofError `wrong-option` */
export function count(option: string, text: string, least: number): number {
  const value = Number(text)
  // Beyond 2^31 - 1 milliseconds a timer of Node fires at once.
  if (/^[0-9]+$/.test(text) && value >= least && value <= 2147483647) return value
  throw wrong(option, text, `Give a whole number from ${least} to 2147483647.`)
}

/** A number, not necessarily whole. @throws ChannelproofError `wrong-option` */
export function number(option: string, text: string, least: number): number {
  const value = Number(text)
  if (/^[0-9]+(?:\.[0-9]+)?$/.test(text) && value >= least) return value
  throw wrong(option, text, `Give a number from ${least} on.`)
}

/** The word before the signature in the Authorization header. @throws ChannelproofError `wrong-option` */
export function schemeOf(text: string): string {
  if (/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text)) return text
  throw wrong('--scheme', text, 'Give one word, a token of RFC 9110 section 5.6.2, such as SvcSign.')
}

function timeZone(name: string): string {
  // Loading the time zones takes some 10 ms.
  if (name === DEFAULT_FLAGS.tz) return name
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) && name
  } catch {
    throw wrong('--tz', name, 'Give the name of a time zone, such as Asia/Kathmandu or UTC.')
  }
}

/** The vectors whose id fits one of the globs (`*` within a part, `**` over parts); all if there is none. */
export function selectVectors(
  { vectors }: Pick<Suite, 'vectors'>,
  filter: readonly string[],
): readonly Vector[] {
  if (filter.length === 0) return vectors
  for (const glob of filter)
    if (!vectors.some(({ id }) => globPattern(glob).test(id)))
      throw wrong('--filter', glob, 'No vector id fits; "channelproof list" shows them. Try "token/issue/*".')
  const patterns = filter.map(globPattern)
  return vectors.filter(({ id }) => patterns.some((pattern) => pattern.test(id)))
}
