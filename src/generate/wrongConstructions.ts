/**
 * Ways to make a right token wrong. At any place: each breaks one rule. By construction, of a token that is otherwise well
 * formed, in coarse classes, each of which some verifier accepts beside the right one; each part under each equivalence
 * that code may take for equality; each position of the signature.
 */
import { createHash, createHmac } from 'node:crypto'
import { constantFrom, integer, noBias, record, type Arbitrary } from 'fast-check'
import { textIn } from '../json.ts'
import type { JsonObject } from '../model/index.ts'
import { TOKEN_FORMAT } from '../interface/tokenFormat.ts'
import { encodeBase64, encodeParams } from '../token/index.ts'
import { textsInLine } from './listedTexts.ts'
import { BASE64, LOWER } from './texts.ts'

export const SIGNATURE = 'TOKEN-VERIFY-SIGNATURE'
const APPID = 'TOKEN-VERIFY-APPID'

/** What a token was made of. */
export interface Altered {
  readonly appSecret: string
  readonly joinParams: JsonObject
}

type Alteration = readonly [
  rule: string,
  alter: (parts: string[], one: Altered, at: number) => string[] | undefined,
  level?: 'recommended',
]

/** Another letter or digit in place of one. Only letters and digits: a lenient reader would not see other damage. */
function otherCharacter(text: string, at: number, alphabet: string): string | undefined {
  const others = [...text.matchAll(/[^A-Za-z0-9]/g)].map(({ index }) => index)
  const letters = text.length - others.length
  const nth = at % Math.max(1, letters - 1)
  // The last character of a padded text has unused bits.
  if (nth >= letters - (text.endsWith('=') ? 1 : 0)) return undefined
  // Letters are many: the place of one is found by the others before it.
  const place = others.reduce((found, other) => (other <= found ? found + 1 : found), nth)
  const next = alphabet[(alphabet.indexOf(text[place]!) + 1 + (at % 7)) % alphabet.length]!
  return next === text[place] ? undefined : `${text.slice(0, place)}${next}${text.slice(place + 1)}`
}

const replaced =
  (part: number, alphabet: string): Alteration[1] =>
  (parts, _, at) => {
    const text = otherCharacter(parts[part]!, at, alphabet)
    return text === undefined ? undefined : parts.with(part, text)
  }

type Change = (text: string, at: number) => string

const withSignature = (change: Change): Alteration => [
  SIGNATURE,
  (parts, _, at) => parts.with(4, change(parts[4]!, at)),
]

/** Two neighbours that differ exchanged, so that the sum of all characters stays; the last one has unused bits. */
const exchanged: Change = (text, at) => {
  const isUnlike = (place: number): boolean => text[place] !== text[place + 1]
  const places = Array.from({ length: text.length - 3 }, (_, place) => place).filter(isUnlike)
  const place = places[at % places.length]!
  return `${text.slice(0, place)}${text[place + 1]}${text[place]}${text.slice(place + 2)}`
}

const otherMember: Alteration[1] = (parts, { joinParams }, at) => {
  const names = Object.keys(joinParams)
  const name = names[at % names.length]!
  const value = joinParams[name]
  const altered = typeof value === 'number' ? value + 1 : `${textIn(joinParams, name)}x`
  return parts.with(3, encodeParams(JSON.stringify({ ...joinParams, [name]: altered })))
}

/** A right token whose params hold a boolean for a number: in some languages each boolean is an integer too. */
const booleanMember: Alteration[1] = (parts, { joinParams, appSecret }, at) => {
  const names = Object.keys(joinParams).filter((name) => typeof joinParams[name] === 'number')
  const name = names[at % Math.max(1, names.length)]
  if (name === undefined) return undefined
  const params = encodeParams(JSON.stringify({ ...joinParams, [name]: at % 2 === 0 }))
  return resigned(parts.with(3, params), appSecret)
}

/** Every part altered under the old signature, at any place, and tokens of another secret or app. */
const ALTERATIONS: readonly Alteration[] = [
  ['TOKEN-VERIFY-VERSION', (parts) => parts.with(0, '03')],
  [APPID, replaced(1, `${LOWER}0123456789`)],
  [SIGNATURE, replaced(2, '0123456789')],
  [SIGNATURE, replaced(3, BASE64)],
  [SIGNATURE, otherMember],
  ['TOKEN-VERIFY-PARAM-RULES', booleanMember, 'recommended'],
  [SIGNATURE, replaced(4, BASE64)],
  withSignature(exchanged),
  withSignature(exchanged),
  withSignature((text, at) => `${text.slice(0, 4 + (at % 10) * 4)}${'A'.repeat(39 - (at % 10) * 4)}=`),
  [APPID, (parts, one, at) => ofApp(parts, one, `${parts[1]!}${at % 10}`)],
  [APPID, (parts, one) => ofApp(parts, one, otherEnd(parts[1]!))],
  [APPID, (parts, one, at) => ofApp(parts, one, at % 2 ? otherEnd(parts[1]!) : `${parts[1]!}x`)],
  ['TOKEN-VERIFY-FIVE-PARTS', (parts, _, at) => parts.toSpliced(at % 5, 1)],
  ['TOKEN-VERIFY-FIVE-PARTS', (parts, _, at) => parts.toSpliced(at % 5, 0, parts[at % 5]!)],
  [SIGNATURE, (parts, { appSecret }) => resigned(parts, otherEnd(appSecret))],
  // No secret is empty, so a secret of one character is not cut.
  [SIGNATURE, (parts, { appSecret }) => (cut(appSecret) ? resigned(parts, cut(appSecret)) : undefined)],
]

/** Without its last character, which may be two code units. */
const cut = (text: string): string => Array.from(text).slice(0, -1).join('')
const otherEnd = (text: string): string => `${cut(text)}${text.endsWith('x') ? 'y' : 'x'}`

/** A right token of an app whose appId is nearly the same. */
const ofApp = (parts: Parts, { appSecret }: Altered, appId: string): string[] =>
  resigned(parts.with(1, appId), appSecret)

const resigned = (parts: Parts, appSecret: string): string[] => parts.with(4, ours(appSecret, message(parts)))

export interface Damage {
  readonly alteration: Alteration
  readonly at: number
}

export const damage: Arbitrary<Damage> = record({
  alteration: constantFrom(...ALTERATIONS),
  // Without a bias: all places are drawn alike, not mostly the first ones.
  at: noBias(integer({ min: 0, max: 10000 })),
})

type Parts = readonly string[]
type Sign = (parts: Parts, appSecret: string) => string

const message = (parts: Parts): string => parts.slice(0, 4).join('')

const hmacOf = (digest: string, key: string | Uint8Array, text: string): Buffer =>
  createHmac(digest, key).update(text).digest()

const ours = (key: string | Uint8Array, text: string): string =>
  hmacOf(TOKEN_FORMAT.digest, key, text).toString('base64')
const rightBytes = (parts: Parts, key: string): Buffer => hmacOf(TOKEN_FORMAT.digest, key, message(parts))

const jsonOf = (parts: Parts): string => Buffer.from(parts[3] ?? '', 'base64').toString('utf8')

/** Signatures that code makes by another rule than section 4.5. */
const OTHER_DIGESTS: readonly Sign[] = [
  ...['md5', 'sha1', 'sha224', 'sha384', 'sha512', 'sha3-256', 'sha512-256'].map(
    (digest) => (parts: Parts, key: string) => hmacOf(digest, key, message(parts)).toString('base64'),
  ),
  ...[8, 16, 20, 24, 31].map(
    (bytes) => (parts: Parts, key: string) => rightBytes(parts, key).subarray(0, bytes).toString('base64'),
  ),
]

const hashOf = (text: string): string => createHash(TOKEN_FORMAT.digest).update(text).digest('base64')

/** A hash of both, without HMAC (RFC 2104), or nothing of either. */
const WITHOUT_HMAC: readonly Sign[] = [
  (parts, key) => hashOf(`${key}${message(parts)}`),
  (parts, key) => hashOf(`${message(parts)}${key}`),
  (parts) => hashOf(message(parts)),
  ...['none', 'None', 'null', 'undefined', '0', 'A', '=', 'AAAA'].map((text) => () => text),
  () => encodeBase64(new Uint8Array(TOKEN_FORMAT.digestBytes)),
  () => encodeBase64(new Uint8Array(TOKEN_FORMAT.digestBytes).fill(255)),
  (parts) => encodeBase64(Buffer.from(message(parts))).slice(0, 44),
  (parts) => parts[3]!,
]

const OTHER_ENCODINGS: readonly Sign[] = [
  (parts, key) => rightBytes(parts, key).toString('hex'),
  (parts, key) => rightBytes(parts, key).toString('hex').toUpperCase(),
  (parts, key) => encodeBase64(Buffer.from(rightBytes(parts, key).toString('hex'))),
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
  ...textsInLine('2 ¦ 002 ¦ 0 ¦ v2 ¦ v02'),
  ' 02',
  '02 ',
  ...textsInLine('+2 ¦ 0x02 ¦ ٠٢ ¦ ０２ ¦ 1 ¦ 3 ¦ 02a ¦ O2'),
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

const PADDED: readonly Change[] = [
  (text) => ` ${text}`,
  (text) => `${text} `,
  (text) => `${text}\t`,
  (text) => `${text}\u00a0`,
  (text) => `${text}\u200b`,
  (text) => text.replace(/[A-Za-z0-9]/, (one) => `%${one.codePointAt(0)!.toString(16)}`),
]

const SAME_TIME: readonly Change[] = [
  (time) => `0${time}`,
  (time) => `000${time}`,
  (time) => `+${time}`,
  (time) => `${time}e0`,
  (time) => `${time}L`,
  (time) => `0x${Number(time).toString(16)}`,
  (time) => time.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
]

/** A part as it came, altered after it was signed: a reader that cleans it first finds the right message. */
const cleanedAway = (part: number, rule: string, changes: readonly Change[]): Alteration[] =>
  changes.map((change) => [rule, (parts, _, at) => parts.with(part, change(parts[part]!, at)), 'recommended'])

/** Cut, continued, or with letters of another case: other bytes, so another signature. */
const BROKEN_SIGNATURES: readonly Alteration[] = [
  ...Array.from({ length: 42 }, (_, at) => withSignature((text) => text.slice(0, at + 1))),
  // The whole but for its padding.
  ...cleanedAway(4, 'TOKEN-VERIFY-BASE64', [(text) => text.slice(0, 43)]),
  // Each position once; the last character before the padding has unused bits.
  ...Array.from({ length: 42 }, (_, place) =>
    withSignature((text) => {
      const at = BASE64.indexOf(text[place]!)
      const other = at === -1 ? 'A' : BASE64[(at + 1) % BASE64.length]!
      return `${text.slice(0, place)}${other}${text.slice(place + 1)}`
    }),
  ),
  withSignature((text) => swapped(text, 1)),
  withSignature((text) => swapped(text, 42)),
  withSignature((text) => `AAAA${text}`),
  withSignature((text) => `${text.slice(0, 40)}${text.slice(0, 4)}`),
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
    (parts, { appSecret }) => resigned(parts.with(0, version), appSecret),
  ]),
  ALIKE.map((other): Alteration => [
    APPID,
    (parts, one) => (other(parts[1]!) === '' ? undefined : ofApp(parts, one, other(parts[1]!))),
  ]),
  [
    ...cleanedAway(1, APPID, PADDED),
    ...cleanedAway(2, 'TOKEN-VERIFY-TIMESTAMP', PADDED),
    ...cleanedAway(3, 'TOKEN-VERIFY-BASE64', PADDED),
    ...cleanedAway(2, 'TOKEN-VERIFY-TIMESTAMP', SAME_TIME),
  ],
  BROKEN_SIGNATURES,
  [
    [SIGNATURE, replaced(2, '0123456789')],
    [SIGNATURE, replaced(3, BASE64)],
  ],
]
