/**
 * Before the tests: one folder for all that they write, named by TEMPORARIES, and removed after them: workers of vitest
 * are ended before they could clean up.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AGENTS } from '../../runners/report/write.ts'

export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'channelproof-test-'))
  process.env['TEMPORARIES'] = folder
  // No journal of a test stands beside those of a person.
  process.env['XDG_STATE_HOME'] = join(folder, 'state')
  // Reports look the same whoever runs the tests.
  for (const name of AGENTS) delete process.env[name]
  return () => rmSync(folder, { recursive: true, force: true })
}
