import { isDeepStrictEqual } from 'node:util'
import type { FaultyAnswer, Alteration, OutputFault, Seen, Stages } from '../faults/fault.ts'
import { answerOf, sdkWith } from '../faults/faultySdk/index.ts'
import { seenIn } from '../faults/faultySdk/seen.ts'
import { RIGHT, STAGES_OF } from '../faults/faultySdk/stages.ts'
import type { Answer, FaultId, Question } from '../model/index.ts'
import { isObject } from '../json.ts'

/** A fault in one of its forms, and the stages that this form replaces. */
export interface Form {
  readonly id: FaultId
  /** The form that the catalogue names first. */
  readonly main: boolean
  /** In the catalogue, where mistakes follow each other as the stages do. */
  readonly place: number
  readonly alteration: Alteration
  readonly stages: ReadonlySet<string>
}

/** All forms of some faults, in the order of the catalogue: that in which their stages follow each other. */
export const formsOf = (faults: readonly OutputFault[]): Form[] =>
  faults
    .flatMap(({ id, alteration, others = [] }) =>
      [alteration, ...others].map((form) => ({
        id,
        main: form === alteration,
        alteration: form,
        stages: new Set(Object.keys(form(RIGHT, {}))),
      })),
    )
    .map((form, place) => ({ ...form, place }))

/** Does the form take part in this method? */
export const takesPart = ({ stages }: Form, method: Question['method']): boolean =>
  STAGES_OF[method].some((stage: keyof Stages) => stages.has(stage))

/** An answer that shows what the SDK makes. */
export type ShownAnswer = Extract<FaultyAnswer, { kind: 'accepted' | 'refused' }>

/** A question with the answer that was given; made by `observed`. */
export interface Observed {
  readonly question: Question
  readonly answer: ShownAnswer
  /** The SDK's own choices that the answer shows, read in one way or another. */
  readonly seen: readonly Seen[]
}

/**
 * Answers whose output shows what the SDK makes; undefined for trouble of the adapter and questions that no fault
 * answers.
 */
export function observed(asked: Question, given: Answer): Observed | undefined {
  const answer = answerFor(given)
  if (!answer || STAGES_OF[asked.method].length === 0) return undefined
  const question = withTimestamp(asked, answer, given.askedAt)
  return observe(question, answer)
}

/** The join parameters that a question names, of whatever type. */
export const joinParamsIn = ({ params }: Question): unknown =>
  'joinParams' in params ? params.joinParams : undefined

/** A question with a timestamp and its answer, in each reading that makes a difference. */
export function observe(question: Question, answer: ShownAnswer): Observed {
  const joinParams = joinParamsIn(question)
  const seen = seenIn(question, answer)
  if (!isObject(joinParams)) return { question, answer, seen: seen.slice(0, 1) }
  const readings = seen.map((one) => [JSON.stringify(sdkWith([], one).prepare(joinParams, 0)), one] as const)
  return { question, answer, seen: [...new Map(readings.toReversed()).values()].toReversed() }
}

/** Errors, crashes and silence are the adapter's trouble: they show nothing of what the SDK makes. */
export function answerFor(answer: Answer | FaultyAnswer): ShownAnswer | undefined {
  return answer.kind === 'accepted' || answer.kind === 'refused' ? answer : undefined
}

/** An SDK that reads its own clock gets questions about now: its own time counts as now, if it is near. */
export function withTimestamp(question: Question, answer: FaultyAnswer, askedAt: number): Question {
  if (question.method !== 'token.issue' || question.params.timestamp !== undefined) return question
  const { timestamp = '' } = seenIn(question, answer)[0]!
  const isNear = /^[0-9]+$/.test(timestamp) && Math.abs(Number(timestamp) - askedAt) < 5
  const now = isNear ? Number(timestamp) : Math.floor(askedAt)
  return { ...question, params: { ...question.params, timestamp: now } }
}

/**
 * What an SDK with these mistakes would have answered, with the choices that the given answer shows; undefined where
 * the mistakes exclude each other, because one makes values that the other cannot take.
 */
export function predicted(forms: readonly Form[], question: Question, seen: Seen): FaultyAnswer | undefined {
  const alterations = forms.map(({ alteration }) => alteration)
  try {
    return answerOf(sdkWith(alterations, seen), question)
  } catch (error) {
    // A date beyond the calendar, half a surrogate pair in a URL, a fraction where an integer is needed.
    if (error instanceof RangeError || error instanceof SyntaxError || error instanceof URIError)
      return undefined
    throw error
  }
}

/** Would an SDK with these mistakes have given this very answer? */
export const explains = (forms: readonly Form[], { question, seen, answer }: Observed): boolean =>
  seen.some((reading) => {
    const made = predicted(forms, question, reading)
    return made !== undefined && isSame(made, answer)
  })

/** Does the answer show everything that these mistakes make? */
export function isSame(made: FaultyAnswer, given: ShownAnswer): boolean {
  if (made.kind === 'accepted') return given.kind === 'accepted' && holds(given.output, made.output)
  // A verifier without reasons says only no.
  return (
    made.kind === 'refused' && given.kind === 'refused' && [made.reason, undefined].includes(given.reason)
  )
}

/** An answer may say more than a mistake makes: `valid` together with the join parameters. */
const holds = (given: object, made: object): boolean =>
  Object.entries(made).every(([name, value]) => isDeepStrictEqual(Reflect.get(given, name), value))
