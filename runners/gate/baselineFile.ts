import { existsSync } from 'node:fs'
import { LineCounter, parseDocument, type YAMLMap } from 'yaml'
import { ChannelproofError } from '../../src/errors.ts'
import type { BaselineEntry } from '../../src/gate/baseline.ts'
import type { CauseEntry } from '../../src/gate/causes.ts'
import { laterBy } from '../../src/gate/entry.ts'
import { readForeignYaml } from '../../src/vectors/format/read.ts'
import { readInput } from '../terminal/input.ts'
import { schemaCheck } from '../suite/schemas.ts'

/** What a baseline file lists: vectors, and causes of generated failures. */
export interface Baseline {
  readonly entries: readonly BaselineEntry[]
  readonly causes: readonly CauseEntry[]
}

/**
 * The entries of a baseline file, each with its line.
 * @param mayBeMissing it is about to be written
 * @throws ChannelproofError with file and line (exit code 2)
 */
export async function readBaseline(file: string, mayBeMissing: boolean): Promise<Baseline> {
  if (mayBeMissing && !existsSync(file)) return { entries: [], causes: [] }
  const text = await readInput(file)
  const { failures } = readForeignYaml<{ failures: (BaselineEntry | CauseEntry)[] }>(
    text,
    file,
    schemaCheck('baseline'),
  )
  const lines = linesOf(text)
  const all = failures.map((entry, at) => {
    const line = lines[at]!
    if (!isDate(entry.expires)) throw noDate(file, line, entry.expires)
    return { ...entry, line }
  })
  return { entries: all.filter((one) => 'vector' in one), causes: all.filter((one) => 'cause' in one) }
}

function linesOf(text: string): number[] {
  const lineCounter = new LineCounter()
  const { items } = parseDocument(text, { lineCounter }).get('failures') as { items: YAMLMap[] }
  return items.map(({ range }) => lineCounter.linePos(range![0]).line)
}

/** Is there such a day? */
const isDate = (text: string): boolean => !Number.isNaN(Date.parse(text)) && laterBy(text, 0) === text

function noDate(file: string, line: number, text: string): ChannelproofError {
  const advice = 'Give the last day on which it is excused, such as "2027-01-31".'
  return new ChannelproofError('wrong-date', `expires: "${text}" is no date`, advice, { file, line })
}
