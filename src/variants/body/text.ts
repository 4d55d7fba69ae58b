import { isObject } from '../../json.ts'
import type { Json } from '../../model/index.ts'
import { bodyWays, allowing, refusing, type BodyVariant } from './bodyVariant.ts'

/** Is there a null outside layout and watermarks? */
const hasNull = (value: Json): boolean =>
  value === null ||
  (Array.isArray(value)
    ? value.some(hasNull)
    : isObject(value) &&
      Object.entries(value).some(
        ([name, member]) => !/^(?:layout|watermarks)$/.test(name) && hasNull(member),
      ))

/** How a right validator reads the JSON of a body (section 1). */
export const TEXT_ROWS: readonly BodyVariant[] = bodyWays({
  'body-way-null-refused': {
    section: '2.1',
    open: 'What null for an optional member leads to is not shown.',
    does: 'A null is refused wherever it stands.',
    decides: ['API-NULL-MEMBER'],
    alteration: refusing(({ value }) => hasNull(value)),
  },
  'body-way-fraction-refused': {
    section: '2.1',
    open: 'Whether 3600.0 is read as an integer is not shown.',
    does: 'An integer that is written with a fraction is refused.',
    decides: ['PARAM-INTEGER-AS-FRACTION', 'STREAM-INTEGER-AS-FRACTION'],
    alteration: refusing(({ text, inexact }) => inexact.length > 0 && /\d\.\d/.test(text)),
  },
  'body-way-exponent-refused': {
    section: '2.1',
    open: 'Whether 3.6e3 is read as an integer is not shown.',
    does: 'An integer that is written with an exponent is refused.',
    decides: ['PARAM-INTEGER-AS-FRACTION', 'STREAM-INTEGER-AS-FRACTION'],
    alteration: refusing(({ text, inexact }) => inexact.length > 0 && /\d[eE]/.test(text)),
  },
  'body-way-33-bits-refused': {
    section: '2.1',
    open: 'How large an int may be is not shown.',
    does: 'An integer beyond 32 bits is refused.',
    decides: ['PARAM-SIZE-MAXIMUM', 'STREAM-STREAMID-VALUES'],
    alteration: refusing(({ text }) => /[:[](?!\d+\.)-?\d{11,}|:-?(?:2147483648|4294967296)/.test(text)),
  },
  'body-way-unlisted-ignored': {
    section: '1',
    open: 'What a member leads to that the interface does not list is not shown.',
    does: 'Members that are not listed are ignored.',
    decides: ['API-UNLISTED-MEMBER-ANSWER'],
    departs: ['API-REQUEST-BODY-LISTED-MEMBERS'],
    alteration: allowing(({ keyword }) => keyword === 'additionalProperties'),
  },
  'body-way-repeated-taken': {
    section: '1',
    open: 'What a member that stands twice leads to is not shown: RFC 8259 leaves it to the reader.',
    does: 'Of a member that stands twice the last counts.',
    departs: ['API-REQUEST-BODY-DUPLICATE-KEYS'],
    alteration: allowing(({ keyword }) => keyword === 'duplicate'),
  },
  'body-way-flag-0-taken': {
    section: '2.3',
    open: 'Whether a flag of 0 is allowed is not shown.',
    does: 'A flag of 0 is taken.',
    departs: ['STREAM-FLAG-ZERO'],
    alteration: allowing(({ requirement }) => requirement === 'STREAM-FLAG-ZERO'),
  },
  'body-way-url-scheme-case': {
    section: '2.3',
    open: 'The letter case of the scheme in a url is not shown.',
    does: 'A url begins with rtmp in lower case.',
    departs: ['STREAM-URL-SCHEME-CASE'],
    alteration: refusing(({ entries }) =>
      entries.some(({ url }) => typeof url === 'string' && /^rtmps?:/i.test(url) && !url.startsWith('rtmp')),
    ),
  },
})
