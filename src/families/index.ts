import type { Family } from '../model.ts'
import { sdkMinimumVersion } from './sdk-minimum-version.ts'
import { tokenIssue } from './token-issue.ts'
import { tokenParams } from './token-params.ts'
import { tokenRefusal } from './token-refusal.ts'
import { tokenSignature } from './token-signature.ts'
import { tokenVerify } from './token-verify.ts'

/** Every family, in the order in which a run asks them: parts first, whole tokens after. */
export const families = (): Family[] => [
  tokenParams(),
  tokenSignature(),
  tokenIssue(),
  tokenRefusal(),
  tokenVerify(),
  sdkMinimumVersion(),
]
