import { ChannelproofError } from '../src/errors.ts'
import { checked } from '../src/vectors/read.ts'
import type { Report } from '../src/report/report.ts'
import { inputName, readInput } from './input.ts'
import { schemaCheck } from './schemas.ts'

/** Bytes that a report may have: some ten times what the largest run writes. */
const LIMIT = 64 * 1024 * 1024

/**
 * A report that a run wrote with `--report json=FILE`.
 * @throws ChannelproofError `not-a-report`, `schema-violation` or that it cannot be read (exit code 2)
 */
export async function readReport(file: string): Promise<Report> {
  const text = await readInput(file, LIMIT)
  const advice = 'Give what a run wrote with --report json=FILE.'
  const place = { file: inputName(file) }
  try {
    return checked<Report>(JSON.parse(text), inputName(file), schemaCheck('report'))
  } catch (error) {
    if (error instanceof ChannelproofError)
      throw new ChannelproofError(error.code, error.message, advice, place)
    // Emptied at the beginning of a run that did not end.
    const what = text === '' ? 'it is empty: the run did not end' : 'it is no JSON'
    throw new ChannelproofError('not-a-report', what, advice, place)
  }
}
