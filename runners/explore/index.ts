/** `live --explore`: goes on with an endpoint after the run, with sequences and questions of other seeds. */
import { asker, type JudgedVector } from '../../src/ask.ts'
import type { QuestionGroup } from '../../src/generate/index.ts'
import { isBad } from '../../src/judge/index.ts'
import {
  ENDPOINT_QUESTIONS,
  type Stopped,
  type Subject,
  type Vector,
  type VectorId,
  type Verdict,
} from '../../src/model/index.ts'
import type { ExploreReport } from '../../src/report/report.ts'
import { gates } from '../../src/run.ts'
import type { GeneratedRun } from '../generated/questions.ts'
import { likenessOf, type FailureOfRun } from '../generated/smallest.ts'
import type { Done, More } from '../session/ask.ts'
import type { Session } from '../session/facts.ts'
import type { RawRunFlags } from '../session/flags.ts'
import { Progress } from '../terminal/console.ts'
import { wholeNumber, wrongOption } from '../terminal/options.ts'
import type { Left } from '../live/config.ts'
import { EndpointSubject } from '../live/endpoint.ts'

const LONGEST = 7 * 86400

type Flags = Pick<RawRunFlags, 'shard'> & { readonly explore?: string; readonly profile?: string }

/** `--explore`, in seconds. @throws ChannelproofError `wrong-option` */
export function exploreFlag({ explore, shard, profile }: Flags): number | undefined {
  if (explore === undefined) return undefined
  const other = shard === undefined ? profile && '--profile' : '--shard'
  const advice = 'Leave one of them out.'
  if (other) throw wrongOption(`--explore goes on after a whole run, and ${other} asks a part`, advice)
  return wholeNumber('--explore', explore, 1, LONGEST)
}

interface Explorable {
  /** Absent: the run ends without it. */
  readonly seconds: number | undefined
  readonly seed: number
  /** A subject for one round: what it has sent is kept no longer. */
  readonly subject: (left: Left) => EndpointSubject
  /** Of the bounds of the whole run, when its questions were asked. */
  readonly left: () => Left
}

export class Exploration {
  readonly #given: Explorable
  readonly #session: Session
  readonly #wrong: JudgedVector[] = []
  readonly #failures: FailureOfRun[] = []
  /** What the run has shown before, or this exploration: it is no news. */
  #known = new Set<string>()
  #stopped: Stopped | undefined
  #questions = 0
  #endsAt = 0
  /** Requests, clean-up included. */
  sent = 0

  constructor(session: Session, given: Explorable) {
    this.#session = session
    this.#given = given
  }

  /** After the run; nothing without the flag, and where a run ended early. */
  readonly goOn = async ({ verdicts, ending }: Done): Promise<More | undefined> => {
    const { seconds } = this.#given
    const { flags, interruption } = this.#session
    const isBailed = flags.bail && verdicts.some((verdict) => gates(verdict, flags.level))
    if (seconds === undefined || ending.stopped || interruption.signal.aborted || isBailed) return undefined
    this.#known = new Set(verdicts.filter(isBad).map(likenessOf))
    const startedAt = performance.now()
    this.#endsAt = startedAt + 1000 * seconds
    await this.#rounds(seconds).catch(interruption.bug)
    const took = (performance.now() - startedAt) / 1000
    const explore: ExploreReport = { seconds: took, questions: this.#questions, requests: this.sent }
    const facts = { explore, ...(this.#stopped && { stopped: this.#stopped, partial: true }) }
    return { wrong: this.#wrong, leaks: [], failures: this.#failures, facts }
  }

  get #isEnded(): boolean {
    const { flags, interruption } = this.#session
    const isBailed = flags.bail && this.#wrong.some(({ verdict }) => gates(verdict, flags.level))
    const isEnough = isBailed || this.#wrong.length >= MOST_FINDINGS
    return isEnough || performance.now() >= this.#endsAt || interruption.signal.aborted
  }

  async #rounds(seconds: number): Promise<void> {
    const progress = new Progress()
    const { seed } = this.#given
    let asked = -1
    // A round that asks nothing has met a bound of the run, such as --max-time.
    for (let round = 1; !this.#isEnded && !this.#stopped && this.#questions > asked; round++) {
      const left = this.#left()
      asked = this.#questions
      if (left.maxRequests !== undefined && left.maxRequests < LEAST) break
      const so = Math.floor(seconds - (this.#endsAt - performance.now()) / 1000)
      progress.tell(() => `explore: ${so} of ${seconds} s, ${this.#questions} questions`)
      await this.#round(this.#given.subject(left), seed + SEEDS * round)
    }
    progress.clear()
  }

  #left(): Left {
    const left = this.#given.left()
    return left.maxRequests === undefined ? left : { ...left, maxRequests: left.maxRequests - this.sent }
  }

  async #round(subject: EndpointSubject, seed: number): Promise<void> {
    const { signal } = this.#session.interruption
    const close = (): void => void subject.close()
    signal.addEventListener('abort', close)
    try {
      const player = new Player(subject)
      for (const group of await groupsOf(subject, seed)) {
        if (this.#isEnded || subject.isOver) break
        await this.#play(group, player, seed)
      }
      this.#questions += player.questions
    } finally {
      signal.removeEventListener('abort', close)
      const { stopped } = await subject.close()
      this.#stopped ??= stopped
      this.sent += subject.requests.sent
    }
  }

  async #play(group: QuestionGroup, player: Player, seed: number): Promise<void> {
    const found = await player.failing(group.vectors)
    const likeness = found && likenessOf(found.verdict)
    if (!found || this.#known.has(likeness!)) return
    this.#known.add(likeness!)
    let smallest = found
    let left = SMALLER_FORMS
    await group.smallest(async (vectors) => {
      if (this.#isEnded || left-- <= 0) return false
      const smaller = await player.failing(vectors)
      if (!smaller || likenessOf(smaller.verdict) !== likeness) return false
      smallest = smaller
      return true
    })
    this.#wrong.push(smallest)
    this.#failures.push({ verdict: smallest.verdict, run: runOf(smallest.vector, seed) })
  }
}

const MOST_FINDINGS = 10
const SMALLER_FORMS = 40
/** A round with fewer requests says nothing. */
const LEAST = 20
/** Far apart: the sources of a seed draw from those that follow it. */
const SEEDS = 7919
const WALKS = 60

/** What a round may ask, for the plan of a run. */
export const roundOf = async (subject: EndpointSubject, seed: number): Promise<readonly Vector[]> =>
  (await groupsOf(subject, seed)).flatMap(({ vectors }) => vectors)

async function groupsOf({ description }: Subject, seed: number): Promise<QuestionGroup[]> {
  const { generatedGroups, walkGroups } = await import('../../src/generate/index.ts')
  const { methods, meets } = description
  return [
    ...walkGroups({ seed, meets, count: WALKS }),
    ...generatedGroups({ seed, meets, methods, count: ENDPOINT_QUESTIONS }),
  ]
}

class Player {
  readonly #subject: EndpointSubject
  questions = 0

  constructor(subject: EndpointSubject) {
    this.#subject = subject
  }

  /** The first of them that fails; where one could not be asked, the first request before it that fails. */
  async failing(vectors: readonly Vector[]): Promise<JudgedVector | undefined> {
    const { questionsBefore } = await import('../../src/generate/index.ts')
    for (const vector of vectors) {
      const one = await this.#ask(vector)
      if (isBad(one.verdict)) return one
      if (one.verdict.outcome !== 'skipped' || this.#subject.isOver) continue
      const earlier = await this.failing(questionsBefore(vector))
      if (earlier) return earlier
    }
    return undefined
  }

  async #ask(vector: Vector): Promise<JudgedVector> {
    const one = await asker((id: VectorId) => (id === vector.id ? vector : undefined), this.#subject)(vector)
    const { answer } = one
    if (answer.kind !== 'unsupported') this.questions++
    const repeat = isBad(one.verdict) ? this.#subject.curlOf(vector.question) : undefined
    return repeat === undefined ? one : { ...one, verdict: { ...one.verdict, repeat } satisfies Verdict }
  }
}

function runOf(vector: Vector, seed: number): GeneratedRun {
  const vectors = [vector]
  const group = { vectors, isAskedAgain: false, isTogether: false, smallest: () => Promise.resolve(vectors) }
  return { seed, count: 1, digest: '', vectors, groupOf: () => group }
}
