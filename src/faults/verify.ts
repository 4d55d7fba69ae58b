import { isUtf8 } from 'node:buffer'
import { readJson } from '../json.ts'
import type { Json } from '../model.ts'
import { encodeParams, isObject, readJoinParams, type Parts } from '../token/index.ts'
import type { Stages } from './model.ts'
import { Breakdown } from './sdk.ts'
import { faultsOf, KNOWN_DEFAULT } from './table.ts'

/** 24 hours: right in minutes, and then added to seconds. */
const DEFAULT_MINUTES = 1440

export const VERIFY_FAULTS = faultsOf('verify', [
  {
    id: 'parse-crash',
    does: 'The token is split and decoded without checks, so that a malformed one crashes the program.',
    origin: 'Any language: split(".")[4] and JSON.parse; Rust unwrap(); Java ArrayIndexOutOfBoundsException.',
    repair: 'Count the parts and catch the errors of each decoder: a malformed token is refused, not fatal.',
    seen: 'jwt-dotnet/jwt#8, wso2/api-manager#3050',
    mistake: (sdk) => ({ parse: (token) => parseOrCrash(token, sdk.decode) }),
  },
  {
    id: 'base64-lenient',
    does: 'White space, the URL-safe alphabet, missing padding and unused bits are let through.',
    origin:
      "Node Buffer.from(text, 'base64'); Python base64.b64decode without validate=True; PHP base64_decode.",
    repair:
      'Decode strictly: encode the bytes again and compare (RFC 4648 section 3); Python: validate=True.',
    seen: 'nearform/fast-jwt#606, tink-crypto/tink-java#82',
    mistake: (sdk) => ({
      parse: (token) => parseLeniently(token, sdk.parse),
      decode: (text) => sdk.decode(canonical(text)),
    }),
  },
  {
    id: 'version-unchecked',
    does: 'Tokens of any version are accepted.',
    origin: 'Any language: the first part is skipped, or compared as a number.',
    repair: 'Refuse every version but the text 02 (section 9).',
    seen: KNOWN_DEFAULT,
    mistake: () => ({ checkVersion: () => undefined }),
  },
  {
    id: 'expiry-wrong',
    does: 'The duration is taken for minutes, and its default of 1440 minutes for seconds.',
    origin: 'Any language: one bare number a unit; channelDuration, in minutes, stands beside duration.',
    repair: 'Add the duration to the timestamp in seconds, and 86400 where it is missing.',
    seen: 'nickbalestra/zero#56',
    mistake: () => ({
      expiry: (timestamp, { duration }) =>
        Number(timestamp) + (typeof duration === 'number' ? duration * 60 : DEFAULT_MINUTES),
    }),
  },
  {
    id: 'verify-reserialises',
    does: 'The signature is checked over JSON that is serialised anew instead of the params received.',
    origin: 'Any language: verify parses first and calls the same function that signs an object.',
    repair: 'Check the signature over the params exactly as they stand in the token.',
    seen: 'nmondal/cowj#82',
    mistake: () => ({
      receivedParams: (_params, bytes) => encodeParams(JSON.stringify(readJoinParams(bytes))),
    }),
  },
])

/** The first five parts, whatever follows; what a typed language cannot take ends the program. */
function parseOrCrash(token: string, decode: Stages['decode']): Parts {
  const [version = '', appId = '', timestamp = '', params = '', signature] = token.split('.')
  if (signature === undefined || !/^[0-9]+$/.test(timestamp) || !isObject(valueOf(params, decode)))
    throw new Breakdown('crashed', 'uncaught exception')
  return { version, appId, timestamp, params, signature }
}

/** The JSON value that the params hold, if any. */
function valueOf(params: string, decode: Stages['decode']): Json | undefined {
  try {
    const bytes = decode(params)
    return isUtf8(bytes) ? readJson(Buffer.from(bytes).toString('utf8')).value : undefined
  } catch {
    return undefined
  }
}

/** Params stay as received, since they are signed; of the signature only its bytes count. */
function parseLeniently(token: string, parse: Stages['parse']): Parts {
  const received = token.split('.')
  const parts = parse(received.map((part, index) => (index < 3 ? part : canonical(part))).join('.'))
  return { ...parts, params: received[3] ?? '' }
}

/** The standard base64 of what a lenient decoder reads; text that even that refuses stays as it is. */
function canonical(text: string): string {
  const digits = text.replace(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  const readable = /^[A-Za-z0-9+/]*$/.test(digits) && digits.length % 4 !== 1
  return readable ? Buffer.from(digits, 'base64').toString('base64') : text
}
