/**
 * Before each unit test file: a unit test starts no process and has no built program, so that it answers at once. Those
 * that need either are named `*.program.test.ts`.
 */
import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'

const STARTERS = ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const

function refuse(): never {
  throw new Error('a unit test starts no process: name this file *.program.test.ts')
}

for (const name of STARTERS) childProcess[name] = refuse as never
syncBuiltinESMExports()
delete process.env['BUILT_PROGRAM']
