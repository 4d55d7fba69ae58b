import type {
  AnswerOutputs,
  ClientReport,
  Description,
  JsonObject,
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

/** A call that was made. */
export type Called = Timed<CallReply> & {
  /** The start of the program that made it, which knows nothing of what others did; absent: there is one alone. */
  readonly by?: object
}

/** Answers questions in the form of the wire: an adapter, in one process or in several. */
export interface WireSubject extends Subject {
  /** One call of the SDK's HTTP client to a base URL that records it. */
  call(params: WireCall, turn?: Turn): Promise<Called>
}
