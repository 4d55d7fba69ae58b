import { spawnSync } from 'node:child_process'
import { noteMissing } from './leftOut.ts'

/**
 * Is this program installed? Meant for `describe.skipIf(!needsTool('openssl'))`: a user's machine skips the tests
 * under their names, CI fails.
 * @throws Error where CI lacks the program
 */
export function needsTool(name: string): boolean {
  const present = spawnSync(name, ['--version']).error === undefined
  if (!present && process.env['CI'])
    throw new Error(`CI must have ${name}: its tests may not be skipped there`)
  if (!present) noteMissing(name)
  return present
}
