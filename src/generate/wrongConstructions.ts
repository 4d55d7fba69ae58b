/**
 * Wrong constructions of a token that is otherwise well formed, in coarse classes, each of which some verifier accepts
 * beside the right one; each part under each equivalence that code may take for equality; each position of the signature.
 */
import { createHash, createHmac } from 'node:crypto'
import { TOKEN_FORMAT } from '../interface/tokenFormat.ts'
import { encodeBase64 } from '../token/index.ts'
import { BASE64, ofApp, otherEnd, replaced, resigned, type Alteration } from './alterations.ts'

type Parts = readonly string[]
type Sign = (parts: Parts, appSecret: string) => string

export const SIGNATURE = 'TOKEN-VERIFY-SIGNATURE'

/** What is signed, of the five parts. */
const message = ([version, appId, timestamp, params]: Parts): string =>
  `${version}${appId}${timestamp}${params}`

const hmacOf = (digest: string, key: string | Uint8Array, text: string): Buffer =>
  createHmac(digest, key).update(text).digest()

const ours = (key: string | Uint8Array, text: string): string =>
  hmacOf(TOKEN_FORMAT.digest, key, text).toString('base64')

const jsonOf = (parts: Parts): string => Buffer.from(parts[3] ?? '', 'base64').toString('utf8')

/** Signatures that code makes by another rule than section 4.5. */
const OTHER_DIGESTS: readonly Sign[] = [
  ...['md5', 'sha1', 'sha224', 'sha384', 'sha512', 'sha3-256', 'sha512-256'].map(
    (digest): Sign =>
      (parts, key) =>
        hmacOf(digest, key, message(parts)).toString('base64'),
  ),
  // Cut to fewer bytes.
  ...[8, 16, 20, 24, 31].map(
    (bytes): Sign =>
      (parts, key) =>
        hmacOf(TOKEN_FORMAT.digest, key, message(parts)).subarray(0, bytes).toString('base64'),
  ),
]

/** A hash of both, without HMAC (RFC 2104), or nothing of either. */
const WITHOUT_HMAC: readonly Sign[] = [
  ...[(key: string, text: string) => `${key}${text}`, (key: string, text: string) => `${text}${key}`].map(
    (joined): Sign =>
      (parts, key) =>
        createHash(TOKEN_FORMAT.digest)
          .update(joined(key, message(parts)))
          .digest('base64'),
  ),
  (parts) => createHash(TOKEN_FORMAT.digest).update(message(parts)).digest('base64'),
  ...['none', 'None', 'null', 'undefined', '0', 'A', '=', 'AAAA'].map(
    (text): Sign =>
      () =>
        text,
  ),
  () => encodeBase64(new Uint8Array(TOKEN_FORMAT.digestBytes)),
  () => encodeBase64(new Uint8Array(TOKEN_FORMAT.digestBytes).fill(255)),
  (parts) => encodeBase64(Buffer.from(message(parts))).slice(0, 44),
  (parts) => parts[3]!,
]

/** Another text of the right bytes. */
const OTHER_ENCODINGS: readonly Sign[] = [
  (parts, key) => hmacOf(TOKEN_FORMAT.digest, key, message(parts)).toString('hex'),
  (parts, key) => hmacOf(TOKEN_FORMAT.digest, key, message(parts)).toString('hex').toUpperCase(),
  (parts, key) => encodeBase64(Buffer.from(hmacOf(TOKEN_FORMAT.digest, key, message(parts)).toString('hex'))),
  (parts, key) => encodeBase64(Buffer.from(ours(key, message(parts)))),
]

const OTHER_KEYS: readonly Sign[] = [
  (parts, key) => ours(Buffer.from(key, 'base64'), message(parts)),
  (parts, key) => ours(Buffer.from(key, 'hex'), message(parts)),
  (parts, key) => ours(key.trim().toLowerCase(), message(parts)),
  (parts, key) => ours(key.toUpperCase(), message(parts)),
  (parts, key) => ours(encodeBase64(Buffer.from(key)), message(parts)),
  (parts, key) => ours(createHash('sha256').update(key).digest(), message(parts)),
  (parts, key) => ours(`${key}\n`, message(parts)),
  (parts) => ours('', message(parts)),
  (parts) => ours(parts[1]!, message(parts)),
  (parts, key) => ours(message(parts), key),
]

const OTHER_MESSAGES: readonly Sign[] = [
  ([version, app, time, params], key) => ours(key, [version, app, time, params].join('.')),
  ([version, app, time, params], key) => ours(key, [version, app, time, params].join('\n')),
  ([version, app, time, params], key) => ours(key, `${app}${version}${time}${params}`),
  ([version, app, time, params], key) => ours(key, `${version}${time}${app}${params}`),
  ([version, app, time, params], key) => ours(key, `${params}${time}${app}${version}`),
  ([, app, time, params], key) => ours(key, `${app}${time}${params}`),
  ([version, , time, params], key) => ours(key, `${version}${time}${params}`),
  ([version, app, , params], key) => ours(key, `${version}${app}${params}`),
  ([version, app, time], key) => ours(key, `${version}${app}${time}`),
  ([, , , params], key) => ours(key, params!),
  (parts, key) => ours(key, `${parts[0]}${parts[1]}${parts[2]}${jsonOf(parts)}`),
  (parts, key) => ours(key, jsonOf(parts)),
  ([version, app, time, params], key) => ours(key, `${version}${app}${time}${params!.replace(/=+$/, '')}`),
  ([version, app, time, params], key) => ours(key, `${version}${app}${time}${encodeURIComponent(params!)}`),
  ([version, app, time, params], key) => ours(key, `${version}${app}${time}000${params}`),
  (parts, key) => ours(key, message(parts).toLowerCase()),
  (parts, key) => ours(key, `${message(parts)}\n`),
  (parts, key) => ours(key, Array.from(message(parts)).toReversed().join('')),
]

/** Under a version that is not the one of section 4.5, and signed with it. */
const VERSIONS: readonly string[] = [
  ...Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0')).filter(
    (version) => version !== TOKEN_FORMAT.version,
  ),
  ...[
    '2',
    '002',
    '2.0',
    '0',
    'v2',
    'v02',
    ' 02',
    '02 ',
    '+2',
    '0x02',
    '٠٢',
    '０２',
    '1',
    '3',
    '02a',
    'O2',
  ].filter((version) => !version.includes('.')),
]

/** Versions are many, and one of each kind is enough beside those that code may still accept. */
const SOME_VERSIONS = VERSIONS.filter((version, at) => at < 10 || at % 9 === 0 || version.length !== 2)

/** The appId of another app, which code may take for this one. The token is right for the other app. */
const ALIKE: readonly ((appId: string) => string)[] = [
  (appId) => appId.toUpperCase(),
  (appId) => appId.replace(/[a-z]/, (letter) => letter.toUpperCase()),
  (appId) => ` ${appId}`,
  (appId) => `${appId} `,
  (appId) => `${appId}\n`,
  (appId) => `\u00a0${appId}`,
  (appId) => `${appId}\u200b`,
  (appId) => `\ufeff${appId}`,
  (appId) => appId.replace(/[a-z]/, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)),
  (appId) => appId.replace(/[a-z]/, '$&\u0301'),
  (appId) => appId.replace(/[a-z]/, (letter) => `%${letter.codePointAt(0)!.toString(16)}`),
  (appId) => `0${appId}`,
  (appId) => `${appId}0`,
  (appId) => `${appId}\0`,
  (appId) => appId.slice(0, -1),
  (appId) => appId.slice(1),
  (appId) => appId.slice(0, 1),
  (appId) => `${appId}${appId}`,
  (appId) => `${appId}/..`,
  () => '*',
  (appId) => Array.from(appId).toReversed().join(''),
  otherEnd,
]

/** The rules that a lenient reader of a part departs from. */
const LENIENT: readonly (readonly [part: number, rule: string])[] = [
  [1, 'TOKEN-VERIFY-APPID'],
  [2, 'TOKEN-VERIFY-TIMESTAMP'],
  [3, 'TOKEN-VERIFY-BASE64'],
]

/** A part as it came, altered after it was signed: a reader that cleans it first finds the right message. */
const CLEANED_AWAY: readonly Alteration[] = [
  ...LENIENT.flatMap(([part, rule]): Alteration[] =>
    [
      (text: string) => ` ${text}`,
      (text: string) => `${text} `,
      (text: string) => `${text}\t`,
      (text: string) => `${text}\u00a0`,
      (text: string) => `${text}\u200b`,
      (text: string) => text.replace(/[A-Za-z0-9]/, (one) => `%${one.codePointAt(0)!.toString(16)}`),
    ].map((change) => [rule, (parts) => parts.with(part, change(parts[part]!)), 'recommended']),
  ),
  ...[
    (time: string) => `0${time}`,
    (time: string) => `000${time}`,
    (time: string) => `+${time}`,
    (time: string) => `${time}e0`,
    (time: string) => `${time}L`,
    (time: string) => `0x${Number(time).toString(16)}`,
    (time: string) => time.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  ].map((change): Alteration => [
    'TOKEN-VERIFY-TIMESTAMP',
    (parts) => parts.with(2, change(parts[2]!)),
    'recommended',
  ]),
]

const firstOf =
  (length: number): Alteration[1] =>
  (parts) =>
    parts.with(4, parts[4]!.slice(0, length))

/** Cut, continued, or with letters of another case: other bytes, so another signature. */
const BROKEN_SIGNATURES: readonly Alteration[] = [
  ...Array.from({ length: 42 }, (_, length): Alteration => [SIGNATURE, firstOf(length + 1)]),
  // The whole but for its padding.
  ['TOKEN-VERIFY-BASE64', firstOf(43), 'recommended'],
  // Each position once; the last character before the padding has unused bits.
  ...Array.from({ length: 42 }, (_, place): Alteration => [
    SIGNATURE,
    (parts) => {
      const at = BASE64.indexOf(parts[4]![place]!)
      const other = at === -1 ? 'A' : BASE64[(at + 1) % BASE64.length]!
      return parts.with(4, `${parts[4]!.slice(0, place)}${other}${parts[4]!.slice(place + 1)}`)
    },
  ]),
  [SIGNATURE, (parts) => parts.with(4, swapped(parts[4]!, 1))],
  [SIGNATURE, (parts) => parts.with(4, swapped(parts[4]!, 42))],
  [SIGNATURE, (parts) => parts.with(4, `AAAA${parts[4]!}`)],
  [SIGNATURE, (parts) => parts.with(4, `${parts[4]!.slice(0, 40)}${parts[4]!.slice(0, 4)}`)],
]

/** The first letters in the other case. */
function swapped(text: string, letters: number): string {
  let left = letters
  return text.replaceAll(/[A-Za-z]/g, (letter) =>
    left-- > 0 ? (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()) : letter,
  )
}

const signedBy = (signatures: readonly Sign[]): Alteration[] =>
  signatures.map((sign) => [SIGNATURE, (parts, { appSecret }) => parts.with(4, sign(parts, appSecret))])

/** Every one, in coarse classes. */
export const WRONG_CONSTRUCTIONS: readonly (readonly Alteration[])[] = [
  signedBy(OTHER_DIGESTS),
  signedBy(WITHOUT_HMAC),
  signedBy(OTHER_ENCODINGS),
  [...signedBy(OTHER_KEYS), [SIGNATURE, (parts, { appSecret }) => resigned(parts, otherEnd(appSecret))]],
  signedBy(OTHER_MESSAGES),
  SOME_VERSIONS.map((version): Alteration => [
    'TOKEN-VERIFY-VERSION',
    (parts, { appSecret }) => {
      const wrong = parts.with(0, version)
      return wrong.with(4, ours(appSecret, message(wrong)))
    },
  ]),
  ALIKE.map((other): Alteration => [
    'TOKEN-VERIFY-APPID',
    (parts, one) => (other(parts[1]!) === '' ? undefined : ofApp(parts, one, other(parts[1]!))),
  ]),
  CLEANED_AWAY,
  BROKEN_SIGNATURES,
  [
    [SIGNATURE, replaced(2, '0123456789')],
    [SIGNATURE, replaced(3, BASE64)],
  ],
]
