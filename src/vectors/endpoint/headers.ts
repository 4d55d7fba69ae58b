import type { Family } from '../../model/index.ts'
import { endpointFamily, recommendedAs, RIGHT_TOKEN, TOKEN_CALL, type EndpointRow } from '../rows/endpoint.ts'
import { openRow } from '../rows/row.ts'

const HEX = '0123456789abcdef0123456789ABCDEF'

type Headers = Readonly<Record<string, string>>

const open = (name: string, requirement: string, headers: Headers): EndpointRow => ({
  ...openRow(name, requirement),
  ...TOKEN_CALL,
  headers,
})

/** RFC 9110 section 5.1: names of headers have no letter case. Fetch sends them all in small letters. */
const spelt = (name: string, title: string, headers: Headers): EndpointRow =>
  recommendedAs({ ...TOKEN_CALL, joinParams: RIGHT_TOKEN, headers }, name, title, 'HEADER-NAME-CASE')

/** Common request headers (section 4). An empty text leaves a header out. */
export const endpointHeaders = (): Family =>
  endpointFamily('endpoint/headers', 'How an endpoint handles the common request headers (section 4)', [
    spelt('names-in-lower-case', 'Finds headers in any letter case of their names', {
      'content-type': 'application/json',
      'Content-Type': '',
    }),
    ...Object.entries({ 'lower-case': 'authorization', capitals: 'AUTHORIZATION' }).map(([letters, name]) =>
      spelt(`authorization-in-${letters}`, `Finds the Authorization under the name ${name}`, {
        [name]: '{{authorization}}',
        Authorization: '',
      }),
    ),
    open('content-type-parameter', 'HEADER-CONTENT-TYPE-PARAMETER', {
      'Content-Type': 'application/json; charset=utf-8',
    }),
    open('content-type-missing', 'HEADER-CONTENT-TYPE-OTHER', { 'Content-Type': '' }),
    open('content-type-other', 'HEADER-CONTENT-TYPE-OTHER', { 'Content-Type': 'text/plain' }),
    open('tracking-id-missing', 'HEADER-TRACKING-ID-REQUIRED', { 'Tracking-Id': '' }),
    open('tracking-id-mixed-case', 'HEADER-TRACKING-ID-CASE', { 'Tracking-Id': HEX }),
    open('tracking-id-short', 'HEADER-TRACKING-ID-MALFORMED', { 'Tracking-Id': HEX.slice(1) }),
    open('tracking-id-with-dashes', 'HEADER-TRACKING-ID-MALFORMED', {
      'Tracking-Id': '01234567-89ab-cdef-0123-456789abcdef',
    }),
  ])
