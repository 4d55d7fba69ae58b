import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../../src/report/report.ts'
import { rootFile } from '../../../runners/suite/files.ts'
import { cli, temporary, type Ran, type RunOptions } from '../cli.ts'

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
  run(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    signal?: RunOptions['signal'],
  ): Promise<Ran> {
    const outside = { GITHUB_ACTIONS: '', GITHUB_STEP_SUMMARY: '' }
    return cli(args, { cwd: this.folder, env: { ...outside, ...env }, ...(signal && { signal }) })
  }

  /** Does this file have more than 100 lines? */
  hasMany(name: string): boolean {
    return existsSync(this.path(name)) && this.read(name).split('\n').length > 102
  }

  /** Runs `sdk` on the SDK with these mistakes and reads the report. */
  async sdk(alterations: string, flags: readonly string[] = []): Promise<Ran & { report: Report }> {
    const args = ['sdk', '--report', 'json=report.json', '--report', 'text', ...flags, '--', ...SDK]
    const ran = await this.run(args, { SDK_MISTAKES: alterations })
    return { ...ran, report: this.json('report.json') }
  }
}

/** The outcomes that are not passed. */
export const idsWith = ({ verdicts }: Report, outcome: string): string[] =>
  verdicts.filter((verdict) => verdict.outcome === outcome).map(({ vector }) => vector)
