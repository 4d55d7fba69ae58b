import { type ChildProcess, execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** In the environment of a program and of all that it starts: it also names processes that have left the group. */
const MARK = 'CHANNELPROOF_STARTED'

/** How often the search for remaining processes is repeated: a process may start another while it ends. */
const LOOKS = 50

/** Programs that were started and have not ended yet: ended at the latest when channelproof itself ends. */
const groups = new Set<ProcessGroup>()
process.on('exit', () => groups.forEach((group) => group.end()))

/**
 * A program with everything that it starts. A process that calls setsid leaves the process group; on Linux its
 * environment finds it, elsewhere it stays.
 */
export class ProcessGroup {
  readonly #mark = randomUUID()
  #leader: number | undefined
  #isSignalled = false

  /** The environment of the program; one channelproof may run below another. */
  environment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    return { ...own, [MARK]: `${process.env[MARK] ?? ''} ${this.#mark}`.trim() }
  }

  /** @param leader started with this environment, detached */
  begin({ pid }: ChildProcess): void {
    if (pid === undefined) return
    this.#leader = pid
    groups.add(this)
  }

  /** For programs of another thread, which cannot end them when channelproof ends: whatever bears the mark. */
  shelter(): void {
    groups.add(this)
  }

  signal(name: NodeJS.Signals): void {
    if (!groups.has(this) || this.#leader === undefined) return
    this.#isSignalled = true
    send(-this.#leader, name)
  }

  /** How the program ended by itself; undefined where the group was ended or had a signal of ours. */
  endOf(code: number | null, signal: NodeJS.Signals | null) {
    if (!groups.has(this) || this.#isSignalled) return undefined
    return signal ? { signal } : { code: code! }
  }

  end(): void {
    if (!groups.delete(this)) return
    if (this.#leader !== undefined) send(-this.#leader, 'SIGKILL')
    for (let look = 0; look < LOOKS && this.#endStrays(); look++);
  }

  /** On Linux. @returns whether there was any */
  #endStrays(): boolean {
    const names = process.platform === 'linux' ? readdirSync('/proc') : []
    const pids = names.filter((name) => /^[0-9]+$/.test(name)).map(Number)
    const strays = pids.filter((pid) => environmentOf(pid).includes(this.#mark))
    for (const pid of strays) send(pid, 'SIGKILL')
    return strays.length > 0
  }
}

function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended by itself.
  }
}

/** Empty where the process is another user's, or has ended. */
function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
  } catch {
    return ''
  }
}

/** A process, told apart from a later one with the same id. */
export interface ProcessIdentity {
  /** The machine, on Linux also the namespace in which the id counts: each container has its own. */
  readonly host: string
  readonly pid: number
  /** When it began, in the words of the system. */
  readonly start: string
}

export const ownIdentity = (): ProcessIdentity => ({
  host: host(),
  pid: process.pid,
  start: startOf(process.pid) ?? '',
})

/** What became of a process; `elsewhere`: it cannot be seen from here. */
export function fateOf({ host: where, pid, start }: ProcessIdentity): 'running' | 'ended' | 'elsewhere' {
  if (where !== host()) return 'elsewhere'
  return startOf(pid) === start ? 'running' : 'ended'
}

const host = (): string =>
  `${hostname()}${process.platform === 'linux' ? ` ${readlinkSync('/proc/self/ns/pid')}` : ''}`

function startOf(pid: number): string | undefined {
  try {
    return process.platform === 'linux'
      ? `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${ticksOf(pid)}`
      : execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}

/** Field 22 of proc_pid_stat(5). The name before it, in parentheses, may hold blanks. */
const ticksOf = (pid: number): string =>
  readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ')[19]!
