/** What the page has in the place of Node's modules, compared with them: bytes and texts of every kind. */
import * as node from 'node:buffer'
import * as nodeCrypto from 'node:crypto'
import * as nodeUtil from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Buffer, isUtf8, type Encoding } from '../../runners/inspector/node/buffer.ts'
import { ALGORITHMS, createHash, createHmac, timingSafeEqual } from '../../runners/inspector/node/crypto.ts'
import { isDeepStrictEqual } from '../../runners/inspector/node/util.ts'

const ENCODINGS: readonly Encoding[] = ['utf8', 'latin1', 'utf16le', 'hex', 'base64', 'base64url']
/** Of many lengths, some with a byte order mark: without the size most would be shorter than ten. */
const random = fc.uint8Array({ maxLength: 300, size: 'max' })
const bytes = fc.oneof(
  random,
  random.map((data) => Uint8Array.of(0xef, 0xbb, 0xbf, ...data)),
)
const textOf = (unit: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.string({ unit, maxLength: 200, size: 'max' })
const unitUpTo = (max: number): fc.Arbitrary<string> =>
  fc.integer({ min: 0, max }).map((unit) => String.fromCharCode(unit))
/** Lone surrogates too. */
const anyText = textOf(unitUpTo(0xffff))
/** Of these alone: what Node makes of a wider character in base64 differs among its versions. */
const narrow = textOf(unitUpTo(0x7f))
const base64Like = textOf(fc.constantFrom(...Array.from('AZaz09+/-_=\r\n .%{"')))
const TEXTS: Readonly<Record<Encoding, fc.Arbitrary<string>>> = {
  utf8: anyText,
  latin1: anyText,
  utf16le: anyText,
  hex: textOf(fc.constantFrom(...Array.from('0123456789abcdefABCDEFg'))),
  base64: fc.oneof(base64Like, narrow),
  base64url: fc.oneof(base64Like, narrow),
}
const RUNS = { numRuns: 1000 }

describe('Buffer of the page is that of Node', () => {
  test.each(ENCODINGS)('reads %s', (encoding) => {
    fc.assert(
      fc.property(TEXTS[encoding], (text) => {
        expect([...Buffer.from(text, encoding)]).toEqual([...node.Buffer.from(text, encoding)])
      }),
      RUNS,
    )
  })

  test.each(ENCODINGS)('writes %s', (encoding) => {
    fc.assert(
      fc.property(bytes, (data) => {
        expect(Buffer.from(data).toString(encoding)).toBe(node.Buffer.from(data).toString(encoding))
      }),
      RUNS,
    )
  })

  test('writes many bytes', () => {
    const data = Uint8Array.from({ length: 200_000 }, (_, at) => at * 7)
    for (const encoding of ENCODINGS)
      expect(Buffer.from(data).toString(encoding)).toBe(node.Buffer.from(data).toString(encoding))
  })

  test('knows UTF-8', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          bytes,
          anyText.map((text) => new TextEncoder().encode(text)),
        ),
        (data) => {
          expect(isUtf8(data)).toBe(node.isUtf8(data))
        },
      ),
      RUNS,
    )
    expect([isUtf8(Buffer.of(0xc0, 0xaf)), isUtf8(Buffer.of(0xef, 0xbb, 0xbf))]).toEqual([false, true])
  })

  test('joins, compares, finds, cuts and swaps', () => {
    fc.assert(
      fc.property(bytes, bytes, anyText, (one, other, text) => {
        const [ours, theirs] = [Buffer.concat([one, other]), node.Buffer.concat([one, other])]
        expect([...ours]).toEqual([...theirs])
        expect(Buffer.from(one).equals(other)).toBe(node.Buffer.from(one).equals(other))
        expect(Buffer.from(text).includes('\ufffd')).toBe(node.Buffer.from(text).includes('\ufffd'))
        expect(Buffer.byteLength(text)).toBe(node.Buffer.byteLength(text))
        expect(ours.toString('latin1', 1, 9)).toBe(theirs.toString('latin1', 1, 9))
        expect([...Buffer.from(text, 'utf16le').swap16()]).toEqual([
          ...node.Buffer.from(text, 'utf16le').swap16(),
        ])
        expect([...Buffer.from(Uint8Array.from([9, ...one]).buffer, 1, one.length)]).toEqual([...one])
      }),
      RUNS,
    )
    expect(Buffer.alloc(2).subarray(1)).toEqual(Buffer.of(0))
  })
})

describe('digests of the page are those of OpenSSL', () => {
  test.each(ALGORITHMS)('%s', (algorithm) => {
    fc.assert(
      fc.property(bytes, bytes, (key, message) => {
        const [hash, mac] = [createHash(algorithm), createHmac(algorithm, key)]
        const [nodeHash, nodeMac] = [nodeCrypto.createHash(algorithm), nodeCrypto.createHmac(algorithm, key)]
        expect(hash.update(key).update(message).digest('hex')).toBe(
          nodeHash.update(key).update(message).digest('hex'),
        )
        expect(mac.update(message).digest('base64')).toBe(nodeMac.update(message).digest('base64'))
      }),
    )
  })

  test('of texts in each encoding', () => {
    for (const encoding of ['utf8', 'latin1', 'utf16le'] as const)
      expect(createHmac('sha256', 'kéy').update('té\ud83d\ude00xt', encoding).digest('hex')).toBe(
        nodeCrypto.createHmac('sha256', 'kéy').update('té\ud83d\ude00xt', encoding).digest('hex'),
      )
  })

  // RFC 4231 sections 4.2, 4.3 and 4.7.
  test.each([
    [
      new Uint8Array(20).fill(0x0b),
      'Hi There',
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    ],
    [
      'Jefe',
      'what do ya want for nothing?',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      new Uint8Array(131).fill(0xaa),
      'Test Using Larger Than Block-Size Key - Hash Key First',
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
  ])('and of RFC 4231: %#', (key, message, digest) => {
    expect(createHmac('sha256', key).update(message).digest('hex')).toBe(digest)
    expect(createHmac('sha256', key).update(`${message} `).digest('hex')).not.toBe(digest)
  })

  test('bytes are compared', () => {
    expect(timingSafeEqual(Buffer.of(1, 2), Buffer.of(1, 2))).toBe(true)
    expect(timingSafeEqual(Buffer.of(1, 2), Buffer.of(1, 3))).toBe(false)
  })
})

test('JSON is compared as node:util compares it', () => {
  const value = fc.jsonValue({ maxDepth: 3 })
  fc.assert(
    fc.property(value, value, (one, other) => {
      expect(isDeepStrictEqual(one, other)).toBe(nodeUtil.isDeepStrictEqual(one, other))
      expect(isDeepStrictEqual(one, structuredClone(one))).toBe(true)
    }),
  )
  for (const [one, other] of [
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [{ a: undefined }, { b: undefined }],
    [[1], { 0: 1 }],
    [0, -0],
    [{ a: [1, null] }, { a: [1, undefined] }],
  ])
    expect(isDeepStrictEqual(one, other)).toBe(nodeUtil.isDeepStrictEqual(one, other))
})
