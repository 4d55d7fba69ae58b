import { textIn } from '../../json.ts'
import { without } from '../../members.ts'
import type { JsonObject } from '../../model/index.ts'
import { bodyWith, isToken, objectOf, textOf } from './requestBodies.ts'
import { serviceRows, type ServiceRow } from './serviceFault.ts'
import { reissued } from './tokens.ts'

const CARRY = 'Write every join parameter into the params as it was asked for (sections 2.1 and 4.1).'

/** One member of the token written as another value. */
const rewritten = (
  name: string,
  member: string,
  does: string,
  origin: string,
  change: (value: number) => number,
): ServiceRow => ({
  id: `service-token-${name}`,
  does,
  origin,
  repair: CARRY,
  alteration: reissued((params) => {
    const value = params[member]
    return typeof value === 'number' ? { ...params, [member]: change(value) } : params
  }),
})
const wholes =
  (unit: number) =>
  (value: number): number =>
    value < unit ? value : value - (value % unit)

const OPTIONAL = ['channelDuration', 'duration', 'size', 'delayClose'] as const
const optionalIn = (params: JsonObject): string[] => OPTIONAL.filter((name) => name in params)

/** A member that is lost where certain other members are present. */
const lost = (
  name: string,
  does: string,
  origin: string,
  lostOf: (present: readonly string[]) => string | undefined,
): ServiceRow => ({
  id: `service-token-${name}`,
  does,
  origin,
  repair: CARRY,
  alteration: reissued((params) => {
    const gone = lostOf(optionalIn(params))
    return gone === undefined ? params : without(params, gone)
  }),
})

/** A userId that is written in another way. */
const renamed = (name: string, does: string, origin: string, change: (id: string) => string): ServiceRow => ({
  id: `service-token-${name}`,
  does,
  origin,
  repair: 'Write the userId into the params as it was sent (section 2.1).',
  alteration: reissued((params) => ({ ...params, userId: change(textIn(params, 'userId')) })),
})

/** Services whose tokens hold other values than requested, by more than the vectors check (section 2.1). */
export const TOKEN_VALUE_ROWS: readonly ServiceRow[] = [
  rewritten(
    'size-of-plan',
    'size',
    'A size above 12 is written as 100.',
    'Any language: the size chooses a plan, and the capacity of the plan is written.',
    (size) => (size > 12 && size < 100 ? 100 : size),
  ),
  rewritten(
    'size-in-fours',
    'size',
    'A size above one is rounded up to a multiple of four.',
    'Any language: capacity is given out in blocks.',
    (size) => (size === 1 ? size : Math.ceil(size / 4) * 4),
  ),
  rewritten(
    'channel-duration-in-fives',
    'channelDuration',
    'A channelDuration is cut to whole five minutes.',
    'A database or a timer with a step of five minutes.',
    wholes(5),
  ),
  rewritten(
    'duration-in-minutes',
    'duration',
    'A duration is cut to whole minutes.',
    'Any language: seconds are kept in a column of minutes.',
    wholes(60),
  ),
  rewritten(
    'duration-of-half-a-day',
    'duration',
    'A duration above 12 hours is written as 12 hours, but for the default.',
    'Any language: a limit of the service itself, which the default goes round.',
    (duration) => (duration < 86400 ? Math.min(duration, 43200) : duration),
  ),
  rewritten(
    'delay-close-in-minutes',
    'delayClose',
    'A delayClose is cut to whole minutes.',
    'Any language: seconds are kept in a column of minutes.',
    wholes(60),
  ),
  rewritten(
    'delay-close-in-hours',
    'delayClose',
    'A delayClose of an hour or more is cut to whole hours.',
    'Any language: a duration is printed in its largest unit, and read again.',
    wholes(3600),
  ),
  lost(
    'last-of-some-lost',
    'Of two or three optional members the last is not in the token.',
    'Java and C#: overloads for none, one and all of the options, and one that forgets.',
    (present) => (present.length === 2 || present.length === 3 ? present.at(-1) : undefined),
  ),
  lost(
    'first-of-some-lost',
    'Of two or three optional members the first is not in the token.',
    'Go and C: a loop over the options that begins at one.',
    (present) => (present.length === 2 || present.length === 3 ? present[0] : undefined),
  ),
  ...serviceRows({
    'service-token-options-behind-space-lost': {
      does: 'Optional members are not read where a space stands before the colon.',
      origin: 'Embedded C and shell: members are found with a regular expression.',
      repair: 'Read bodies with a JSON parser: white space may stand around a colon (RFC 8259 section 2).',
      alteration: (request, right) => {
        if (!isToken(request) || !/"\w+"\s+:/.test(textOf(request))) return right()
        const { channelId, userId } = objectOf(request)
        return right(
          bodyWith({
            ...(channelId !== undefined && { channelId }),
            ...(userId !== undefined && { userId }),
          }),
        )
      },
    },
  }),
  renamed(
    'user-number-cut',
    'Digits at the end of a userId are cut off.',
    'An identity provider that numbers the devices of a user.',
    (id) => id.replace(/(?<=[a-z])[0-9]{1,3}$/, ''),
  ),
  renamed(
    'user-cut-to-24',
    'A userId is cut to 24 characters.',
    'A database column of 24 characters, such as for an ObjectId.',
    (id) => id.slice(0, id.length > 64 ? undefined : 24),
  ),
  ...serviceRows({
    'service-token-channel-lower-cased': {
      does: 'The channelId stands in the token in lower case.',
      origin: 'A database or a cache that folds letter case.',
      repair: 'Write the channelId into the params as it was sent (section 2.1).',
      alteration: reissued((params) => ({
        ...params,
        channelId: textIn(params, 'channelId').toLowerCase(),
      })),
    },
  }),
]
