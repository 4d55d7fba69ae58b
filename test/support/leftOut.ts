/**
 * After the tests: names what was left out, and why. Tests note missing tools in a file, which CHANNELPROOF_MISSING
 * names.
 */
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect } from 'vitest'
import { ALL_ONLY, LONG, PROGRAMS, RELEASE } from '../allOnly.ts'

type Rows = readonly (readonly [name: string, why: string])[]

const lines = (title: string, rows: Rows): string =>
  rows.length === 0 ? '' : [`\n${title}`, ...rows.map(([name, why]) => `  ${name}: ${why}`), ''].join('\n')

/** What the scripts of package.json leave out, and to whom: each file with a reason. */
export const LEFT: Readonly<Record<string, readonly (readonly [title: string, rows: Rows])[]>> = {
  test: [
    [
      'Left to npm run test:all, npm run test:programs or .ci/release:',
      [...Object.entries(ALL_ONLY), ...LONG.map((file) => [file, 'takes five seconds or more'] as const)],
    ],
  ],
  'test:all': [
    ['Left to npm run test:programs:', PROGRAMS.map((file) => [file, 'asks programs beside Node'] as const)],
    ['Left to .ci/release:', RELEASE.map((file) => [file, 'takes minutes'] as const)],
  ],
}

/**
 * @param script of package.json
 * @param missing what tests noted: program, tab, test file
 */
export function leftOut(script: string | undefined, missing: readonly string[]): string {
  const files = new Map<string, string[]>()
  for (const [program = '', file = ''] of [...new Set(missing)].toSorted().map((line) => line.split('\t')))
    files.set(program, [...(files.get(program) ?? []), file])
  const skipped = [...files].map(([program, names]) => [program, names.join(', ')] as const)
  return [
    ...(LEFT[script ?? ''] ?? []).map(([title, rows]) => lines(title, rows)),
    lines('Skipped, because a program or library is missing:', skipped),
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
    process.stdout.write(leftOut(process.env['npm_lifecycle_event'], missing))
  }
}
