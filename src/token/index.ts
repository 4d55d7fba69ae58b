export {
  base64Problem,
  base64Rule,
  decodeBase64,
  encodeBase64,
  hasUnusedBits,
  withUnusedBits,
} from './base64.ts'
export { TokenError } from './errors.ts'
export { encodeParams, issue, issueText, trace, type Issuer } from './issue.ts'
export { joinParamsViolations, readJoinParams } from './joinParams.ts'
export { parse, type Parts } from './parse.ts'
export { equalInConstantTime, hmac, messageOf, sign } from './sign.ts'
export { trueReasons } from './trueReasons.ts'
export { expiryOf, verify, type Verification, type Verifier } from './verify.ts'
