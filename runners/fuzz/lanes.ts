import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { ChannelproofError } from '../../src/errors.ts'
import type { Command } from '../adapter/bundledProgram.ts'
import { clientOptions, type ClientFlags } from '../client/options.ts'
import type { Starting } from '../client/watched.ts'
import type { GeneratedRun } from '../generated/questions.ts'
import { ProcessGroup } from '../processes/processGroup.ts'
import { runFlags, type RawRunFlags, type RunFlags } from '../session/flags.ts'
import type { SearchSeen, FoundFailure } from './search.ts'

export interface RawFuzzFlags extends Partial<RawRunFlags>, Omit<ClientFlags, 'trace'> {
  readonly for?: string
  readonly questions?: string
}

/** The flags of a search, checked. @throws ChannelproofError `wrong-option` (exit code 2) */
export function fuzzFlags(raw: RawFuzzFlags): RunFlags & Pick<Starting, 'client'> {
  const flags = runFlags(raw)
  // --jobs says how many lanes there are: each has one process.
  const jobs = flags.jobs === 'as-needed' ? flags.jobs : 1
  return { ...flags, jobs, client: clientOptions({ ...raw, trace: false }) }
}

export interface LaneWork {
  readonly command: Command
  readonly raw: RawFuzzFlags
  /** Of the claims that all lanes share. */
  readonly memory: SharedArrayBuffer
  readonly questions: number
  readonly seed: number
  /** How many are left. */
  readonly seconds: number
}

/** A failure without the functions of its run, which its seed brings back. */
export type LaneFailure = Omit<FoundFailure, 'run'> & {
  readonly round: Pick<GeneratedRun, 'seed' | 'count' | 'now'>
}

export interface LaneFound {
  readonly asked: number
  readonly failures: readonly LaneFailure[]
  readonly seen: SearchSeen
  /** Why it could not go on: nothing is wrong with our code. */
  readonly problem?: Pick<ChannelproofError, 'code' | 'message' | 'advice'>
}

interface Options {
  readonly signal: AbortSignal
  /** Hears of an error of our own in a lane; the others go on. */
  readonly onBug: (error: unknown) => void
}

/** More lanes of a search: threads, each with an adapter of its own, since one processor is busy with one lane. */
export class FuzzLanes {
  readonly #options: Options
  /** Whatever the lanes start bears its mark, and ends with it at the latest. */
  readonly #group = new ProcessGroup()
  #workers: Worker[] = []
  #found: Promise<LaneFound | undefined>[] = []

  constructor(options: Options) {
    this.#options = options
  }

  get areStarted(): boolean {
    return this.#workers.length > 0
  }

  start(count: number, work: LaneWork): void {
    this.#group.shelter()
    // Every processor has a lane: helpers that collect garbage for one would take the time of another.
    setFlagsFromString('--no-parallel-scavenge')
    const env = this.#group.environment(process.env)
    this.#workers = Array.from({ length: count }, () => laneThread(work, env))
    this.#found = this.#workers.map((worker) => this.#foundBy(worker))
    this.#options.signal.addEventListener('abort', () =>
      this.#workers.forEach((one) => one.postMessage('end', [])),
    )
  }

  async #foundBy(worker: Worker): Promise<LaneFound | undefined> {
    const silent = once(worker, 'exit').then(() => {
      throw new Error('a lane of fuzz ended without a result')
    })
    try {
      const [found] = (await Promise.race([once(worker, 'message'), silent])) as [LaneFound]
      return found
    } catch (error) {
      this.#options.onBug(error)
      return undefined
    }
  }

  /** Comes when the last one is over, and nothing is left of any. */
  async ended(): Promise<void> {
    await Promise.all(this.#found)
    await Promise.all(this.#workers.map((worker) => worker.terminate()))
    this.#group.end()
  }

  /** What each of them has found. @throws ChannelproofError where one could not go on */
  async found(): Promise<LaneFound[]> {
    const found = (await Promise.all(this.#found)).flatMap((one) => one ?? [])
    for (const { problem } of found)
      if (problem) throw new ChannelproofError(problem.code, problem.message, problem.advice)
    return found
  }
}

/** Compiled beside the built program; through tsx in a checkout, which a thread does not get by --import. */
function laneThread(workerData: LaneWork, env: NodeJS.ProcessEnv): Worker {
  if (import.meta.url.endsWith('.js'))
    return new Worker(new URL('./fuzz/lane.js', import.meta.url), { workerData, env })
  const [api, file] = [import.meta.resolve('tsx/esm/api'), new URL('./lane.ts', import.meta.url).href]
  const code = `import(${JSON.stringify(api)}).then(({ register }) => { register(); return import(${JSON.stringify(file)}) })`
  return new Worker(code, { eval: true, workerData, env })
}
