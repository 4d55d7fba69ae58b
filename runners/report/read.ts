import { ChannelproofError } from '../../src/errors.ts'
import { isObject } from '../../src/json.ts'
import type { Report } from '../../src/report/report.ts'
import { inputName, readInput, type Limit } from '../terminal/input.ts'
import { schemaCheck } from '../suite/schemas.ts'

/** A report repeats what an SDK sent, so some megabytes are normal. */
const REPORTS: Limit = {
  bytes: 64 * 1024 * 1024,
  advice: 'Reports are smaller; check that this is the right file.',
  mayBeEmpty: true,
}

/**
 * A report that a run wrote with `--report json=FILE`.
 * @throws ChannelproofError `report-not-json` or `not-a-report`, and those of `readInput`
 */
export async function readReport(file: string): Promise<Report> {
  return checked(parsed(await readInput(file, REPORTS), file), file)
}

/**
 * The same of a file that lies among others: undefined for JSON that has no verdicts, and so is no report at all.
 * @throws ChannelproofError as `readReport`, for a report that is damaged
 */
export async function readReportAmong(file: string): Promise<Report | undefined> {
  const value = parsed(await readInput(file, REPORTS), file)
  return isObject(value) && Object.hasOwn(value, 'verdicts') ? checked(value, file) : undefined
}

function checked(value: unknown, file: string): Report {
  const problems = problemsOf(value)
  if (problems.length === 0) return value as Report
  const more = problems.length > SHOWN ? `, and ${problems.length - SHOWN} more` : ''
  throw new ChannelproofError(
    'not-a-report',
    `it is no report of channelproof: ${problems.slice(0, SHOWN).join('; ')}${more}`,
    'Give files that --report json=FILE wrote; schemas/report.schema.json is their schema.',
    { file: inputName(file) },
  )
}

const SHOWN = 3

function problemsOf(value: unknown): readonly string[] {
  const problems = schemaCheck('report')(value)
  if (problems.length > 0 || !Number.isNaN(Date.parse((value as Report).startedAt))) return problems
  return ['/startedAt must be a date and time']
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const advice = 'Give a file that --report json=FILE wrote.'
    // A run that did not end leaves the file empty.
    const what = text === '' ? 'it is empty: the run did not end' : 'it is not JSON'
    throw new ChannelproofError('report-not-json', what, advice, { file: inputName(file) })
  }
}
