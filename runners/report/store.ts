/** Folders of reports, as a site reads them. */
import { readdirSync, realpathSync, statSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ChannelproofError } from '../../src/errors.ts'
import type { Report } from '../../src/report/report.ts'
import { unreadable } from '../terminal/input.ts'
import { readReport, readReportAmong } from './read.ts'
import { objectOrNothing } from '../../src/members.ts'
import { FIRST, INDEX } from '../../src/report/site/files.ts'

/** A file that was found, and whether the user named it. */
interface Found {
  readonly file: string
  readonly isNamed: boolean
}

interface Failed {
  readonly file: string
  readonly error: ChannelproofError
}

/** What stands in a file: a report, or why there is none. */
export type Read =
  | { readonly file: string; readonly report: Report }
  | Failed
  /** Other JSON that lies beside reports, such as a badge. */
  | { readonly file: string; readonly isOther: true }

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
  const taken = [FIRST, INDEX].filter((file) => existsSync(join(folder, file)))
  if (!files && taken.length > 0)
    throw new ChannelproofError(
      'file-exists',
      `${join(folder, taken[0]!)} is of no site that this command wrote`,
      'Name another folder, or move what is there.',
    )
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
