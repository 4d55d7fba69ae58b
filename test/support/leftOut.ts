/**
 * After the tests: names what was left out, and why. Tests note missing tools in a file, which CHANNELPROOF_MISSING
 * names.
 */
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect } from 'vitest'
import { ALL_ONLY, LONG } from '../allOnly.ts'

const lines = (title: string, rows: readonly (readonly [string, string])[]): string =>
  rows.length === 0 ? '' : [`\n${title}`, ...rows.map(([name, why]) => `  ${name}: ${why}`), ''].join('\n')

/** @param missing what tests noted: program, tab, test file */
export function leftOut(all: boolean, missing: readonly string[]): string {
  const files = new Map<string, string[]>()
  for (const [program = '', file = ''] of [...new Set(missing)].toSorted().map((line) => line.split('\t')))
    files.set(program, [...(files.get(program) ?? []), file])
  return [
    all
      ? ''
      : lines('Left to npm run test:all:', [
          ...Object.entries(ALL_ONLY),
          ...LONG.map((file) => [file, 'takes some ten seconds or more'] as const),
        ]),
    lines(
      'Skipped, because a program or library is missing:',
      [...files].map(([program, names]) => [program, names.join(', ')]),
    ),
  ].join('')
}

/** Notes that this test file skips tests, because a program is not installed. */
export function noteMissing(program: string): void {
  const { CHANNELPROOF_MISSING: notes } = process.env
  if (notes) appendFileSync(notes, `${program}\t${relative('', expect.getState().testPath ?? '')}\n`)
}

export default function setup(): () => void {
  const notes = join(tmpdir(), `channelproof-missing-${process.pid}`)
  process.env['CHANNELPROOF_MISSING'] = notes
  return () => {
    const missing = existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : []
    rmSync(notes, { force: true })
    // `npx vitest run <file>` leaves out what its user did not name.
    const all = process.env['npm_lifecycle_event'] !== 'test'
    process.stdout.write(leftOut(all, missing))
  }
}
