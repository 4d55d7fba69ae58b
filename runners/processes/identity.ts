import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

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

/** undefined: there is no such process. */
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
