import { isDeepStrictEqual } from 'node:util'
import type { FaultyAnswer, Alteration, OutputFault, Seen, Stages } from '../faults/fault.ts'
import { answerOf, sdkWith } from '../faults/faultySdk/index.ts'
import { seenIn } from '../faults/faultySdk/seen.ts'
import { RIGHT, STAGES_OF } from '../faults/faultySdk/stages.ts'
import type { Answer, FaultId, Question } from '../model/index.ts'

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

/** A question with the answer that was given; made by `observed`. */
export interface Observed {
  readonly question: Question
  readonly answer: FaultyAnswer
  /** What the answer shows of the SDK's own choices; read in one way or another. */
  readonly seen: readonly Seen[]
}

/** What can be told by its output; undefined for time limits, noise, and questions that no fault answers. */
export function observed(asked: Question, given: Answer): Observed | undefined {
  const answer = answerFor(given)
  if (!answer || STAGES_OF[asked.method].length === 0) return undefined
  const question = withTimestamp(asked, answer, given.askedAt)
  return { question, answer, seen: seenIn(question, answer) }
}

export function answerFor(answer: Answer): FaultyAnswer | undefined {
  if (answer.kind === 'broken') return answer.reason === 'crash' ? { kind: 'crashed' } : undefined
  return answer.kind === 'unsupported' ? undefined : answer
}

/** With a clock of its own an SDK is asked for a token of now: what it says is now, if that is near. */
export function withTimestamp(question: Question, answer: FaultyAnswer, askedAt: number): Question {
  if (question.method !== 'token.issue' || question.params.timestamp !== undefined) return question
  const { timestamp = '' } = seenIn(question, answer)[0]!
  const isNear = /^[0-9]+$/.test(timestamp) && Math.abs(Number(timestamp) - askedAt) < 5
  const now = isNear ? Number(timestamp) : Math.floor(askedAt)
  return { ...question, params: { ...question.params, timestamp: now } }
}

/**
 * What an SDK with these mistakes would have answered, with the choices that the given answer shows; undefined where
 * they cannot stand together, since the one makes values that the other cannot take.
 */
export function predicted(forms: readonly Form[], question: Question, seen: Seen): FaultyAnswer | undefined {
  const alterations = forms.map(({ alteration }) => alteration)
  try {
    return answerOf(sdkWith(alterations, seen), question)
  } catch (error) {
    // A date beyond the calendar, half a surrogate pair in a URL, a fraction as an integer.
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

function isSame(a: FaultyAnswer, b: FaultyAnswer): boolean {
  if (a.kind === 'accepted') return b.kind === 'accepted' && isDeepStrictEqual(a.output, b.output)
  if (a.kind === 'refused') return b.kind === 'refused' && a.reason === b.reason
  // An exception that nobody catches ends one program, and is reported by another.
  return b.kind === 'failed' || b.kind === 'crashed'
}
