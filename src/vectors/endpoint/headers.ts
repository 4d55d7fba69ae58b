import type { Family } from '../../model/index.ts'
import { endpointFamily, ok, RIGHT_BODY, RIGHT_TOKEN, type EndpointRow } from '../rows/endpoint.ts'
import { openRow } from '../rows/row.ts'

const HEX = '0123456789abcdef0123456789ABCDEF'

const row = (name: string, requirement: string, headers: Readonly<Record<string, string>>): EndpointRow => ({
  ...openRow(name, requirement),
  operation: 'auth.token',
  body: RIGHT_BODY['auth.token'],
  headers,
  answers: ok,
})

/** RFC 9110 section 5.1: names of headers have no letter case. Fetch sends them all in small letters. */
const RIGHT_HEADERS = {
  requirements: ['HEADER-NAME-CASE'],
  level: 'recommended',
  operation: 'auth.token',
  body: RIGHT_BODY['auth.token'],
  answers: ok,
  joinParams: RIGHT_TOKEN,
} as const

/** Common request headers (section 4). An empty text leaves a header out. */
export const endpointHeaders = (): Family =>
  endpointFamily('endpoint/headers', 'How an endpoint handles the common request headers (section 4)', [
    {
      ...RIGHT_HEADERS,
      name: 'names-in-lower-case',
      title: 'Finds headers in any letter case of their names',
      headers: { 'content-type': 'application/json', 'Content-Type': '' },
    },
    ...['authorization', 'AUTHORIZATION'].map((spelt): EndpointRow => ({
      ...RIGHT_HEADERS,
      name: `authorization-in-${spelt === 'AUTHORIZATION' ? 'capitals' : 'lower-case'}`,
      title: `Finds the Authorization under the name ${spelt}`,
      headers: { [spelt]: '{{authorization}}', Authorization: '' },
    })),
    row('content-type-parameter', 'HEADER-CONTENT-TYPE-PARAMETER', {
      'Content-Type': 'application/json; charset=utf-8',
    }),
    row('content-type-missing', 'HEADER-CONTENT-TYPE-OTHER', { 'Content-Type': '' }),
    row('content-type-other', 'HEADER-CONTENT-TYPE-OTHER', { 'Content-Type': 'text/plain' }),
    row('tracking-id-missing', 'HEADER-TRACKING-ID-REQUIRED', { 'Tracking-Id': '' }),
    row('tracking-id-mixed-case', 'HEADER-TRACKING-ID-CASE', { 'Tracking-Id': HEX }),
    row('tracking-id-short', 'HEADER-TRACKING-ID-MALFORMED', { 'Tracking-Id': HEX.slice(1) }),
    row('tracking-id-with-dashes', 'HEADER-TRACKING-ID-MALFORMED', {
      'Tracking-Id': '01234567-89ab-cdef-0123-456789abcdef',
    }),
  ])
