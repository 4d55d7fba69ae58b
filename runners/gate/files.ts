import { existsSync, readdirSync } from 'node:fs'
import { LineCounter, parseDocument, type YAMLMap } from 'yaml'
import { ChannelproofError } from '../../src/errors.ts'
import { type BaselineEntry, type CauseEntry, laterBy } from '../../src/gate/baseline.ts'
import { readForeignYaml, checked } from '../../src/vectors/format/read.ts'
import { readInput } from '../terminal/input.ts'
import { schemaCheck } from '../suite/schemas.ts'
import { andMore, counted } from '../../src/text.ts'
import type { BodyMembers, Limits } from '../../src/model/index.ts'
import type { Digests, GeneratedQuestions, LockNews } from '../../src/gate/lock.ts'
import type { ReportSubject } from '../../src/report/report.ts'
import { readJsonFile, rootFile, VERSION } from '../suite/files.ts'

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
  const check = schemaCheck('baseline')
  const { failures } = readForeignYaml<{ failures: (BaselineEntry | CauseEntry)[] }>(text, file, check)
  const lines = linesOf(text)
  const all = failures.map((entry, at) => {
    const line = lines[at]!
    const what = `expires: "${entry.expires}" is no date`
    const advice = 'Give the last day on which it is excused, such as "2027-01-31".'
    if (!isDate(entry.expires)) throw new ChannelproofError('wrong-date', what, advice, { file, line })
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

/** What a lock holds: the vectors that gate, and the limits of the subject and the members that it can set. */
export interface Lock {
  readonly vectors: Digests
  readonly limits?: Limits
  readonly members?: BodyMembers
  /** Which generated questions gate, by kind of subject. */
  readonly generated?: LockedQuestions
}

export type LockedQuestions = Readonly<Partial<Record<ReportSubject['kind'], GeneratedQuestions>>>

type LockFile = Lock & { readonly schema: 1; readonly suite: string }

/**
 * What stands in a lock file.
 * @param mayBeMissing it is about to be written
 * @throws ChannelproofError with file and line (exit code 2)
 */
export async function readLock(file: string, mayBeMissing: boolean): Promise<Lock> {
  if (mayBeMissing && !existsSync(file)) return { vectors: {} }
  const text = await readInput(file)
  const check = schemaCheck('lock')
  try {
    return checked<LockFile>(JSON.parse(text), file, check)
  } catch (error) {
    if (error instanceof ChannelproofError) throw error
    // JSON is YAML, and that reader knows the line of a mistake.
    return readForeignYaml<LockFile>(text, file, check)
  }
}

/** A file for each version, written by `npm run vectors`; those of earlier versions are never written again. */
export const VERSIONS_FOLDER = 'vectors/versions'

/** The vectors that a version of the suite had. @throws ChannelproofError `unknown-suite-version` (exit code 2) */
export function vectorsOfVersion(version: string): Digests {
  const known = readdirSync(rootFile(VERSIONS_FOLDER)).map((file) => file.replace(/\.json$/, ''))
  if (known.includes(version)) return readJsonFile<LockFile>(VERSIONS_FOLDER, `${version}.json`).vectors
  const what = `this channelproof knows no version ${version} of its vectors`
  throw new ChannelproofError('unknown-suite-version', what, `Give one of ${known.join(', ')}.`)
}

/** A line for each vector, so that a change is one line too. */
export function lockText({ vectors, limits, members, generated }: Lock): string {
  const sorted = Object.entries(vectors).sort(([a], [b]) => (a < b ? -1 : 1))
  const file: LockFile = {
    schema: 1,
    suite: VERSION,
    ...(limits && { limits }),
    ...(members && { members }),
    ...(generated && { generated }),
    vectors: Object.fromEntries(sorted),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

/** @throws ChannelproofError `locked-vector-gone`: a vector that gated is not judged any more (exit code 2) */
export function refuseGone({ gone }: LockNews, file: string): void {
  if (gone.length === 0) return
  throw new ChannelproofError(
    'locked-vector-gone',
    `this suite lacks ${counted(gone.length, 'locked vector')}: ${andMore(gone, 10)}`,
    'Run the version of channelproof that wrote the lock, or renew it with --update-lock.',
    { file },
  )
}
