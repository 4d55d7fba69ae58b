import { encodeParams, readJoinParams } from '../../token/index.ts'
import {
  anyObject,
  canonical,
  leading,
  numeric,
  parseAnyApp,
  parseAnyVersion,
  parseLeniently,
  parseOrCrash,
  replacedAsByJava,
  withTimestamp,
} from './lenient.ts'
import type { Alteration } from '../fault.ts'
import { faultsOf, sdkRows } from '../faultySdk/index.ts'

/** 24 hours: right in minutes, and then added to seconds. */
const DEFAULT_MINUTES = 1440
const DAY = 86400

export const VERIFY_FAULTS = faultsOf(
  'verify',
  sdkRows({
    'parse-crash': {
      does: 'The token is split and decoded without checks, so that a malformed one crashes the program.',
      origin:
        'Any language: split(".")[4] and JSON.parse; Rust unwrap(); Java ArrayIndexOutOfBoundsException.',
      repair:
        'Count the parts and catch the errors of each decoder: a malformed token is refused, not fatal.',
      reference: 'jwt-dotnet/jwt#8, wso2/api-manager#3050',
      alteration: (sdk) => ({ parse: (token) => parseOrCrash(token, sdk.decode) }),
    },
    'base64-lenient': {
      does: 'White space, the URL-safe alphabet, missing padding and unused bits are let through.',
      origin:
        "Node Buffer.from(text, 'base64'); Python base64.b64decode without validate=True; PHP base64_decode.",
      repair:
        'Decode strictly: encode the bytes again and compare (RFC 4648 section 3); Python: validate=True.',
      reference: 'nearform/fast-jwt#606, tink-crypto/tink-java#82',
      alteration: (sdk) => ({
        parse: (token) => parseLeniently(token, sdk.parse),
        decode: (text) => sdk.decode(canonical(text)),
      }),
    },
    'version-unchecked': {
      does: 'Tokens of any version are accepted.',
      origin: 'Any language: the first part is skipped, or compared as a number.',
      repair: 'Refuse every version but the text 02 (section 9).',
      alteration: () => ({ checkVersion: () => undefined }),
      others: [
        // None at all included.
        (sdk) => ({ parse: (token) => parseAnyVersion(token, sdk.parse), checkVersion: () => undefined }),
        (sdk) => ({ checkVersion: (version) => sdk.checkVersion(Number(version) === 2 ? '02' : version) }),
      ],
    },
    'expiry-wrong': {
      does: 'The duration is taken for minutes, and its default of 1440 minutes for seconds.',
      origin: 'Any language: one bare number a unit; channelDuration, in minutes, stands beside duration.',
      repair: 'Add the duration to the timestamp in seconds, and 86400 where it is missing.',
      reference: 'nickbalestra/zero#56',
      alteration: expiry((duration) => (duration === undefined ? DEFAULT_MINUTES : duration * 60)),
      others: [
        // Milliseconds, either way.
        expiry((duration = DAY) => duration * 1000),
        expiry((duration = DAY) => Math.trunc(duration / 1000)),
      ],
    },
    'verify-reserialises': {
      does: 'The signature is checked over JSON that is serialised anew instead of the params received.',
      origin: 'Any language: verify parses first and calls the same function that signs an object.',
      repair: 'Check the signature over the params exactly as they stand in the token.',
      reference: 'nmondal/cowj#82',
      alteration: () => ({
        receivedParams: (_params, bytes) => encodeParams(JSON.stringify(readJoinParams(bytes))),
      }),
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
      alteration: () => ({ checkAppId: () => undefined }),
      others: [
        // None at all included.
        (sdk) => ({ parse: (token) => parseAnyApp(token, sdk.parse), checkAppId: () => undefined }),
        (sdk) => ({
          checkAppId: (received, own) => sdk.checkAppId(received.toLowerCase(), own.toLowerCase()),
        }),
      ],
    },
    'signature-unchecked': {
      does: 'The token is decoded and its signature never checked.',
      origin: 'A function that decodes taken for one that verifies, as with JWT.',
      repair: 'Compare the signature with the recomputed one, in constant time.',
      alteration: () => ({ signatureFits: () => true }),
    },
    'signature-case-ignored': {
      does: 'Signatures are compared without regard to case.',
      origin: 'MySQL and SQL Server comparisons; equalsIgnoreCase, right for hex.',
      repair: 'Compare the bytes of the signature.',
      alteration: () => ({ signatureFits: (own, received) => own.toLowerCase() === received.toLowerCase() }),
    },
    'parts-ignored': {
      does: 'What follows the fifth part of the token is ignored.',
      origin: 'Any language: split with a limit, or indexes without a count.',
      repair: 'Refuse a token that has not exactly five parts.',
      alteration: (sdk) => ({ parse: (token) => sdk.parse(token.split('.').slice(0, 5).join('.')) }),
    },
    'timestamp-lenient': {
      does: 'Of the timestamp only its leading digits are read.',
      origin: 'JavaScript parseInt; C strtol and atoi; PHP (int).',
      repair: 'Refuse a timestamp that is not decimal digits only.',
      alteration: (sdk) => ({ parse: (token) => withTimestamp(token, sdk.parse, leading) }),
      others: [(sdk) => ({ parse: (token) => withTimestamp(token, sdk.parse, numeric) })],
    },
    'params-unchecked': {
      does: 'Join parameters are accepted without looking at their rules.',
      origin: 'Any language: whatever the JSON holds is handed on.',
      repair: 'Refuse params without ids, with wrong types or with a duration above 86400 (section 2.1).',
      alteration: () => ({ readJoinParams: (bytes) => anyObject(bytes) }),
    },
    'utf8-lenient': {
      does: 'Bytes that are no UTF-8 turn into replacement characters.',
      origin: "Node Buffer.toString(); Go string; Python errors='replace'; Java new String(bytes, UTF_8).",
      repair: "Decode strictly; Python: decode('utf-8'), JavaScript: TextDecoder with fatal.",
      alteration: (sdk) => ({
        readJoinParams: (bytes) => sdk.readJoinParams(Buffer.from(Buffer.from(bytes).toString('utf8'))),
      }),
      others: [(sdk) => ({ readJoinParams: (bytes) => sdk.readJoinParams(replacedAsByJava(bytes)) })],
    },
  }),
)

/** The duration as the code takes it; undefined where none stands. */
function expiry(seconds: (duration: number | undefined) => number): Alteration {
  return () => ({
    expiry: (timestamp, { duration }) =>
      Number(timestamp) + seconds(typeof duration === 'number' ? duration : undefined),
  })
}
