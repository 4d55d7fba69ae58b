#!/usr/bin/env node
import { CommanderError } from 'commander'
import { EXIT } from '../src/report/exit.ts'
import { program } from './program.ts'
import { exitFor, onWindows, watchBugs, watchOutputs } from './terminal/errors.ts'

watchOutputs(process)
watchBugs()

try {
  if (process.platform === 'win32') throw onWindows()
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof CommanderError)) process.exitCode = exitFor(error)
  // commander has reported what is wrong with the options; --help and --version are no mistakes.
  else if (error.exitCode !== 0) process.exitCode = EXIT.usage
}
