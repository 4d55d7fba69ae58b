/** A child of the bench: `fuzz` with so many token questions, as its user runs it; prints its peak of memory. */
import { fuzz } from '../../runners/commands/fuzz.ts'
import { DEFAULT_CLIENT_FLAGS } from '../../runners/client/options.ts'
import { DEFAULT_FLAGS } from '../../runners/session/flags.ts'

const questions = process.argv[2]!
/** The sample without its HTTP client, whose calls wait. */
const TOKENS = [
  'import sys; sys.path[:0] = ["runners/adapters/python"]',
  'from adapter import CALLS, DESCRIPTION, serve, translate',
  'serve(DESCRIPTION, {**CALLS, "client.call": None}, translate)',
].join('\n')
const flags = { ...DEFAULT_FLAGS, ...DEFAULT_CLIENT_FLAGS, seed: '1', questions }
process.exitCode = await fuzz(['python3', '-c', TOKENS], flags)
console.log(JSON.stringify({ peakKilobytes: process.resourceUsage().maxRSS }))
