import type { MintReason, VerifyReason } from '../model/index.ts'

/** A refusal by the reference token code; `code` is a reason of the adapter protocol. */
export class TokenError extends Error {
  override readonly name = 'TokenError'
  readonly code: MintReason | VerifyReason

  constructor(code: MintReason | VerifyReason, message: string) {
    super(message)
    this.code = code
  }
}
