import type { FaultId, Level, RequirementId, VectorId } from './base.ts'
import type { Operation } from './endpoint.ts'
import type { AnswerOutputs, Method, Question } from './question.ts'
import type { Need } from './vector.ts'

/** Why an answer is `broken`. */
export type BrokenReason =
  | 'crash'
  | 'timeout'
  | 'bad-line'
  | 'not-reproduced'
  | 'not-asked'
  /** Of a file of answers: none to this question, or two. */
  | 'answer-missing'
  | 'answer-twice'

/** What came back. `inexact`: JSON Pointers of numbers in the output that are not written as integers. */
export type Reply<Output> =
  | { readonly kind: 'accepted'; readonly output: Output; readonly inexact?: readonly string[] }
  /** Without a reason: a verifier that says only no. */
  | { readonly kind: 'refused'; readonly reason?: string }
  | { readonly kind: 'failed'; readonly message: string }
  /** `reason`: why it was not asked at all; absent: the subject says that it cannot express the question. */
  | {
      readonly kind: 'unsupported'
      readonly why: string
      readonly reason?: 'outside-limits' | 'not-judged' | 'beyond-budget'
      /** The subject itself said so, with code 2. */
      readonly byType?: true
    }
  | { readonly kind: 'broken'; readonly reason: BrokenReason; readonly message: string }

/** A reply and its times: Unix seconds with a fraction. */
export type Timed<R> = R & {
  readonly askedAt: number
  readonly answeredAt: number
  /** When the same token was given first, for the same arguments. */
  readonly givenAt?: number
}

/** What a subject answers to a question of these methods. */
export type Answer<M extends Method = Method> = Timed<Reply<AnswerOutputs[M]>> & {
  /** To a question about tokens: the error or the result holds the app secret of the question. */
  readonly leak?: true
}

/** Bounds of a number, both included. */
export interface Bounds {
  readonly min?: number
  readonly max?: number
}

/** What an SDK accepts where the text gives no bound: expressions that a whole text must match, and bounds. */
export type Limits = Readonly<
  Partial<
    Record<'channelId' | 'userId' | 'appId' | 'appSecret', string> &
      Record<'size' | 'channelDuration' | 'privileges' | 'timestamp' | 'streamId', Bounds> &
      Record<'duration' | 'delayClose', Pick<Bounds, 'min'>>
  >
>

/** The members of bodies that a client can set; an operation that is not named has all of them but `layout`. */
export type BodyMembers = Readonly<Partial<Record<Operation, readonly string[]>>> & {
  /** It can set the nested layout. */
  readonly layout?: boolean
}

/** What a subject says about itself: the result of `describe`. */
export interface Description {
  readonly protocol: 1
  readonly sdk: { readonly name: string; readonly version: string; readonly language: string }
  readonly methods: readonly string[]
  readonly clock: 'injected' | 'system'
  readonly joinParams?: readonly string[]
  /** Join parameters that the SDK cannot leave out. */
  readonly always?: readonly string[]
  readonly limits?: Limits
  /** Of an endpoint: preconditions that it meets. */
  readonly meets?: readonly Need[]
  readonly maxInFlight?: number
  readonly maxLineBytes?: number
  readonly authorization?: 'given' | 'own'
  readonly retriesStart?: boolean
  /** The operations of `client.call` that the client has; absent: all of them. */
  readonly operations?: readonly Operation[]
  /** The members of the bodies of `client.call` that the client can set; absent: all of them. */
  readonly members?: BodyMembers
  /** `origin`: the client takes no path in the base URL. */
  readonly baseUrl?: 'origin'
  /** Behind a socket: the host by which the device reaches the recording service. */
  readonly advertise?: string
  /** What the client reports in addition to success or failure; absent: both. */
  readonly tells?: { readonly status?: boolean; readonly code?: boolean }
}

/** A question to ask now, with all the calls that it makes. */
export interface Turn {
  /** The vector: two vectors may ask the same question. */
  readonly id: VectorId
  /** It means something only among other questions: a subject of several processes asks them all of the first. */
  readonly isTogether: boolean
}

/** Something that can be asked. `ask` never rejects: trouble becomes a `broken` answer. */
export interface Subject {
  readonly description: Description
  /** @param turn the same object for all calls of one question */
  ask(question: Question, turn?: Turn): Promise<Answer>
  /**
   * What counts in the place of an answer that has failed: the same one, or that it cannot be judged after all. Without it
   * a failure stands as it came.
   */
  reconsidered?(question: Question, answer: Answer): Promise<Answer>
  /** Does the whole text match this expression of `limits`? Without it, the engine's own expressions decide. */
  matches?(expression: string, text: string): boolean
  /** Ends the subject, whatever it is doing. */
  close(): Promise<Ending>
}

/** How a subject ended. */
export interface Ending {
  /** What it did wrong after its last answer; that answer's verdict reports it. */
  readonly complaint?: string
  /** It crashed after its last answer; that answer's verdict reports it. */
  readonly crash?: string
  /** What the report says of its end, though it is no failure. */
  readonly warning?: string
  /** Questions whose secret it wrote to its standard error: about tokens, or after it had answered the call. */
  readonly leaks?: readonly VectorId[]
  /** Why it could not be asked any more. */
  readonly stopped?: Stopped
}

/** A run that could not go on: a stable code and a sentence. */
export interface Stopped {
  readonly code: string
  readonly message: string
  /** A command line for each stream that may still be running, which stops it. */
  readonly remaining?: readonly string[]
}

export const OUTCOMES = ['passed', 'failed', 'observed', 'skipped', 'errored'] as const
export type Outcome = (typeof OUTCOMES)[number]

export interface Difference {
  readonly expected: string
  readonly got: string
  /** Offset of the first UTF-8 byte that differs, counted from 0. */
  readonly firstDifferentByte?: number
}

/** What the judge has against an answer: one broken rule, with the level at which it counts. */
export interface Finding {
  readonly rule: RequirementId
  readonly level: Exclude<Level, 'unspecified'>
  /** A stable code. */
  readonly reason: string
  /** What is wrong and what to do about it. */
  readonly message: string
  readonly difference?: Difference
}

/** A rule that leaves something open, and what the subject does there. */
export interface Freedom {
  readonly requirement: RequirementId
  readonly does: string
}

/** The first answer, and the second one. */
export interface TwoAnswers {
  readonly first: string
  readonly second: string
  readonly firstDifferentByte?: number
}

export interface Verdict {
  readonly vector: VectorId
  readonly level: Level
  readonly requirements: readonly RequirementId[]
  readonly outcome: Outcome
  /** A stable code, given unless the vector simply passed. */
  readonly reason?: string
  /** What was wrong and what to do, in words. */
  readonly message?: string
  /** The broken rule, where the reason names it; else it is one of the requirements. */
  readonly rule?: RequirementId
  readonly difference?: Difference
  /** What else the judge has against the answer: reason, message and difference above are those of the worst finding. */
  readonly findings?: readonly Finding[]
  /** What the interface leaves open, and what this answer does there. */
  readonly open?: readonly Freedom[]
  /** Failed, but right when a fresh subject was asked again, alone: it gates at every level. */
  readonly unsteady?: true
  /** The answers of an unsteady failure, where their texts differ. */
  readonly answers?: TwoAnswers
  /** A command line that repeats the requests, with secrets as variables. */
  readonly repeat?: string
  readonly diagnosis?: readonly FaultId[]
  /** A known failure that the baseline lists: it does not gate. */
  readonly excused?: Excuse
  /** The lock does not know this vector, or knows it with other contents: a failure does not gate. */
  readonly lock?: 'new' | 'changed'
  readonly millis: number
}

/** Why a failure is known, where it is worked on, and until when it is excused (YYYY-MM-DD). */
export interface Excuse {
  readonly reason: string
  readonly issue: string
  readonly expires: string
}

/** An answer that a part keeps for the search for causes over all parts. */
export interface Kept {
  readonly vector: VectorId
  readonly answer: Answer
}

/** Faults that together explain failures; without any, one of the candidates does. */
export interface Cause {
  readonly faults: readonly FaultId[]
  readonly candidates?: readonly (readonly FaultId[])[]
  readonly explains: readonly VectorId[]
  /** Of a token SDK: the methods whose code has the fault. */
  readonly methods?: readonly Method[]
  /** The methods that would show it, and are right. */
  readonly right?: readonly Method[]
  /** Language functions that have the only fault in the same way, such as `Python strip`: the code may call one. */
  readonly forms?: readonly string[]
  /** Stands in reports, beside likely causes. */
  readonly certainty?: 'proved'
}

export interface StagesOfAnswer {
  readonly vector: VectorId
  readonly stages: readonly { readonly stage: string; readonly expected: string; readonly got?: string }[]
}

/** What all of these failures share, and no right answer to the method has. */
export interface CommonTrait {
  readonly method: Method
  readonly has: string
  /** Of these failures alone: right questions that were refused, or whose values are wrong. */
  readonly among?: 'refused' | 'accepted'
  readonly vectors: readonly VectorId[]
}

/** When the wrong answers to a method come, whose failures come and go. */
export interface UnsteadyMethod {
  readonly method: Method
  /** Follows "is wrong": `in every 7th call of a process`. */
  readonly wrong: string
}

/** A fault that is near to what nothing explains; it is not proved, and a baseline never excuses by it. */
export interface LikelyCause {
  readonly certainty: 'likely'
  readonly fault: FaultId
  readonly method: Method
  /** Of the wrong answers that were looked at: those that it explains, and the others. */
  readonly explains: readonly VectorId[]
  readonly misses: readonly VectorId[]
  /** Right answers that it would have made wrong. */
  readonly predicts: readonly VectorId[]
}

/** What the search for causes found. */
export interface Findings {
  readonly causes: readonly Cause[]
  readonly unexplained: readonly VectorId[]
  readonly faultsOf: (id: VectorId) => readonly FaultId[]
  readonly stages: readonly StagesOfAnswer[]
  /** Of failures without a cause; absent or empty where they share nothing. */
  readonly common?: readonly CommonTrait[]
  /** Of failures without a cause; absent or empty where no fault is near. */
  readonly likely?: readonly LikelyCause[]
  /** So many questions more were answered, to tell causes apart. */
  readonly asked?: number
}
