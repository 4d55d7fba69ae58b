/**
 * A thread of `fuzz` with an adapter of its own: draws, asks and judges the rounds that it claims, and answers with what
 * it has found.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { ChannelproofError } from '../../src/errors.ts'
import { watched } from '../client/watched.ts'
import { Claims, SearchCoverage, search } from './search.ts'
import { loadSuite } from '../suite/index.ts'
import { runSecrets } from '../terminal/secrets.ts'
import { fuzzFlags, type LaneFound, type LaneWork } from './lanes.ts'

const controller = new AbortController()
// Any message ends it. It alone does not keep the thread alive.
parentPort?.on('message', () => controller.abort()).unref()
parentPort?.postMessage(await found(workerData as LaneWork, controller.signal).catch(problem), [])

async function found(
  { command, raw, memory, questions, seed, seconds }: LaneWork,
  signal: AbortSignal,
): Promise<LaneFound> {
  const [flags, secrets] = [fuzzFlags(raw), runSecrets()]
  const { level } = flags
  const startedAt = performance.now()
  const now = (): number => (performance.now() - startedAt) / 1000
  const { find } = await loadSuite(['token', 'client'])
  const subject = await watched(command, { ...flags, signal, secrets })
  const coverage = new SearchCoverage([], () => false)
  const claims = new Claims(questions, flags.gate.shard, memory)
  const options = { claims, seed, seconds, level, signal, find, now, progress: () => undefined }
  const { asked, failures } = await search(subject, coverage, options)
  // Functions do not go to another thread, and neither do credentials.
  const plain = failures.map(({ run: { seed, count, now }, ...failure }) => ({
    ...failure,
    round: { seed, count, now },
  }))
  return { asked, failures: secrets.mask(plain), seen: coverage.seen }
}

/** Where a second adapter does not start, the first must do. */
function problem(error: unknown): LaneFound {
  if (!(error instanceof ChannelproofError)) throw error
  const nothing = { asked: 0, failures: [], seen: new SearchCoverage([], () => false).seen }
  const { code, message, advice } = error
  return code === 'adapter-not-started' ? nothing : { ...nothing, problem: { code, message, advice } }
}
