import { decodeBase64 } from '../token/index.ts'
import type { Alteration } from '../faults/fault.ts'
import type { FaultSet } from './ground.ts'
import type { Form } from './predict.ts'

/** Verifying code may call the function that signs and compare texts: then it compares with a wrong signature. */
const compares: Alteration = (sdk) => ({
  signatureFits: (own, received) =>
    sdk.signatureFits(sdk.encodeSignature(decodeBase64(own), sdk.base64), received),
})

const encodes = ({ stages }: Form): boolean => stages.has('encodeSignature') || stages.has('base64')

/** The same faults where verifying code also signs with them; none where they leave the text of the signature alone. */
export function sharedBy(set: FaultSet): FaultSet[] {
  const encoding = set.find(encodes)
  if (!encoding) return []
  const stages = new Set(['signatureFits'])
  // A form of the fault, so that the name is the same; after all other stages, because it uses them.
  return [[...set, { ...encoding, main: false, place: Infinity, alteration: compares, stages }]]
}
