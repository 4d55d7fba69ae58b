/**
 * `npm start`: checks every sample adapter that this machine can run, and names those that it cannot; in CI a
 * missing toolchain is a failure.
 */
import { spawnSync } from 'node:child_process'
import { EXIT } from '../src/report/exit.ts'
import { SAMPLES, type SampleAdapter } from './sampleAdapters.ts'
import { DEFAULT_CLIENT_FLAGS } from '../runners/client/options.ts'
import { sdk } from '../runners/commands/sdk.ts'
import { exitFor } from '../runners/terminal/errors.ts'
import { rootFile } from '../runners/suite/files.ts'
import { DEFAULT_FLAGS } from '../runners/commands/runFlags.ts'

const present = ([program, ...args]: readonly [string, ...string[]]): boolean =>
  spawnSync(program, args).status === 0

async function start({ language, needs, command }: SampleAdapter): Promise<number> {
  if (present(needs)) return sdk(command, { ...DEFAULT_FLAGS, ...DEFAULT_CLIENT_FLAGS }).catch(exitFor)
  console.log(`skipped: the ${language} adapter, since ${needs[0]} is not on this machine`)
  return process.env['CI'] ? EXIT.couldNotRun : EXIT.conforms
}

process.chdir(rootFile())
for (const adapter of SAMPLES) {
  const code = await start(adapter)
  console.log('')
  process.exitCode = Math.max(code, Number(process.exitCode ?? 0))
  // Ended by a signal: the others are not started any more.
  if (code > 128) break
}
