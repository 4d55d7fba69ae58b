/** Runs the steps of a workflow as the CI system would, as closely as this machine can: one job. */
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { parse } from 'yaml'
import { readText } from '../../../runners/suite/files.ts'
import { built, temporary } from '../cli.ts'

export interface Step {
  readonly id?: string
  readonly if?: string
  readonly uses?: string
  readonly with?: Readonly<Record<string, string>>
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
}
export interface Job {
  readonly steps: readonly Step[]
  readonly env?: Readonly<Record<string, string>>
  readonly if?: string
  readonly needs?: string
  readonly strategy?: { readonly matrix: { readonly shard: readonly number[] } }
  readonly 'timeout-minutes': number
}
export interface Workflow {
  readonly permissions: object
  readonly env: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}

export const yamlOf = <T>(...path: string[]): T => parse(readText(...path)) as T

/** Values of expressions: `matrix.shard` → "1". */
export type Context = Readonly<Record<string, string>>

/** @throws Error for an unknown expression */
export const substituted = (text: string, context: Context): string =>
  text.replace(/\$\{\{ *(.*?) *\}\}/g, (_, name: string) => {
    if (!Object.hasOwn(context, name)) throw new Error(`${name} is unknown here`)
    return context[name]!
  })

/** YAML may hold numbers. */
type Values = Readonly<Record<string, string | number>>

const allSubstituted = (values: Values = {}, context: Context): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, substituted(String(value), context)]),
  )

export interface StepRan {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** npx with the built program: it accepts only what the templates write, so no registry is asked. */
function npxFolder(): string {
  const folder = temporary()
  const script = `#!/bin/sh
[ "$1 $2 $4 $5" = "--yes --package -- channelproof" ] || { echo "npx was called with $*" >&2; exit 99; }
shift 5
exec "${process.execPath}" "${built('runners/cli.js')}" "$@"
`
  writeFileSync(join(folder, 'npx'), script)
  chmodSync(join(folder, 'npx'), 0o755)
  return folder
}

/** Runs a script in a folder. GitHub's default is `bash -e`. */
export function script(
  text: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
  shell: readonly [string, ...string[]] = ['bash', '--noprofile', '--norc', '-e', '-c'],
): Promise<StepRan> {
  const [program, ...args] = shell
  const path = `${npxFolder()}${delimiter}${process.env['PATH']}`
  const child = spawn(program, [...args, text], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...env, PATH: path },
  })
  const out = { stdout: '', stderr: '' }
  child.stdout.on('data', (data: Buffer) => (out.stdout += data.toString()))
  child.stderr.on('data', (data: Buffer) => (out.stderr += data.toString()))
  return new Promise((resolve, reject) => {
    // Without bash nothing would ever be closed.
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, ...out }))
  })
}

/** The outputs of a step: GITHUB_OUTPUT as GitHub reads it, and the summary. */
export interface Handed extends StepRan {
  readonly outputs: Readonly<Record<string, string>>
  readonly summary: string
}

/** Runs the step of a job that has a script. */
export async function runStep(
  { run = '', env }: Step,
  cwd: string,
  context: Context,
  more: Readonly<Record<string, string>> = {},
): Promise<Handed> {
  const files = temporary()
  const [output, summary] = [join(files, 'output'), join(files, 'summary')]
  const github = { GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary }
  const ran = await script(run, cwd, { ...github, ...more, ...allSubstituted(env, context) })
  const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  const pairs = read(output)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(/=(.*)/s).slice(0, 2))
  return { ...ran, outputs: Object.fromEntries(pairs) as Record<string, string>, summary: read(summary) }
}

/** The step of a job that has a script: these templates have one each. */
export function scriptOf({ steps }: Pick<Job, 'steps'>): Step {
  const own = steps.filter(({ run }) => run !== undefined)
  if (own.length !== 1) throw new Error(`${own.length} steps have a script`)
  return own[0]!
}

export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporary()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}
