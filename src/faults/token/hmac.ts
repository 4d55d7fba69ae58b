import { createHash, createHmac } from 'node:crypto'
import { KEY_ROWS } from './keys.ts'
import { ALTERED_KEY_ROWS } from './alteredKeys.ts'
import type { Alteration } from '../fault.ts'
import { faultsOf, sdkRows } from '../faultySdk/index.ts'

const digestBy = (algorithm: string): Alteration => {
  return () => ({ mac: (key, message) => createHmac(algorithm, key).update(message, 'utf8').digest() })
}

/** A hash without HMAC, over parts in some order. */
const hashOf =
  (parts: (key: Uint8Array, message: string) => readonly (Uint8Array | string)[]): Alteration =>
  () => ({ mac: (key, message) => sha256(...parts(key, message)) })

function sha256(...parts: readonly (Uint8Array | string)[]): Uint8Array {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

export const HMAC_FAULTS = faultsOf('hmac', [
  ...KEY_ROWS,
  ...sdkRows({
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
      alteration: hashOf((key, message) => [key, message]),
      others: [
        hashOf((key, message) => [message, key]),
        hashOf((key, message) => [key, message, key]),
        hashOf((_key, message) => [message]),
      ],
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
      alteration: digestBy('md5'),
      others: ['sha224', 'sha384', 'sha512-256', 'sha3-256'].map(digestBy),
    },
    'hmac-of-hash': {
      does: 'What the HMAC signs is the SHA-256 of the message.',
      origin: 'Any language: a hash first, as for RSA signatures; the canonical request of AWS.',
      repair: 'Sign the message itself.',
      alteration: (sdk) => ({
        mac: (key, message) => sdk.mac(key, Buffer.from(sha256(message)).toString('hex')),
      }),
      others: [() => ({ mac: (key, message) => createHmac('sha256', key).update(sha256(message)).digest() })],
    },
    'hmac-twice': {
      does: 'The HMAC is signed once more.',
      origin: 'Any language: a key derived from a key; double hashing as in Bitcoin.',
      repair: 'Use the HMAC of the message as it is.',
      alteration: (sdk) => ({
        mac: (key, message) => createHmac('sha256', key).update(sdk.mac(key, message)).digest(),
      }),
      others: [(sdk) => ({ mac: (key, message) => sha256(sdk.mac(key, message)) })],
    },
  }),
  ...ALTERED_KEY_ROWS,
])
