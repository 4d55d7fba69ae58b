import { hmac as nobleHmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hmac } from '../../src/token/index.ts'
import { anyText, asciiText } from '../support/token/arbitraries.ts'

const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8')

/** The text with one bit of one character changed; ASCII stays ASCII. */
function withBitChanged(text: string, place: number, bit: number): string {
  const at = place % text.length
  return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << bit)) + text.slice(at + 1)
}

describe('HMAC', () => {
  const bit = fc.integer({ min: 0, max: 6 })

  test('changes with any bit of the key', () => {
    fc.assert(
      fc.property(asciiText(1, 200), anyText(), fc.nat(), bit, (key, message, place, changed) => {
        expect(hmac(withBitChanged(key, place, changed), message)).not.toEqual(hmac(key, message))
      }),
    )
  })

  test('changes with any bit of the message', () => {
    fc.assert(
      fc.property(anyText(), asciiText(1, 200), fc.nat(), bit, (key, message, place, changed) => {
        expect(hmac(key, withBitChanged(message, place, changed))).not.toEqual(hmac(key, message))
      }),
    )
  })

  test('is the same for a key below 64 bytes and that key with a NUL after it', () => {
    fc.assert(
      fc.property(asciiText(0, 63), anyText(), (key, message) => {
        expect(hmac(`${key}\0`, message)).toEqual(hmac(key, message))
      }),
    )
  })

  test('is not the same for a key of 64 bytes and that key with a NUL after it', () => {
    fc.assert(
      fc.property(asciiText(64, 64), anyText(), (key, message) => {
        expect(hmac(`${key}\0`, message)).not.toEqual(hmac(key, message))
      }),
    )
  })

  test('has the SHA-256 of a key above 64 bytes for its key', () => {
    fc.assert(
      fc.property(asciiText(65, 200), anyText(), (key, message) => {
        const expected = nobleHmac(sha256, sha256(utf8(key)), utf8(message))
        expect([...hmac(key, message)]).toEqual([...expected])
      }),
    )
  })

  test('uses a key of up to 64 bytes as it is', () => {
    fc.assert(
      fc.property(asciiText(0, 64), anyText(), (key, message) => {
        const hashed = nobleHmac(sha256, sha256(utf8(key)), utf8(message))
        expect([...hmac(key, message)]).not.toEqual([...hashed])
        expect([...hmac(key, message)]).toEqual([...nobleHmac(sha256, utf8(key), utf8(message))])
      }),
    )
  })
})
