import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { secretForms, secretParts } from '../src/secretForms.ts'
import { VECTORS } from './support/client/watch.ts'
import { callsOf, type ClientCall, type Vector } from '../src/model/index.ts'
import { standIn } from '../src/service/index.ts'
import { callsOfSeed } from './support/client/generated.ts'

const isSeen = (text: string, forms: readonly string[]): boolean => forms.some((form) => text.includes(form))
const secret = fc.string({ minLength: 12, maxLength: 80, unit: 'grapheme-ascii' })
const around = fc.uint8Array({ maxLength: 40 })

/** How a program may write bytes, in the words of Node and not of ours. */
const WRITTEN: readonly (readonly [string, (bytes: Buffer) => string])[] = [
  ['base64', (bytes) => bytes.toString('base64')],
  ['base64url', (bytes) => bytes.toString('base64url')],
  ['hex', (bytes) => bytes.toString('hex')],
  ['hex in upper case', (bytes) => bytes.toString('hex').toUpperCase()],
]

describe('a secret is seen', () => {
  test.for(WRITTEN)('in %s, whatever stands before and behind it', ([, write]) => {
    fc.assert(
      fc.property(secret, around, around, (text, before, behind) => {
        const written = write(Buffer.concat([before, Buffer.from(text), behind]))
        expect(isSeen(written, secretForms(text))).toBe(true)
      }),
    )
  })

  test('in JSON and in URLs, in both letter cases', () => {
    const text = 'DO-NOT-USE "quoted"/and a+b'
    const percent = 'x=DO-NOT-USE%20%22quoted%22%2Fand%20a%2Bb'
    for (const written of [
      JSON.stringify({ text }),
      percent,
      percent.replace('%2F', '%2f').replace('%2B', '%2b'),
    ])
      expect(isSeen(written, secretForms(text))).toBe(true)
  })

  test('and not in the base64 of another one', () => {
    const other = Buffer.from('app:DO-NOT-USE-the-other-one').toString('base64')
    expect(isSeen(other, secretForms('DO-NOT-USE-this-one'))).toBe(false)
  })

  test('by no form that could be there by chance', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), (text) =>
        secretForms(text).every(({ length }) => length >= 12),
      ),
    )
  })
})

describe('a part of a secret', () => {
  const long = 'abcdefghijklmnopqrstuvwx'

  test('is any sixteen characters of at least twenty-four', () => {
    expect(isSeen('...ijklmnopqrstuvwx', secretParts(long))).toBe(true)
    expect(isSeen('abcdefghijklmnop...', secretParts(long))).toBe(true)
    expect(isSeen('abcdefghijklmno', secretParts(long))).toBe(false)
    expect(secretParts(long.slice(1))).toEqual([])
  })

  test('has some different characters: a line of hyphens is none', () => {
    expect(secretParts('-'.repeat(40))).toEqual([])
  })
})

/** Every part of the secret of a call that stands in another value of it too. */
const shared = ({ appSecret, ...rest }: ClientCall): string[] => {
  const others = JSON.stringify([rest, standIn({ appId: rest.appId, appSecret }, 1_700_000_000)])
  return secretParts(appSecret).filter((part) => others.includes(part))
}

describe('the secrets of client vectors', () => {
  const callsIn = (vectors: readonly Vector[]): ClientCall[] =>
    vectors.flatMap(({ question }) => callsOf(question.params as ClientCall))

  test('are long enough for their parts to be looked for, and share none with another value', () => {
    const calls = [...callsIn(VECTORS), ...callsIn(callsOfSeed(1))]
    expect(calls.filter(({ appSecret }) => secretParts(appSecret).length === 0)).toEqual([])
    expect(calls.flatMap(shared)).toEqual([])
  })

  test('would be found sharing one', () => {
    const [call] = callsIn(VECTORS)
    expect(shared({ ...call!, basePath: `/${call!.appSecret.slice(3, 19)}` })).toHaveLength(1)
  })
})
