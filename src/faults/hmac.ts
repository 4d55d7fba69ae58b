import { createHash, createHmac } from 'node:crypto'
import type { Mistake } from './model.ts'
import { faultsOf } from './table.ts'

/** SHA-256 works on blocks of this many bytes; HMAC hashes longer keys first (RFC 2104 section 2). */
const BLOCK = 64

/** Changes the secret before its bytes are taken. */
const secret =
  (change: (appSecret: string) => string): Mistake =>
  (sdk) => ({ key: (appSecret) => sdk.key(change(appSecret)) })

const digestBy = (algorithm: string): Mistake => {
  return () => ({ mac: (key, message) => createHmac(algorithm, key).update(message, 'utf8').digest() })
}

export const HMAC_FAULTS = faultsOf('hmac', [
  {
    id: 'key-platform-charset',
    does: 'The secret is encoded in Latin-1, with question marks for what that lacks.',
    origin: 'Java String.getBytes() on a machine whose charset is not UTF-8.',
    repair: 'Use the UTF-8 bytes of the app secret; Java: getBytes(StandardCharsets.UTF_8).',
    seen: 'binance/binance-connector-java#223',
    // By whole characters: a surrogate pair gives one question mark.
    mistake: () => ({ key: (appSecret) => Buffer.from(appSecret.replace(/[^\0-\u00ff]/gu, '?'), 'latin1') }),
  },
  {
    id: 'key-base64-decoded',
    does: 'The secret is decoded from base64, skipping what does not belong there.',
    origin: 'Java jjwt signWith(algorithm, String); PHP base64_decode($secret).',
    repair: 'Use the app secret as text, whatever it looks like: its UTF-8 bytes are the key.',
    seen: 'jwtk/jjwt#517',
    mistake: () => ({ key: (appSecret) => Buffer.from(appSecret, 'base64') }),
  },
  {
    id: 'key-trimmed',
    does: 'White space is cut off both ends of the secret.',
    origin: 'Any language: trim() or strip() over a configuration value.',
    repair: 'Use the app secret as it is, with its white space.',
    seen: 'langwatch/langwatch#8180',
    mistake: secret((appSecret) => appSecret.trim()),
  },
  {
    id: 'key-extra-newline',
    does: 'A line feed is added to the secret.',
    origin: 'A secret file written with echo and read whole.',
    repair: 'Cut the line feed that ends the file, and nothing else; write the file with printf %s.',
    seen: 'saltstack/salt#37290',
    mistake: secret((appSecret) => `${appSecret}\n`),
  },
  {
    id: 'key-over-block-truncated',
    does: 'A secret of more than 64 bytes is cut to 64 instead of hashed.',
    origin: 'Hand-written HMAC, usually in C.',
    repair:
      'Hash keys longer than 64 bytes with SHA-256 first (RFC 2104 section 2), or use the HMAC of a library.',
    seen: 'kokke/tiny-HMAC-c#2',
    mistake: (sdk) => ({ key: (appSecret) => sdk.key(appSecret).subarray(0, BLOCK) }),
  },
  {
    id: 'key-high-bytes-mangled',
    does: 'The top bit of every byte of the secret is lost.',
    origin: 'Hand-written HMAC over text or signed characters: C, MicroPython.',
    repair: 'Treat the key as bytes of 0 to 255; C: unsigned char, Python: bytes.',
    seen: 'micropython/micropython-lib#204',
    mistake: (sdk) => ({ key: (appSecret) => sdk.key(appSecret).map((byte) => byte & 0x7f) }),
  },
  {
    id: 'key-empty-accepted',
    does: 'An empty secret signs like any other.',
    origin: 'Any language: an environment variable that is not set, read with a default of "".',
    repair: 'Refuse to sign with an empty app secret.',
    seen: 'google/webcrypto.dart#363',
    mistake: () => ({ checkSecret: () => undefined }),
  },
  {
    id: 'hmac-arguments-swapped',
    does: 'The message is the key, and the secret is what is signed.',
    origin: 'PHP hash_hmac(algorithm, data, key); CryptoJS.HmacSHA256(message, key).',
    repair: 'Hand the app secret in as the key; PHP: hash_hmac("sha256", $message, $secret, true).',
    seen: 'philipbrown/signature-php#1',
    mistake: (sdk) => ({
      mac: (key, message) => sdk.mac(Buffer.from(message, 'utf8'), Buffer.from(key).toString('utf8')),
    }),
  },
  {
    id: 'hash-not-hmac',
    does: 'The signature is SHA-256 over secret and message, without HMAC.',
    origin: 'CryptoJS.SHA256(key + message); Python hashlib.sha256.',
    repair: 'Use HMAC-SHA256 (RFC 2104); Python: hmac.new(key, message, hashlib.sha256).',
    seen: 'brix/crypto-js#187',
    mistake: () => ({
      mac: (key, message) => createHash('sha256').update(key).update(message, 'utf8').digest(),
    }),
  },
  {
    id: 'hmac-sha1',
    does: 'The HMAC uses SHA-1: 28 characters.',
    origin: 'Code copied from another service; Java Mac.getInstance("HmacSHA1").',
    repair: 'Use HMAC-SHA256; Java: Mac.getInstance("HmacSHA256").',
    seen: 'apigee/iloveapis2015-hmac-httpsignature#1',
    mistake: digestBy('sha1'),
  },
  {
    id: 'hmac-sha512',
    does: 'The HMAC uses SHA-512: 88 characters.',
    origin: 'Code copied from another service; Java Mac.getInstance("HmacSHA512").',
    repair: 'Use HMAC-SHA256; Java: Mac.getInstance("HmacSHA256").',
    seen: 'apigee/iloveapis2015-hmac-httpsignature#1',
    mistake: digestBy('sha512'),
  },
])
