import type { Alteration } from '../fault.ts'
import { readJson } from '../../json.ts'
import type { Json } from '../../model/index.ts'
import { isObject } from '../../json.ts'
import { faultsOf, sdkRows, type SdkRow } from '../faultySdk/index.ts'

/** A check of one kind is left out. */
const without = (keyword: string, does: string, origin: string, repair: string): SdkRow => ({
  id: `body-${keyword.toLowerCase()}-unchecked`,
  does,
  origin,
  repair,
  alteration: (sdk) => ({
    bodyViolations: (body) => sdk.bodyViolations(body).filter((alteration) => alteration.keyword !== keyword),
  }),
})

/** Refuses bodies that are right. */
const refusing =
  (isRefused: (value: Json) => boolean): Alteration =>
  (sdk) => ({
    bodyViolations: (body) => {
      const alterations = sdk.bodyViolations(body)
      if (alterations.length > 0 || !isRefused(readJson(body.body).value)) return alterations
      return [{ keyword: 'own', instancePath: '', message: 'refused', level: 'required' }]
    },
  })

/** Somewhere in the body stands such a value. */
const somewhere =
  (fits: (value: Json, name: string) => boolean) =>
  (value: Json, name = ''): boolean =>
    fits(value, name) ||
    (Array.isArray(value)
      ? value.some((item: Json) => somewhere(fits)(item))
      : isObject(value) && Object.entries(value).some(([key, member]) => somewhere(fits)(member, key)))

const having = (name: string): ((value: Json) => boolean) =>
  somewhere((value, key) => key === name && value !== undefined)

/** What validators of request bodies get wrong (sections 2.1, 2.3 and 4.1 to 4.4). */
export const BODY_FAULTS = faultsOf('body', [
  without(
    'type',
    'Members of a wrong type are let through.',
    'JavaScript, Python, Ruby and PHP without checks; ajv with coerceTypes.',
    'Check the type of every member: 60, "60" and 60.5 are not the same.',
  ),
  without(
    'required',
    'Bodies without a member that they need are let through.',
    'Go and Java: a missing member is the zero value of its type.',
    'Check that each required member is there.',
  ),
  without(
    'maximum',
    'Numbers above their maximum are let through.',
    'Any language: no check of bounds.',
    'Check the maxima: 86400 for duration and delayClose of a token, 600 for delayClose of a stream.',
  ),
  without(
    'minimum',
    'Numbers below their minimum are let through.',
    'Any language: no check of bounds.',
    'Check the minima: flag is at least 1, delayClose of a stream at least 0.',
  ),
  without(
    'enum',
    'Values beside the listed ones are let through.',
    'Any language: an enum kept as a plain number.',
    'Check type (1 or 2) and fps (15 or 30) against their values.',
  ),
  without(
    'pattern',
    'Addresses that are no RTMP address are let through.',
    'Any language: any text is taken for a URL.',
    'Check that url begins with rtmp:// (section 2.3).',
  ),
  without(
    'additionalProperties',
    'Members that the interface does not list are let through.',
    'The default of most JSON decoders.',
    'Refuse what is not listed; Go: DisallowUnknownFields, Jackson: FAIL_ON_UNKNOWN_PROPERTIES.',
  ),
  without(
    'duplicate',
    'A member that stands twice is let through.',
    'The default of most JSON decoders: the last one counts.',
    'Refuse an object that has a member twice (RFC 8259 section 4).',
  ),
  ...sdkRows({
    'body-optionals-refused': {
      does: 'Optional members are refused, as if they were not listed.',
      origin: 'Any language: a schema that was written before they came.',
      repair: 'Let every member of the interface pass.',
      alteration: refusing(having('fps')),
      // Section 4.3 shows only the empty list of watermarks: see body-empty-list-refused.
      others: ['delayClose', 'size'].map((name) => refusing(having(name))),
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
  }),
])
