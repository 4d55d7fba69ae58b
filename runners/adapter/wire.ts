import type {
  AnswerOutputs,
  ClientReport,
  Description,
  JsonObject,
  Reply,
  Subject,
  Timed,
  WireCall,
} from '../../src/model/index.ts'

/** The results of the adapter protocol. */
export interface Results extends Pick<AnswerOutputs, 'token.params' | 'token.signature' | 'token.issue'> {
  describe: Description
  'token.verify': { valid: true; joinParams: JsonObject } | { valid: false; reason: string }
  'client.call': ClientReport
}

/** What one `client.call` came to: what the SDK told its caller. */
export type CallReply = Reply<ClientReport>

/** Something that answers questions as they go over the wire: an adapter. */
export interface WireSubject extends Subject {
  /** One call of the SDK's HTTP client to a base URL where it is watched. */
  call(params: WireCall): Promise<Timed<CallReply>>
}
