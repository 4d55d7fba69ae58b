import { ADAPTER_VARIANTS } from './adapter.ts'
import { JSON_VARIANTS } from './json.ts'
import { LENIENT_VARIANTS } from './lenient.ts'
import { MINT_VARIANTS } from './mint.ts'
import { TEXT_VARIANTS } from './texts.ts'
import type { TokenVariant } from './tokenVariant.ts'
import { VALUE_VARIANTS } from './values.ts'
import { VERIFY_VARIANTS } from './verify.ts'

/** SDKs that issue and verify tokens rightly, each in another way. */
export const TOKEN_VARIANTS: readonly TokenVariant[] = [
  ...JSON_VARIANTS,
  ...TEXT_VARIANTS,
  ...VALUE_VARIANTS,
  ...MINT_VARIANTS,
  ...VERIFY_VARIANTS,
  ...LENIENT_VARIANTS,
  ...ADAPTER_VARIANTS,
]

export { tokenSubject, type TokenVariant } from './tokenVariant.ts'
