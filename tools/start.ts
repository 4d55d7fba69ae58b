/**
 * `npm start`: checks every sample adapter that this machine can run, and names those that it cannot; in CI a missing
 * toolchain is a failure.
 */
import { spawnSync, type SpawnSyncOptions } from 'node:child_process'
import { EXIT } from '../src/report/exit.ts'
import { SAMPLES, type Sample } from '../runners/init/samples.ts'
import { DEFAULT_CLIENT_FLAGS } from '../runners/client/options.ts'
import { sdk } from '../runners/commands/sdk.ts'
import { exitFor } from '../runners/terminal/errors.ts'
import { rootFile } from '../runners/suite/files.ts'
import { DEFAULT_FLAGS } from '../runners/session/flags.ts'

/** The samples of a plain `npm start`, so that it stays short; `--all` runs every sample. */
const SHORT = new Set(['typescript', 'python', 'go'])

const runs = ([program, ...args]: readonly [string, ...string[]], options: SpawnSyncOptions = {}): boolean =>
  spawnSync(program, args, options).status === 0

async function start({ language, title, needs, build, command }: Sample): Promise<number> {
  const missing = needs.find((program) => !runs(program))
  if (missing) {
    console.log(`skipped: the ${title} adapter, since ${missing[0]} is not on this machine`)
    return process.env['CI'] ? EXIT.couldNotRun : EXIT.conforms
  }
  const folder = rootFile(`runners/adapters/${language}`)
  if (build && !runs(build, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })) {
    console.log(`the ${title} adapter could not be built: ${build.join(' ')} failed in ${folder}`)
    return EXIT.couldNotRun
  }
  process.chdir(folder)
  const flags = { ...DEFAULT_FLAGS, ...DEFAULT_CLIENT_FLAGS, startTimeout: '300000' }
  return sdk(command, flags, {}).catch(exitFor)
}

const all = process.argv.includes('--all')
for (const sample of SAMPLES.filter(({ language }) => all || SHORT.has(language))) {
  const code = await start(sample)
  console.log('')
  process.exitCode = Math.max(code, Number(process.exitCode ?? 0))
  // A signal ended it: the others are not started.
  if (code > 128) break
}
