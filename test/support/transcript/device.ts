import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { rootFile } from '../../../runners/suite/files.ts'
import type { Report } from '../../../src/report/report.ts'
import { cli, temporary, type Ran } from '../cli.ts'

/** A change of one place in the Python sample. */
export interface Change {
  readonly file: string
  readonly from: string
  readonly to: string
}

/** The Python sample with these changes, and without its HTTP client. */
export function sampleWith(changes: readonly Change[]): string {
  const folder = temporary()
  cpSync(rootFile('runners/adapters/python'), folder, { recursive: true })
  cpSync(rootFile('test/support/transcript/device.py'), join(folder, 'device.py'))
  for (const { file, from, to } of [NO_CLIENT, ...changes]) {
    const text = readFileSync(join(folder, file), 'utf8')
    expect(text.split(from), file).toHaveLength(2)
    writeFileSync(join(folder, file), text.replace(from, to))
  }
  return folder
}

const NO_CLIENT: Change = {
  file: 'adapter.py',
  from: '"client.call": client_call',
  to: '"client.call": None',
}

/** The lines of `channelproof questions`. */
export async function questionLines(flags: readonly string[]): Promise<string[]> {
  const { code, stdout } = await cli(['questions', ...flags])
  expect(code).toBe(0)
  return linesOf(stdout)
}

/** What a Python program answers to them, once it has all of them. */
export function answeredBy(folder: string, program: string, questions: readonly string[]): string[] {
  const { status, stdout, stderr } = spawnSync('python3', [program], {
    cwd: folder,
    input: textOf(questions),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return linesOf(stdout)
}

export const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
const linesOf = (text: string): string[] => text.split('\n').slice(0, -1)

/** Judges these answers. */
export async function judged(
  answers: readonly string[] | string,
  flags: readonly string[] = [],
): Promise<Ran & { report: Report | undefined }> {
  const folder = temporary()
  const [file, json] = [join(folder, 'answers.ndjson'), join(folder, 'report.json')]
  writeFileSync(file, typeof answers === 'string' ? answers : textOf(answers))
  const ran = await cli(['judge', file, '--report', `json=${json}`, ...flags])
  const text = readFileSync(json, 'utf8')
  return { ...ran, report: text === '' ? undefined : (JSON.parse(text) as Report) }
}
