import * as fs from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { ChannelproofError } from '../../src/errors.ts'
import { isKeyOf } from '../../src/tables.ts'
import { makeFolderOf, withFileErrors } from './files.ts'

/** One `--report` option: a format, and a file unless it goes to stdout. */
export interface Target<Format extends string> {
  readonly format: Format
  readonly file?: string
}

/**
 * `json=report.json` → format and file; without a file, and with `-`, it goes to stdout.
 * @throws ChannelproofError `unknown-format`, `wrong-option` (exit code 2)
 */
export function parseTargets<Format extends string>(
  options: readonly string[],
  formats: Readonly<Record<Format, unknown>>,
): Target<Format>[] {
  return options.map((option) => {
    const [format = '', ...rest] = option.split('=')
    const file = rest.length === 0 ? '-' : rest.join('=')
    if (!isKeyOf(formats, format))
      throw new ChannelproofError(
        'unknown-format',
        `--report ${option}: there is no format "${format}"`,
        `Formats are ${Object.keys(formats).join(', ')}; --report html=report.html writes a file.`,
      )
    if (file === '') {
      const advice = 'Name one behind the equals sign; is a variable unset?'
      throw new ChannelproofError('wrong-option', `--report ${option} names no file`, advice)
    }
    return { format, ...(file !== '-' && { file }) }
  })
}

/** A file of a run beside its reports: its role, its name, and whether the run writes it. */
export type Used = readonly [what: string, file: string | undefined, isWritten?: boolean]

/** Files that a run reads in one role. */
export const usedAs = (role: string, files: readonly string[]): Used[] => files.map((file) => [role, file])

/**
 * What a command names that is a file: whole words, and parts of them as in `--file=ad.py`, `a.jar:b.jar` and
 * `sh -c 'python3 ad.py'`. No report may take the place of an adapter.
 */
export const partsOf = (command: readonly string[]): Used[] =>
  command
    .flatMap((word) => [word, ...word.split(/[\s=:;,'"]+/)])
    .map((word): Used => ['the adapter', fs.existsSync(word) ? word : undefined])

/** The file of a signer. @param source `--authorization`: module:sign.mjs, command:./sign, or a word without a file */
export const signerOf = (source = ''): Used => [
  '--authorization',
  /^(?:module|command):(.+)$/s.exec(source)?.[1],
]

/**
 * Empties the files of the reports before a run. So the result of an earlier run cannot pass for that of a run that
 * ended too early, and a file that cannot be written fails before the work is done.
 * @param used files that are read or written in addition to the reports
 * @throws ChannelproofError `report-not-written`, `same-file` (exit code 2)
 */
export function emptyReports(targets: readonly Target<string>[], used: readonly Used[] = []): void {
  const files = targets.flatMap(({ file }) => file ?? [])
  const missing = files.filter((file) => !fs.existsSync(file))
  // The files are created first, so that the file system itself shows which names mean the same file.
  for (const file of missing)
    withFileErrors(file, () => {
      makeFolderOf(file)
      fs.closeSync(fs.openSync(file, 'a'))
    })
  try {
    refuseSame(targets, used)
  } catch (error) {
    for (const file of missing) fs.rmSync(file, { force: true })
    throw error
  }
  // Opening a pipe would wait for its reader.
  for (const file of files) if (fs.statSync(file).isFile()) withFileErrors(file, () => fs.truncateSync(file))
}

interface Use {
  readonly what: string
  readonly role: string
  readonly isWritten: boolean
}

/** A run adds to the file of kept vectors that it has read. */
const ADDED_TO = new Set(['--keep', '--vectors'])

const goTogether = (one: Use, other: Use): boolean =>
  (!one.isWritten && !other.isWritten) || (ADDED_TO.has(one.role) && ADDED_TO.has(other.role))

/**
 * What a run writes has a place of its own, by another name or a link either.
 * @throws ChannelproofError `same-file` (exit code 2)
 */
export function refuseSame(targets: readonly Target<string>[], used: readonly Used[]): void {
  const taken = new Map<string, Use>()
  const take = (use: Use, identities: readonly string[]): void => {
    const other = identities.map((id) => taken.get(id)).find((one) => one && !goTogether(use, one))
    for (const id of identities) taken.set(id, use)
    if (other === undefined) return
    const advice = 'Give each a place of its own: one would overwrite the other.'
    throw new ChannelproofError('same-file', `${use.what} and ${other.what} go to one place`, advice)
  }
  const text: Target<string>[] = [{ format: 'text' }]
  // If no report goes to stdout, the text does.
  const all = targets.every(({ file }) => file !== undefined) ? [...targets, ...text] : targets
  for (const { format, file } of all) {
    const what = `--report ${format}${file === undefined ? '' : `=${file}`}`
    const identities =
      file === undefined ? ['-', ...identitiesOf(fs.fstatSync(1))] : identitiesOf(fs.statSync(file))
    take({ what, role: what, isWritten: true }, identities)
  }
  for (const [role, file, isWritten = false] of used)
    // A file that does not exist yet is known by its path.
    if (file !== undefined && file !== '')
      take({ what: `${role} ${file}`, role, isWritten }, [
        ...identitiesOf(seenAt(file, (one) => fs.statSync(one))),
        endOf(file),
      ])
}

/** Where a path leads, behind every link, even if nothing is there yet. @param links at most so many: they may turn in circles */
function endOf(file: string, links = 40): string {
  try {
    return fs.realpathSync(file)
  } catch {
    const path = resolve(file)
    const folder = dirname(path)
    const place = folder === path ? path : join(endOf(folder, links), basename(path))
    const next = links > 0 ? seenAt(place, (one) => fs.readlinkSync(one)) : undefined
    return next === undefined ? place : endOf(resolve(dirname(place), next), links - 1)
  }
}

/** Undefined where nothing can be seen: an unreadable place is no place of a report, and its reader reports the error. */
function seenAt<T>(place: string, look: (place: string) => T): T | undefined {
  try {
    return look(place)
  } catch {
    return undefined
  }
}

/** Devices and pipes overwrite nothing: /dev/null may take any number of reports. */
const identitiesOf = (stats: fs.Stats | undefined): string[] =>
  stats?.isFile() ? [`${stats.dev}:${stats.ino}`] : []
