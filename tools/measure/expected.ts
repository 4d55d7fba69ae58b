import type {
  Description,
  FaultId,
  Findings,
  Method,
  StagesOfAnswer,
  Vector,
  Verdict,
} from '../../src/model/index.ts'
import {
  alternatives,
  ScoreTally,
  type WrongAnswer,
  type ExpectedOfRow,
  sdkOf,
  withProgram,
  type Origin,
  type Programs,
  type MutantRow,
} from './rows.ts'
import { Evidence } from '../../src/diagnose/evidence.ts'
import { cannotBeAsked, type Find } from '../../src/ask.ts'
import { isBad } from '../../src/judge/index.ts'
import { troubleOf } from '../../src/judge/trouble.ts'
import { run } from '../../src/run.ts'
import type { Command } from '../../runners/adapter/bundledProgram.ts'
import { processWay } from '../../runners/adapter/process.ts'
import { decidingBy, isDecidable } from '../../runners/generated/decide.ts'
import { AdapterSubject } from '../../runners/adapter/subject.ts'

export const ROW_SCORES = [
  'named rightly',
  'described rightly',
  'among',
  'partly',
  'wrongly',
  'not named',
  'equivalent',
] as const
export type RowScore = (typeof ROW_SCORES)[number]

/** How well one row was named. */
export interface RowScored {
  readonly score: RowScore
  readonly note: string
  /** Of each fault that the report calls likely: is it one of those that the program has? */
  readonly likely?: readonly boolean[]
}

/** How well the rows were named, each that was not with its note. */
export class RowScores extends ScoreTally<RowScore> {
  constructor() {
    super('named rightly', 'described rightly', 'equivalent')
  }

  readonly likely = { right: 0, wrong: 0 }

  override add({ score, note, likely = [] }: RowScored): void {
    super.add({ score, note: `${score}: ${note}` })
    for (const isRight of likely) this.likely[isRight ? 'right' : 'wrong']++
  }

  /** At most one of a hundred programs gets a wrong name, and five a wrong one that is called likely. */
  isRarelyWrong(): boolean {
    const all = this.#sum(ROW_SCORES)
    return this.count('wrongly') <= Math.max(1, all / 100) && this.likely.wrong <= Math.max(1, all / 20)
  }

  /** At least 90 of 100 are named or described rightly. */
  isMostlyRight(): boolean {
    return this.#sum(['named rightly', 'described rightly']) >= 0.9 * this.#sum(ROW_SCORES)
  }

  /** Nothing is named wrongly, and 95 of 100 faults are named or described rightly. */
  isGood(): boolean {
    const faulty = ROW_SCORES.filter((score) => score !== 'equivalent')
    const right = this.#sum(['named rightly', 'described rightly'])
    return this.count('wrongly') === 0 && right >= 0.95 * this.#sum(faulty)
  }

  #sum(scores: readonly RowScore[]): number {
    return scores.reduce((all, score) => all + this.count(score), 0)
  }
}

interface RowOutcome {
  readonly findings: Findings
  readonly wrong: number
  /** The methods of these verdicts: a fault that shows in no answer of a method cannot be found there. */
  readonly wrongIn: ReadonlySet<Method>
  readonly hasTrouble: boolean
}

type Cause = Findings['causes'][number] & { readonly methods?: readonly Method[] }
type Sets = readonly (readonly FaultId[])[]
type Vectors = readonly Vector[]

/**
 * What is true of almost every program that was written from the interface alone, and so no row names it: it checks
 * nothing, reads the JSON that it is given as a value, without the white space around it, decodes base64 as its language
 * does, which lets unused bits through, and takes the second of two members of one name.
 */
const BACKGROUND: ReadonlySet<FaultId> = new Set([
  'join-params-unchecked',
  'missing-unchecked',
  'types-unchecked',
  'bounds-unchecked',
  'key-empty-accepted',
  'params-unchecked',
  'params-duplicates-unchecked',
  'params-reserialised',
  'text-trimmed',
  'base64-lenient',
])

function inFront(causes: readonly Cause[], { faults = [], anyOf = [] }: ExpectedOfRow): readonly Cause[] {
  const isNamed = (id: FaultId): boolean => !BACKGROUND.has(id) || [faults, ...anyOf].flat().includes(id)
  return causes.flatMap(({ methods, ...cause }): Cause[] => {
    const candidates = candidatesOf(cause).map((set) => set.filter(isNamed))
    const isWhole = candidates.every((set, at) => set.length === candidatesOf(cause)[at]!.length)
    // Where it stands together with what is left out, its methods are those of both.
    return candidates.some((set) => set.length > 0)
      ? [{ ...cause, faults: candidates[0]!, candidates, ...(isWhole && methods && { methods }) }]
      : []
  })
}

/** How well the report of a run says what is wrong with a program. A crash must be reported as a crash. */
export function scoreOfRow(outcome: RowOutcome, expect: ExpectedOfRow, from?: Origin): RowScore {
  const { findings, wrong, wrongIn, hasTrouble } = outcome
  const causes: readonly Cause[] = from === 'strangers' ? inFront(findings.causes, expect) : findings.causes
  if (expect.equivalent !== undefined) return wrong === 0 && causes.length === 0 ? 'equivalent' : 'wrongly'
  const sets = setsOf(expect)
  const methods = expect.in?.filter((method) => wrongIn.has(method))
  const named = scoreOfNames(causes, sets, methods)
  const isTold = [expect.describes ?? []].flat().every((one) => describes(findings, one))
  const isDescribed = wrong > 0 && isTold && (hasTrouble || !expect.trouble)
  if (sets.length === 0)
    return causes.length > 0 ? 'wrongly' : isDescribed ? 'described rightly' : 'not named'
  return named === 'named rightly' && !isDescribed ? 'partly' : named
}

/** Of each fault that the report calls likely: is it one of those that the program has? What all have does not count. */
export function likelyOf({ findings }: RowOutcome, expect: ExpectedOfRow, from?: Origin): readonly boolean[] {
  const right = new Set(setsOf(expect).flat())
  const isTold = (id: FaultId): boolean => from !== 'strangers' || !BACKGROUND.has(id) || right.has(id)
  return (findings.likely ?? []).filter(({ fault }) => isTold(fault)).map(({ fault }) => right.has(fault))
}

const setsOf = ({ faults, anyOf = [] }: ExpectedOfRow): Sets => (faults ? [faults] : anyOf)

const keyOf = (set: Iterable<FaultId>): string => [...new Set(set)].sort().join(' ')

const candidatesOf = ({ faults, candidates = [faults] }: Cause): Sets => candidates

function scoreOfNames(causes: readonly Cause[], sets: Sets, methods?: readonly Method[]): RowScore {
  if (causes.length === 0) return 'not named'
  const right = new Set(sets.flat())
  const isPossible = (set: readonly FaultId[]): boolean => set.every((id) => right.has(id))
  if (causes.some((cause) => !candidatesOf(cause).some(isPossible))) return 'wrongly'
  if (!causes.every((cause) => candidatesOf(cause).every(isPossible))) return 'among'
  return isWhole(causes, sets) && isWhere(causes, methods) ? 'named rightly' : 'partly'
}

/** Do the causes together make one of the right sets, whichever candidates are chosen? */
function isWhole(causes: readonly Cause[], sets: Sets): boolean {
  const keys = new Set(sets.map(keyOf))
  const unions = causes.reduce<Sets>(
    (before, cause) => before.flatMap((ids) => candidatesOf(cause).map((set) => [...ids, ...set])),
    [[]],
  )
  return unions.every((ids) => keys.has(keyOf(ids)))
}

/** Causes that name no method match any. */
function isWhere(causes: readonly Cause[], methods?: readonly Method[]): boolean {
  const told = causes.flatMap((cause) => cause.methods ?? [])
  if (!methods || causes.every((cause) => cause.methods)) return !methods || keyOf(told) === keyOf(methods)
  return told.every((method) => methods.includes(method))
}

const firstWrongStage = (stages: StagesOfAnswer['stages']) =>
  stages.find(({ expected, got }) => got !== undefined && got !== expected)?.stage

/** How the ids of questions of a method begin; token.verify shows no stages. */
const FAMILIES: Readonly<Partial<Record<Method, readonly string[]>>> = {
  'token.params': ['token/params/', 'generated/token-params/'],
  'token.signature': ['token/signature/', 'generated/token-signature/'],
  'token.issue': ['token/issue/', 'token/refusal/', 'generated/token-issue/'],
  'token.verify': ['token/verify/', 'generated/token-verify/'],
}

function describes({ stages, unexplained, common = [] }: Findings, { method, stage }: WrongAnswer): boolean {
  const isOwn = (id: string): boolean => FAMILIES[method]?.some((own) => id.startsWith(own)) ?? false
  if (stage === undefined) return unexplained.some(isOwn)
  const shown = stages.find(({ vector }) => isOwn(vector))
  // A refusal shows no value: what the failures share describes them.
  return shown ? firstWrongStage(shown.stages) === stage : common.some((trait) => trait.method === method)
}

function told({ findings: { causes, unexplained, stages }, wrong }: RowOutcome): string {
  const names = causes.map((cause: Cause) => {
    const where = cause.methods ? ` in ${cause.methods.join(', ')}` : ''
    return alternatives(candidatesOf(cause)) + where
  })
  const shown = stages.map((one) => `${one.vector}: ${firstWrongStage(one.stages) ?? 'nothing'} differs`)
  const counts = [`${wrong} wrong`, `${unexplained.length} unexplained`]
  return [names.join('; ') || 'nothing', ...counts, ...shown].join(', ')
}

/** What was expected, and what was found. */
export const noteOf = (outcome: RowOutcome, expect: ExpectedOfRow): string =>
  `expected ${JSON.stringify(expect)}, got ${told(outcome)}`

/** What the run of a row finds. */
export async function outcomeOf(programs: Programs, row: MutantRow, vectors: Vectors): Promise<RowOutcome> {
  const judged = (command: Command): Promise<Judged> => judgedOf(command, vectors, { decides: true })
  const { evidence, ...wrong } =
    row.mutant === undefined ? await withProgram(row, judged) : await judged([...sdkOf(programs), row.mutant])
  return { findings: evidence.findings(), ...wrong }
}

const start = (command: Command): Promise<AdapterSubject> =>
  AdapterSubject.start({
    way: processWay({ command, timeZone: 'Asia/Kathmandu' }),
    timeout: 10_000,
    startTimeout: 30_000,
  })

/** Asks an adapter what decides, as a run does; one that reads its own clock is not asked. */
async function decide(command: Command, find: Find, description: Description, evidence: Evidence) {
  if (!isDecidable(description)) return
  const decideOn = decidingBy({
    start: () => start(command),
    find,
    signal: new AbortController().signal,
    now: () => performance.now() / 1000,
    subject: description,
    bug: (error) => {
      throw error
    },
  })
  await decideOn(evidence)
}

/** The answers of an adapter. */
export const evidenceOf = async (command: Command, vectors: Vectors): Promise<Evidence> =>
  (await judgedOf(command, vectors, { decides: false })).evidence

type Judged = Omit<RowOutcome, 'findings'> & { readonly evidence: Evidence }

async function judgedOf(command: Command, vectors: Vectors, flags: { decides: boolean }): Promise<Judged> {
  const evidence = new Evidence()
  const subject = await start(command)
  const { description } = subject
  const asked = vectors.filter((vector) => cannotBeAsked(vector, description) === undefined)
  const find = (id: string) => vectors.find((vector) => vector.id === id)
  const judged = evidence.add.bind(evidence)
  const bad: Verdict[] = []
  for await (const verdict of run({ vectors: asked, find, subject, level: 'recommended', judged }))
    if (isBad(verdict)) bad.push(verdict)
  const wrongIn = new Set(bad.flatMap(({ vector }) => find(vector)?.question.method ?? []))
  const hasTrouble = bad.some((verdict) => troubleOf(verdict) !== undefined)
  if (flags.decides) await decide(command, find, description, evidence)
  return { evidence, wrong: bad.length, wrongIn, hasTrouble }
}
