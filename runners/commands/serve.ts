import { once } from 'node:events'
import { ChannelproofError } from '../../src/errors.ts'
import { visible } from '../../src/report/text.ts'
import { isLoopback } from '../http/server.ts'
import type { RawCaptureFlags } from '../session/flags.ts'
import { print, tell } from '../terminal/console.ts'
import { appsWith, serve, type Served, type ServeOptions } from '../http/serve.ts'
import { schemeOf, wrongValue } from '../terminal/options.ts'
import { Interruption } from '../terminal/errors.ts'

export interface RawServeFlags extends RawCaptureFlags {
  /** Judges requests instead of answering as the service. */
  readonly capture: boolean
  readonly port: string
  readonly host: string
  readonly open: readonly string[]
  readonly scheme: string
}

const PUBLIC_SECRET = 'DO-NOT-USE-channelproof-serve'

/** `channelproof serve`: the embedded reference service, until a signal ends it. Resolves with 128 + n. */
export async function serveUntilEnded(flags: RawServeFlags): Promise<number> {
  const options = serveOptions(flags, process.env)
  if (flags.capture) return captured(flags, options)
  const interruption = new Interruption()
  const log: ServeOptions['log'] = (entry) => tell(entry, (one) => `${JSON.stringify(one)}\n`)
  const served = await serve({ ...options, log }).catch((error: NodeJS.ErrnoException) => {
    throw refused(error, flags)
  })
  await print(introduction(served, options))
  if (!interruption.signal.aborted) await once(interruption.signal, 'abort')
  await served.close()
  return interruption.exitCode!
}

async function captured(flags: RawServeFlags, options: ServeOptions): Promise<number> {
  const { captureFlags } = await import('../session/flags.ts')
  const { capture } = await import('./capture.ts')
  const { host, port, scheme, apps } = options
  const ready = async (url: string): Promise<void> =>
    tell(`Requests to ${url} are judged; the base URL of the program is to be that.\n`)
  const judged = capture({ ...captureFlags(flags), host, port, scheme, app: apps[0]!, ready })
  return judged.catch((error: NodeJS.ErrnoException) => {
    throw error.syscall === 'listen' ? refused(error, flags) : error
  })
}

/** @throws ChannelproofError `wrong-option`, `wrong-app-id` or `empty-secret` (exit code 2) */
function serveOptions(flags: RawServeFlags, env: NodeJS.ProcessEnv): ServeOptions {
  const apps = appsWith(appIdOf(env), secretOf(env))
  const { host, open } = flags
  // An empty host would mean every address of the machine.
  if (host === '') throw wrongValue('--host', host, 'give an address, such as 127.0.0.1')
  return { host, port: portOf(flags.port), apps, open, scheme: schemeOf(flags.scheme) }
}

function portOf(text: string): number {
  if (/^[0-9]{1,5}$/.test(text) && Number(text) <= 65535) return Number(text)
  throw wrongValue('--port', text, 'give a whole number from 0 (any free port) to 65535')
}

/** No dot: it separates the parts of tokens and of the stand-in. */
function appIdOf({ CHANNELPROOF_APP_ID: appId = 'channelproof-app' }: NodeJS.ProcessEnv): string {
  if (/^[!-\-/-~]+$/.test(appId)) return appId
  const advice = 'Use printable ASCII without spaces and dots, or leave the variable unset.'
  throw new ChannelproofError('wrong-app-id', 'CHANNELPROOF_APP_ID is no app id', advice)
}

function secretOf({ CHANNELPROOF_APP_SECRET: secret = PUBLIC_SECRET }: NodeJS.ProcessEnv): string {
  if (secret !== '') return secret
  const advice = 'Set it, or leave it unset for the public default.'
  throw new ChannelproofError('empty-secret', 'CHANNELPROOF_APP_SECRET is empty', advice)
}

const ADVICE: Readonly<Record<string, readonly [code: string, advice: string]>> = {
  EADDRINUSE: ['port-in-use', 'Another program listens there. Give another --port, or 0 for any free one.'],
  EACCES: ['port-not-allowed', 'This user may not listen there. Give a --port from 1024 on, or 0.'],
}

function refused(error: NodeJS.ErrnoException, { host, port }: RawServeFlags): ChannelproofError {
  const [code, advice] = ADVICE[error.code ?? ''] ?? ['host-not-possible', 'Give an address of this machine.']
  return new ChannelproofError(code, `${visible(host)}:${port} cannot be had (${error.code})`, advice)
}

function introduction({ url }: Served, { apps, open, scheme }: ServeOptions): string {
  const { appId, appSecret } = apps[0]!
  const secret =
    appSecret === PUBLIC_SECRET ? `public default: ${PUBLIC_SECRET}` : 'from CHANNELPROOF_APP_SECRET'
  const lines = [
    'The embedded reference service runs; Ctrl+C ends it.',
    `  URL            ${url}`,
    `  app id         ${appId}`,
    `  app secret     ${secret}`,
    '  other apps     channelproof-disabled, channelproof-unpaid (same secret)',
    `  open channels  ${open.map(visible).join(', ') || 'none: every streaming call is answered 404 (see --open)'}`,
    `  scheme         ${scheme}`,
    '  Authorization  a stand-in, since the real construction is not shown:',
    `                 ${scheme} <appId>.<Unix seconds>.<base64 of HMAC-SHA256(app secret, appId + seconds)>`,
    ...(isLoopback(new URL(url).hostname)
      ? []
      : ['  warning        other machines can reach it: the host is no loopback address']),
  ]
  return `${lines.join('\n')}\n`
}
