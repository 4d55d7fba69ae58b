import type { OutputFault } from '../../src/faults/fault.ts'
import type { Intermediates, Vector, Answer, Level, Subject, Verdict } from '../../src/model/index.ts'
import { gates, run } from '../../src/run.ts'
import { type Claims, Endless } from './endless.ts'
import { likenessOf, type FailureOfRun } from '../generated/smallest.ts'

/** So many questions are tried on each fault that is left. */
const TRIED = 3000

/** After them only one in so many is looked at: they reach next to nothing new. */
const LATER = 16

/** What the questions of a run have reached. */
interface Reached {
  /** Intermediate values that were compared, such as `hmacHex`. */
  readonly stages: number
  /** Faults of the catalogue that an SDK with these answers cannot have. */
  readonly faultsExcluded: number
  readonly faults: number
  readonly members: number
  /** Of the length of the signed message modulo 64. */
  readonly residues: number
}

/** What questions have reached, each once; it can go to another thread. */
export interface SearchSeen {
  readonly stages: Set<string>
  readonly members: Set<string>
  readonly residues: Set<number>
}

/** Counts what was asked, so that one sees when more questions add nothing. */
export class SearchCoverage {
  readonly seen: SearchSeen = { stages: new Set(), members: new Set(), residues: new Set() }
  readonly #faults: readonly OutputFault[]
  #left: readonly OutputFault[]
  readonly #shows: (fault: OutputFault, vector: Vector) => boolean
  #added = 0

  constructor(faults: readonly OutputFault[], shows: (fault: OutputFault, vector: Vector) => boolean) {
    this.#faults = faults
    this.#left = faults
    this.#shows = shows
  }

  /** Notes a question that was answered rightly. */
  add(vector: Vector): void {
    const isEarly = this.#added++ < TRIED
    if (!isEarly && this.#added % LATER > 0) return
    const { question, expect } = vector
    const steps: Intermediates = ('intermediates' in expect && expect.intermediates) || {}
    for (const stage of Object.keys(steps)) this.seen.stages.add(stage)
    if (steps.message !== undefined) this.seen.residues.add(Buffer.byteLength(steps.message) % 64)
    const members = question.method === 'token.issue' ? question.params.joinParams : {}
    for (const name of Object.keys(members ?? {})) this.seen.members.add(name)
    if (isEarly) this.#left = this.#left.filter((fault) => !this.#shows(fault, vector))
  }

  /** Adds what another lane has reached; which faults are excluded the first lane says. */
  join({ stages, members, residues }: SearchSeen): void {
    for (const stage of stages) this.seen.stages.add(stage)
    for (const member of members) this.seen.members.add(member)
    for (const residue of residues) this.seen.residues.add(residue)
  }

  get reached(): Reached {
    const { stages, members, residues } = this.seen
    return {
      stages: stages.size,
      faultsExcluded: this.#faults.length - this.#left.length,
      faults: this.#faults.length,
      members: members.size,
      residues: residues.size,
    }
  }
}

/** `210 of 246 faults excluded, 7 stages, 7 members, 64 of 64 residues`. */
export const coverageText = ({ stages, faultsExcluded, faults, members, residues }: Reached): string =>
  `${faultsExcluded} of ${faults} faults of token code excluded, ${stages} stages compared, ${members} join parameters, ${residues} of 64 residues of the message length`

/** So many different failures end a search: the first ones say enough. */
const MOST = 20

/** When a search ends, and who hears of it. */
interface SearchOptions {
  readonly seed: number
  readonly seconds: number
  readonly claims: Claims
  readonly level: Exclude<Level, 'unspecified'>
  readonly signal?: AbortSignal | undefined
  /** Finds shipped vectors. */
  readonly find: (id: string) => Vector | undefined
  /** A clock, in seconds from the beginning. */
  readonly now: () => number
  /** Called after each verdict. */
  readonly progress: () => void
  /** Receives an error of our own, after which the search ends with what it has found; absent: it is thrown. */
  readonly onBug?: (error: unknown) => void
}

/** A failure with all that is needed to explain it and to make it smaller. */
export interface FoundFailure extends FailureOfRun {
  readonly vector: Vector
  readonly answer: Answer
}

/** What a search has found. */
export interface SearchResult {
  readonly asked: number
  readonly failures: readonly FoundFailure[]
  readonly coverage: SearchCoverage
}

/** Asks generated questions until the search is over; of failures that look alike the first is kept. */
export async function search(
  subject: Subject,
  coverage: SearchCoverage,
  { seed, seconds, claims, level, signal, find, now, progress, onBug }: SearchOptions,
): Promise<SearchResult> {
  const endless = new Endless(seed, subject.description)
  const failures = new Map<string, FoundFailure>()
  let asked = 0
  const judged = (vector: Vector, answer: Answer, verdict: Verdict): void => {
    if (verdict.outcome === 'passed') coverage.add(vector)
    if (!gates(verdict, level)) return
    const round = endless.roundOf(verdict.vector)
    const key = likenessOf(verdict)
    if (round && !failures.has(key)) failures.set(key, { vector, answer, verdict, run: round })
  }
  const isOver = (): boolean => now() > seconds || failures.size >= MOST
  const vectors = endless.vectors(claims, isOver)
  const reader = run({
    vectors,
    find: (id) => endless.find(id) ?? find(id),
    subject,
    isTogether: endless.isTogether,
    level,
    judged,
    ...(signal && { signal }),
    ...(onBug && { onBug }),
  })
  try {
    for await (const { outcome } of reader) {
      if (outcome !== 'skipped') asked++
      progress()
    }
  } finally {
    // Of several lanes the first that is over ends all.
    claims.end()
  }
  return { asked, failures: [...failures.values()], coverage }
}
