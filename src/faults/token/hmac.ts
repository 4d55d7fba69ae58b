import { createHmac } from 'node:crypto'
import type { Alteration } from '../fault.ts'
import { after, faultsOf, sdkRows, sdkRowsWith, inForms, instead } from '../faultySdk/index.ts'
import { hmacSha256 } from '../faultySdk/stages.ts'
import { ALTERED_KEY_ROWS, BLOCK, decodedKey, KEY_ROWS, secret, sha256Of } from './keys.ts'

/** HMAC over a SHA-256 that was written by hand. */
const handMade =
  (isWrong: (bytes: number) => boolean): Alteration =>
  (sdk) => ({
    mac: (secretKey, message) => {
      const mac = Buffer.from(sdk.mac(secretKey, message))
      return isWrong(Buffer.byteLength(message)) ? sha256Of(mac) : mac
    },
  })

const cutKey = (isCut: (bytes: number) => boolean, length: number): Alteration =>
  after('key')((bytes) => (isCut(bytes.length) ? bytes.subarray(0, length) : bytes))

/** Lengths at which a hash written by hand goes wrong: its padding needs a block of its own from 56 bytes on. */
export const RARE_HMAC_ROWS = sdkRowsWith({
  repair: 'Use the SHA-256 of a library, or test yours with every length from 0 to 130.',
})({
  'hash-blocks-of-16': {
    does: 'The HMAC is wrong for messages whose last block has 16, 32 or 48 bytes.',
    origin: 'SHA-256 written by hand for words of 16 bytes, or by vector instructions.',
    alteration: handMade((bytes) => [16, 32, 48].includes(bytes % BLOCK)),
  },
  'hash-last-word': {
    does: 'The HMAC is wrong for messages whose last block has 57 bytes.',
    origin: 'SHA-256 written by hand: the length is written over the end of the message.',
    alteration: handMade((bytes) => bytes % BLOCK === 57),
  },
  'key-cut-between-blocks': {
    does: 'Secrets of 75 to 199 bytes are cut at 64.',
    origin: 'A fixed buffer of one block; longer secrets take another way.',
    repair: 'Use the UTF-8 bytes of the app secret as the key, however many there are.',
    alteration: cutKey((bytes) => bytes > 74 && bytes < 200, BLOCK),
  },
  'key-cut-at-200': {
    does: 'Secrets above 200 bytes are cut at 200.',
    origin: 'A fixed buffer, char[200].',
    repair: 'Use the UTF-8 bytes of the app secret as the key, however many there are.',
    alteration: cutKey((bytes) => bytes > 200, 200),
  },
  'key-uuid-unhyphenated': {
    does: 'The hyphens of a secret that looks like a UUID are removed.',
    origin: 'A UUID type that prints itself in another form: UUID.fromString, uuid.UUID.hex.',
    repair: 'Use the app secret as text, whatever it looks like.',
    alteration: secret((text) => (/^[0-9a-f]{8}-[0-9a-f]{4}-/.test(text) ? text.replaceAll('-', '') : text)),
  },
  'key-quotes-removed': {
    does: 'Quotation marks around the secret are removed.',
    origin: 'A reader of .env files, or code that works around one that keeps the quotation marks.',
    repair: 'Use the app secret as it is: quotation marks belong to it.',
    alteration: secret((appSecret) => appSecret.replace(/^(["'])(.*)\1$/s, '$2')),
    others: [secret((appSecret) => appSecret.replace(/^"|"$/g, ''))],
  },
  'key-of-16-bytes-decoded': {
    does: 'A secret that is the base64 of 16 bytes is decoded.',
    origin: 'A helper for AES keys, which have 16 bytes.',
    repair: 'Use the app secret as text, whatever it looks like.',
    alteration: decodedKey(/^[A-Za-z0-9+/]{22}==$/, 'base64'),
  },
  'key-of-32-bytes-decoded': {
    does: 'A secret of 64 hex digits is decoded.',
    origin: 'A helper for SHA-256 keys, which have 32 bytes.',
    repair: 'Use the app secret as text, whatever it looks like.',
    alteration: decodedKey(/^[0-9a-f]{64}$/, 'hex'),
  },
  'hash-padding-at-56': {
    does: 'The HMAC is wrong for messages whose last block has 56 bytes.',
    origin: 'SHA-256 written by hand: the second block of the padding is forgotten.',
    alteration: handMade((bytes) => bytes % BLOCK === 56),
  },
  'key-cut-above-block': {
    does: 'Secrets of 66 to 73 bytes are cut at 64.',
    origin: 'HMAC written by hand with the wrong bound.',
    repair: 'Use the HMAC of a library: keys above 64 bytes are hashed (RFC 2104 section 2).',
    alteration: cutKey((bytes) => bytes > BLOCK + 1 && bytes < 74, BLOCK),
  },
})

const mac = instead('mac')
const digestBy = (algorithm: string): Alteration =>
  mac((key, message) => createHmac(algorithm, key).update(message).digest())

const HMAC_ROWS = sdkRows({
  'hmac-arguments-swapped': {
    does: 'The message is the key, and the secret is what is signed.',
    origin: 'PHP hash_hmac(algorithm, data, key); CryptoJS.HmacSHA256(message, key).',
    repair: 'Hand the app secret in as the key; PHP: hash_hmac("sha256", $message, $secret, true).',
    reference: 'philipbrown/signature-php#1',
    alteration: (sdk) => ({
      mac: (key, message) => sdk.mac(Buffer.from(message, 'utf8'), Buffer.from(key).toString('utf8')),
    }),
  },
  'hash-not-hmac': {
    does: 'The signature is SHA-256 over secret and message, without HMAC.',
    origin: 'CryptoJS.SHA256(key + message); Python hashlib.sha256.',
    repair: 'Use HMAC-SHA256 (RFC 2104); Python: hmac.new(key, message, hashlib.sha256).',
    reference: 'brix/crypto-js#187',
    ...inForms([
      mac((key, message) => sha256Of(key, message)),
      mac((key, message) => sha256Of(message, key)),
      mac((key, message) => sha256Of(key, message, key)),
      mac((_key, message) => sha256Of(message)),
    ]),
  },
  'hmac-sha1': {
    does: 'The HMAC uses SHA-1: 28 characters.',
    origin: 'Code copied from another service; Java Mac.getInstance("HmacSHA1").',
    repair: 'Use HMAC-SHA256; Java: Mac.getInstance("HmacSHA256").',
    reference: 'apigee/iloveapis2015-hmac-httpsignature#1',
    alteration: digestBy('sha1'),
  },
  'hmac-sha512': {
    does: 'The HMAC uses SHA-512: 88 characters.',
    origin: 'Code copied from another service; Java Mac.getInstance("HmacSHA512").',
    repair: 'Use HMAC-SHA256; Java: Mac.getInstance("HmacSHA256").',
    reference: 'apigee/iloveapis2015-hmac-httpsignature#1',
    alteration: digestBy('sha512'),
  },
  'hmac-other-digest': {
    does: 'The HMAC uses another digest than SHA-1, SHA-256 and SHA-512.',
    origin: 'PHP hash_hmac("md5", …); Java Mac.getInstance("HmacSHA384"); Python hashlib.sha3_256.',
    repair: 'Use HMAC-SHA256; Python: hashlib.sha256.',
    ...inForms(['md5', 'sha224', 'sha384', 'sha512-256', 'sha3-256'].map(digestBy)),
  },
  'hmac-of-hash': {
    does: 'What the HMAC signs is the SHA-256 of the message.',
    origin: 'Any language: a hash first, as for RSA signatures; the canonical request of AWS.',
    repair: 'Sign the message itself.',
    alteration: (sdk) => ({
      mac: (key, message) => sdk.mac(key, Buffer.from(sha256Of(message)).toString('hex')),
    }),
    others: [mac((key, message) => hmacSha256(key, sha256Of(message)))],
  },
  'hmac-twice': {
    does: 'The HMAC is signed once more.',
    origin: 'Any language: a key derived from a key; double hashing as in Bitcoin.',
    repair: 'Use the HMAC of the message as it is.',
    alteration: (sdk) => ({ mac: (key, message) => hmacSha256(key, sdk.mac(key, message)) }),
    others: [(sdk) => ({ mac: (key, message) => sha256Of(sdk.mac(key, message)) })],
  },
})

export const HMAC_FAULTS = faultsOf('hmac', [...KEY_ROWS, ...HMAC_ROWS, ...ALTERED_KEY_ROWS])
