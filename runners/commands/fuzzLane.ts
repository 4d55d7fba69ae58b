/**
 * A thread of `fuzz` with an adapter of its own: draws, asks and judges the rounds that it claims, and answers with what
 * it has found.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { Claims } from '../generated/claims.ts'
import { Coverage } from '../generated/coverage.ts'
import { search } from '../generated/search.ts'
import { loadSuite } from '../suite/index.ts'
import { watched } from '../client/watched.ts'
import { startingOf } from './fuzzStarting.ts'
import type { LaneFound, LaneWork } from './fuzzLanes.ts'

const { command, raw, memory, questions, seed, seconds } = workerData as LaneWork
const controller = new AbortController()
const { signal } = controller
// Any message ends it. It alone does not keep the thread alive.
parentPort?.on('message', () => controller.abort()).unref()
const starting = startingOf(raw, signal)
const { find } = await loadSuite(['token', 'client'])
const coverage = new Coverage([], () => false)
const startedAt = performance.now()
const nothing = { asked: 0, failures: [], coverage }
// Where a second adapter does not start, the first must do.
const subject = await watched(command, starting).catch(() => undefined)
const { asked, failures } = !subject
  ? nothing
  : await search(subject, coverage, {
      claims: new Claims(questions, memory),
      seed,
      seconds,
      level: starting.level,
      signal,
      find,
      now: () => (performance.now() - startedAt) / 1000,
      progress: () => undefined,
    })
const found: LaneFound = {
  asked,
  // Functions do not go to another thread, and neither do credentials.
  failures: starting.secrets.mask(
    failures.map(({ run: { seed, count, now }, ...failure }) => ({
      ...failure,
      round: { seed, count, now },
    })),
  ),
  seen: coverage.seen,
}
parentPort?.postMessage(found, [])
