import type { Alteration } from './fault.ts'
import { isObject, readJson } from '../json.ts'
import type { Json, JsonObject } from '../model/index.ts'
import { sdkFaults, after, inForms } from './faultySdk/index.ts'

/** Rules that code does not check, by the keyword of what breaks them. */
const UNCHECKED = {
  type: {
    does: 'Members of a wrong JSON type are let through.',
    origin: 'JavaScript, Python, Ruby and PHP: the body is used as it was parsed; ajv with coerceTypes.',
    repair: 'Check the JSON types of body and members (2.1, 2.3, 4): 60, "60" and 60.5 are not the same.',
  },
  required: {
    does: 'Bodies without a member that they need are let through.',
    origin: 'Go and Java: a missing member is the zero value of its type.',
    repair: 'Check that each required member is there, userId of type 2 as well (sections 2.1, 2.3 and 4).',
  },
  maximum: {
    does: 'Numbers above their maximum are let through.',
    origin: 'Any language: no check of bounds, or one in the console alone.',
    repair:
      'Check the maxima: 86400 for duration and delayClose of a token, 15 for flag, 600 for delayClose of a stream (sections 2.1 and 2.3).',
  },
  minimum: {
    does: 'Numbers below their minimum are let through.',
    origin: 'Any language: no check of bounds, or of a signed integer against its maximum alone.',
    repair: 'Check the minima: flag is at least 1, delayClose of a stream at least 0 (section 2.3).',
  },
  enum: {
    does: 'Values beside the listed ones are let through.',
    origin: 'Any language: an enum kept as a plain number.',
    repair: 'Check type (1 or 2) and fps (15 or 30) against their values (section 2.3).',
  },
  pattern: {
    does: 'Push addresses that are no RTMP address are let through.',
    origin: 'Any language: any text is taken for a URL, or any URL for an address to push to.',
    repair: 'Check that url begins with rtmp:// (section 2.3).',
  },
}

/** A row for each rule, in a validator or in a service. */
export const uncheckedRows = <A>(prefix: string, alterationOf: (keyword: string) => A) =>
  Object.fromEntries(
    Object.entries(UNCHECKED).map(([keyword, texts]) => [
      `${prefix}-${keyword}-unchecked`,
      { ...texts, alteration: alterationOf(keyword) },
    ]),
  )

const unchecked = (keyword: string): Alteration =>
  after('bodyViolations')((violations) => violations.filter((violation) => violation.keyword !== keyword))

/** Refuses bodies that are right. */
const refusing =
  (isRefused: (value: Json) => boolean): Alteration =>
  (sdk) => ({
    bodyViolations: (body) => {
      const violations = sdk.bodyViolations(body)
      if (violations.length > 0 || !isRefused(readJson(body.body).value)) return violations
      return [{ keyword: 'own', instancePath: '', message: 'refused', level: 'required' }]
    },
  })

const somewhere =
  (fits: (value: Json, name: string) => boolean) =>
  (value: Json, name = ''): boolean =>
    fits(value, name) ||
    (Array.isArray(value)
      ? value.some((item: Json) => somewhere(fits)(item))
      : isObject(value) && Object.entries(value).some(([key, member]) => somewhere(fits)(member, key)))

const anyEntry =
  (fits: (entry: JsonObject) => boolean) =>
  (value: Json): boolean =>
    isObject(value) && Array.isArray(value['streamList']) && value['streamList'].filter(isObject).some(fits)

const flagBut = (known: readonly number[]): ((value: Json) => boolean) =>
  anyEntry(({ flag }) => typeof flag === 'number' && !known.includes(flag))

/** What validators of request bodies get wrong (sections 2.1, 2.3 and 4.1 to 4.4). */
export const BODY_FAULTS = sdkFaults('body', {
  ...uncheckedRows('body', unchecked),
  'body-additionalproperties-unchecked': {
    does: 'Members that the interface does not list are let through.',
    origin: 'The default of most JSON decoders.',
    repair: 'Refuse what is not listed; Go: DisallowUnknownFields, Jackson: FAIL_ON_UNKNOWN_PROPERTIES.',
    alteration: unchecked('additionalProperties'),
  },
  'body-duplicate-unchecked': {
    does: 'A member that stands twice is let through.',
    origin: 'The default of most JSON decoders: the last one counts.',
    repair: 'Refuse an object that has a member twice (RFC 8259 section 4).',
    alteration: unchecked('duplicate'),
  },
  'body-optionals-refused': {
    does: 'Optional members are refused, as if they were not listed.',
    origin: 'Any language: a schema that was written before they came.',
    repair: 'Let every member of the interface pass.',
    // Section 4.3 shows only the empty list of watermarks: see body-empty-list-refused.
    ...inForms(['fps', 'delayClose', 'size'].map((name) => refusing(somewhere((_, key) => key === name)))),
  },
  'body-optionals-required': {
    does: 'Members that may be left out are demanded.',
    origin: 'Rust, Kotlin and Swift: a field without Option; a schema that lists all members as required.',
    repair: 'Demand only what the interface does: see required in the schemas.',
    ...inForms([
      refusing(anyEntry((entry) => !('fps' in entry))),
      refusing(anyEntry((entry) => !('userId' in entry))),
      // A start has streams, a stop a stream, an update neither.
      refusing((value) => isObject(value) && Object.keys(value).join() === 'channelId'),
      refusing((value) => isObject(value) && 'userId' in value && !('streamId' in value || 'size' in value)),
    ]),
  },
  'body-values-refused': {
    does: 'Values that the interface lists are refused.',
    origin: 'Any language: an enum of the values that its author knew.',
    repair: 'Take every sum of flag from 1 to 15, both types and both values of fps (section 2.3).',
    ...inForms([
      refusing(flagBut([1, 2, 4, 8])),
      refusing(flagBut([3, 5, 7, 11, 15])),
      refusing(anyEntry(({ type }) => type === 2)),
      refusing(somewhere((value, name) => name === 'fps' && value === 30)),
    ]),
  },
  'body-zero-refused': {
    does: 'A number 0 is refused as if it were missing.',
    origin: 'JavaScript if (!value); Go validate:"required".',
    repair: 'Check for presence, not for truth.',
    alteration: refusing(somewhere((value) => value === 0)),
  },
  'body-maximum-refused': {
    does: 'A number at its maximum is refused.',
    origin: 'Any language: >= in the place of >.',
    repair: 'Let the maximum itself pass (section 8).',
    alteration: refusing(somewhere((value) => value === 86400)),
    others: [refusing(somewhere((value, name) => name === 'delayClose' && value === 600))],
  },
  'body-empty-list-refused': {
    does: 'An empty list is refused.',
    origin: 'Any language: minItems 1, or if (list.length).',
    repair: 'Let an empty watermarks list pass: it takes the watermarks away (section 4.3).',
    alteration: refusing(
      somewhere((value, name) => name === 'watermarks' && Array.isArray(value) && value.length === 0),
    ),
  },
})
