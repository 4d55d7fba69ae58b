/** The folder of a site: what an earlier run left there. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ChannelproofError } from '../../src/errors.ts'
import { objectOrNothing } from '../../src/members.ts'
import { FIRST, INDEX } from '../../src/report/site/files.ts'

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
