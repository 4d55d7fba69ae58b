import type { Json } from '../../model/index.ts'
import { headerOf, type ServiceRequest } from '../../service/index.ts'
import { bodyWith, issued, isToken, jsonOf, objectOf, textOf } from '../../faults/service/serviceFault.ts'
import { isObject, readJson } from '../../json.ts'
import { entriesOf } from '../../members.ts'
import { refusing, rowOf, type ServiceVariant } from './serviceVariant.ts'

/** Every id that a body names. */
const idsIn = (request: ServiceRequest): string[] =>
  [objectOf(request), ...entriesOf(objectOf(request))]
    .flatMap(({ channelId, userId }) => [channelId, userId])
    .filter((id) => typeof id === 'string')

const naming = rowOf('2.1', 'Naming rules of channelId and format rules of userId are not shown.')
const IDS = ['PARAM-CHANNELID-NAMING', 'PARAM-USERID-FORMAT', 'PARAM-CHANNELID-EMPTY', 'PARAM-USERID-EMPTY']
const ids = (name: string, does: string, isRefused: (id: string) => boolean): ServiceVariant =>
  naming(
    name,
    does,
    IDS,
    refusing((request) => idsIn(request).some(isRefused)),
  )

/** Refuses a numeric join parameter for its value. */
const values =
  (member: string, open: string) =>
  (
    name: string,
    does: string,
    decides: ServiceVariant['decides'],
    isRefused: (value: number) => boolean,
  ): ServiceVariant =>
    rowOf('2.1', open)(
      name,
      does,
      decides,
      refusing((request) => {
        const value = objectOf(request)[member]
        return isToken(request) && typeof value === 'number' && isRefused(value)
      }),
    )

const noJson = (status: number): ServiceVariant =>
  rowOf('2.1', 'Which error a body has that is no JSON is not shown.')(
    `no-json-${status}`,
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

const privileges = values('privileges', 'Meaning and allowed values of privileges are not shown.')
const channelDuration = values('channelDuration', 'channelDuration has no bound in the text.')
const unlisted = rowOf('2.1', 'What becomes of a member that the interface does not list is not shown.')
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
  privileges(
    'privileges-unknown',
    'Privileges of 1 are not known, and are refused.',
    ['PARAM-PRIVILEGES-VALUES'],
    (value) => value === 1,
  ),
  privileges(
    'privileges-refused',
    'No value of privileges is allowed to this app.',
    ['PARAM-PRIVILEGES-VALUES'],
    () => true,
  ),
  privileges(
    'privileges-few',
    'Privileges are 1, 2, 4 or 8.',
    ['PARAM-PRIVILEGES-VALUES'],
    (value) => ![1, 2, 4, 8].includes(value),
  ),
  channelDuration(
    'channel-duration-of-a-day',
    'A channel lasts a day at most.',
    ['PARAM-CHANNELDURATION-MAXIMUM'],
    (value) => value > 1440,
  ),
  channelDuration(
    'channel-duration-of-five-minutes',
    'A channel lasts five minutes at least, or without limit.',
    ['PARAM-CHANNELDURATION-NEGATIVE'],
    (value) => value !== 0 && value < 5,
  ),
  values('size', 'Which sizes below 100 are allowed is not shown.')(
    'size-of-two',
    'A channel has room for two at least.',
    ['PARAM-SIZE-ZERO', 'PARAM-SIZE-NEGATIVE'],
    (value) => value < 2,
  ),
  values('size', 'Whether a token may ask for more than 100 people is not shown.')(
    'size-above-100',
    'A size above 100 is refused.',
    ['PARAM-SIZE-MAXIMUM'],
    (value) => value > 100,
  ),
  values('duration', 'duration has no lower bound in the text.')(
    'duration-of-a-minute',
    'A token is valid for a minute at least.',
    ['PARAM-DURATION-ZERO', 'PARAM-DURATION-NEGATIVE'],
    (value) => value < 60,
  ),
  values('delayClose', 'delayClose has no lower bound in the text.')(
    'delay-not-negative',
    'A negative delayClose is refused.',
    ['PARAM-DELAYCLOSE-NEGATIVE'],
    (value) => value < 0,
  ),
  unlisted(
    'unlisted-ignored',
    'A member that is not listed is ignored.',
    ['API-UNLISTED-MEMBER-ANSWER'],
    (request, right) => {
      if (!hasUnlisted(request)) return right()
      const { role: _, ...rest } = objectOf(request)
      return right(bodyWith(rest))
    },
  ),
  unlisted(
    'unlisted-kept',
    'A member that is not listed is carried into the token.',
    ['API-UNLISTED-MEMBER-ANSWER'],
    (request, right, now) => {
      const isAuthorized = right(bodyWith({ channelId: 'c', userId: 'u' })).status === 200
      return hasUnlisted(request) && isAuthorized ? issued(textOf(request), now) : right()
    },
  ),
  rowOf('2.1', 'What null leads to where a member is optional is not shown.')(
    'null-as-absent',
    'A member that is null is taken for one that is absent.',
    undefined,
    (request, right) => {
      const json = jsonOf(request)
      return isObject(json) ? right(bodyWith(withoutAnyNull(json))) : right()
    },
  ),
  rowOf('2.1', 'Whether 60.0 is read as an integer is not shown.')(
    'fractions-refused',
    'An integer that is written with a fraction is refused.',
    ['PARAM-INTEGER-AS-FRACTION', 'STREAM-INTEGER-AS-FRACTION'],
    refusing((request) => jsonOf(request) !== undefined && readJson(textOf(request)).inexact.length > 0),
  ),
  noJson(400),
  noJson(422),
  rowOf('2.1', 'RFC 8259 lets a reader ignore a byte order mark.')(
    'byte-order-mark-taken',
    'A byte order mark before a body is ignored.',
    undefined,
    (request, right) => right({ body: Buffer.from(textOf(request).replace(/^\ufeff/, '')) }),
  ),
  rowOf('2.1', 'The size of request bodies has no bound in the text.')(
    'length-limited',
    'A body of more than 8 KiB is answered with 413.',
    undefined,
    (request, right) =>
      request.body.length > 8192 && headerOf(request, 'authorization') !== undefined
        ? { status: 413 }
        : right(),
  ),
]
