import type { JsonObject } from '../../model/index.ts'
import { isObject } from '../../json.ts'
import { headerOf, standIn, type ServiceRequest } from '../../service/index.ts'
import { bodyWith, isStart, isToken, isUpdate, listOf, objectOf, textOf } from './requestBodies.ts'
import { serviceRows, SECRET, type ServiceAlteration, type ServiceRow } from './serviceFault.ts'
import { leavingOut } from './unchecked.ts'

/** A request for a token has several optional members and right ids. */
function hasOptions(request: ServiceRequest): boolean {
  const { channelId, userId, ...options } = objectOf(request)
  const isNamed = typeof channelId === 'string' && typeof userId === 'string'
  return isToken(request) && isNamed && Object.keys(options).length > 1
}

const someEntry = (request: ServiceRequest, isMeant: (entry: JsonObject) => boolean): boolean =>
  listOf(request).some((entry) => isObject(entry) && isMeant(entry))

/** Right bodies that the service refuses as wrong. */
const refusing =
  (isMeant: (request: ServiceRequest) => boolean): ServiceAlteration =>
  (request, right) =>
    isMeant(request) ? right(bodyWith({})) : right()

/** Counts as the right value where this much of it is right. */
const authorizing =
  (isTaken: (given: Authorization, right: Authorization) => boolean): ServiceAlteration =>
  (request, right, now) => {
    const [scheme = '', value = ''] = (headerOf(request, 'authorization') ?? '').split(' ')
    const seconds = Number(/\.([0-9]+)\./.exec(value)?.[1] ?? now)
    const whole = standIn({ appId: 'active', appSecret: SECRET }, seconds)
    const [ownScheme = '', ownValue = ''] = whole.split(' ')
    const isRightEnough = isTaken({ scheme, value }, { scheme: ownScheme, value: ownValue })
    return isRightEnough ? right({ headers: [['Authorization', whole]] }) : right()
  }

interface Authorization {
  readonly scheme: string
  readonly value: string
}

const refused = (
  name: string,
  does: string,
  origin: string,
  repair: string,
  isMeant: (request: ServiceRequest) => boolean,
): ServiceRow => ({ id: `service-${name}`, does, origin, repair, alteration: refusing(isMeant) })

const COMPARE = 'Compare the whole Authorization, its scheme and its signature (section 5).'
const altered = (name: string, does: string, origin: string, alteration: ServiceAlteration): ServiceRow => ({
  id: `service-authorization-${name}`,
  does,
  origin,
  repair: COMPARE,
  alteration,
})

/** Services that check only a part, or only where a vector looks (sections 2.1, 2.3, 4 and 5). */
export const PARTIAL_CHECK_ROWS: readonly ServiceRow[] = [
  ...serviceRows({
    'service-body-maximum-unchecked-beside-others': {
      does: 'A maximum is not checked where other optional members are there.',
      origin: 'Any language: a chain of else-if over the members, which ends at the first that is right.',
      repair: 'Check the maximum of every member, whatever stands beside it (section 2.1).',
      alteration: leavingOut('maximum', hasOptions),
    },
  }),
  refused(
    'start-beyond-video-refused',
    'A flag beyond audio and video is refused.',
    'Any language: a constant for audio and video, in the place of the bits.',
    'Take every sum of 1, 2, 4 and 8 as a flag (section 2.3).',
    (request) => isStart(request) && someEntry(request, ({ flag }) => Number(flag) > 3 && Number(flag) < 16),
  ),
  refused(
    'start-fps-30-refused',
    'The frame rate 30 is refused where a start states it.',
    'Any language: only what differs from the default is in the list of what may be stated.',
    'Take 30 and 15 as frame rates (section 2.3).',
    (request) => isStart(request) && someEntry(request, ({ fps }) => fps === 30),
  ),
  refused(
    'start-single-audio-refused',
    'A push of one user is refused unless it has audio and video.',
    'Any language: the flag of the only example is required.',
    'Take the flags of section 2.3 in single-stream mode as well.',
    (request) => someEntry(request, ({ type, flag }) => type === 2 && flag !== 3),
  ),
  refused(
    'update-of-several-refused',
    'An update that changes several things of a push is refused.',
    'Any language: a switch over the change, of which there may be one.',
    'Take any of url, userId, layout, fps and watermarks together (section 4.3).',
    (request) => isUpdate(request) && someEntry(request, (entry) => Object.keys(entry).length > 2),
  ),
  refused(
    'body-of-lines-refused',
    'A body of several lines is refused.',
    'C and shell: a body is read up to the first line break.',
    'Read the whole body: line breaks are white space of JSON (RFC 8259 section 2).',
    (request) => textOf(request).trim().includes('\n'),
  ),
  refused(
    'body-order-refused',
    'A body whose first member is not channelId is refused.',
    'Embedded code: members are read in the order of the documentation.',
    'Read members in any order (RFC 8259 section 1).',
    (request) => {
      const [first] = Object.keys(objectOf(request))
      return first !== undefined && first !== 'channelId' && 'channelId' in objectOf(request)
    },
  ),
  altered(
    'scheme-in-part',
    'A scheme that begins with Svc is taken for SvcSign.',
    'Any language: a prefix is compared that several schemes of the operator share.',
    authorizing((given, own) => given.value === own.value && given.scheme.startsWith(own.scheme.slice(0, 3))),
  ),
  altered(
    'scheme-left-out',
    'The signature alone, without the scheme, is taken too.',
    "Any language: header.replace('SvcSign ', ''), or the last word of the header.",
    (request, right) => {
      const given = headerOf(request, 'authorization') ?? ''
      return given === '' || given.includes(' ')
        ? right()
        : right({ headers: [['Authorization', `SvcSign ${given}`]] })
    },
  ),
  altered(
    'begin-only',
    'Of the signature only its first eight characters are compared.',
    'C: strncmp with the length of a pointer.',
    authorizing((given, own) => {
      const end = own.value.lastIndexOf('.') + 9
      return given.scheme === own.scheme && given.value.slice(0, end) === own.value.slice(0, end)
    }),
  ),
  altered(
    'end-only',
    'Of the signature only its last eight characters are compared.',
    'A search by the end of the signature, as logs show it.',
    authorizing((given, own) => {
      const at = own.value.lastIndexOf('.') + 1
      const isHead = given.value.slice(0, at) === own.value.slice(0, at)
      return given.scheme === own.scheme && isHead && given.value.slice(-8) === own.value.slice(-8)
    }),
  ),
  altered(
    'letter-case-ignored',
    'The Authorization value is compared without its letter case.',
    'SQL: a column with a collation that ignores letter case.',
    authorizing(
      (given, own) => given.scheme === own.scheme && given.value.toLowerCase() === own.value.toLowerCase(),
    ),
  ),
]
