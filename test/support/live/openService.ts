import { serve } from '../../../runners/http/serve.ts'
import type { Report } from '../../../src/report/report.ts'
import { cli, type Ran } from '../cli.ts'
import { CHANNEL, ENV, SECRET } from './service.ts'

type Env = Readonly<Record<string, string>>

/** A service with an active, a disabled and an unpaid app and an open channel, and `channelproof live` on it. */
export async function openService(): Promise<{
  readonly live: (args: readonly string[], env?: Env, cwd?: string) => Promise<Ran>
  readonly reportOf: (args: readonly string[], env?: Env) => Promise<Report>
  readonly close: () => Promise<void>
}> {
  const apps = (['active', 'disabled', 'unpaid'] as const).map((status) => ({
    appId: status,
    appSecret: SECRET,
    status,
  }))
  const service = await serve({ host: '127.0.0.1', port: 0, apps, open: [CHANNEL], scheme: 'SvcSign' })
  const live = (args: readonly string[], env: Env = ENV, cwd?: string): Promise<Ran> =>
    cli(['live', '--base-url', service.url, ...args], { env, ...(cwd !== undefined && { cwd }) })
  const reportOf = async (args: readonly string[], env?: Env): Promise<Report> =>
    JSON.parse((await live([...args, '--report', 'json'], env)).stdout) as Report
  return { live, reportOf, close: () => service.close() }
}
