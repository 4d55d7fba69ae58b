import { join } from 'node:path'
import { ChannelproofError } from '../../src/errors.ts'
import { EXIT } from '../../src/report/exit.ts'
import { siteEntry, type SiteEntry } from '../../src/report/site/entry.ts'
import { filesOf, FIRST } from '../../src/report/site/files.ts'
import { siteOf, type SiteOptions } from '../../src/report/site/index.ts'
import { storedJson } from '../../src/report/site/words.ts'
import { counted } from '../../src/text.ts'
import { sha256 } from '../../src/vectors/format/digest.ts'
import { writeFile } from '../paths/files.ts'
import { forgottenCopies, oldPages, removePages, readStore } from '../report/read.ts'
import { loadRequirements } from '../suite/index.ts'
import { print, warn } from '../terminal/console.ts'
import { wholeNumber, wrongOption, wrongValue } from '../terminal/options.ts'
import { runSecrets } from '../terminal/secrets.ts'

interface Flags {
  readonly out: string
  readonly title: string
  readonly across: readonly string[]
  readonly maxAge?: string
  readonly now?: string
}

/**
 * `channelproof site <folders> --out <folder>`: static pages of many reports, and copies of these. Resolves with the exit
 * code: 2 where a report could not be read, which the pages lack. @throws ChannelproofError (exit code 2)
 */
export async function site(places: readonly string[], flags: Flags): Promise<number> {
  const { out, title, across } = flags
  if (out === '') throw wrongValue('--out', out, 'name a folder')
  const options = { title, across, ...ageOf(flags), requirements: await loadRequirements(), sha256 }
  const old = oldPages(out)
  const { entries, lost } = await stored(places, out)
  const none = 'there is no report in what was named; nothing was written'
  const advice = 'Name files that --report json=FILE wrote, or folders of them.'
  if (entries.length === 0) throw new ChannelproofError('no-reports', none, advice)
  write(out, entries, options, old)
  const lacks = lost === 0 ? '' : `; the pages lack ${counted(lost, 'file')} that could not be read`
  const reports = counted(new Set(entries.map(({ id }) => id)).size, 'report')
  await print(`${reports}: ${join(out, FIRST)}${lacks}\n`)
  return lost === 0 ? EXIT.conforms : EXIT.usage
}

/** Copies each report as it is read, and keeps what the pages say of it. */
async function stored(places: readonly string[], out: string) {
  const entries: SiteEntry[] = []
  let lost = 0
  for await (const read of readStore(places, out)) {
    if ('report' in read) {
      const report = runSecrets().mask(read.report)
      const text = storedJson(report)
      const entry = siteEntry(report, sha256(text))
      writeFile(join(out, entry.file), report, () => text, { flush: false })
      entries.push(entry)
    } else if ('isOther' in read) warn(`${read.file}: left out, it is no report`)
    else {
      lost++
      warn(read.error.describe().split('\n')[0]!)
    }
  }
  return { entries, lost }
}

function write(out: string, entries: readonly SiteEntry[], options: SiteOptions, old: readonly string[]) {
  const files = filesOf(siteOf(entries, options))
  for (const { path, text } of files) writeFile(join(out, path), undefined, text, { flush: false })
  removePages(out, old, new Set(files.map(({ path }) => path)))
  const forgotten = forgottenCopies(out, new Set(entries.map(({ file }) => file)))
  if (forgotten.length > 0)
    warn(
      `${counted(forgotten.length, 'older report')} in ${join(out, 'data')}: on no page, since it was not named; name the folder too, or delete ${forgotten[0]}`,
    )
}

/** `30d` or `30`. @throws ChannelproofError `wrong-option` */
function ageOf({ maxAge, now }: Flags): Pick<SiteOptions, 'age'> {
  const alone = '--now says when --max-age is reckoned, and there is no --max-age'
  if (maxAge === undefined && now !== undefined)
    throw wrongOption(alone, 'Add --max-age 30d, or leave --now out.')
  if (maxAge === undefined) return {}
  const days = wholeNumber('--max-age', maxAge.replace(/d$/, ''), 1, 36_500)
  return { age: { days, now: now === undefined ? Date.now() : timeOf(now) } }
}

function timeOf(now: string): number {
  const time = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?$/.test(now) ? Date.parse(now) : Number.NaN
  if (!Number.isNaN(time)) return time
  throw wrongValue('--now', now, 'give a day or a time of UTC, such as 2026-01-31 or 2026-01-31T10:00:00Z')
}
