import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { authorizationOf, NotAltered } from '../../runners/live/authorization.ts'
import type { AlteredAuthorization } from '../../src/model/index.ts'
import { configFor, SECRET } from '../support/live/service.ts'

/** A fixed value, so that only the alteration differs. */
const VALUE = 'SvcSign App-1.1700000000.q83vEjRWeJA='
const config = { ...configFor('http://127.0.0.1:1'), authorization: { kind: 'env', value: VALUE } } as const
const REQUEST = { method: 'POST', path: '/auth/token', body: '{}' }
const altered = async (kind: AlteredAuthorization): Promise<string> =>
  (await authorizationOf(config, kind, REQUEST))!
const AT = Array.from({ length: 60 }, (_, at) => at)

const differences = (text: string): string[] =>
  [...text.split('').entries()].filter(([at, unit]) => unit !== VALUE[at]).map(([, unit]) => unit)

describe('an altered Authorization', () => {
  test.for(['scheme', 'value'] as const)(
    'has another letter in one place of its %s, and not in letter case alone',
    async (part) => {
      for (const at of AT) {
        const text = await altered({ altered: part, how: 'other-letter', at })
        expect(text).toHaveLength(VALUE.length)
        expect(differences(text)).toHaveLength(1)
        expect(text.toLowerCase()).not.toBe(VALUE.toLowerCase())
        expect(text.startsWith('SvcSign ')).toBe(part === 'value')
      }
    },
  )

  test('has its place in the signature where it is counted from the end', async () => {
    const signature = VALUE.split('.').at(-1)!
    for (const at of AT.slice(4, signature.length)) {
      const text = await altered({ altered: 'value', how: 'other-letter', at, fromEnd: true })
      expect(text.slice(0, -signature.length)).toBe(VALUE.slice(0, -signature.length))
      expect(text).not.toBe(VALUE)
      const cut = await altered({ altered: 'value', how: 'cut-off', at, fromEnd: true })
      // A cut leaves the character at its place.
      expect(cut).toBe(VALUE.slice(0, VALUE.length - at))
    }
  })

  test('of the stand-in has another time, signed with it or not', async () => {
    const standing = configFor('http://127.0.0.1:1')
    const made = async (how: 'signed' | 'unsigned', at: number): Promise<string[]> =>
      (await authorizationOf(standing, { altered: 'time', how, at }, REQUEST))!.split('.')
    const [app, signedAt, signature] = await made('signed', 200)
    expect(Math.abs(Date.now() / 1000 - 200 - Number(signedAt))).toBeLessThan(60)
    // RFC 2104 by Node, over appId and timestamp.
    const appId = app!.split(' ')[1]!
    const right = createHmac('sha256', SECRET).update(`${appId}${signedAt}`).digest('base64')
    expect(signature).toBe(right)
    const [, otherAt, other] = await made('unsigned', 200)
    expect(other).not.toBe(createHmac('sha256', SECRET).update(`${appId}${otherAt}`).digest('base64'))
    const now = Number(otherAt) + 200
    expect(other).toBe(createHmac('sha256', SECRET).update(`${appId}${now}`).digest('base64'))
  })

  test('has one letter in another letter case', async () => {
    for (const at of AT) {
      const text = await altered({ altered: 'value', how: 'other-case', at })
      expect(differences(text)).toHaveLength(1)
      expect(text.toLowerCase()).toBe(VALUE.toLowerCase())
    }
  })

  test('has one letter more in its scheme', async () => {
    for (const at of AT) {
      const text = await altered({ altered: 'scheme', how: 'letter-added', at })
      expect(text).toMatch(/^\w{8} App-1\.1700000000\.q83vEjRWeJA=$/)
    }
  })

  test('is the signature alone where its scheme is left out', async () => {
    expect(await altered({ altered: 'scheme', how: 'left-out', at: 3 })).toBe('App-1.1700000000.q83vEjRWeJA=')
  })

  test('is its beginning, of every length but the last four, where it is cut off', async () => {
    const texts = await Promise.all(AT.map((at) => altered({ altered: 'value', how: 'cut-off', at })))
    const value = VALUE.split(' ')[1]!
    expect(texts.every((text) => VALUE.startsWith(text) && text.startsWith('SvcSign A'))).toBe(true)
    expect(new Set(texts.map((text) => text.length)).size).toBe(value.length - 4)
    expect(Math.max(...texts.map((text) => text.length))).toBe(VALUE.length - 4)
  })

  test('keeps the last letter of padded base64, of which some bits say nothing', async () => {
    const texts = await Promise.all(AT.map((at) => altered({ altered: 'value', how: 'other-letter', at })))
    expect(texts.filter((text) => !text.endsWith('A='))).toEqual([])
    // Every other place is altered by one of them.
    expect(new Set(texts).size).toBe('App1'.length + '1700000000'.length + 'q83vEjRWeJ'.length)
  })
})

/** A signature of 32 bytes, as HMAC-SHA256 has them, and how each encoding writes it. */
const BYTES = createHmac('sha256', 'key').update('text').digest()
const ENCODINGS = ['base64', 'hex'] as const
type Encoding = (typeof ENCODINGS)[number]
const texts = (how: AlteredAuthorization['how'], encoding: Encoding, count: number): Promise<string[]> => {
  const value = `SvcSign id=app-1;sig=${BYTES.toString(encoding)}`
  const given = { ...config, authorization: { kind: 'env', value }, signatureEncoding: encoding } as const
  const kinds = Array.from({ length: count }, (_, at) => ({ altered: 'signature', how, at }) as const)
  return Promise.all(kinds.map(async (kind) => (await authorizationOf(given, kind, REQUEST))!))
}
const signatureIn = (text: string): string => /^SvcSign id=app-1;sig=(.*)$/.exec(text)![1]!

describe('a signature whose construction is not known', () => {
  test.for(ENCODINGS)('has one other bit in each place (%s)', async (encoding) => {
    // 43 digits of 6 bits, the last of which has unused ones, or 64 of 4 bits.
    const count = encoding === 'hex' ? 64 * 4 : 42 * 6
    const all = (await texts('other-bit', encoding, count)).map(signatureIn)
    expect(new Set(all).size).toBe(count)
    for (const text of all) {
      const bytes = Buffer.from(text, encoding)
      const others = [...bytes].map((byte, at) => byte ^ BYTES[at]!)
      expect(bytes).toHaveLength(32)
      expect(others.filter((bits) => bits !== 0)).toHaveLength(1)
      // Nor would whoever reads it without its letter case take it for the same.
      expect(text.toLowerCase()).not.toBe(BYTES.toString(encoding).toLowerCase())
    }
  })

  test.for(ENCODINGS)('is its beginning, at least two bytes shorter (%s)', async (encoding) => {
    const all = (await texts('cut-off', encoding, 60)).map(signatureIn)
    const whole = BYTES.toString(encoding)
    expect(all.every((text) => whole.startsWith(text) && text !== '')).toBe(true)
    expect(Math.max(...all.map((text) => Buffer.from(text, encoding).length))).toBeLessThanOrEqual(30)
  })

  test.for(ENCODINGS)('writes the same bytes in another way (%s)', async (encoding) => {
    const [text] = (await texts('same-bytes', encoding, 1)).map(signatureIn)
    expect(text).not.toBe(BYTES.toString(encoding))
    expect(Buffer.from(text!, encoding)).toEqual(BYTES)
  })

  test('stands under the scheme in small letters', async () => {
    const kind = { altered: 'signature', how: 'other-bit', at: 5, isSchemeLower: true } as const
    const value = `SvcSign ${BYTES.toString('hex')}`
    const given = { ...config, authorization: { kind: 'env', value }, signatureEncoding: 'hex' } as const
    const [scheme, text] = (await authorizationOf(given, kind, REQUEST))!.split(' ')
    expect(scheme).toBe('svcsign')
    expect(text).not.toBe(BYTES.toString('hex'))
  })

  test('stands after two blanks', async () => {
    expect(await texts('white-space', 'hex', 1)).toEqual([`SvcSign  id=app-1;sig=${BYTES.toString('hex')}`])
  })

  test('is not altered where there is none, or no bit of it says nothing', async () => {
    await expect(altered({ altered: 'signature', how: 'other-bit', at: 0 })).rejects.toThrow(NotAltered)
    // 48 bytes are 64 digits of base64, of which each bit is used.
    const authorization = { kind: 'env', value: `SvcSign ${'A'.repeat(64)}` } as const
    const given = { ...config, authorization, signatureEncoding: 'base64' } as const
    const same = authorizationOf(given, { altered: 'signature', how: 'same-bytes', at: 0 }, REQUEST)
    await expect(same).rejects.toThrow(NotAltered)
  })
})
