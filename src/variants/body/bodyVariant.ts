import { rowsWith } from '../../tables.ts'
import type { BodyViolation } from '../../body/index.ts'
import type { Alteration } from '../../faults/fault.ts'
import { isObject, readJson } from '../../json.ts'
import { entriesOf } from '../../members.ts'
import type { Json, JsonObject, QuestionParams } from '../../model/index.ts'
import type { Variant } from '../variant.ts'

/** A right validator of request bodies. */
export interface BodyVariant extends Variant {
  readonly alteration: Alteration
}

export const bodyWaysWith = rowsWith<BodyVariant>()
export const bodyWays = bodyWaysWith({})

/** What a validator looks at in addition to the rules of the interface. */
export interface Looked {
  readonly kind: QuestionParams['body.validate']['kind']
  readonly text: string
  readonly value: JsonObject
  /** Entries of streamList that are objects. */
  readonly entries: readonly JsonObject[]
  /** JSON Pointers of numbers that are not written as integers. */
  readonly inexact: readonly string[]
}

const OWN: BodyViolation = { keyword: 'own', instancePath: '', message: 'refused', level: 'required' }

/** Refuses more than the interface does. */
export const refusing =
  (isRefused: (looked: Looked) => boolean): Alteration =>
  (sdk) => ({
    bodyViolations: (question) => {
      const violations = sdk.bodyViolations(question)
      return violations.length === 0 && isRefused(look(question)) ? [OWN] : violations
    },
  })

/** Accepts what standards or plain safety would refuse, and the interface does not. */
export const allowing =
  (isAllowed: (violation: BodyViolation) => boolean): Alteration =>
  (sdk) => ({ bodyViolations: (question) => sdk.bodyViolations(question).filter((one) => !isAllowed(one)) })

function look({ kind, body }: QuestionParams['body.validate']): Looked {
  const { value, inexact } = readJson(body)
  const members = isObject(value) ? value : {}
  return { kind, text: body, value: members, entries: entriesOf(members), inexact }
}

/** A member of the body or of an entry, wherever it stands. */
export const anyOf = ({ value, entries }: Looked, name: string): Json[] =>
  [value, ...entries].flatMap((members) => members[name] ?? [])
