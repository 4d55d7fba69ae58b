import { createHash } from 'node:crypto'
import { percentDecoded } from '../../text.ts'
import { key, secret } from './keys.ts'
import { sdkRows, type SdkRow } from '../faultySdk/index.ts'

/** The code turns the secret into something else before it becomes the key. */
export const ALTERED_KEY_ROWS: readonly SdkRow[] = sdkRows({
  'key-hex-decoded': {
    does: 'The secret is decoded from hex.',
    origin: "Python bytes.fromhex; Node Buffer.from(secret, 'hex'); PHP hex2bin.",
    repair: 'Use the app secret as text, whatever it looks like: its UTF-8 bytes are the key.',
    alteration: key((appSecret) => Buffer.from(appSecret, 'hex')),
    // Where a strict decoder fails, the text is used.
    others: [
      (sdk) => ({
        key: (appSecret) => (isHex(appSecret) ? Buffer.from(appSecret, 'hex') : sdk.key(appSecret)),
      }),
    ],
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
    alteration: (sdk) => ({ key: (appSecret) => createHash('sha256').update(sdk.key(appSecret)).digest() }),
    others: ['sha256', 'md5', 'sha1'].map((algorithm) =>
      secret((appSecret) => createHash(algorithm).update(appSecret).digest('hex')),
    ),
  },
  'key-utf16': {
    does: 'The secret is encoded as UTF-16.',
    origin: 'C# Encoding.Unicode.GetBytes; Java getBytes(UTF_16); Windows wide strings.',
    repair: 'Use the UTF-8 bytes of the app secret; C#: Encoding.UTF8.GetBytes.',
    alteration: key((appSecret) => Buffer.from(appSecret, 'utf16le')),
    others: [
      key((appSecret) => Buffer.from(`\ufeff${appSecret}`, 'utf16le').swap16()),
      key((appSecret) => Buffer.from(appSecret, 'utf16le').swap16()),
    ],
  },
  'key-case-changed': {
    does: 'The secret is turned into lower case or upper case.',
    origin: 'Any language: a secret that looks like hex, brought into one form.',
    repair: 'Use the app secret in the case in which it is.',
    alteration: secret((appSecret) => appSecret.toLowerCase()),
    others: [secret((appSecret) => appSecret.toUpperCase())],
  },
  'key-quoted': {
    does: 'Quotation marks around the secret count as part of it.',
    origin: 'A .env file read by docker --env-file, which keeps quotation marks.',
    repair: 'Take the quotation marks off in the file.',
    alteration: secret((appSecret) => `"${appSecret}"`),
    others: [secret((appSecret) => `'${appSecret}'`)],
  },
  'key-white-space-removed': {
    does: 'All white space is taken out of the secret.',
    origin: 'A shell variable without quotation marks; a field that strips what was pasted.',
    repair: 'Use the app secret as it is; shell: "$SECRET".',
    alteration: secret((appSecret) => appSecret.replace(/\s+/g, '')),
    others: [secret((appSecret) => appSecret.trim().replace(/\s+/g, ' '))],
  },
  'key-cut-short': {
    does: 'Only the first 32 bytes of the secret are used.',
    origin: 'C with a buffer of fixed size; a database column that is too short.',
    repair: 'Use the whole app secret, whatever its length.',
    alteration: (sdk) => ({ key: (appSecret) => sdk.key(appSecret).subarray(0, 32) }),
    others: [(sdk) => ({ key: (appSecret) => sdk.key(appSecret).subarray(0, 16) })],
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
    others: [secret((appSecret) => percentDecoded(appSecret.replaceAll('+', ' ')))],
  },
})

function isHex(text: string): boolean {
  return text.length % 2 === 0 && /^[0-9a-fA-F]+$/.test(text)
}
