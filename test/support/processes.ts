import { existsSync, readFileSync } from 'node:fs'

/** Running, that is: a dead process that nobody has waited for yet is a zombie, which Linux shows as Z. */
export function isAlive(pid: number): boolean {
  const stat = `/proc/${pid}/stat`
  if (existsSync('/proc/self/stat'))
    return existsSync(stat) && !/^\d+ \(.*\) Z/s.test(readFileSync(stat, 'utf8'))
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
