import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { temporary } from '../support/cli.ts'
import { CHANNEL, ENV, USER } from '../support/live/service.ts'
import type { Framework } from './rows.ts'

/** Its apps, its open channel and who is in it. The secret is in no argument: every user of a machine reads those. */
const SERVICE_ENV = { ...ENV, CHANNEL, CHANNEL_USER: USER }

/** Builds a service, once for all of its processes. @returns where it was built */
export async function built({ folder, build }: Framework): Promise<string> {
  const into = temporary()
  const [program, ...args] = build?.(into) ?? []
  if (program !== undefined) await promisify(execFile)(program, args, { cwd: folder })
  return into
}

/** A service in a process of its own, with no push running. */
export async function started(
  { folder, command }: Framework,
  into: string,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const [program, ...args] = command(into)
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...SERVICE_ENV },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { url: await firstLine(child), stop: () => ended(child) }
}

/** @throws Error where it ends without one */
async function firstLine(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout! })
  const [line] = (await Promise.race([
    once(lines, 'line'),
    once(lines, 'close').then(() => Promise.reject(new Error('the service has printed no line'))),
  ])) as [string]
  return line
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}
