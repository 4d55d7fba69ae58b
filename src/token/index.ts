export { base64Problem, decodeBase64, encodeBase64, hasUnusedBits, withUnusedBits } from './base64.ts'
export { TokenError } from './errors.ts'
export { encodeParams, issue, issueText, trace, type Issuer } from './issue.ts'
export {
  isListed,
  joinParam,
  JOIN_DEFAULTS,
  JOIN_PARAMS,
  joinParamsViolations,
  OPTIONAL_JOIN_PARAMS,
  readJoinParams,
  type JoinParam,
} from './joinParams.ts'
export { parse, type Parts } from './parse.ts'
export { equalInConstantTime, hmac, messageOf, sign, VERSION } from './sign.ts'
export { trueReasons } from './trueReasons.ts'
export { expiryOf, verify, type Verification, type Verifier } from './verify.ts'
