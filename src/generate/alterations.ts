/** Ways to alter a right token in one place: each makes it wrong by one rule. */
import { constantFrom, integer, noBias, record, type Arbitrary } from 'fast-check'
import { textIn } from '../json.ts'
import type { JsonObject } from '../model/index.ts'
import { TOKEN_FORMAT } from '../interface/tokenFormat.ts'
import { encodeParams, sign } from '../token/index.ts'

/** What a token was made of. */
export interface Altered {
  readonly appSecret: string
  readonly joinParams: JsonObject
}

export type Alteration = readonly [
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

export const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
export const replaced =
  (part: number, alphabet: string): Alteration[1] =>
  (parts, _, at) => {
    const text = otherCharacter(parts[part]!, at, alphabet)
    return text === undefined ? undefined : parts.with(part, text)
  }

/** Two neighbours that differ exchanged, so that the sum of all characters stays; the last one has unused bits. */
const exchanged: Alteration[1] = (parts, _, at) => {
  const signature = parts[4]!
  const isUnlike = (place: number): boolean => signature[place] !== signature[place + 1]
  const places = Array.from({ length: signature.length - 3 }, (_, place) => place).filter(isUnlike)
  const place = places[at % places.length]!
  const pair = `${signature[place + 1]}${signature[place]}`
  return parts.with(4, `${signature.slice(0, place)}${pair}${signature.slice(place + 2)}`)
}

/** The params of other join parameters with the old signature. */
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
  ['TOKEN-VERIFY-APPID', replaced(1, 'abcdefghijklmnopqrstuvwxyz0123456789')],
  ['TOKEN-VERIFY-SIGNATURE', replaced(2, '0123456789')],
  ['TOKEN-VERIFY-SIGNATURE', replaced(3, BASE64)],
  ['TOKEN-VERIFY-SIGNATURE', otherMember],
  ['TOKEN-VERIFY-PARAM-RULES', booleanMember, 'recommended'],
  ['TOKEN-VERIFY-SIGNATURE', replaced(4, BASE64)],
  ['TOKEN-VERIFY-SIGNATURE', exchanged],
  ['TOKEN-VERIFY-SIGNATURE', exchanged],
  [
    'TOKEN-VERIFY-SIGNATURE',
    (parts, _, at) =>
      parts.with(4, `${parts[4]!.slice(0, 4 + (at % 10) * 4)}${'A'.repeat(40 - (at % 10) * 4 - 1)}=`),
  ],
  ['TOKEN-VERIFY-APPID', (parts, one, at) => ofApp(parts, one, `${parts[1]!}${at % 10}`)],
  ['TOKEN-VERIFY-APPID', (parts, one) => ofApp(parts, one, otherEnd(parts[1]!))],
  [
    'TOKEN-VERIFY-APPID',
    (parts, one, at) => ofApp(parts, one, at % 2 ? otherEnd(parts[1]!) : `${parts[1]!}x`),
  ],
  ['TOKEN-VERIFY-FIVE-PARTS', (parts, _, at) => parts.toSpliced(at % 5, 1)],
  ['TOKEN-VERIFY-FIVE-PARTS', (parts, _, at) => parts.toSpliced(at % 5, 0, parts[at % 5]!)],
  ['TOKEN-VERIFY-SIGNATURE', (parts, { appSecret }) => resigned(parts, otherEnd(appSecret))],
  // No secret is empty, so a secret of one character is not cut.
  [
    'TOKEN-VERIFY-SIGNATURE',
    (parts, { appSecret }) => (cut(appSecret) ? resigned(parts, cut(appSecret)) : undefined),
  ],
]

/** Without its last character, which may be two code units. */
const cut = (text: string): string => Array.from(text).slice(0, -1).join('')
export const otherEnd = (text: string): string => `${cut(text)}${text.endsWith('x') ? 'y' : 'x'}`

/** A right token of an app whose appId is nearly the same. */
export const ofApp = (parts: readonly string[], { appSecret }: Altered, appId: string): string[] =>
  resigned(parts.with(1, appId), appSecret)

export const resigned = (parts: readonly string[], appSecret: string): string[] => {
  const [, appId = '', timestamp = '', params = ''] = parts
  return parts.with(4, sign({ version: TOKEN_FORMAT.version, appId, timestamp, params }, appSecret))
}

export interface Damage {
  readonly alteration: Alteration
  readonly at: number
}

export const damage: Arbitrary<Damage> = record({
  alteration: constantFrom(...ALTERATIONS),
  // Without a bias: all places are drawn alike, not mostly the first ones.
  at: noBias(integer({ min: 0, max: 10000 })),
})
