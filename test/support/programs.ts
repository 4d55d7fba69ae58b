import { existsSync, readFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'

/**
 * Is this program installed? Meant for `describe.skipIf(!needsTool('openssl'))`: a user's machine skips the tests
 * under their names, CI fails.
 * @throws Error where CI lacks the program
 */
export function needsTool(name: string): boolean {
  const present = spawnSync(name, ['--version']).error === undefined
  if (!present && process.env['CI'])
    throw new Error(`CI must have ${name}: its tests may not be skipped there`)
  return present
}

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
