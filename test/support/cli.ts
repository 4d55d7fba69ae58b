import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../src/report/report.ts'

/** A file of the built program. @throws Error in a unit test, which has none */
export function built(path: string): string {
  const { BUILT_PROGRAM: folder } = process.env
  if (!folder) throw new Error('a unit test has no built program: name this file *.program.test.ts')
  return join(folder, path)
}

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly input?: string
  /** Sends this signal once a condition holds. */
  readonly signal?: Signal
  /** Sends this one after it. */
  readonly second?: Signal
}

type Signal = readonly [name: NodeJS.Signals, when: Promise<unknown>]

/**
 * Questions are generated only where a test requests them: the others count vectors, and read what is said about them.
 * test/generate proves the rest.
 */
const withoutGenerated = ([command, ...flags]: readonly string[]): string[] => {
  const isAsked = flags.includes('--generated') || flags.includes('--seed')
  const isRun = command === 'sdk' || command === 'live'
  return isRun && !isAsked ? [command, '--generated', '0', ...flags] : [command!, ...flags]
}

/** Runs the built program as a user would. */
export function cli(
  args: readonly string[],
  { env = {}, cwd, input = '', signal, second }: RunOptions = {},
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [built('runners/cli.js'), ...withoutGenerated(args)], {
      cwd,
      env: { ...process.env, NO_COLOR: '1', ...env },
    })
    const out = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (data: string) => (out.stdout += data))
    child.stderr.setEncoding('utf8').on('data', (data: string) => (out.stderr += data))
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    for (const one of [signal, second])
      one?.[1].then(
        () => child.kill(one[0]),
        (error: Error) => {
          child.kill('SIGKILL')
          reject(error)
        },
      )
    child.on('close', (code) => resolve({ code, ...out }))
  })
}

/** A program that runs until it is stopped. */
export interface Started {
  /** Its output so far. */
  readonly out: { readonly stdout: string; readonly stderr: string }
  readonly stop: (signal: NodeJS.Signals) => Promise<Ran>
  /** Closes the reader of its stderr. */
  readonly closeStderr: () => void
}

/** Starts the built program; resolves once it has written something, or has ended. */
export function cliStarted(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const child = spawn(process.execPath, [built('runners/cli.js'), ...args], {
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const out = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (data: string) => (out.stdout += data))
  child.stderr.setEncoding('utf8').on('data', (data: string) => (out.stderr += data))
  const closed = new Promise<number | null>((resolve) => {
    child.on('close', resolve)
  })
  const stop = async (signal: NodeJS.Signals): Promise<Ran> => {
    child.kill(signal)
    return { code: await closed, ...out }
  }
  const started = { out, stop, closeStderr: () => void child.stderr.destroy() }
  return new Promise((resolve) => {
    child.stdout.once('data', () => resolve(started))
    child.stderr.once('data', () => resolve(started))
    child.on('close', () => resolve(started))
  })
}

/** A folder that is removed after the tests (temporaries.ts). */
export const temporary = (): string => mkdtempSync(join(process.env['TEMPORARIES']!, 'test-'))

/** Runs `sdk` on an adapter and reads the JSON report, if one was written. */
export async function check(
  command: readonly string[],
  flags: readonly string[] = [],
  options: RunOptions = {},
): Promise<Ran & { report: Report | undefined }> {
  const file = join(temporary(), 'report.json')
  const ran = await cli(
    ['sdk', '--report', `json=${file}`, ...flags, ...(command.length > 0 ? ['--', ...command] : [])],
    options,
  )
  return { ...ran, report: read(file) }
}

function read(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return undefined
  }
}
