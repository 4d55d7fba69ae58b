import type { Alteration, Stages } from '../fault.ts'
import { after, before, Breakdown, sdkRows, inForms, instead, combined } from '../faultySdk/index.ts'
import { createHash } from 'node:crypto'
import { percentDecoded } from '../../text.ts'
import { CASES, cutsAt, TRIMS, trimOf, WHITE_SPACE_REMOVED } from '../forms/text.ts'
import { CHARSETS, bytesDecoded, type DecoderName, DECODER_NAMES, readBase64 } from '../forms/encodings.ts'
import { each, named } from '../forms/named.ts'

/** The main form, and one whose key is empty for almost every secret, as other faults make it. */
const OTHERWISE: ReadonlySet<DecoderName> = new Set(['JavaScript Buffer', 'Go StdEncoding, error ignored'])
const OTHER_DECODERS = DECODER_NAMES.filter((name) => !OTHERWISE.has(name))

/** SHA-256 works on blocks of this many bytes; HMAC hashes longer keys first (RFC 2104 section 2). */
export const BLOCK = 64

/** Over these one after the other. */
export function sha256Of(...parts: readonly (Uint8Array | string)[]): Uint8Array {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Changes the secret before its bytes are taken. */
export const secret = before('key')

/** The same before anything looks at the secret: white space alone is then no secret at all. */
const secretFromTheStart = (change: (appSecret: string) => string): Alteration =>
  combined(before('checkSecret')(change), secret(change))

const key = instead('key')

/** In bytes, even where a character breaks off. */
const firstBytes = (length: number): Alteration => after('key')((bytes) => bytes.subarray(0, length))

/** A secret that looks like this is decoded. */
export const decodedKey =
  (shape: RegExp, encoding: 'base64' | 'hex'): Alteration =>
  (sdk) => ({
    key: (appSecret) => (shape.test(appSecret) ? Buffer.from(appSecret, encoding) : sdk.key(appSecret)),
  })

type Key = Stages['key']

/** As this decoder reads the secret. @param otherwise where it refuses it */
const decodedBy =
  (name: DecoderName, otherwise: (asText: Key) => Key): Alteration =>
  (sdk) => ({
    key: (appSecret) => {
      const read = readBase64(name, appSecret)
      return read === undefined ? otherwise(sdk.key)(appSecret) : Buffer.from(read, 'base64')
    },
  })

const failing = (): never => {
  throw new Breakdown('failed', 'no base64')
}

/** From the secret to the key: its UTF-8 bytes, whatever their number. */
export const KEY_ROWS = sdkRows({
  'key-platform-charset': {
    does: 'The secret is encoded in Latin-1 or another charset than UTF-8; what that lacks turns into question marks or goes.',
    origin: "Java String.getBytes() where the charset is not UTF-8; Python encode('ascii', 'ignore').",
    repair: 'Use the UTF-8 bytes of the app secret; Java: getBytes(StandardCharsets.UTF_8).',
    reference: 'binance/binance-connector-java#223',
    ...inForms(each(CHARSETS, key)),
  },
  'key-base64-decoded': {
    does: 'The secret is decoded from base64, skipping what does not belong there.',
    origin: 'Java jjwt signWith(algorithm, String); PHP base64_decode($secret).',
    repair: 'Use the app secret as text, whatever it looks like: its UTF-8 bytes are the key.',
    reference: 'jwtk/jjwt#517',
    alteration: named(
      'JavaScript Buffer',
      key((appSecret) => Buffer.from(appSecret, 'base64')),
    ),
    others: OTHER_DECODERS.flatMap((name) => [
      named(name, decodedBy(name, failing)),
      named(
        `${name}, where it reads the secret`,
        decodedBy(name, (asText) => asText),
      ),
    ]),
  },
  'key-trimmed': {
    does: 'White space is cut off both ends of the secret.',
    origin: 'Any language: trim() or strip() over a configuration value.',
    repair: 'Use the app secret as it is, with its white space.',
    reference: 'langwatch/langwatch#8180',
    ...inForms([
      ...each(TRIMS, secret),
      ...each((['JavaScript trim', 'PHP trim', 'Python strip'] as const).map(trimOf), secretFromTheStart),
    ]),
  },
  'key-extra-newline': {
    does: 'A line feed is added to the secret.',
    origin: 'A secret file written with echo and read whole.',
    repair: 'Cut the line feed that ends the file, and nothing else; write the file with printf %s.',
    reference: 'saltstack/salt#37290',
    alteration: secret((appSecret) => `${appSecret}\n`),
    others: [secret((text) => `${text}\r\n`), secret((text) => text.replace(/\n?$/, '\n'))],
  },
  'key-over-block-truncated': {
    does: 'A secret of more than 64 bytes is cut to 64 instead of hashed.',
    origin: 'Hand-written HMAC, usually in C.',
    repair: 'Hash keys above 64 bytes with SHA-256 first (RFC 2104 section 2), or use the HMAC of a library.',
    reference: 'kokke/tiny-HMAC-c#2',
    alteration: firstBytes(BLOCK),
  },
  'key-of-one-block-hashed': {
    does: 'A secret of exactly 64 bytes is hashed, as only longer ones are.',
    origin: 'Hand-written HMAC: >= in the place of >.',
    repair: 'Hash keys longer than 64 bytes alone (RFC 2104 section 2), or use the HMAC of a library.',
    alteration: after('key')((bytes) => (bytes.length === BLOCK ? sha256Of(bytes) : bytes)),
  },
  'key-high-bytes-mangled': {
    does: 'The top bit of every byte of the secret is lost.',
    origin: 'Hand-written HMAC over text or signed characters: C, MicroPython.',
    repair: 'Treat the key as bytes of 0 to 255; C: unsigned char, Python: bytes.',
    reference: 'micropython/micropython-lib#204',
    alteration: after('key')((bytes) => bytes.map((byte) => byte & 0x7f)),
  },
  'key-empty-accepted': {
    does: 'An empty secret signs like any other.',
    origin: 'Any language: an environment variable that is not set, read with a default of "".',
    repair: 'Refuse to sign with an empty app secret.',
    reference: 'google/webcrypto.dart#363',
    alteration: () => ({ checkSecret: () => undefined }),
  },
})

/** The code turns the secret into something else before it becomes the key. */
export const ALTERED_KEY_ROWS = sdkRows({
  'key-hex-decoded': {
    does: 'The secret is decoded from hex.',
    origin: "Python bytes.fromhex; Node Buffer.from(secret, 'hex'); PHP hex2bin.",
    repair: 'Use the app secret as text, whatever it looks like: its UTF-8 bytes are the key.',
    alteration: key((appSecret) => Buffer.from(appSecret, 'hex')),
    // Where a strict decoder fails, the text is used; where the text looks like a key of 128 or 256 bits.
    others: [/^(?:[0-9a-fA-F]{2})+$/, /^(?:[0-9a-f]{32}|[0-9a-f]{64})$/].map((shape) =>
      decodedKey(shape, 'hex'),
    ),
  },
  'key-base64-encoded': {
    does: 'The secret is encoded in base64 before it is used.',
    origin: 'Any language: a helper that wants the key in base64.',
    repair: 'Use the UTF-8 bytes of the app secret as the key.',
    alteration: secret((appSecret) => Buffer.from(appSecret).toString('base64')),
  },
  'key-hashed': {
    does: 'The key is a hash of the secret.',
    origin: 'Any language: a password helper, or a key stretched to a fixed length.',
    repair: 'Use the UTF-8 bytes of the app secret as the key: HMAC takes any length.',
    alteration: after('key')((bytes) => sha256Of(bytes)),
    others: ['sha256', 'md5', 'sha1'].map((algorithm) =>
      secret((appSecret) => createHash(algorithm).update(appSecret).digest('hex')),
    ),
  },
  'key-utf16': {
    does: 'The secret is encoded as UTF-16.',
    origin: 'C# Encoding.Unicode.GetBytes; Java getBytes(UTF_16); Windows wide strings.',
    repair: 'Use the UTF-8 bytes of the app secret; C#: Encoding.UTF8.GetBytes.',
    ...inForms([
      key((appSecret) => Buffer.from(appSecret, 'utf16le')),
      key((appSecret) => Buffer.from(`\ufeff${appSecret}`, 'utf16le').swap16()),
      key((appSecret) => Buffer.from(appSecret, 'utf16le').swap16()),
    ]),
  },
  'key-case-changed': {
    does: 'The secret is turned into lower case or upper case.',
    origin: 'Any language: a secret that looks like hex, brought into one form.',
    repair: 'Use the app secret in the case in which it is.',
    ...inForms(each(CASES, secret)),
  },
  'key-quoted': {
    does: 'Quotation marks around the secret count as part of it.',
    origin: 'A .env file read by docker --env-file, which keeps quotation marks.',
    repair: 'Take the quotation marks off in the file.',
    alteration: secret((appSecret) => `"${appSecret}"`),
    others: [secret((appSecret) => `'${appSecret}'`)],
  },
  'key-normalised': {
    does: 'The secret is brought into a Unicode normalisation form.',
    origin: 'A password helper (SASLprep, BIP-39 seeds); Swift and macOS file names.',
    repair: 'Use the UTF-8 bytes of the app secret as it is.',
    ...inForms(['NFC', 'NFD', 'NFKC', 'NFKD'].map((form) => secret((text) => text.normalize(form)))),
  },
  'key-white-space-removed': {
    does: 'All white space is taken out of the secret.',
    origin: 'A shell variable without quotation marks; a field that strips what was pasted.',
    repair: 'Use the app secret as it is; shell: "$SECRET".',
    alteration: secret((text) => text.replace(/\s+/g, '')),
    others: [secret((text) => text.trim().replace(/\s+/g, ' ')), ...each(WHITE_SPACE_REMOVED, secret)],
  },
  'key-cut-short': {
    does: 'Only the first characters of the secret are used, such as 32.',
    origin: 'C with a buffer of fixed size; a database column that is too short.',
    repair: 'Use the whole app secret, whatever its length.',
    alteration: firstBytes(32),
    others: [firstBytes(16), firstBytes(24), ...each(cutsAt([16, 24, 32]), secret)],
  },
  'key-cut-at-nul': {
    does: 'The secret ends at its first NUL.',
    origin: 'C strings: strlen(secret).',
    repair: 'Pass the secret with its length.',
    alteration: secret((appSecret) => appSecret.split('\0')[0]!),
  },
  'key-as-number': {
    does: 'A secret of digits is read as a number, and loses its leading zeros.',
    origin: 'YAML without quotation marks; PHP and JavaScript conversions.',
    repair: 'Keep the app secret as text; YAML: put it in quotation marks.',
    alteration: secret((appSecret) => (/^[0-9]+$/.test(appSecret) ? String(Number(appSecret)) : appSecret)),
  },
  'key-url-decoded': {
    does: 'Plus signs and percent signs in the secret are decoded as in a URL.',
    origin: 'A secret passed in a query string or a connection string.',
    repair: 'Use the app secret as it is, or encode it where it goes into a URL.',
    alteration: secret(percentDecoded),
    others: [percentDecoded, bytesDecoded].flatMap((decode) => [
      secret(decode),
      secret((appSecret) => decode(appSecret.replaceAll('+', ' '))),
    ]),
  },
})
