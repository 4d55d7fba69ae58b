import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { authorizationOf } from '../../runners/live/authorization.ts'
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
