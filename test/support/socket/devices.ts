/** Devices: programs that call a run, or that a run calls. */
import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import type { Report } from '../../../src/report/report.ts'
import { built, temporary, type Ran } from '../cli.ts'

/** Where a run waits. */
export interface Waiting {
  readonly url: string
  readonly host: string
  readonly port: number
  readonly code: string
}

export interface Judged extends Ran {
  readonly report: Report | undefined
}

const WAITS = /waiting at ((?:tcp|ws):\/\/([\d.]+):(\d+)) for the device; its first (?:line|frame) is (\w+)/

/** Runs `sdk` with these flags. @param device begins once the run waits for it; its end comes after that of the run */
export async function judged(
  flags: readonly string[],
  device: (waiting: Waiting) => unknown = () => undefined,
): Promise<Judged> {
  const file = join(temporary(), 'report.json')
  const args = [built('runners/cli.js'), 'sdk', '--generated', '0', '--report', `json=${file}`, ...flags]
  const child = spawn(process.execPath, args, { env: { ...process.env, NO_COLOR: '1' } })
  const out = { stdout: '', stderr: '' }
  child.stdout.on('data', (data: Buffer) => (out.stdout += data.toString()))
  let begun: Promise<unknown> | undefined
  child.stderr.on('data', (data: Buffer) => {
    out.stderr += data.toString()
    const [, url, host, port, code] = WAITS.exec(out.stderr) ?? []
    if (url !== undefined)
      begun ??= Promise.resolve(device({ url, host: host!, port: Number(port), code: code! }))
  })
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  await begun
  return { code, ...out, report: read(file) }
}

function read(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return undefined
  }
}

/**
 * Hands the lines of a connection to a program, and its lines to the connection. Resolves at the end of both.
 * @param answers hears of its first answer
 */
export function bridge(
  socket: Socket,
  [program, ...args]: readonly [string, ...string[]],
  answers: () => void = () => undefined,
): Promise<void> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdin.on('error', () => undefined)
  socket.on('error', () => undefined)
  socket.pipe(child.stdin)
  child.stdout.once('data', answers)
  child.stdout.pipe(socket)
  socket.on('close', () => child.kill('SIGKILL'))
  return new Promise((resolve) => {
    child.on('close', () => {
      if (!socket.destroyed) socket.destroySoon()
      resolve()
    })
  })
}

const opened = (socket: Socket): Promise<boolean> =>
  new Promise((resolve) => {
    socket.on('connect', () => resolve(true))
    socket.on('error', () => resolve(false))
  })

/** Calls in with a program, and again whenever it ends, until the run no longer listens. */
export async function callsIn(
  { host, port, code }: Waiting,
  command: readonly [string, ...string[]],
  answers?: () => void,
): Promise<void> {
  for (;;) {
    const socket = connect({ host, port, allowHalfOpen: true })
    if (!(await opened(socket))) return
    socket.write(`${code}\n`)
    await bridge(socket, command, answers)
  }
}

/** Listens with a program behind each connection. */
export async function listens(
  command: readonly [string, ...string[]],
): Promise<{ readonly url: string; close(): void }> {
  const server = createServer({ allowHalfOpen: true }, (socket) => void bridge(socket, command))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  }
}

/** The first line that a program prints, and how to end it. */
export async function printing(
  program: string,
  args: readonly string[],
): Promise<{ readonly line: string; readonly child: ChildProcess }> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const line = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim())),
  )
  return { line, child }
}

/** Starts a program; resolves when it has ended. */
export const ended = (program: string, args: readonly string[]): Promise<unknown> =>
  new Promise((resolve) =>
    spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] }).on('close', resolve),
  )
