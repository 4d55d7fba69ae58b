import type { Json } from '../../model/index.ts'
import { headerOf, type ServiceRequest } from '../../service/index.ts'
import { bodyWith, isToken, jsonOf, objectOf, textOf } from '../../faults/service/requestBodies.ts'
import { isObject, readJson } from '../../json.ts'
import { entriesOf } from '../../members.ts'
import { issued } from '../../faults/service/issued.ts'
import { refusing, rowOf, type ServiceVariant } from './serviceVariant.ts'

/** Every id that a body names. */
const idsIn = (request: ServiceRequest): string[] =>
  [objectOf(request), ...entriesOf(objectOf(request))]
    .flatMap(({ channelId, userId }) => [channelId, userId])
    .filter((id) => typeof id === 'string')

const row = rowOf('2.1')

const ids = (name: string, does: string, isRefused: (id: string) => boolean): ServiceVariant =>
  row(
    name,
    'Naming rules of channelId and format rules of userId are not shown.',
    does,
    ['PARAM-CHANNELID-NAMING', 'PARAM-USERID-FORMAT', 'PARAM-CHANNELID-EMPTY', 'PARAM-USERID-EMPTY'],
    refusing((request) => idsIn(request).some(isRefused)),
  )

/** Refuses a numeric join parameter for its value. */
const values = (
  name: string,
  open: string,
  does: string,
  decides: ServiceVariant['decides'],
  member: string,
  isRefused: (value: number) => boolean,
): ServiceVariant =>
  row(
    name,
    open,
    does,
    decides,
    refusing((request) => {
      const value = objectOf(request)[member]
      return isToken(request) && typeof value === 'number' && isRefused(value)
    }),
  )

const noJson = (status: number): ServiceVariant =>
  row(
    `no-json-${status}`,
    'Which error a body has that is no JSON is not shown.',
    `A body that is no JSON object is answered with ${status}.`,
    ['ERROR-TOKEN-MALFORMED-BODY'],
    (request, right) => {
      const response = right()
      return isToken(request) &&
        response.body?.['code'] === 'Invalid.Parameter.Value' &&
        !isObject(jsonOf(request))
        ? { status }
        : response
    },
  )

const PRIVILEGES = 'Meaning and allowed values of privileges are not shown.'
const UNLISTED = 'What becomes of a member that the interface does not list is not shown.'
const hasUnlisted = (request: ServiceRequest): boolean => isToken(request) && 'role' in objectOf(request)

/** Removes every member that is null, at any depth: this service has no list of optional members. */
const withoutAnyNull = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(withoutAnyNull)
  if (!isObject(value)) return value
  const members = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(members.map(([name, member]) => [name, withoutAnyNull(member)]))
}

/** Which join parameters a service accepts (sections 2.1 and 4.1). */
export const JOIN_PARAM_ROWS: readonly ServiceVariant[] = [
  ids(
    'user-form',
    'An id is small letters and digits, and begins with a letter.',
    (id) => !/^[a-z][a-z0-9]{0,63}$/.test(id),
  ),
  ids('ids-ascii', 'An id beyond ASCII is refused.', (id) => /[^ -~]/.test(id)),
  ids('ids-short', 'An id of more than 32 characters is refused.', (id) => id.length > 32),
  ids('ids-not-empty', 'An empty id is refused.', (id) => id === ''),
  ids('ids-lower-case', 'An id with letters in upper case is refused.', (id) => /[A-Z]/.test(id)),
  ids('ids-no-numbers', 'An id that is a number is refused.', (id) => /^[0-9]+$/.test(id)),
  values(
    'privileges-unknown',
    PRIVILEGES,
    'Privileges of 1 are not known, and are refused.',
    ['PARAM-PRIVILEGES-VALUES'],
    'privileges',
    (value) => value === 1,
  ),
  values(
    'privileges-refused',
    PRIVILEGES,
    'No value of privileges is allowed to this app.',
    ['PARAM-PRIVILEGES-VALUES'],
    'privileges',
    () => true,
  ),
  values(
    'privileges-few',
    PRIVILEGES,
    'Privileges are 1, 2, 4 or 8.',
    ['PARAM-PRIVILEGES-VALUES'],
    'privileges',
    (value) => ![1, 2, 4, 8].includes(value),
  ),
  values(
    'channel-duration-of-a-day',
    'channelDuration has no bound in the text.',
    'A channel lasts a day at most.',
    ['PARAM-CHANNELDURATION-MAXIMUM'],
    'channelDuration',
    (value) => value > 1440,
  ),
  values(
    'channel-duration-of-five-minutes',
    'channelDuration has no bound in the text.',
    'A channel lasts five minutes at least, or without limit.',
    ['PARAM-CHANNELDURATION-NEGATIVE'],
    'channelDuration',
    (value) => value !== 0 && value < 5,
  ),
  values(
    'size-of-two',
    'Which sizes below 100 are allowed is not shown.',
    'A channel has room for two at least.',
    ['PARAM-SIZE-ZERO', 'PARAM-SIZE-NEGATIVE'],
    'size',
    (value) => value < 2,
  ),
  values(
    'size-above-100',
    'Whether a token may ask for more than 100 people is not shown.',
    'A size above 100 is refused.',
    ['PARAM-SIZE-MAXIMUM'],
    'size',
    (value) => value > 100,
  ),
  values(
    'duration-of-a-minute',
    'duration has no lower bound in the text.',
    'A token is valid for a minute at least.',
    ['PARAM-DURATION-ZERO', 'PARAM-DURATION-NEGATIVE'],
    'duration',
    (value) => value < 60,
  ),
  values(
    'delay-not-negative',
    'delayClose has no lower bound in the text.',
    'A negative delayClose is refused.',
    ['PARAM-DELAYCLOSE-NEGATIVE'],
    'delayClose',
    (value) => value < 0,
  ),
  row(
    'unlisted-ignored',
    UNLISTED,
    'A member that is not listed is ignored.',
    ['API-UNLISTED-MEMBER-ANSWER'],
    (request, right) => {
      if (!hasUnlisted(request)) return right()
      const { role: _, ...rest } = objectOf(request)
      return right(bodyWith(rest))
    },
  ),
  row(
    'unlisted-kept',
    UNLISTED,
    'A member that is not listed is carried into the token.',
    ['API-UNLISTED-MEMBER-ANSWER'],
    (request, right, now) => {
      const isAuthorized = right(bodyWith({ channelId: 'c', userId: 'u' })).status === 200
      return hasUnlisted(request) && isAuthorized ? issued(textOf(request), now) : right()
    },
  ),
  row(
    'null-as-absent',
    'What null leads to where a member is optional is not shown.',
    'A member that is null is taken for one that is absent.',
    undefined,
    (request, right) => {
      const json = jsonOf(request)
      return isObject(json) ? right(bodyWith(withoutAnyNull(json))) : right()
    },
  ),
  row(
    'fractions-refused',
    'Whether 60.0 is read as an integer is not shown.',
    'An integer that is written with a fraction is refused.',
    ['PARAM-INTEGER-AS-FRACTION', 'STREAM-INTEGER-AS-FRACTION'],
    refusing((request) => jsonOf(request) !== undefined && readJson(textOf(request)).inexact.length > 0),
  ),
  noJson(400),
  noJson(422),
  row(
    'byte-order-mark-taken',
    'RFC 8259 lets a reader ignore a byte order mark.',
    'A byte order mark before a body is ignored.',
    undefined,
    (request, right) => right({ body: Buffer.from(textOf(request).replace(/^\ufeff/, '')) }),
  ),
  row(
    'length-limited',
    'The size of request bodies has no bound in the text.',
    'A body of more than 8 KiB is answered with 413.',
    undefined,
    (request, right) =>
      request.body.length > 8192 && headerOf(request, 'authorization') !== undefined
        ? { status: 413 }
        : right(),
  ),
]
