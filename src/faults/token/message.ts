import { CHARSETS, OTHER_ENCODERS, urlSafeAlphabet } from '../forms/encodings.ts'
import type { Alteration, SignedParts } from '../fault.ts'
import { CASES, cutsAt } from '../forms/text.ts'
import { each, named } from '../forms/named.ts'
import { after, before, faultsOf, sdkRows, inForms, instead, type SdkRow } from '../faultySdk/index.ts'
import { hmacSha256 } from '../faultySdk/stages.ts'

const ORDER = ['version', 'appId', 'timestamp', 'params'] as const
type Part = (typeof ORDER)[number]

const joined = (order: readonly Part[], separator = ''): Alteration =>
  instead('message')((signed) => order.map((part) => signed[part]).join(separator))

const without = (part: Part): SdkRow => ({
  id: `message-without-${part.toLowerCase()}`,
  does: `The message lacks the ${part}.`,
  origin: 'Any language: a part forgotten in the concatenation.',
  repair: `Sign version, appId, timestamp and params: add the ${part} (section 4.5).`,
  alteration: joined(ORDER.filter((other) => other !== part)),
})

const asJson = (value: (parts: SignedParts) => object): Alteration =>
  instead('message')(({ version, appId, timestamp, params }) =>
    JSON.stringify(value({ version, appId, timestamp, params })),
  )

/** The message is made of other values than those that are sent. */
const changed = before('message')
const paramsAs = (change: (params: string) => string): Alteration =>
  changed((signed) => ({ ...signed, params: change(signed.params) }))
const unpadded = (params: string): string => params.replace(/=+$/, '')

const asText = after('message')

const UTF_16 = named('UTF-16', (message: string) => Buffer.from(message, 'utf16le'))

/** Where buffers end. */
const CUTS = cutsAt([4096, 256, 512, 1000, 1024, 2048, 8192])

const encodedBy = (encode: (message: string) => Uint8Array): Alteration =>
  instead('mac')((key, message) => hmacSha256(key, encode(message)))

const JOINING_ROWS = sdkRows({
  'message-dotted': {
    does: 'The parts of the message are joined with dots.',
    origin: 'Any language: the token without its signature, signed as it stands; JWT does so.',
    repair: 'Sign the plain concatenation of the four parts; dots stand in the token only.',
    alteration: joined(ORDER, '.'),
  },
  'message-newlines': {
    does: 'The parts of the message are joined with line feeds.',
    origin: 'Any language: the string to sign of AWS and its like.',
    repair: 'Sign the plain concatenation of the four parts, without separators.',
    alteration: joined(ORDER, '\n'),
  },
  'message-raw-json': {
    does: 'The message holds the JSON itself instead of its base64.',
    origin: 'Any language: signing before encoding.',
    repair: 'Encode the JSON first and sign the params as they stand in the token.',
    alteration: paramsAs((params) => Buffer.from(params, 'base64').toString('utf8')),
  },
})

const MESSAGE_ROWS = sdkRows({
  'message-reordered': {
    does: 'The parts of the message stand in another order, such as sorted by their names.',
    origin: 'Any language: a helper that sorts parameters before it signs.',
    repair: 'Keep the order of the token: version, appId, timestamp, params.',
    alteration: joined(['appId', 'params', 'timestamp', 'version']),
    others: orders(ORDER).flatMap((order) => (order.join() === ORDER.join() ? [] : joined(order))),
  },
  'message-trailing-newline': {
    does: 'A line feed is signed after the message.',
    origin: 'Shell: echo "$message" | openssl dgst.',
    repair: 'Sign the message alone; shell: printf %s "$message".',
    alteration: asText((message) => `${message}\n`),
  },
  'message-separated': {
    does: 'The parts of the message are joined with another separator than a dot or a line feed.',
    origin: 'Any language: a colon, comma, bar or ampersand, as other services have it.',
    repair: 'Sign the plain concatenation of the four parts, without separators.',
    ...inForms(
      [':', ',', '|', '&', '-', '_', '/', ' ', ';', '\0', '\r\n'].map((mark) => joined(ORDER, mark)),
    ),
  },
  'message-with-secret': {
    does: 'The secret is part of the message as well.',
    origin: 'Any language: a signature of the kind hash(secret + message), moved to HMAC.',
    repair: 'Sign version, appId, timestamp and params; the app secret is the key alone.',
    alteration: (sdk) => ({
      mac: (key, message) => sdk.mac(key, message + Buffer.from(key).toString('utf8')),
    }),
    others: [(sdk) => ({ mac: (key, message) => sdk.mac(key, Buffer.from(key).toString('utf8') + message) })],
  },
  'message-version-number': {
    does: 'The version stands in the message as the number 2.',
    origin: 'Any language: a constant of type int.',
    repair: 'Sign the version as the text 02.',
    alteration: changed((signed) => ({ ...signed, version: String(Number(signed.version)) })),
  },
  'message-params-unpadded': {
    does: 'The params are signed without their padding, and sent with it.',
    origin: 'Any language: a JWT helper for the message, the standard encoder for the token.',
    repair: 'Sign the params exactly as they stand in the token.',
    alteration: paramsAs(unpadded),
  },
  'message-params-urlsafe': {
    does: 'The params are signed in the URL-safe alphabet, and sent in the standard one.',
    origin: 'Any language: a JWT helper for the message, the standard encoder for the token.',
    repair: 'Sign the params exactly as they stand in the token.',
    alteration: paramsAs(urlSafeAlphabet),
    others: [paramsAs((params) => unpadded(urlSafeAlphabet(params)))],
  },
  'message-lowercased': {
    does: 'The message is turned into lower case.',
    origin: 'Any language: a canonical form, as other services want it.',
    repair: 'Sign the message as it is.',
    ...inForms(each(CASES, asText)),
  },
  'message-charset': {
    does: 'The message is not encoded as UTF-8 before it is signed.',
    origin: 'Java getBytes() on a machine whose charset is not UTF-8; C# Encoding.Unicode.',
    repair: 'Sign the UTF-8 bytes of the message.',
    alteration: (sdk) => ({ mac: (key, message) => sdk.mac(key, message.replace(/[^\0-\u007f]/g, '?')) }),
    others: each([...CHARSETS, UTF_16], encodedBy),
  },
  'message-cut-short': {
    does: 'A long message is signed in part only.',
    origin: 'C: a buffer of fixed size.',
    repair: 'Sign the whole message, whatever its length.',
    ...inForms(each(CUTS, asText)),
  },
  'message-base64': {
    does: 'The message is encoded in base64 before it is signed.',
    origin: 'Any language: a helper that takes its data in base64.',
    repair: 'Sign the UTF-8 bytes of the message.',
    alteration: asText((message) => Buffer.from(message).toString('base64')),
    others: [asText((message) => Buffer.from(message).toString('hex'))],
  },
  'message-percent-encoded': {
    does: 'The message is percent-encoded before it is signed.',
    origin: 'Any language: the canonical query string of AWS and OAuth 1.',
    repair: 'Sign the message as it is.',
    alteration: named('JavaScript encodeURIComponent', asText(encodeURIComponent)),
    others: [...each(OTHER_ENCODERS, asText), paramsAs(encodeURIComponent)],
  },
  'message-quoted': {
    does: 'What is signed is a JSON array or object of the four parts.',
    origin: 'Any language: the parts handed to a signer that serialises them.',
    repair: 'Sign the plain concatenation of the four parts.',
    ...inForms([
      asJson((parts) => Object.values(parts)),
      asJson((parts) => ({ ...parts, timestamp: Number(parts.timestamp) })),
      asJson((parts) => parts),
    ]),
  },
})

export const MESSAGE_FAULTS = faultsOf('message', [...JOINING_ROWS, ...ORDER.map(without), ...MESSAGE_ROWS])

function orders(parts: readonly Part[]): Part[][] {
  if (parts.length === 0) return [[]]
  return parts.flatMap((part) =>
    orders(parts.filter((other) => other !== part)).map((rest) => [part, ...rest]),
  )
}
