import { ChannelproofError } from '../../src/errors.ts'
import { isObject } from '../../src/json.ts'
import type { Report } from '../../src/report/report.ts'
import { inputError, readInput, type Limit, unreadable } from '../terminal/input.ts'
import { schemaCheck } from '../suite/schemas.ts'
import { readdirSync, realpathSync, statSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { objectOrNothing } from '../../src/members.ts'
import { FIRST, INDEX } from '../../src/report/site/files.ts'

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
export const readReport = async (file: string): Promise<Report> => checked(await parsed(file), file)

/**
 * The same of a file that lies among others: undefined for JSON that has no verdicts, and so is no report at all.
 * @throws ChannelproofError as `readReport`, for a report that is damaged
 */
async function readReportAmong(file: string): Promise<Report | undefined> {
  const value = await parsed(file)
  return isObject(value) && Object.hasOwn(value, 'verdicts') ? checked(value, file) : undefined
}

function checked(value: unknown, file: string): Report {
  const problems = problemsOf(value)
  if (problems.length === 0) return value as Report
  const more = problems.length > SHOWN ? `, and ${problems.length - SHOWN} more` : ''
  throw inputError(file, {
    code: 'not-a-report',
    what: `it is no report of channelproof: ${problems.slice(0, SHOWN).join('; ')}${more}`,
    advice: 'Give files that --report json=FILE wrote; schemas/report.schema.json is their schema.',
  })
}

const SHOWN = 3

function problemsOf(value: unknown): readonly string[] {
  const problems = schemaCheck('report')(value)
  if (problems.length > 0 || !Number.isNaN(Date.parse((value as Report).startedAt))) return problems
  return ['/startedAt must be a date and time']
}

async function parsed(file: string): Promise<unknown> {
  const text = await readInput(file, REPORTS)
  try {
    return JSON.parse(text)
  } catch {
    // A run that did not end leaves the file empty.
    const what = text === '' ? 'it is empty: the run did not end' : 'it is not JSON'
    const advice = 'Give a file that --report json=FILE wrote.'
    throw inputError(file, { code: 'report-not-json', what, advice })
  }
}

interface InFile {
  readonly file: string
}

type Found = InFile & { readonly isNamed: boolean }
type Failed = InFile & { readonly error: ChannelproofError }

/** A report, why there is none, or other JSON that lies beside reports, such as a badge. */
type Read = Failed | (InFile & { readonly report: Report }) | (InFile & { readonly isOther: true })

/**
 * Reads the reports one after another: all of them at once may not fit into memory.
 * @param places files, and folders, in which every file that ends in .json counts
 * @param left a folder that is not walked into: what an earlier run of the site wrote there are its own copies
 */
export async function* readStore(places: readonly string[], left: string): AsyncGenerator<Read> {
  for (const place of places)
    for (const found of filesAt(place, endOf(left))) yield 'error' in found ? found : await readOne(found)
}

async function readOne({ file, isNamed }: Found): Promise<Read> {
  try {
    const report = isNamed ? await readReport(file) : await readReportAmong(file)
    return report ? { file, report } : { file, isOther: true }
  } catch (error) {
    if (error instanceof ChannelproofError) return { file, error }
    throw error
  }
}

function filesAt(place: string, left: string): (Found | Failed)[] {
  try {
    if (!statSync(place).isDirectory()) return [{ file: place, isNamed: true }]
    return jsonBelow(place, left).map((file) => ({ file, isNamed: false }))
  } catch (thrown) {
    const error = unreadable(place, thrown, 'Give files that --report json=FILE wrote, or folders of them.')
    if (error instanceof ChannelproofError) return [{ file: place, error }]
    throw error
  }
}

/** Links are not followed: they may turn in circles. Folders of tools hold no reports. */
function jsonBelow(folder: string, left: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isFile()) return entry.name.endsWith('.json') ? [path] : []
    const isWalked = entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules'
    return isWalked && endOf(path) !== left ? jsonBelow(path, left) : []
  })
}

function endOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** Pages of an older run. No other file is removed, whatever an index lists. */
const PAGE = /^(?:subjects|rules|badges)\/[A-Za-z0-9_-]+\.(?:html|svg|json)$/

/**
 * The pages that an earlier run wrote into the folder; none where there was none.
 * @throws ChannelproofError `file-exists` where the first page of something else stands there (exit code 2)
 */
export function oldPages(folder: string): string[] {
  const index = join(folder, INDEX)
  const old = existsSync(index) ? objectOrNothing(readFileSync(index, 'utf8')) : undefined
  const files = old?.['schema'] === 1 && Array.isArray(old['files']) ? old['files'] : undefined
  const taken = [FIRST, INDEX].map((file) => join(folder, file)).find((path) => existsSync(path))
  const what = `${taken} is of no site that this command wrote`
  const advice = 'Name another folder, or move what is there.'
  if (!files && taken !== undefined) throw new ChannelproofError('file-exists', what, advice)
  return (files ?? []).filter((file): file is string => typeof file === 'string' && PAGE.test(file))
}

/** Removes pages that the new site does not have. */
export function removePages(folder: string, pages: readonly string[], kept: ReadonlySet<string>): void {
  for (const page of pages) if (!kept.has(page)) rmSync(join(folder, page), { force: true })
}

/** Copies of reports that no page knows: they may be the only ones, and are not removed. */
export function forgottenCopies(folder: string, known: ReadonlySet<string>): string[] {
  const data = join(folder, 'data')
  const there = existsSync(data) ? readdirSync(data).map((name) => `data/${name}`) : []
  return there.filter((file) => file.endsWith('.json') && !known.has(file)).sort()
}
