/** A child of the bench: `fuzz` with so many token questions, as its user runs it; prints its peak of memory. */
import { fuzz } from '../../runners/commands/fuzz.ts'
import { DEFAULT_CLIENT_FLAGS } from '../../runners/client/options.ts'
import { DEFAULT_FLAGS } from '../../runners/session/flags.ts'
import { PYTHON_TOKENS } from './ratio.ts'

const questions = process.argv[2]!
const flags = { ...DEFAULT_FLAGS, ...DEFAULT_CLIENT_FLAGS, seed: '1', questions }
process.exitCode = await fuzz([...PYTHON_TOKENS], flags)
console.log(JSON.stringify({ peakKilobytes: process.resourceUsage().maxRSS }))
