import { gatingViolations, validateBody } from '../../body/index.ts'
import type { ServiceRequest, ServiceResponse } from '../../service/index.ts'
import {
  altering,
  bodyWith,
  entriesIn,
  type FaultyResponse,
  isStart,
  isStop,
  issued,
  isToken,
  isUpdate,
  requestJson,
  kindOf,
  streamListOf,
  requestObject,
  type ServiceAlteration,
  serviceRows,
  serviceRowsWith,
  requestText,
} from './serviceFault.ts'
import { uncheckedRows } from '../body.ts'
import { MEMBER_NAMES } from '../../interface/bodies.ts'
import { type Json, type JsonObject } from '../../model/index.ts'
import { isObject } from '../../json.ts'

/** Does the right service refuse the body, and not its sender? */
export const isBodyRefused = ({ status, body }: ServiceResponse): boolean =>
  status === 400 || body?.['code'] === 'Invalid.Parameter.Value'

/** Does the body break rules, and all of them by this keyword? */
function hasOnly(keyword: string, request: ServiceRequest): boolean {
  const kind = kindOf(request)
  const violations = kind ? gatingViolations(validateBody(kind, requestText(request)), 'recommended') : []
  return violations.length > 0 && violations.every((violation) => violation.keyword === keyword)
}

/** A streaming request is answered but not carried out: clean-up could not stop such a stream by its id. */
export const letThrough = (request: ServiceRequest, now: number): FaultyResponse =>
  isToken(request) ? issued(requestText(request), now) : { status: 200 }

/** Lets bodies through that break rules of one kind. */
export const leavingOut =
  (keyword: string, isMeant: (request: ServiceRequest) => boolean = () => true): ServiceAlteration =>
  (request, right, now) => {
    const response = right()
    const isTaken = isBodyRefused(response) && hasOnly(keyword, request) && isMeant(request)
    return isTaken ? letThrough(request, now) : response
  }

/** Takes a request as if it were another one, wherever the right service refuses it. */
const asIf =
  (change: (request: ServiceRequest) => Json | undefined): ServiceAlteration =>
  (request, right) => {
    const response = right()
    const changed = response.status === 200 ? undefined : change(request)
    return changed === undefined ? response : right(bodyWith(changed))
  }

/** As if every value of the body, or every name, were another one. */
const asIfEach = (
  change: (value: Json) => Json,
  named = (name: string): string => name,
): ServiceAlteration => {
  const changed = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(changed)
    if (!isObject(value)) return change(value)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [named(name), changed(member)]))
  }
  return asIf((request) => changed(requestJson(request) ?? {}))
}

/** As if the entries of a start or an update were other ones. */
const asIfEntries = (change: (entry: JsonObject, before?: JsonObject) => JsonObject): ServiceAlteration =>
  asIf((request) => {
    const list = streamListOf(request)
    const isMeant = (isStart(request) || isUpdate(request)) && list.length > 0
    if (!isMeant || !list.every(isObject)) return undefined
    return { ...requestObject(request), streamList: list.map((entry, at) => change(entry, list[at - 1])) }
  })

/** The name of the interface that is equal but for letter case. */
const rightName = (name: string): string =>
  MEMBER_NAMES.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name

/** The most of numbers of a body, and of an entry of its streamList (sections 2.1 and 2.3). */
const MOST_OF_BODY = { duration: 86400 }
const MOST_OF_ENTRY = { flag: 15, delayClose: 600 }

const clamped = (object: JsonObject, most: Readonly<Record<string, number>>): JsonObject =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => {
      if (name === 'streamList' && Array.isArray(value))
        return [name, value.map((entry) => (isObject(entry) ? clamped(entry, MOST_OF_ENTRY) : entry))]
      return [
        name,
        typeof value === 'number' && most[name] !== undefined ? Math.min(value, most[name]) : value,
      ]
    }),
  )

/** Services that let through what they should refuse (sections 2.1, 2.3, 4, 5 and 7). */
export const LAX_ROWS = serviceRows({
  'service-numbers-clamped': {
    does: 'Numbers beyond their bounds are set to the bound, in the place of a refusal.',
    origin: 'Any language: Math.min(value, most), as settings of a player are treated.',
    repair: 'Refuse what lies beyond the bounds of sections 2.1 and 2.3.',
    alteration: (request, right) => {
      const body = requestObject(request)
      const changed = clamped(body, MOST_OF_BODY)
      return JSON.stringify(changed) === JSON.stringify(body) ? right() : right(bodyWith(changed))
    },
  },
  'service-body-no-object': {
    does: 'Tokens are issued for a body that is no JSON object.',
    origin: 'JavaScript and PHP: members of what is no object are undefined, and no error.',
    repair: 'Refuse a body that is no JSON object (section 4.1).',
    alteration: (request, right) =>
      isToken(request) && !isObject(requestJson(request)) ? { status: 200, body: { token: 'x' } } : right(),
  },
  'service-entry-first-only': {
    does: 'Only the first entry of streamList is looked at.',
    origin: 'Any language: streamList[0], written when one push was all there was.',
    repair: 'Check and carry out every entry of streamList (sections 4.2 and 4.3).',
    alteration: asIf((request) => {
      const [first, ...others] = streamListOf(request)
      return !isToken(request) && !isStop(request) && isObject(first) && others.length > 0
        ? { ...requestObject(request), streamList: [first] }
        : undefined
    }),
  },
  'service-names-in-any-case': {
    does: 'Members of a body are found in any letter case of their names.',
    origin: 'Go encoding/json; C# System.Text.Json with the options of ASP.NET Core.',
    repair: 'Compare names of members letter by letter (sections 2.1 and 2.3).',
    by: 'generated',
    alteration: asIfEach((value) => value, rightName),
  },
  'service-fps-rounded': {
    does: 'A rate that rounds to 15 or 30 is taken for it.',
    origin: 'Any language: round before the comparison, for the 29.97 of NTSC.',
    repair: 'Take fps 15 and 30 alone (section 2.3).',
    by: 'generated',
    alteration: asIfEntries((entry) => {
      const { fps } = entry
      return typeof fps === 'number' ? { ...entry, fps: Math.round(fps) } : entry
    }),
  },
  'service-user-of-entry-before': {
    does: 'An entry without userId has that of the entry before it.',
    origin: 'Any language: a variable outside of the loop over streamList.',
    repair: 'Check each entry of streamList on its own (section 4.2 rule 3).',
    by: 'generated',
    alteration: asIfEntries((entry, { userId } = {}) => ({
      ...(userId !== undefined && { userId }),
      ...entry,
    })),
  },
  'service-exponent-not-read': {
    does: 'Of a number with an exponent only the digits before it are read.',
    origin: 'JavaScript parseInt of the text; C strtol.',
    repair: 'Read the body with a JSON reader: 6e1 is 60 (RFC 8259 section 6).',
    by: 'generated',
    alteration: (request, right) => {
      const text = requestText(request)
      const cut = text.replace(/(:\s*[0-9]+)(?:\.[0-9]+)?[eE][+-]?[0-9]+/g, '$1')
      return cut === text || !isToken(request) ? right() : right(bodyWith(JSON.parse(cut) as Json))
    },
  },
  'service-channel-unasked-without-entries': {
    does: 'A start or an update without entries is answered 200 in a channel that does not exist.',
    origin: 'Any language: the channel is looked up within the loop over streamList.',
    repair: 'Answer 404 where the channel does not exist (sections 4.2 and 4.3).',
    by: 'generated',
    alteration: altering((response, request) => {
      const isEmpty = 'streamList' in requestObject(request) && streamListOf(request).length === 0
      return response.status === 404 && isEmpty ? { status: 200 } : response
    }),
  },
  'service-fraction-cut-off': {
    does: 'Numbers with a fraction are cut to integers.',
    origin: 'Java Jackson ACCEPT_FLOAT_AS_INT, on by default; PHP (int).',
    repair: 'Refuse numbers with a fraction where an int stands (sections 2.1 and 2.3).',
    alteration: asIfEach((value) => (typeof value === 'number' ? Math.trunc(value) : value)),
  },
  'service-text-as-number': {
    does: 'Digits in a text are taken for a number.',
    origin: 'Python pydantic without strict mode; Java Jackson with its default coercions; ajv coerceTypes.',
    repair: 'Refuse a text where an int stands (sections 2.1 and 2.3); pydantic: strict=True.',
    alteration: asIfEach((value) =>
      typeof value === 'string' && /^[0-9]+$/.test(value) ? Number(value) : value,
    ),
  },
  'service-boolean-as-number': {
    does: 'The value true of flag and type is taken for 1.',
    origin: 'Python: bool is a kind of int, so that isinstance(True, int) holds.',
    repair: 'Refuse a boolean where an int stands (section 2.3).',
    // But for streamId and delayClose: streams that are started with other values would outlive clean-up.
    alteration: asIfEntries((entry) => ({
      ...entry,
      ...(entry['flag'] === true && { flag: 1 }),
      ...(entry['type'] === true && { type: 1 }),
    })),
  },
  ...uncheckedRows('service-body', (keyword) => leavingOut(keyword)),
})

/** Right bodies that the service refuses as wrong. */
const refusing =
  (isMeant: (request: ServiceRequest) => boolean): ServiceAlteration =>
  (request, right) =>
    isMeant(request) ? right(bodyWith({})) : right()

/** Starts with such an entry. */
export const refusingStart = (isMeant: (entry: JsonObject) => boolean): ServiceAlteration =>
  refusing((request) => isStart(request) && entriesIn(request).some(isMeant))

/** Services that refuse what is right (section 2.3). */
export const STRICT_ROWS = serviceRows({
  'service-start-fps-30-refused': {
    does: 'The frame rate 30 is refused where a start states it.',
    origin: 'Any language: only what differs from the default is in the list of what may be stated.',
    repair: 'Take 30 and 15 as frame rates (section 2.3).',
    alteration: refusingStart(({ fps }) => fps === 30),
  },
  'service-start-of-several-refused': {
    does: 'A start of several streams is refused.',
    origin: 'Any language: the list is read for its only entry.',
    repair: 'Take each entry of streamList (section 4.2).',
    alteration: refusing((request) => isStart(request) && streamListOf(request).length > 1),
  },
  'service-start-single-refused': {
    does: 'A start in single-stream mode is refused.',
    origin: 'Any language: an enum of the types that its author knew.',
    repair: 'Take 1 and 2 as types (section 2.3).',
    alteration: refusingStart(({ type }) => type === 2),
  },
  'service-start-delay-refused': {
    does: 'A start that states delayClose is refused.',
    origin: 'Any language: a list of members that was written before this one came.',
    repair: 'Take every member of section 2.3.',
    alteration: refusingStart((entry) => 'delayClose' in entry),
  },
  'service-stop-without-id-refused': {
    does: 'A stop without streamId is refused.',
    origin: 'Any language: every member is required.',
    repair: 'Stop all streams of the channel where streamId is missing (section 4.4).',
    alteration: refusing((request) => isStop(request) && !('streamId' in requestObject(request))),
  },
  ...Object.fromEntries(
    ['url', 'userId', 'fps', 'watermarks'].map((name) => [
      `service-update-${name.toLowerCase()}-refused`,
      {
        does: `An update of ${name} is refused.`,
        origin: 'Any language: a list of what may change, with an entry missing.',
        repair: 'Change url, userId, layout, fps and watermarks of a running stream (section 4.3).',
        alteration: refusing(
          (request) => isUpdate(request) && entriesIn(request).some((entry) => name in entry),
        ),
      },
    ]),
  ),
})

/** Services that check only a part, or only where a vector looks (sections 2.1, 2.3, 4 and 5). */
export const PARTIAL_CHECK_ROWS = serviceRowsWith({ by: 'generated' })({
  'service-body-maximum-unchecked-beside-others': {
    does: 'A maximum is not checked where other optional members are there.',
    origin: 'Any language: a chain of else-if over the members, which ends at the first that is right.',
    repair: 'Check the maximum of every member, whatever stands beside it (section 2.1).',
    alteration: leavingOut('maximum', (request) => {
      const { channelId, userId, ...options } = requestObject(request)
      const isNamed = typeof channelId === 'string' && typeof userId === 'string'
      return isToken(request) && isNamed && Object.keys(options).length > 1
    }),
  },
  'service-start-beyond-video-refused': {
    does: 'A flag beyond audio and video is refused.',
    origin: 'Any language: a constant for audio and video, in the place of the bits.',
    repair: 'Take every sum of 1, 2, 4 and 8 as a flag (section 2.3).',
    alteration: refusingStart(({ flag }) => Number(flag) > 3 && Number(flag) < 16),
  },
  'service-start-single-audio-refused': {
    does: 'A push of one user is refused unless it has audio and video.',
    origin: 'Any language: the flag of the only example is required.',
    repair: 'Take the flags of section 2.3 in single-stream mode as well.',
    alteration: refusing((request) => entriesIn(request).some(({ type, flag }) => type === 2 && flag !== 3)),
  },
  'service-update-of-several-refused': {
    does: 'An update that changes several things of a push is refused.',
    origin: 'Any language: a switch over the change, of which there may be one.',
    repair: 'Take any of url, userId, layout, fps and watermarks together (section 4.3).',
    alteration: refusing(
      (request) => isUpdate(request) && entriesIn(request).some((entry) => Object.keys(entry).length > 2),
    ),
  },
  'service-body-of-lines-refused': {
    does: 'A body of several lines is refused.',
    origin: 'C and shell: a body is read up to the first line break.',
    repair: 'Read the whole body: line breaks are white space of JSON (RFC 8259 section 2).',
    alteration: refusing((request) => requestText(request).trim().includes('\n')),
  },
  'service-body-order-refused': {
    does: 'A body whose first member is not channelId is refused.',
    origin: 'Embedded code: members are read in the order of the documentation.',
    repair: 'Read members in any order (RFC 8259 section 1).',
    alteration: refusing((request) => {
      const [first] = Object.keys(requestObject(request))
      return first !== undefined && first !== 'channelId' && 'channelId' in requestObject(request)
    }),
  },
  'service-start-address-not-parsed': {
    does: 'A start with an address whose host is an IPv6 address is answered with 500.',
    origin: 'Any language: host and port are split at the first colon.',
    repair: 'Read addresses as RFC 3986 writes them, and answer 400 where you do not take one (section 7.2).',
    alteration: (request, right) =>
      isStart(request) && requestText(request).includes('://[') ? { status: 500 } : right(),
  },
  'service-start-user-too-long': {
    does: 'A start for a user whose id is longer than 255 characters is answered with 500.',
    origin: 'SQL: a column of 255 characters, and an error that nobody handles.',
    repair: 'Answer 400 to ids that you do not take (section 7.2).',
    alteration: (request, right) =>
      isStart(request) &&
      entriesIn(request).some(({ userId }) => typeof userId === 'string' && userId.length > 255)
        ? { status: 500 }
        : right(),
  },
})
