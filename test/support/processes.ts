import { existsSync, readFileSync } from 'node:fs'

/** Is it running? A dead process that its parent has not waited for is a zombie, which Linux shows as Z. */
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
