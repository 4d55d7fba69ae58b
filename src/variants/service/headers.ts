import { headerOf, type ServiceRequest } from '../../service/index.ts'
import { altering, coded, isToken } from '../../faults/service/serviceFault.ts'
import { waysAbout } from '../variant.ts'
import { refusing, serviceWaysWith, type ServiceVariant, type Wire } from './serviceVariant.ts'

const trackingId = (request: ServiceRequest): string => headerOf(request, 'tracking-id') ?? ''
const contentType = (request: ServiceRequest): string => headerOf(request, 'content-type') ?? ''

/** What a service requires of the headers of requests (sections 4 and 5). */
const REQUEST_ROWS: readonly ServiceVariant[] = [
  ...serviceWaysWith({
    section: '4',
    open: 'Whether Tracking-Id is required, and what becomes of another one, is not shown.',
    decides: ['HEADER-TRACKING-ID-REQUIRED'],
  })({
    'service-way-tracking-id-required': {
      does: 'A request without Tracking-Id is refused.',
      alteration: refusing((asked) => trackingId(asked) === ''),
    },
    'service-way-tracking-id-checked': {
      does: 'A Tracking-Id that is not 32 hexadecimal digits is refused.',
      decides: ['HEADER-TRACKING-ID-MALFORMED'],
      alteration: refusing((asked) => !/^(?:[0-9a-f]{32})?$/i.test(trackingId(asked))),
    },
    'service-way-tracking-id-lower-case': {
      does: 'A Tracking-Id with letters in upper case is refused.',
      decides: ['HEADER-TRACKING-ID-CASE'],
      alteration: refusing((asked) => /[A-F]/.test(trackingId(asked))),
    },
    'service-way-tracking-id-once': {
      does: 'A Tracking-Id that came before is refused.',
      alteration: (asked, right, _, memory) => {
        const isKnown = memory.has(trackingId(asked)) && trackingId(asked) !== ''
        memory.set(trackingId(asked), '')
        return isKnown && isToken(asked) ? coded('Invalid.Parameter.Value') : right()
      },
    },
    'service-way-tracking-id-echoed': {
      does: 'The answer repeats the Tracking-Id in a header.',
      alteration: altering((right, asked) => ({ ...right, headers: { 'Tracking-Id': trackingId(asked) } })),
    },
  }),
  ...serviceWaysWith({
    section: '4',
    open: 'What another Content-Type than application/json leads to is not shown.',
    decides: ['HEADER-CONTENT-TYPE-OTHER'],
  })({
    'service-way-content-type-required': {
      does: 'A request without Content-Type is answered with 415.',
      alteration: (asked, right) => (contentType(asked) === '' ? { status: 415 } : right()),
    },
    'service-way-content-type-other': {
      does: 'Another media type is refused.',
      alteration: refusing((asked) => !/^(?:application\/json(?:;.*)?)?$/i.test(contentType(asked))),
    },
    'service-way-content-type-parameter': {
      does: 'A Content-Type with a parameter is refused.',
      decides: ['HEADER-CONTENT-TYPE-PARAMETER'],
      alteration: refusing((asked) => contentType(asked).includes(';')),
    },
  }),
  ...serviceWaysWith({ section: '4' })({
    'service-way-header-name-case': {
      open: 'RFC 9110 is not cited.',
      does: 'Headers are found only in the letter case of section 4.',
      departs: ['HEADER-NAME-CASE'],
      alteration: refusing(
        (asked) => contentType(asked) !== '' && !asked.headers.some(([name]) => name === 'Content-Type'),
      ),
    },
    'service-way-scheme-case': {
      section: '5',
      open: 'Whether the word SvcSign counts in its letter case is not shown.',
      does: 'The scheme is taken as section 5 writes it alone.',
      departs: ['AUTH-HEADER-SCHEME-CASE'],
      alteration: (asked, right) => {
        if (headerOf(asked, 'authorization')?.startsWith('svcsign') !== true) return right()
        return isToken(asked) ? coded('Authorization.Type.Invalid') : { status: 401 }
      },
    },
  }),
]

const response = waysAbout(
  'service-way',
  { section: '4', open: 'The headers of responses are not shown.' },
  (headers: Readonly<Record<string, string>>) => altering((right) => ({ ...right, headers })),
)

const wired = (wire: Wire, does: string): ServiceVariant => ({
  id: `service-way-wire-${wire.replace('.', '-')}`,
  section: '4',
  open: 'How a response is framed and sent is not shown: HTTP allows it.',
  does,
  alteration: (_, right) => right(),
  wire,
})

/** How a service writes headers and sends answers (sections 1 and 4). */
const RESPONSE_ROWS: readonly ServiceVariant[] = [
  response('type-with-charset', 'Answers name UTF-8.', { 'Content-Type': 'application/json; charset=utf-8' }),
  response('type-of-problems', 'Answers are problem+json.', { 'Content-Type': 'application/problem+json' }),
  response('type-missing', 'Answers say no media type.', { 'Content-Type': '' }),
  response('headers-of-a-gateway', 'A gateway adds headers of its own.', {
    Server: 'gateway',
    'Set-Cookie': 'route=1; Path=/',
    'Strict-Transport-Security': 'max-age=31536000',
    'Cache-Control': 'no-store',
    'X-Request-Id': '1',
    'Retry-After': '1',
    'WWW-Authenticate': 'SvcSign',
  }),
  response('clock-off', 'The Date of an answer is long ago.', { Date: new Date(0).toUTCString() }),
  wired('chunked', 'Answers are sent in chunks.'),
  wired('closed', 'Every answer closes its connection.'),
  wired('gzip-where-accepted', 'Answers are compressed where the request accepts it.'),
  wired('early-hints', 'An interim answer with 103 comes first.'),
  wired('processing', 'An interim answer with 102 comes first.'),
  wired('http-1.0', 'Answers are HTTP/1.0.'),
  wired('byte-by-byte', 'Answers come byte by byte.'),
  wired('lower-case-names', 'The names of headers are in lower case.'),
  wired('without-date', 'Answers have no Date.'),
]

export const HEADER_ROWS: readonly ServiceVariant[] = [...REQUEST_ROWS, ...RESPONSE_ROWS]
