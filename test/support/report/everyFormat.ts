import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FORMATS } from '../../../runners/report/write.ts'

/** Every format of a report that the program has: a new one is tried by all tests that take it from here. */
export const FORMAT_NAMES = Object.keys(FORMATS) as (keyof typeof FORMATS)[]

/**
 * The flags that write a report of each format into a folder, and what stands in these files afterwards; a file that
 * was not written is empty.
 */
export function everyReport<Name extends string>(
  folder: string,
  formats: readonly Name[],
): { readonly flags: readonly string[]; readonly texts: () => Readonly<Record<Name, string>> } {
  const fileOf = (format: Name): string => join(folder, `r.${format}`)
  const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  return {
    flags: formats.flatMap((format) => ['--report', `${format}=${fileOf(format)}`]),
    texts: () =>
      Object.fromEntries(formats.map((format) => [format, textOf(fileOf(format))])) as Record<Name, string>,
  }
}
