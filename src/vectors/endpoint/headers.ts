import type { Family } from '../../model/index.ts'
import { endpointFamily, ok, RIGHT_BODY, RIGHT_TOKEN, type EndpointRow } from '../rows/endpoint.ts'

const HEX = '0123456789abcdef0123456789ABCDEF'

const row = (name: string, requirement: string, headers: Readonly<Record<string, string>>): EndpointRow => ({
  name,
  title: `Open: ${name.replace('open-', '').replaceAll('-', ' ')} (the text does not say)`,
  level: 'unspecified',
  requirements: [requirement],
  operation: 'auth.token',
  body: RIGHT_BODY['auth.token'],
  headers,
  answers: ok,
})

/** Common request headers (section 4). An empty text leaves a header out. */
export const endpointHeaders = (): Family =>
  endpointFamily('endpoint/headers', 'How an endpoint handles the common request headers (section 4)', [
    {
      ...row('names-in-lower-case', 'HEADER-NAME-CASE', {
        'content-type': 'application/json',
        'Content-Type': '',
      }),
      title: 'Finds headers in any letter case of their names',
      level: 'recommended',
      joinParams: RIGHT_TOKEN,
    },
    row('open-content-type-parameter', 'HEADER-CONTENT-TYPE-PARAMETER', {
      'Content-Type': 'application/json; charset=utf-8',
    }),
    row('open-content-type-missing', 'HEADER-CONTENT-TYPE-OTHER', { 'Content-Type': '' }),
    row('open-content-type-other', 'HEADER-CONTENT-TYPE-OTHER', { 'Content-Type': 'text/plain' }),
    row('open-tracking-id-missing', 'HEADER-TRACKING-ID-REQUIRED', { 'Tracking-Id': '' }),
    row('open-tracking-id-mixed-case', 'HEADER-TRACKING-ID-CASE', { 'Tracking-Id': HEX }),
    row('open-tracking-id-short', 'HEADER-TRACKING-ID-MALFORMED', { 'Tracking-Id': HEX.slice(1) }),
    row('open-tracking-id-with-dashes', 'HEADER-TRACKING-ID-MALFORMED', {
      'Tracking-Id': '01234567-89ab-cdef-0123-456789abcdef',
    }),
  ])
