import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '../../../src/report/report.ts'
import { rootFile } from '../../../runners/suite/files.ts'
import { built, cli, temporary, type Ran } from '../cli.ts'

export const SDK = [process.execPath, rootFile('test/support/gate/sdk.mjs')] as const

/** A project that has an SDK: its folder, and runs of the gate in it. */
export class Project {
  readonly folder = temporary()

  path(name: string): string {
    return join(this.folder, name)
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8')
  }

  write(name: string, text: string): void {
    writeFileSync(this.path(name), text)
  }

  json(name: string): Report {
    return JSON.parse(this.read(name)) as Report
  }

  /** Runs a command in the folder. */
  run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
    return cli(args, { cwd: this.folder, env: { GITHUB_ACTIONS: '', GITHUB_STEP_SUMMARY: '', ...env } })
  }

  /**
   * Runs a command and sends it a signal, once 100 lines stand in a file or some time has passed.
   * @returns the exit code
   */
  async signalled(
    args: readonly string[],
    signal: NodeJS.Signals,
    file: string | undefined,
    millis = 30_000,
  ): Promise<number | null> {
    const child = spawn(process.execPath, [built('runners/cli.js'), ...args], {
      cwd: this.folder,
      stdio: 'ignore',
    })
    const closed = new Promise<number | null>((resolve) => {
      child.on('close', resolve)
    })
    const isThere = (): boolean =>
      file !== undefined && existsSync(this.path(file)) && this.read(file).split('\n').length > 100
    for (let waited = 0; waited < millis && !isThere(); waited += 100) await sleep(100)
    child.kill(signal)
    return closed
  }

  /** Runs `sdk` on the SDK with these mistakes and reads the report. */
  async sdk(alterations: string, flags: readonly string[] = []): Promise<Ran & { report: Report }> {
    const args = ['sdk', '--report', 'json=report.json', '--report', 'text', ...flags, '--', ...SDK]
    const ran = await this.run(args, { SDK_MISTAKES: alterations })
    return { ...ran, report: this.json('report.json') }
  }
}

/** What failed, errored and so on. */
export const idsWith = ({ verdicts }: Report, outcome: string): string[] =>
  verdicts.filter((verdict) => verdict.outcome === outcome).map(({ vector }) => vector)
