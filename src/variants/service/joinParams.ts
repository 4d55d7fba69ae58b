import type { Json } from '../../model/index.ts'
import { headerOf, type ServiceRequest } from '../../service/index.ts'
import {
  bodyWith,
  issued,
  isToken,
  requestJson,
  requestObject,
  requestText,
} from '../../faults/service/serviceFault.ts'
import { isObject, readJson } from '../../json.ts'
import { entriesOf, without } from '../../members.ts'
import { waysAbout } from '../variant.ts'
import { refusing, servicesAbout, serviceWaysWith, type ServiceVariant } from './serviceVariant.ts'

const idsIn = (request: ServiceRequest): string[] =>
  [requestObject(request), ...entriesOf(requestObject(request))]
    .flatMap(({ channelId, userId }) => [channelId, userId])
    .filter((id) => typeof id === 'string')

const ids = waysAbout(
  'service-way',
  {
    section: '2.1',
    open: 'Naming rules of channelId and format rules of userId are not shown.',
    decides: ['PARAM-CHANNELID-NAMING', 'PARAM-USERID-FORMAT', 'PARAM-CHANNELID-EMPTY', 'PARAM-USERID-EMPTY'],
  },
  (refused: RegExp) => refusing((request) => idsIn(request).some((id) => refused.test(id))),
)

const noJson = (status: number): ServiceVariant => ({
  id: `service-way-no-json-${status}`,
  section: '2.1',
  open: 'Which error a body has that is no JSON is not shown.',
  does: `A body that is no JSON object is answered with ${status}.`,
  decides: ['ERROR-TOKEN-MALFORMED-BODY'],
  alteration: (request, right) => {
    const response = right()
    const isRefused = isToken(request) && response.body?.['code'] === 'Invalid.Parameter.Value'
    return isRefused && !isObject(requestJson(request)) ? { status } : response
  },
})

/** Rows about a numeric join parameter. @param rules ends of the ids of the rules that they decide */
const numbers = (member: string, open: string, ...rules: string[]) =>
  waysAbout(
    'service-way',
    { section: '2.1', open, decides: rules.map((rule) => `PARAM-${member.toUpperCase()}-${rule}`) },
    (isRefused: (value: number) => boolean) =>
      refusing((request) => {
        const value = requestObject(request)[member]
        return isToken(request) && typeof value === 'number' && isRefused(value)
      }),
  )
const privileges = numbers('privileges', 'Meaning and allowed values of privileges are not shown.', 'VALUES')
const longest = numbers('channelDuration', 'channelDuration has no bound in the text.', 'MAXIMUM')
const shortest = numbers('channelDuration', 'channelDuration has no bound in the text.', 'NEGATIVE')
const small = numbers('size', 'Which sizes below 100 are allowed is not shown.', 'ZERO', 'NEGATIVE')
const large = numbers('size', 'Whether a token may ask for more than 100 people is not shown.', 'MAXIMUM')
const duration = numbers('duration', 'duration has no lower bound in the text.', 'ZERO', 'NEGATIVE')
const delayClose = numbers('delayClose', 'delayClose has no lower bound in the text.', 'NEGATIVE')

const unlisted = servicesAbout('service-way-unlisted', {
  section: '2.1',
  open: 'What becomes of a member that the interface does not list is not shown.',
  decides: ['API-UNLISTED-MEMBER-ANSWER'],
})
const hasUnlisted = (request: ServiceRequest): boolean => isToken(request) && 'role' in requestObject(request)

/** Removes every member that is null, at any depth: this service has no list of optional members. */
const withoutAnyNull = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(withoutAnyNull)
  if (!isObject(value)) return value
  const members = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(members.map(([name, member]) => [name, withoutAnyNull(member)]))
}

/** Which join parameters a service accepts (sections 2.1 and 4.1). */
export const JOIN_PARAM_ROWS: readonly ServiceVariant[] = [
  ids('user-form', 'An id is small letters and digits, a letter first.', /^(?![a-z][a-z0-9]{0,63}$)/),
  ids('ids-ascii', 'An id beyond ASCII is refused.', /[^ -~]/),
  ids('ids-short', 'An id of more than 32 characters is refused.', /^[^]{33}/),
  ids('ids-not-empty', 'An empty id is refused.', /^$/),
  ids('ids-lower-case', 'An id with letters in upper case is refused.', /[A-Z]/),
  ids('ids-no-numbers', 'An id that is a number is refused.', /^[0-9]+$/),
  privileges('privileges-unknown', 'Privileges of 1 are not known, and are refused.', (value) => value === 1),
  privileges('privileges-refused', 'No value of privileges is allowed to this app.', () => true),
  privileges('privileges-few', 'Privileges are 1, 2, 4 or 8.', (value) => ![1, 2, 4, 8].includes(value)),
  longest('channel-duration-of-a-day', 'A channel lasts a day at most.', (value) => value > 1440),
  shortest(
    'channel-duration-of-five-minutes',
    'A channel lasts five minutes at least, or without limit.',
    (value) => value !== 0 && value < 5,
  ),
  small('size-of-two', 'A channel has room for two at least.', (value) => value < 2),
  large('size-above-100', 'A size above 100 is refused.', (value) => value > 100),
  duration('duration-of-a-minute', 'A token is valid for a minute at least.', (value) => value < 60),
  delayClose('delay-not-negative', 'A negative delayClose is refused.', (value) => value < 0),
  unlisted('ignored', 'A member that is not listed is ignored.', (request, right) =>
    hasUnlisted(request) ? right(bodyWith(without(requestObject(request), 'role'))) : right(),
  ),
  unlisted('kept', 'A member that is not listed is carried into the token.', (request, right, now) => {
    const isAuthorized = right(bodyWith({ channelId: 'c', userId: 'u' })).status === 200
    return hasUnlisted(request) && isAuthorized ? issued(requestText(request), now) : right()
  }),
  ...serviceWaysWith({ section: '2.1' })({
    'service-way-null-as-absent': {
      open: 'What null leads to where a member is optional is not shown.',
      does: 'A member that is null is taken for one that is absent.',
      alteration: (request, right) => {
        const json = requestJson(request)
        return isObject(json) ? right(bodyWith(withoutAnyNull(json))) : right()
      },
    },
    'service-way-fractions-refused': {
      open: 'Whether 60.0 is read as an integer is not shown.',
      does: 'An integer that is written with a fraction is refused.',
      decides: ['PARAM-INTEGER-AS-FRACTION', 'STREAM-INTEGER-AS-FRACTION'],
      alteration: refusing(
        (request) => requestJson(request) !== undefined && readJson(requestText(request)).inexact.length > 0,
      ),
    },
  }),
  noJson(400),
  noJson(422),
  ...serviceWaysWith({ section: '2.1' })({
    'service-way-byte-order-mark-taken': {
      open: 'RFC 8259 lets a reader ignore a byte order mark.',
      does: 'A byte order mark before a body is ignored.',
      alteration: (request, right) =>
        right({ body: Buffer.from(requestText(request).replace(/^\ufeff/, '')) }),
    },
    'service-way-length-limited': {
      open: 'The size of request bodies has no bound in the text.',
      does: 'A body of more than 8 KiB is answered with 413.',
      alteration: (request, right) =>
        request.body.length > 8192 && headerOf(request, 'authorization') !== undefined
          ? { status: 413 }
          : right(),
    },
  }),
]
