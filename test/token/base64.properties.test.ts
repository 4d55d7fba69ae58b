import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { base64Problem, decodeBase64, encodeBase64 } from '../../src/token/index.ts'
import { anyText } from '../support/token/arbitraries.ts'

/** RFC 4648 sections 3.5 and 4 as one pattern: whole groups, right padding, unused bits zero. */
const CANONICAL = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/

const bytes = fc.uint8Array({ maxLength: 10_240, size: 'large' })
const someBytes = fc.uint8Array({ minLength: 1, maxLength: 200 })

describe('encoding', () => {
  test('and decoding gives the same bytes', () => {
    fc.assert(
      fc.property(bytes, (octets) => {
        expect([...decodeBase64(encodeBase64(octets))]).toEqual([...octets])
      }),
    )
  })

  test('of n bytes gives 4 * ceil(n / 3) characters in canonical form', () => {
    fc.assert(
      fc.property(bytes, (octets) => {
        const text = encodeBase64(octets)
        expect(text).toHaveLength(4 * Math.ceil(octets.length / 3))
        expect(text).toMatch(CANONICAL)
      }),
    )
  })

  test('breaks no line at any length up to 10 kB', () => {
    const lengths = Array.from({ length: 10_241 }, (_, length) => length)
    const wrong = lengths.filter((length) =>
      /[^A-Za-z0-9+/=]/.test(encodeBase64(new Uint8Array(length).fill(251))),
    )
    expect(wrong).toEqual([])
  })
})

/** One mutation each that makes a canonical text another text; `at` picks a place. */
const MUTATIONS: readonly (readonly [name: string, mutate: (text: string, at: number) => string])[] = [
  ['a space inserted', (text, at) => insert(text, at, ' ')],
  ['a tab inserted', (text, at) => insert(text, at, '\t')],
  ['a line feed inserted', (text, at) => insert(text, at, '\n')],
  ['a carriage return and a line feed inserted', (text, at) => insert(text, at, '\r\n')],
  ['a NUL inserted', (text, at) => insert(text, at, '\0')],
  ['a dot inserted', (text, at) => insert(text, at, '.')],
  [
    'a padding character inserted before the end',
    (text, at) => insert(text, at % text.replace(/=+$/, '').length, '='),
  ],
  ['a padding character added', (text) => `${text}=`],
  ['padding added in fours', (text) => `${text}====`],
  ['a character lost', (text, at) => text.slice(0, at) + text.slice(at + 1)],
  ['its padding lost', (text) => text.replace(/=+$/, '')],
  ['the URL-safe alphabet', (text) => text.replaceAll('+', '-').replaceAll('/', '_')],
  ['+ turned into a space', (text) => text.replaceAll('+', ' ')],
  ['a character percent-encoded', (text, at) => text.slice(0, at) + percent(text[at]!) + text.slice(at + 1)],
  ['the lowest unused bit set', (text) => text.replace(/.(?==+$)/, (last) => next(last))],
]

const insert = (text: string, at: number, what: string): string => text.slice(0, at) + what + text.slice(at)
const percent = (character: string): string => `%${character.charCodeAt(0).toString(16)}`

/** The next digit of the alphabet: after a canonical last digit it has the lowest unused bit set. */
function next(digit: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  return alphabet[alphabet.indexOf(digit) + 1]!
}

describe('the strict decoder', () => {
  test.each(MUTATIONS)('refuses a canonical text with %s', (_, mutate) => {
    fc.assert(
      fc.property(someBytes, fc.nat(), (octets, place) => {
        const text = encodeBase64(octets)
        const mutated = mutate(text, place % text.length)
        fc.pre(mutated !== text)
        expect(() => decodeBase64(mutated)).toThrow(expect.objectContaining({ code: 'malformed' }))
      }),
    )
  })

  const nearly = fc.string({
    unit: fc.constantFrom('A', 'E', 'Q', 'B', 'g', 'w', '+', '/', '-', '_', '=', '\n', ' '),
    maxLength: 12,
  })
  const anything = fc.oneof(nearly, anyText(), anyText({ unit: 'binary-ascii' }))

  test('takes a text exactly if it is the canonical encoding of some bytes', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(base64Problem(text) === undefined).toBe(CANONICAL.test(text))
      }),
      { numRuns: 2000 },
    )
  })

  test('takes each text of up to four characters exactly if it is canonical', () => {
    const digits = ['A', 'Q', 'E', 'B', '+', '/', '=']
    const longer = (texts: readonly string[]): string[] =>
      texts.flatMap((text) => digits.map((digit) => text + digit))
    const upTo3 = [[''], longer(['']), longer(longer([''])), longer(longer(longer([''])))]
    const texts = [...upTo3.flat(), ...longer(upTo3[3]!)]
    expect(texts).toHaveLength(1 + 7 + 49 + 343 + 2401)
    expect(texts.filter((text) => (base64Problem(text) === undefined) !== CANONICAL.test(text))).toEqual([])
  })
})
