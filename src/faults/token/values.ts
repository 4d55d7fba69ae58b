import type { Json, JsonObject } from '../../model/index.ts'
import { isListed, JOIN_DEFAULTS, OPTIONAL_JOIN_PARAMS } from '../../interface/joinParams.ts'
import { objectOrNothing } from '../../members.ts'
import { isOptional, members, values } from './members.ts'
import type { Alteration } from '../fault.ts'
import { sdkRows, type SdkRow } from '../faultySdk/index.ts'

/** One number in another unit. */
const scaled = (member: string, factor: number): Alteration =>
  values((value, name) => (name === member && typeof value === 'number' ? Math.trunc(value * factor) : value))

/** Changes all members of the params at once. */
const prepared =
  (change: (joinParams: JsonObject) => JsonObject): Alteration =>
  (sdk) => ({ prepare: (joinParams, timestamp) => change(sdk.prepare(joinParams, timestamp)) })

const exchanged = (a: string, b: string): Alteration =>
  members(([name, value]) => [[name === a ? b : name === b ? a : name, value]])

/** Members or values that were not in the question (section 2.1). */
export const MEMBER_ROWS: readonly SdkRow[] = sdkRows({
  'json-number-as-float': {
    does: 'Integers are sent with a fraction, such as 60.0.',
    origin: 'Java Gson with Map<String, Object>; Python float; Lua numbers.',
    repair: 'Keep integers in an integer type; Java: long, Python: int.',
    alteration: (sdk) => ({ serialise: (joinParams) => withFractions(sdk.serialise(joinParams)) }),
  },
  'json-other-names': {
    does: 'The ids stand under the names that another service has for them.',
    origin: 'An SDK ported from another service: channel, channelName, uid, user.',
    repair: 'Name the members as section 2.1 does: channelId and userId.',
    alteration: named('channel', 'uid'),
    others: [
      named('channelName', 'uid'),
      named('channel', 'user'),
      named('channelName', 'userId'),
      named('channelId', 'uid'),
    ],
  },
  'json-wrapped': {
    does: 'The join parameters stand within another object.',
    origin: 'Any language: an envelope of a request, or a class with one field.',
    repair: 'Encode the object of the join parameters itself.',
    alteration: prepared((joinParams) => ({ joinParams })),
    others: [
      prepared((joinParams) => ({ params: joinParams })),
      prepared((joinParams) => ({ data: joinParams })),
    ],
  },
  'json-members-added': {
    does: 'The params hold members that were not asked for.',
    origin: 'Any language: a timestamp, an appId, a nonce or the version of the SDK.',
    repair: 'Encode the join parameters that were asked for, and nothing else.',
    alteration: (sdk, { json }) => ({
      prepare: (joinParams, timestamp) => ({
        ...sdk.prepare(joinParams, timestamp),
        ...(json === undefined ? { timestamp } : added(json)),
      }),
    }),
  },
  'json-own-defaults': {
    does: 'An optional that was not asked for is sent with a value of its own.',
    origin: 'Any language: a default of the SDK, such as a duration of 3600.',
    repair: 'Leave out what was not asked for: the defaults of section 2.1 hold then.',
    alteration: (sdk, { json, unsteady }) => ({
      prepare: (joinParams, timestamp) => ({
        ...(json === undefined ? { duration: 3600 } : ownDefaults(json, unsteady)),
        ...sdk.prepare(joinParams, timestamp),
      }),
    }),
  },
  'json-optional-ignored': {
    does: 'An optional that was asked for is never sent.',
    origin: 'Any language: a member forgotten in a hand-written list.',
    repair: 'Send every member of section 2.1 that is set.',
    alteration: members((entry) => (isOptional(entry[0]) ? [] : [entry])),
    others: OPTIONAL_JOIN_PARAMS.map((name) => members((entry) => (entry[0] === name ? [] : [entry]))),
  },
  'ids-exchanged': {
    does: 'channelId and userId are exchanged.',
    origin: 'Any language: two arguments of the same type in the wrong order.',
    repair: 'Hand the arguments in by name, or in their order.',
    alteration: exchanged('channelId', 'userId'),
  },
  'durations-exchanged': {
    does: 'duration and channelDuration are exchanged.',
    origin: 'Any language: two arguments of the same type in the wrong order.',
    repair: 'duration is the validity in seconds, channelDuration the life of the channel in minutes.',
    alteration: exchanged('duration', 'channelDuration'),
  },
  'duration-other-unit': {
    does: 'The duration is sent in another unit than seconds.',
    origin: 'Java Duration.toMillis(); C# TimeSpan.TotalMinutes.',
    repair: 'Send seconds; Java: toSeconds(), C#: TotalSeconds.',
    alteration: scaled('duration', 1000),
    others: [scaled('duration', 1 / 60), scaled('duration', 60)],
  },
  'channelduration-other-unit': {
    does: 'The channelDuration is sent in another unit than minutes.',
    origin: 'Any language: seconds everywhere, since duration has them.',
    repair: 'Send minutes in channelDuration (section 2.1).',
    alteration: scaled('channelDuration', 60),
    others: [scaled('channelDuration', 60_000), scaled('channelDuration', 1 / 60)],
  },
})

function named(channel: string, user: string): Alteration {
  return members(([name, value]) => [
    [name === 'channelId' ? channel : name === 'userId' ? user : name, value],
  ])
}

function withFractions(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*"\s*:\s*-?\d+)(?=\s*[,}])/g, '$1.0')
}

/** Members that section 2.1 does not list. */
function added(json: string): JsonObject {
  return Object.fromEntries(Object.entries(objectOrNothing(json) ?? {}).filter(([name]) => !isListed(name)))
}

/** Optionals at other values than their defaults; a value that changes within a run comes from somewhere else. */
function ownDefaults(json: string, unsteady: readonly string[] = []): JsonObject {
  const isOwn = ([name, value]: [string, Json]): boolean =>
    isOptional(name) && typeof value === 'number' && value !== JOIN_DEFAULTS[name] && !unsteady.includes(name)
  return Object.fromEntries(Object.entries(objectOrNothing(json) ?? {}).filter(isOwn))
}
