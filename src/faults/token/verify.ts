import type { Json, JsonObject } from '../../model/index.ts'
import { TOKEN_FORMAT } from '../../interface/tokenFormat.ts'
import { encodeParams, readJoinParams, TokenError } from '../../token/index.ts'
import type { Alteration } from '../fault.ts'
import { BASE64_READERS } from '../forms/encodings.ts'
import { isLooselyEqual, INTEGER_READERS } from '../forms/integer.ts'
import { each, named } from '../forms/named.ts'
import { PATTERN_ENDS } from '../forms/text.ts'
import { JSON_WRITERS, sortedMembers } from '../faultySdk/jsonStyles.ts'
import { LOCAL_OFFSET } from './time.ts'
import { sdkFaults, after, before, sdkRows, inForms, instead, combined } from '../faultySdk/index.ts'
import * as reading from './reading.ts'

const DAY = 86400

const readBy = instead('readJoinParams')
const signedOver = instead('receivedParams')
/** The bytes that hold the join parameters. */
const readAs = before('readJoinParams')

/** Each member as the caller gets it. Not duration: the end of the token follows from it. */
const reporting = (change: (name: string, value: Json) => Json | undefined): Alteration =>
  after('readJoinParams')((joinParams) =>
    Object.fromEntries(
      Object.entries(joinParams).flatMap(([name, value]) => {
        const told = change(name, value)
        return told === undefined ? [] : [[name, told]]
      }),
    ),
  )

const timestampBy = (read: (text: string) => string): Alteration => reading.readingParts({ timestamp: read })
const anyVersion = instead('checkVersion')(() => undefined)
const anyApp = instead('checkAppId')(() => undefined)

/** The duration as the code takes it; undefined where none stands. */
const expiry = (seconds: (duration: number | undefined) => number): Alteration =>
  instead('expiry')((timestamp, { duration }) => {
    const own = typeof duration === 'number' ? duration : undefined
    return Number(timestamp) + seconds(own)
  })

/** @param seconds after the end of a token, in which it is accepted */
const leeway = (seconds: number): Alteration => expiry((duration = DAY) => duration + seconds)

/** The last second of the minute, hour or day. */
const lastOf = (unit: number, second: number): number => unit * Math.floor(second / unit) + unit - 1

const fits = (compared: (signature: string) => string): Alteration =>
  instead('signatureFits')((own, received) => compared(own) === compared(received))

const comparing =
  (compared: (appId: string) => string): Alteration =>
  (sdk) => ({ checkAppId: (received, own) => sdk.checkAppId(compared(received), compared(own)) })

export const VERIFY_FAULTS = sdkFaults('verify', {
  'parse-crash': {
    does: 'The token is split and decoded without checks, so that a malformed one crashes the program.',
    origin: 'Any language: split(".")[4] and JSON.parse; Rust unwrap(); Java ArrayIndexOutOfBoundsException.',
    repair: 'Count the parts and catch the errors of each decoder: a malformed token is refused, not fatal.',
    reference: 'jwt-dotnet/jwt#8, wso2/api-manager#3050',
    alteration: (sdk) => ({ parse: (token) => reading.parseOrCrash(token, sdk.decode) }),
  },
  'base64-lenient': {
    does: 'White space, the URL-safe alphabet, missing padding and unused bits are let through.',
    origin: "Node Buffer.from(text, 'base64'); Python b64decode without validate=True; PHP base64_decode.",
    repair: 'Decode strictly: encode again and compare (RFC 4648 section 3); Python: validate=True.',
    reference: 'nearform/fast-jwt#606, tink-crypto/tink-java#82',
    alteration: reading.decodingBy({ params: reading.canonical, signature: reading.canonical }),
    others: reading.READ_BY.flatMap((by) =>
      each([...BASE64_READERS, ...PATTERN_ENDS], (read) => reading.decodingBy(by(read))),
    ),
  },
  'version-unchecked': {
    does: 'Tokens of any version are accepted.',
    origin: 'Any language: the first part is skipped, or compared as a number.',
    repair: 'Refuse every version but the text 02 (section 9).',
    ...inForms([
      anyVersion,
      // None at all included.
      combined(reading.readingParts({ version: () => TOKEN_FORMAT.version }), anyVersion),
      ...each(INTEGER_READERS, (read) => reading.versionWhere((version) => read(version) === 2)),
      named(
        'PHP ==',
        reading.versionWhere((version) => isLooselyEqual(version, TOKEN_FORMAT.version)),
      ),
      reading.versionWhere((version) => version.startsWith(TOKEN_FORMAT.version)),
    ]),
  },
  'expiry-wrong': {
    does: 'The duration is taken in another unit, such as minutes or milliseconds, or its default of 1440 minutes for seconds.',
    origin: 'Any language: one bare number a unit; channelDuration, in minutes, stands beside duration.',
    repair: 'Add the duration to the timestamp in seconds, and 86400 where it is missing.',
    reference: 'nickbalestra/zero#56',
    // 24 hours are right in minutes, and are then added to seconds.
    alteration: expiry((duration) => (duration === undefined ? 1440 : duration * 60)),
    // Minutes, hours and milliseconds, either way; the default is read in that unit too, or is right.
    others: [60, 3600, 1000, 1 / 60, 1 / 3600, 1 / 1000].flatMap((factor) => [
      expiry((duration = DAY) => Math.trunc(duration * factor)),
      expiry((duration) => (duration === undefined ? DAY : Math.trunc(duration * factor))),
    ]),
  },
  'verify-reserialises': {
    does: 'The signature is checked over JSON that is serialised anew instead of the params received.',
    origin: 'Any language: verify parses first and calls the same function that signs an object.',
    repair: 'Check the signature over the params exactly as they stand in the token.',
    reference: 'nmondal/cowj#82',
    alteration: signedOver((_params, bytes) => encodeParams(JSON.stringify(readJoinParams(bytes)))),
    // In the style of each language, with the members in their order or sorted, and without looking at the rules.
    others: [(value: JsonObject) => value, sortedMembers].flatMap((order) =>
      each(JSON_WRITERS, (write) =>
        signedOver((_params, bytes) => encodeParams(write(order(reading.strictObject(bytes))))),
      ),
    ),
  },
  'expiry-leeway': {
    does: 'Tokens are accepted for some time after their end.',
    origin: 'A JWT library: .NET has a clock skew of five minutes. Java toMinutes() on both sides.',
    repair: 'Refuse a token from the second after timestamp + duration; keep the clock right.',
    ...inForms([
      ...[60, 1, 2, 5, 10, 15, 30, 120, 180, 300, 600, 900, 1800, 3600].map(leeway),
      named('a second of local time', leeway(LOCAL_OFFSET)),
      // Whole minutes, hours or days of the age and of the duration, or of both times, are compared.
      ...[60, 3600, DAY].flatMap((unit) => [
        expiry((duration = DAY) => lastOf(unit, duration)),
        after('expiry')((end) => lastOf(unit, end)),
      ]),
    ]),
  },
  'expiry-unchecked': {
    does: 'Expired tokens are accepted.',
    origin: 'Any language: the expiry is left to the caller.',
    repair: 'Refuse a token after timestamp + duration.',
    alteration: expiry(() => Infinity),
  },
  'expiry-default-missing': {
    does: 'A token without a duration never expires, or is expired from the start.',
    origin: 'Any language: a missing duration read as 0 or as none.',
    repair: 'Add 86400 seconds where no duration stands (section 2.1).',
    alteration: expiry((duration = Infinity) => duration),
    others: [expiry((duration = 0) => duration)],
  },
  'app-unchecked': {
    does: 'Tokens of another app are accepted if their signature fits: its appId is not compared, or without regard to case.',
    origin: 'Any language: the appId is taken out of the token.',
    repair: 'Compare the appId of the token with the own one, character by character.',
    ...inForms([
      anyApp,
      // None at all included.
      combined(reading.readingParts({ appId: () => 'any' }), anyApp),
      comparing((appId) => appId.toLowerCase()),
      (sdk) => ({
        checkAppId: (received, own) => sdk.checkAppId(isLooselyEqual(received, own) ? own : received, own),
      }),
    ]),
  },
  'signature-unchecked': {
    does: 'The token is decoded and its signature never checked.',
    origin: 'A function that decodes taken for one that verifies, as with JWT.',
    repair: 'Compare the signature with the recomputed one, in constant time.',
    alteration: fits(() => ''),
  },
  'signature-case-ignored': {
    does: 'Signatures are compared without regard to case.',
    origin: 'MySQL and SQL Server comparisons; equalsIgnoreCase, right for hex.',
    repair: 'Compare the bytes of the signature.',
    alteration: fits((signature) => signature.toLowerCase()),
  },
  'parts-ignored': {
    does: 'What follows the fifth part of the token is ignored.',
    origin: 'Any language: split with a limit, or indexes without a count.',
    repair: 'Refuse a token that has not exactly five parts.',
    alteration: before('parse')((token) => token.split('.').slice(0, 5).join('.')),
    // Ruby's and Java's split leave out empty parts at the end.
    others: [before('parse')((token) => token.replace(/\.+$/, ''))],
  },
  'timestamp-lenient': {
    does: 'The timestamp is read as a number, with whatever stands around or within its digits.',
    origin: 'JavaScript parseInt; Python int; Java Long.parseLong; C strtol and atoi; PHP (int).',
    repair: 'Refuse a timestamp that is not decimal digits only.',
    ...inForms([
      timestampBy(reading.leading),
      timestampBy(reading.numeric),
      // It counts for nothing: what is no number lasts until 2286, the last second of ten digits.
      timestampBy((text) => (/^[0-9]+$/.test(text) ? text : '9999999999')),
      ...each(INTEGER_READERS, (read) => timestampBy((text) => String(read(text) ?? text))),
      ...each(PATTERN_ENDS, timestampBy),
    ]),
  },
  'params-unchecked': {
    does: 'Join parameters are accepted without looking at their rules.',
    origin: 'Any language: whatever the JSON holds is handed on.',
    repair: 'Refuse params without ids, with wrong types or with a duration above 86400 (section 2.1).',
    alteration: readBy(reading.anyObject),
    others: reading.DURATIONS.flatMap((isRead) =>
      [reading.anyObject, reading.utf8Object].map((read) =>
        readBy((bytes) => reading.withDuration(read(bytes), isRead)),
      ),
    ),
  },
  'verify-values-changed': {
    does: 'The join parameters of a verified token are reported with numbers as texts, or without optional members.',
    origin: 'A map of strings in C++, Go or PHP; a class that knows only the required members.',
    repair: 'Report what the token holds, with values and JSON types unchanged (section 4.5).',
    alteration: reporting((name, value) =>
      typeof value === 'number' && name !== 'duration' ? `${value}` : value,
    ),
    others: [reporting((name, value) => (/^(?:channelId|userId|duration)$/.test(name) ? value : undefined))],
  },
  'params-duplicates-unchecked': {
    does: 'A member that stands twice in the params is taken, the second one for both.',
    origin: 'Any language: JSON.parse, json.loads, encoding/json, json_decode.',
    repair: 'Refuse params that hold a member twice; Python: object_pairs_hook.',
    alteration: readAs(reading.withoutDuplicates),
  },
  'utf8-lenient': {
    does: 'Bytes that are no UTF-8 turn into replacement characters.',
    origin: "Node Buffer.toString(); Go string; Python errors='replace'; Java new String(bytes, UTF_8).",
    repair: "Decode strictly; Python: decode('utf-8'), JavaScript: TextDecoder with fatal.",
    alteration: readAs((bytes) => Buffer.from(Buffer.from(bytes).toString('utf8'))),
    others: [readAs(reading.replacedAsByJava)],
  },
})

const endingWithChannel =
  (end: (own: number, channel: number) => number): Alteration =>
  (sdk) => ({
    expiry: (timestamp, joinParams) => {
      const start = Number(timestamp)
      const channel = 60 * Number(joinParams['channelDuration'] ?? 0)
      return start + end(sdk.expiry(timestamp, joinParams) - start, channel)
    },
  })

const isLarge = (size: Json): boolean => Number(size) > 64 && Number(size) < 100

/** Faults of checking a token that need a certain length, value or place. */
export const RARE_VERIFY_ROWS = sdkRows({
  'verify-signature-xor': {
    does: 'Differences of the signature cancel each other out.',
    origin: 'A comparison in constant time with ^= in the place of |=.',
    repair: 'Collect the differences with |=, or use the comparison of the platform.',
    alteration: fits((signature) => {
      const xor = Buffer.from(signature).reduce((sum, byte) => sum ^ byte, 0)
      return `${signature.length} ${xor}`
    }),
  },
  'verify-channel-duration-counts': {
    does: 'A token ends with its channelDuration, where that is longer or where it is shorter.',
    origin: 'The two lengths exchanged: channelDuration concerns the channel (section 2.1).',
    repair: 'A token ends duration seconds after its timestamp.',
    alteration: endingWithChannel(Math.max),
    others: [endingWithChannel((own, channel) => (channel > 0 ? Math.min(own, channel) : own))],
  },
  'verify-size-capped': {
    does: 'A verified token reports a size from 65 to 99 as 64.',
    origin: 'A limit of the app, written into the SDK.',
    repair: 'Report what the token holds.',
    alteration: reporting((name, value) => (name === 'size' && isLarge(value) ? 64 : value)),
  },
  'verify-large-size-refused': {
    does: 'A right token whose size is from 65 to 99 is refused.',
    origin: 'A limit of the app, written into the SDK.',
    repair: 'Refuse what section 4.5 names, and nothing else.',
    alteration: reporting((name, value) => {
      if (name === 'size' && isLarge(value)) throw new TokenError('params', 'not allowed')
      return value
    }),
  },
  'verify-signature-first-half': {
    does: 'Only the first 24 characters of the signature are compared.',
    origin: 'A fixed buffer, or memcmp with a wrong length.',
    repair: 'Compare the whole signature in constant time.',
    alteration: fits((signature) => signature.slice(0, 24)),
  },
  'verify-app-prefix': {
    does: 'Tokens of an app whose appId begins with the own one are accepted.',
    origin: 'startsWith, or a comparison over the length of the own appId (strncmp).',
    repair: 'Compare the whole appId of the token with the own one.',
    alteration: (sdk) => ({
      checkAppId: (received, own) => sdk.checkAppId(received.slice(0, own.length), own),
    }),
  },
  'verify-app-cut-at-8': {
    does: 'Of an appId the first eight characters are compared with the own one.',
    origin: 'A column or a buffer of fixed size; strncmp with a constant length.',
    repair: 'Compare the whole appId of the token with the own one.',
    alteration: comparing((appId) => appId.slice(0, 8)),
  },
  'verify-long-tokens-last': {
    does: 'Tokens that last more than an hour never end.',
    origin: 'A cache for long sessions.',
    repair: 'A token ends duration seconds after its timestamp.',
    alteration: (sdk) => ({
      expiry: (timestamp, held) => {
        const { duration } = held
        const isLong = typeof duration === 'number' && duration > 3700 && duration < 86000
        return sdk.expiry(timestamp, isLong ? { ...held, duration: 10 ** 9 } : held)
      },
    }),
  },
})
