import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { suiteDigest } from '../../src/vectors/format/digest.ts'
import { tokenSignature } from '../../src/vectors/token/signature.ts'

/** Another implementation of HMAC than the one that makes the vectors. */
const digests = tokenSignature().vectors.flatMap(({ id, question }) => {
  const [, what] = /\/digest-(.*)$/.exec(id) ?? []
  if (what === undefined || question.method !== 'token.signature') return []
  const { version, appId, timestamp, params, appSecret } = question.params
  const text = (value: string): Uint8Array => new TextEncoder().encode(value)
  return [[what, bytesToHex(hmac(sha256, text(appSecret), text(`${version}${appId}${timestamp}${params}`)))]]
})

const PATTERNS: readonly (readonly [RegExp, (bytes: string) => RegExp])[] = [
  [/^starts-with-(.*)$/, (bytes) => new RegExp(`^${bytes}`)],
  [/^ends-with-(.*)$/, (bytes) => new RegExp(`${bytes}$`)],
  [/^holds-(.*)$/, (bytes) => new RegExp(`^(?:..)*${bytes}`)],
]

test.for(digests)('a digest that %s does', ([what, digest], { expect }) => {
  const fits = PATTERNS.flatMap(([name, pattern]) => {
    const [, bytes] = name.exec(what!) ?? []
    return bytes === undefined ? [] : [pattern(bytes.replaceAll('-', ''))]
  })
  expect(fits).toHaveLength(1)
  expect(digest).toMatch(fits[0]!)
})

test('digests are there that start and end with bytes which strings lose', () => {
  expect(digests.length).toBeGreaterThan(10)
})

test('the digest of the suite covers levels, questions and expectations, and no title', () => {
  const family = tokenSignature()
  const [first, ...others] = family.vectors
  const digestWith = (change: object): string =>
    suiteDigest([{ ...family, vectors: [{ ...first!, ...change }, ...others] }])
  const before = digestWith({})
  expect(digestWith({ title: 'Another.', catches: ['b64-urlsafe'] })).toBe(before)
  expect(digestWith({ level: 'recommended' })).not.toBe(before)
  expect(digestWith({ question: others[0]!.question })).not.toBe(before)
  expect(digestWith({ expect: others[0]!.expect })).not.toBe(before)
})
