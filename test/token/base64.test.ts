import { describe, expect, test } from 'vitest'
import {
  base64Problem,
  base64Rule,
  decodeBase64,
  encodeBase64,
  hasUnusedBits,
  TokenError,
  withUnusedBits,
} from '../../src/token/index.ts'

const BREAK = 'it contains a line break'
const SPACE = 'it contains white space'
const URL_SAFE = 'it uses the URL-safe alphabet (RFC 4648 section 5)'
const ALPHABET = 'it contains a character outside the alphabet'
const PADDING = 'its padding is wrong'
const LENGTH = 'its length is no multiple of 4: padding is missing or wrong'
const BITS = 'unused bits at its end are not zero (RFC 4648 section 3.5)'

const codeOf = (text: string): string => {
  try {
    decodeBase64(text)
    return 'decoded'
  } catch (error) {
    return error instanceof TokenError ? `${error.code}: ${error.message}` : String(error)
  }
}

describe('takes the one encoding of some bytes', () => {
  test.each([
    ['', []],
    ['AA==', [0]],
    ['/w==', [255]],
    ['+/A=', [251, 240]],
    ['AAAA', [0, 0, 0]],
    ['++//', [251, 239, 255]],
    ['DQoNCg==', [13, 10, 13, 10]],
  ])('%j', (text, octets) => {
    expect(base64Problem(text)).toBeUndefined()
    expect([...decodeBase64(text)]).toEqual(octets)
    expect(encodeBase64(Uint8Array.from(octets))).toBe(text)
  })

  test('encodes the part of a buffer that a view shows, not the buffer', () => {
    expect(encodeBase64(new Uint8Array([1, 2, 3, 4, 5, 6]).subarray(3))).toBe('BAUG')
  })
})

describe('sets an unused bit', () => {
  test.each([
    ['AA==', 'AB=='],
    ['+/A=', '+/B='],
    ['++8=', '++9='],
  ])('%s becomes %s, and decodes to the same bytes', (text, other) => {
    expect(withUnusedBits(text)).toBe(other)
    expect(hasUnusedBits(other)).toBe(true)
    expect(Buffer.from(other, 'base64')).toEqual(Buffer.from(text, 'base64'))
  })

  test('and leaves a text alone that has none', () => {
    expect(withUnusedBits('++//')).toBe('++//')
  })
})

describe('refuses every other text and says why', () => {
  test.each([
    ['a line feed inside', '++\n//', BREAK],
    ['a line feed at the end', '++//\n', BREAK],
    ['a carriage return and a line feed', '++//\r\n', BREAK],
    ['a line break before anything else that is wrong', '-_ \n', BREAK],
    ['a space inside', '++ //', SPACE],
    ['a space before', ' ++//', SPACE],
    ['a tab', '++//\t', SPACE],
    ['a no-break space', '++//\u00a0', SPACE],
    ['+ turned into a space', '  //', SPACE],
    ['the URL-safe alphabet', '--__', URL_SAFE],
    ['one URL-safe character', '++/_', URL_SAFE],
    ['the URL-safe alphabet without padding', '-_A', URL_SAFE],
    ['a dot', '++/.', ALPHABET],
    ['a percent sign', '%2B+', ALPHABET],
    ['a NUL', '++/\0', ALPHABET],
    ['a letter beyond ASCII', 'é+//', ALPHABET],
    ['a full-width letter', 'Ａ+//', ALPHABET],
    ['an emoji', '😀++', ALPHABET],
    ['padding in the middle', 'AA==AAAA', PADDING],
    ['padding before', '=AAA', PADDING],
    ['three padding characters', 'A===', PADDING],
    ['four padding characters', 'AAAA====', PADDING],
    ['one padding character for two', 'AA=', LENGTH],
    ['no padding where two are needed', 'AA', LENGTH],
    ['no padding where one is needed', 'AAA', LENGTH],
    ['padding after a full group', 'AAAA=', LENGTH],
    ['a single character', 'A', LENGTH],
    ['four unused bits', 'AB==', BITS],
    ['the highest unused bit of four', 'AI==', BITS],
    ['two unused bits', 'AAB=', BITS],
    ['the higher unused bit of two', 'AAC=', BITS],
    ['unused bits behind a full group', 'AAAAAB==', BITS],
  ])('%s', (_, text, message) => {
    expect(base64Problem(text)).toBe(message)
    expect(codeOf(text)).toBe(`malformed: not standard base64: ${message}`)
  })

  test.each([
    ['AA\nAA', 'NO-LINE-BREAKS'],
    ['AA AA', 'BASE64'],
    ['AA-_', 'ALPHABET'],
    ['{"a":1}', 'BASE64'],
    ['AA=A', 'PADDING'],
    ['AAA', 'PADDING'],
    // It is that of no bytes, and keeps the other rules.
    ['AB==', 'BASE64'],
  ] as const)('%o breaks the rule %s', (text, rule) => {
    expect(base64Rule(text)).toBe(rule)
  })

  test('the neighbours of unused bits pass: AQ== and AAE= use the next bit', () => {
    expect([codeOf('AQ=='), codeOf('AAE=')]).toEqual(['decoded', 'decoded'])
  })
})
