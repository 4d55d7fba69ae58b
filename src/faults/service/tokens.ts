import { parseJson, textIn } from '../../json.ts'
import { without } from '../../members.ts'
import type { JsonObject } from '../../model/index.ts'
import { issueText } from '../../token/index.ts'
import {
  altering,
  bodyWith,
  type FaultyResponse,
  isToken,
  requestObject,
  APPS_SECRET,
  type ServiceAlteration,
  serviceRowsWith,
  serviceRows,
  requestText,
} from './serviceFault.ts'

const issuing = (change: (token: string) => FaultyResponse): ServiceAlteration =>
  altering((response) => {
    const token = response.body?.['token']
    return token === undefined ? response : change(token)
  })
const tokenOf = (change: (token: string) => string): ServiceAlteration =>
  issuing((token) => ({ status: 200, body: { token: change(token) } }))

const jsonOf = (token: string): string => Buffer.from(token.split('.')[3]!, 'base64').toString()

/** The token with the JSON of its params written otherwise, rightly signed. @param seconds added to its time */
export const rewritten = (change: (json: string) => string, seconds = 0): ServiceAlteration =>
  tokenOf((token) => {
    const [, appId = '', timestamp = ''] = token.split('.')
    const issuer = { appId, appSecret: APPS_SECRET, timestamp: Number(timestamp) + seconds }
    return issueText(change(jsonOf(token)), issuer)
  })
const reissued = (change: (joinParams: JsonObject) => JsonObject, seconds = 0): ServiceAlteration =>
  rewritten((json) => JSON.stringify(change(parseJson<JsonObject>(json))), seconds)

const AS_ASKED = 'Write every join parameter into the params as it was asked for (sections 2.1 and 4.1).'
const USER_AS_SENT = 'Write the userId into the params as it was sent (section 2.1).'
const OWN_REQUEST =
  'Make each token out of its own request, whatever was asked before (sections 2.1 and 4.1).'

const changing = (member: string, change: (value: number) => number): ServiceAlteration =>
  reissued((params) => {
    const value = params[member]
    return typeof value === 'number' ? { ...params, [member]: change(value) } : params
  })
const wholes = (unit: number) => (value: number) => (value < unit ? value : value - (value % unit))

const OPTIONAL = ['channelDuration', 'duration', 'size', 'delayClose'] as const

/** Of two or three optional members the one in this place is lost. */
const losing = (place: 0 | -1): ServiceAlteration =>
  reissued((params) => {
    const present = OPTIONAL.filter((name) => name in params)
    return present.length === 2 || present.length === 3 ? without(params, present.at(place)!) : params
  })

const renaming = (change: (id: string) => string, id = 'userId'): ServiceAlteration =>
  reissued((params) => ({ ...params, [id]: change(textIn(params, id)) }))

/** What services get wrong in the tokens that they issue (sections 2.2, 4.1 and 4.5). */
export const TOKEN_ROWS = serviceRows({
  'service-token-elsewhere': {
    does: 'The token issued stands in a member of another name.',
    origin: 'The name that other services give it, such as access_token of OAuth.',
    repair: 'Answer with an object whose member token is the token (section 4.1).',
    alteration: issuing((token) => ({ status: 200, body: { access_token: token } })),
    others: [issuing((token) => ({ status: 200, body: { Token: token } }))],
  },
  'service-token-ends-with-dot': {
    does: 'The tokens issued end with a dot.',
    origin: 'Any language: a separator written after each part instead of between the parts.',
    repair: 'Join the five parts with dots, and write none after the last (section 4.5).',
    alteration: tokenOf((token) => `${token}.`),
  },
  'service-token-url-safe': {
    does: 'The tokens issued are in the URL-safe alphabet and without padding.',
    origin: 'A helper of a JWT library; Go base64.RawURLEncoding.',
    repair: 'Use standard base64 with padding for params and signature (section 4.5).',
    alteration: tokenOf((token) => token.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')),
  },
  'service-token-version-03': {
    does: 'The tokens issued are of version 03.',
    origin: 'A build that is ahead of the interface.',
    repair: 'Write the fixed version 02 (sections 4.5 and 9).',
    alteration: tokenOf((token) => token.replace(/^02/, '03')),
  },
  'service-token-of-another-app': {
    does: 'The tokens issued name another app than the one that asked.',
    origin: 'Any language: an appId out of the configuration instead of the request.',
    repair: 'Write the appId of the app that signed the request (section 4.5).',
    alteration: tokenOf((token) => token.replace('.active.', '.other.')),
  },
  'service-token-signature-wrong': {
    does: 'The signature of the tokens issued does not fit them.',
    origin: 'Any language: the secret of another app, or of the staging system.',
    repair: 'Sign version, appId, timestamp and params with HMAC-SHA256 and the secret of the app (4.5).',
    alteration: tokenOf((token) => token.replace(/[^.]+$/, `${'A'.repeat(43)}=`)),
  },
  'service-token-an-hour-old': {
    does: 'The timestamp of the tokens issued lies an hour back.',
    origin: 'Local time taken for UTC, or tokens out of a cache.',
    repair: 'Write the present UTC time: validity starts when the token is made (sections 2.1 and 4.5).',
    alteration: reissued((params) => params, -3600),
  },
  'service-token-of-tomorrow': {
    does: 'The timestamp of the tokens issued lies a day ahead.',
    origin: 'Any language: the time of expiry written in the place of the time of issue.',
    repair: 'Write the present UTC time; the duration stands in the params (section 4.5).',
    alteration: reissued((params) => params, 86400),
  },
  'service-token-without-duration': {
    does: 'The duration that was asked for is not in the token.',
    origin: 'Any language: the params are put together from a list of members that lacks it.',
    repair: 'Write every join parameter of the request into the params (sections 2.1 and 4.5).',
    alteration: reissued((params) => without(params, 'duration')),
  },
  'service-token-without-privileges': {
    does: 'The privileges that were asked for are not in the token.',
    origin: 'Any language: the params are put together from a list of members that lacks it.',
    repair: 'Write every join parameter of the request into the params (sections 2.1 and 4.5).',
    alteration: reissued((params) => without(params, 'privileges')),
  },
  'service-token-user-lower-cased': {
    does: 'The userId stands in the token in lower case.',
    origin: 'A database or an identity provider that folds letter case.',
    repair: USER_AS_SENT,
    alteration: renaming((id) => id.toLowerCase()),
  },
  'service-token-user-normalised': {
    does: 'The userId stands in the token in the normal form NFC.',
    origin: 'Any language: text from outside is normalised where it comes in.',
    repair: USER_AS_SENT,
    alteration: renaming((id) => id.normalize('NFC')),
  },
  'service-token-with-role': {
    does: 'The params of the token hold a member role, which was not asked for.',
    origin: 'Any language: claims of the service itself merged into the join parameters.',
    repair: 'Write nothing into the params but the join parameters of section 2.1.',
    alteration: reissued((params) => ({ ...params, role: 'x' })),
  },
  'service-token-fractions': {
    does: 'Integers stand in the params of the token like 3600.0.',
    origin: 'Lua before 5.3, PHP serialize_precision and Go map[string]any: numbers kept as doubles.',
    repair: 'Write integers into the params without a fraction (RFC 8259 section 6).',
    alteration: rewritten((json) => json.replace(/:(\d+)(?=[,}])/g, ':$1.0')),
  },
  'service-token-byte-order-mark': {
    does: 'The params of the token begin with a byte order mark.',
    origin: 'C# and PowerShell: new UTF8Encoding(true).',
    repair: 'Write the params without a byte order mark (RFC 8259 section 8.1); C#: new UTF8Encoding(false).',
    alteration: rewritten((json) => `\ufeff${json}`),
  },
  'service-token-member-twice': {
    does: 'A member stands twice in the params of the token.',
    origin: 'Any language: defaults written before the members that were asked for, as text.',
    repair: 'Write each member of the params once (RFC 8259 section 4).',
    alteration: rewritten((json) => json.replace('{', '{"userId":"x",')),
  },
  'service-token-twice': {
    does: 'The member token stands twice in the answer.',
    origin: 'Java and Go: JSON written by a stream writer, or a member of two mapped types.',
    repair: 'Write the member token once (section 4.1; RFC 8259 section 4).',
    alteration: issuing((token) => ({
      status: 200,
      raw: `{"token":"other","token":${JSON.stringify(token)}}`,
    })),
  },
  'service-token-beside-code': {
    does: 'An error code stands beside the token.',
    origin: 'Any language: one type for all answers, with a code that is never cleared.',
    repair: 'Send no error code with a token: the code of 200 is none (section 7.1).',
    alteration: issuing((token) => ({ status: 200, body: { token, code: 'Sign.Error' } })),
  },
})

const valueRows = serviceRowsWith({ repair: AS_ASKED, by: 'generated' })

/** Services whose tokens hold other values than requested, by more than the vectors check (section 2.1). */
export const TOKEN_VALUE_ROWS = valueRows({
  'service-token-size-of-plan': {
    does: 'A size above 12 is written as 100.',
    origin: 'Any language: the size chooses a plan, and the capacity of the plan is written.',
    alteration: changing('size', (size) => (size > 12 && size < 100 ? 100 : size)),
  },
  'service-token-size-in-fours': {
    does: 'A size above one is rounded up to a multiple of four.',
    origin: 'Any language: capacity is given out in blocks.',
    alteration: changing('size', (size) => (size === 1 ? size : Math.ceil(size / 4) * 4)),
  },
  'service-token-channel-duration-in-fives': {
    does: 'A channelDuration is cut to whole five minutes.',
    origin: 'A database or a timer with a step of five minutes.',
    alteration: changing('channelDuration', wholes(5)),
  },
  'service-token-duration-in-minutes': {
    does: 'A duration is cut to whole minutes.',
    origin: 'Any language: seconds are kept in a column of minutes.',
    alteration: changing('duration', wholes(60)),
  },
  'service-token-duration-of-half-a-day': {
    does: 'A duration above 12 hours is written as 12 hours, but for the default.',
    origin: 'Any language: a limit of the service itself, which the default goes round.',
    alteration: changing('duration', (duration) => (duration < 86400 ? Math.min(duration, 43200) : duration)),
  },
  'service-token-delay-close-in-minutes': {
    does: 'A delayClose is cut to whole minutes.',
    origin: 'Any language: seconds are kept in a column of minutes.',
    alteration: changing('delayClose', wholes(60)),
  },
  'service-token-delay-close-in-hours': {
    does: 'A delayClose of an hour or more is cut to whole hours.',
    origin: 'Any language: a duration is printed in its largest unit, and read again.',
    alteration: changing('delayClose', wholes(3600)),
  },
  'service-token-last-of-some-lost': {
    does: 'Of two or three optional members the last is not in the token.',
    origin: 'Java and C#: overloads for none, one and all of the options, and one that forgets.',
    alteration: losing(-1),
  },
  'service-token-first-of-some-lost': {
    does: 'Of two or three optional members the first is not in the token.',
    origin: 'Go and C: a loop over the options that begins at one.',
    alteration: losing(0),
  },
  'service-token-options-behind-space-lost': {
    does: 'Optional members are not read where a space stands before the colon.',
    origin: 'Embedded C and shell: members are found with a regular expression.',
    repair: 'Read bodies with a JSON parser: white space may stand around a colon (RFC 8259 section 2).',
    alteration: (request, right) => {
      if (!isToken(request) || !/"\w+"\s+:/.test(requestText(request))) return right()
      const { channelId, userId } = requestObject(request)
      return right(
        bodyWith({
          ...(channelId !== undefined && { channelId }),
          ...(userId !== undefined && { userId }),
        }),
      )
    },
  },
  'service-token-privileges-zero-lost': {
    does: 'A token that was asked for with privileges 0 holds no privileges.',
    origin: 'Any language: zero is taken for a member that is missing.',
    alteration: reissued((params) => (params['privileges'] === 0 ? without(params, 'privileges') : params)),
  },
  'service-token-privileges-32-bits': {
    does: 'The privileges in a token are cut to a signed integer of 32 bits.',
    origin: 'Java, Go and C#: a cast to int; a database column of four bytes.',
    alteration: changing('privileges', (privileges) => privileges | 0),
  },
  'service-token-user-number-cut': {
    does: 'Digits at the end of a userId are cut off.',
    origin: 'An identity provider that numbers the devices of a user.',
    repair: USER_AS_SENT,
    alteration: renaming((id) => id.replace(/(?<=[a-z])[0-9]{1,3}$/, '')),
  },
  'service-token-user-cut-to-24': {
    does: 'A userId is cut to 24 characters.',
    origin: 'A database column of 24 characters, such as for an ObjectId.',
    repair: USER_AS_SENT,
    alteration: renaming((id) => id.slice(0, id.length > 64 ? undefined : 24)),
  },
  'service-token-channel-lower-cased': {
    does: 'The channelId stands in the token in lower case.',
    origin: 'A database or a cache that folds letter case.',
    repair: 'Write the channelId into the params as it was sent (section 2.1).',
    alteration: renaming((id) => id.toLowerCase(), 'channelId'),
  },
})

/** Tokens whose params depend on those of the channel before. @param change gets the new values and the kept ones */
const remembering =
  (
    change: (asked: JsonObject, kept: JsonObject) => { issued: JsonObject; kept?: JsonObject },
  ): ServiceAlteration =>
  (request, right, now, memory) =>
    reissued((asked) => {
      const key = JSON.stringify(asked['channelId'])
      const { issued, kept = issued } = change(asked, parseJson<JsonObject>(memory.get(key) ?? '{}'))
      memory.set(key, JSON.stringify(kept))
      return issued
    })(request, right, now, memory)

/** The value of a member that the channel had first. */
const firstStays = (member: string): ServiceAlteration =>
  remembering((asked, kept) => ({
    issued: member in kept ? { ...asked, [member]: kept[member]! } : asked,
    kept: member in kept || !(member in asked) ? kept : { [member]: asked[member]! },
  }))

const cachedBy =
  (keyOf: (params: JsonObject) => string): ServiceAlteration =>
  (...asked) =>
    tokenOf((token) => {
      const [, , , memory] = asked
      const key = keyOf(parseJson<JsonObject>(jsonOf(token)))
      memory.set(key, memory.get(key) ?? token)
      return memory.get(key)!
    })(...asked)

/** Services that answer differently because of an earlier request (section 4.1). */
export const MEMORY_ROWS = serviceRowsWith({ repair: OWN_REQUEST, by: 'generated' })({
  'service-memory-members-stay': {
    does: 'Optional members stay in the later tokens of a channel.',
    origin: 'Any language: one object for the options of a channel, into which each request is merged.',
    alteration: remembering((asked, kept) => ({ issued: { ...kept, ...asked } })),
  },
  'service-memory-cache-key-glued': {
    does: 'Where channelId and userId one after the other are those of an earlier token, the ids of that stand in it.',
    origin: 'Any language: the key of a cache is channelId + userId, with nothing between them.',
    alteration: (request, right, now, memory) =>
      reissued((params) => {
        const [channelId, userId] = [textIn(params, 'channelId'), textIn(params, 'userId')]
        const ids = memory.get(channelId + userId) ?? JSON.stringify({ channelId, userId })
        memory.set(channelId + userId, ids)
        return { ...params, ...parseJson<JsonObject>(ids) }
      })(request, right, now, memory),
  },
  'service-memory-first-user-stays': {
    does: 'Every token of a channel names its first user.',
    origin: 'Any language: the session of a channel is kept with its user.',
    alteration: firstStays('userId'),
  },
  'service-memory-first-size-stays': {
    does: 'Every token of a channel has the size that was first asked for it.',
    origin: 'Any language: a channel gets its capacity once, and tokens are made from the channel.',
    alteration: firstStays('size'),
  },
  'service-memory-first-duration-stays': {
    does: 'Every token of a channel has the duration that was first asked for it.',
    origin: 'Any language: the settings of a channel are kept with it.',
    alteration: firstStays('duration'),
  },
  'service-memory-token-of-user-stays': {
    does: 'A user gets the same token of a channel again, whatever is asked for.',
    origin: 'A cache whose key is the channel and the user.',
    alteration: cachedBy(({ channelId, userId }) => JSON.stringify([channelId, userId])),
  },
  'service-memory-token-of-channel-stays': {
    does: 'Every user of a channel gets the same token.',
    origin: 'A cache whose key is the channel.',
    alteration: cachedBy(({ channelId }) => JSON.stringify(channelId)),
  },
  'service-clock-stands': {
    does: 'Every token bears the second in which the first one was made.',
    origin: 'A clock that is read once: by a constant of a module, a default argument or a kept object.',
    repair: 'Read the clock for each token: validity starts when it is made (sections 2.1 and 4.5).',
    alteration: (request, right, now, memory) => {
      if (isToken(request)) memory.set('clock', memory.get('clock') ?? String(now))
      const back = Number(memory.get('clock') ?? now) - now
      return reissued((asked) => asked, back)(request, right, now, memory)
    },
  },
})
