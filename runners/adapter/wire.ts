import type {
  Answer,
  AnswerOutputs,
  ClientReport,
  Description,
  JsonObject,
  Question,
  Reply,
  Subject,
  Timed,
  Turn,
  WireCall,
} from '../../src/model/index.ts'

/** The results of the adapter protocol. */
export interface Results extends Pick<AnswerOutputs, 'token.params' | 'token.signature' | 'token.issue'> {
  describe: Description
  'token.verify': { valid: true; joinParams: JsonObject } | { valid: false; reason: string }
  'client.call': ClientReport
}

/** The result of one `client.call`: what the SDK reported to its caller. */
export type CallReply = Reply<ClientReport>

/** What an adapter said, beside what it means. */
export interface Said {
  /** The line of the answer as it came; absent: nothing was read. It leaves the run nowhere. */
  readonly said?: string
}

/** A call that was made. */
export type Called = Timed<CallReply> &
  Said & {
    /** The start of the program that made it, which knows nothing of what others did; absent: there is one alone. */
    readonly by?: object
    /** Its first process ended before the answer, and another was asked: both may have sent requests. */
    readonly askedTwice?: true
  }

/** Answers questions in the form of the wire: an adapter, in one process or in several. */
export interface WireSubject extends Subject {
  ask(question: Question, turn?: Turn): Promise<Answer & Said>
  /** One call of the SDK's HTTP client to a base URL that records it. */
  call(params: WireCall, turn?: Turn): Promise<Called>
}
