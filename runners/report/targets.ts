import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
  type Stats,
} from 'node:fs'
import { ChannelproofError } from '../../src/errors.ts'
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
    if (!isFormat(format, formats))
      throw new ChannelproofError(
        'unknown-format',
        `--report ${option}: there is no format "${format}"`,
        `Formats are ${Object.keys(formats).join(', ')}; --report html=report.html writes a file.`,
      )
    if (file === '')
      throw new ChannelproofError(
        'wrong-option',
        `--report ${option} names no file`,
        'Name one behind the equals sign; is a variable unset?',
      )
    return { format, ...(file !== '-' && { file }) }
  })
}

const isFormat = <Format extends string>(
  name: string,
  formats: Readonly<Record<Format, unknown>>,
): name is Format => Object.hasOwn(formats, name)

/** A file that a report must not overwrite: its role and its name. */
export type Used = readonly [what: string, file: string | undefined]

/**
 * Empties the files of the reports before a run. So the result of an earlier run cannot pass for that of a run that
 * ended too early, and a file that cannot be written fails before the work is done.
 * @param used files that are read or written in addition to the reports
 * @throws ChannelproofError `report-not-written`, `same-file` (exit code 2)
 */
export function emptyReports(targets: readonly Target<string>[], used: readonly Used[] = []): void {
  const files = targets.flatMap(({ file }) => file ?? [])
  const missing = files.filter((file) => !existsSync(file))
  // The files are created first, so that the file system itself shows which names mean the same file.
  for (const file of missing) make(file)
  try {
    refuseSame(targets, used)
  } catch (error) {
    for (const file of missing) rmSync(file, { force: true })
    throw error
  }
  // Opening a pipe would wait for its reader.
  for (const file of files) if (statSync(file).isFile()) withFileErrors(file, () => truncateSync(file))
}

const make = (file: string): void =>
  withFileErrors(file, () => {
    makeFolderOf(file)
    closeSync(openSync(file, 'a'))
  })

/** No two reports may share a file, and none may take a file of the run, by another name or a link either. */
function refuseSame(targets: readonly Target<string>[], used: readonly Used[]): void {
  const taken = new Map<string, string>()
  const refuseTaken = (what: string, identities: readonly string[]): void => {
    const other = identities.map((identity) => taken.get(identity)).find((name) => name !== undefined)
    if (other === undefined) return
    const advice = 'Give each a place of its own: one would overwrite the other.'
    throw new ChannelproofError('same-file', `${what} and ${other} go to one place`, advice)
  }
  // If no report goes to stdout, the text does.
  const all = targets.every(({ file }) => file !== undefined) ? [...targets, TEXT] : targets
  for (const { format, file } of all) {
    const what = `--report ${format}${file === undefined ? '' : `=${file}`}`
    const identities =
      file === undefined ? ['-', ...identitiesOf(fstatSync(1))] : identitiesOf(statSync(file))
    refuseTaken(what, identities)
    for (const identity of identities) taken.set(identity, what)
  }
  for (const [what, file = ''] of used) refuseTaken(`${what} ${file}`, identitiesOf(statsOf(file)))
}

/** An unreadable place is no place of a report; the code that reads it reports the error. */
function statsOf(file: string): Stats | undefined {
  try {
    return statSync(file)
  } catch {
    return undefined
  }
}

const TEXT: Target<string> = { format: 'text' }

/** Devices and pipes overwrite nothing: /dev/null may take any number of reports. */
const identitiesOf = (stats: Stats | undefined): string[] =>
  stats?.isFile() ? [`${stats.dev}:${stats.ino}`] : []
